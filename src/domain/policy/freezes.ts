import { InvalidExpression, type Term } from "./expressions/expression.ts";
import { partsOfTerm } from "./expressions/terms.ts";
import { described, fields, mapOf, mapped, type Part, text } from "./form-fields.ts";

/** A time in which something is not to happen: from its first moment on, the last not included. */
export interface Freeze {
  /** Milliseconds since 1970, as the next. */
  readonly from: number;
  readonly to: number;
}

/** By names that expressions use: `freezes.year_end`. */
export type Freezes = Readonly<Record<string, Freeze>>;

const MAX_FREEZES = 200;
const NAME = /^[A-Za-z_]\w{0,63}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/;

const name = text({
  most: 64,
  fault: (written) =>
    NAME.test(written) ? undefined : "it is a name of letters, digits and _, such as year_end.",
});

const moment: Part<number> = mapped(
  text({
    most: 32,
    fault: (written) =>
      MOMENT.test(written) && Number.isFinite(Date.parse(written))
        ? undefined
        : "it is a moment with its distance from UTC, such as 2026-12-20T00:00+01:00.",
  }),
  (written) => Date.parse(written),
);

const freeze: Part<Freeze> = mapped(
  fields<Freeze>({
    of: "a freeze",
    required: ["from", "to"],
    keys: {
      from: { as: "from", part: described(moment, "Its first moment.") },
      to: { as: "to", part: described(moment, "The first moment after it.") },
    },
    check({ from = 0, to = 0 }, place, report) {
      if (to <= from) report(place, "it ends before it begins.");
    },
  }),
  ({ from = 0, to = 0 }) => ({ from, to }),
);

/** The key `freezes` of a policy file. */
export const freezesForm: Part<Freezes> = mapOf(name, freeze, MAX_FREEZES);

/** Which of them hold at a moment. */
export function freezesAt(freezes: Freezes, now: number): Readonly<Record<string, boolean>> {
  return Object.fromEntries(
    Object.entries(freezes).map(([named, { from, to }]) => [named, from <= now && now < to]),
  );
}

/** Throws an `InvalidExpression` where an expression names a freeze that there is none of. */
export function checkFreezes(term: Term, freezes: Freezes): void {
  if (term.kind === "field" && isFreezes(term.of)) {
    if (Object.hasOwn(freezes, term.field)) return;
    throw new InvalidExpression({
      at: term.from,
      what: `No freeze of this policy is called ${term.field}.`,
    });
  }
  if (isFreezes(term)) {
    throw new InvalidExpression({ at: term.from, what: "A freeze is written as freezes.NAME." });
  }
  for (const part of partsOfTerm(term)) checkFreezes(part, freezes);
}

function isFreezes(term: Term): boolean {
  return term.kind === "name" && term.name === "freezes";
}
