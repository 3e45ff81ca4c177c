import type { Json, JsonObject } from "../../json.ts";
import { isJsonObject } from "../../json-equal.ts";
import { pointerParts } from "../../json-pointer.ts";
import type { Outcome, OutcomesOf, Term } from "./expression.ts";
import { partsOfTerm } from "./terms.ts";

/** Stands for every element of a list; no text, so that no key of an expression says the same. */
const EACH = Symbol("each element");
type PathPart = string | symbol;

/** An argument that an expression names, such as `args.to[*]`. */
export interface NamedPath {
  readonly parts: readonly PathPart[];
  /** Whether all that is within it is named, by `any_of`. */
  readonly isWhole: boolean;
}

/** What each bound name of a macro stands for, as parts of a path. */
export type Bound = ReadonlyMap<string, readonly PathPart[]>;

/** Whether what a part of a choice names counts; `all` is one between its elements. */
type Counts = (choice: CallTerm, part: Term) => boolean;
type CallTerm = Extract<Term, { readonly kind: "call" }>;

/**
 * The arguments that an expression names by constant paths. Elements of a list are named by `all`, and
 * one of them by its number; `exists` and its like say nothing of the other elements.
 */
export function namedPaths(
  term: Term,
  bound: Bound = ARGS,
  counts: Counts = () => true,
): readonly NamedPath[] {
  const parts = pathOf(term, bound);
  if (parts !== undefined) return parts.length === 0 ? [] : [{ parts, isWhole: false }];
  if (term.kind !== "call") {
    return partsOfTerm(term).flatMap((part) => namedPaths(part, bound, counts));
  }
  const [first] = term.args;
  if (term.name === "any_of" && first?.kind === "constant") {
    const whole = partsOfWritten(String(first.value));
    return whole === undefined ? [] : [{ parts: whole, isWhole: true }];
  }
  const inner = boundWithin(term, bound);
  const within = term.args
    .filter((part) => !CHOICES.has(term.name) || counts(term, part))
    .flatMap((part) => namedPaths(part, inner, counts));
  return term.on === undefined ? within : [...namedPaths(term.on, bound, counts), ...within];
}

const CHOICES: ReadonlySet<string> = new Set(["||", "&&", "?:", "all"]);

/** Those that it names whichever of its parts made it true. */
export function surePaths(term: Term, bound: Bound = ARGS): readonly NamedPath[] {
  if (term.kind !== "call" || !hasChoice(term)) return namedPaths(term, bound);
  if (term.name === "&&") return term.args.flatMap((part) => surePaths(part, bound));
  if (term.name !== "all" || term.on === undefined) return [];
  const inner = boundWithin(term, bound);
  return [...surePaths(term.on, bound), ...term.args.flatMap((part) => surePaths(part, inner))];
}

/** Whether it matters which of its parts held. */
function hasChoice(term: Term): boolean {
  const isOne = term.kind === "call" && CHOICES.has(term.name);
  return isOne || partsOfTerm(term).some(hasChoice);
}

/**
 * Those that it names in the parts that made it what it is: of `a || b` those that were true, of `a && b`
 * where it was false those that were false, and the branch that was taken. What stands elsewhere was not
 * looked at, or did not hold.
 */
export function heldPaths(term: Term, outcomes: OutcomesOf): readonly NamedPath[] {
  return namedPaths(term, ARGS, (choice, part) => {
    const whole = outcomes(choice);
    if (whole.length === 0) return false;
    if (choice.name === "all") return whole.every((one) => one === true);
    const own = outcomes(part);
    // A part that was not looked at each time is no reason.
    if (own.length !== whole.length) return false;
    const [condition] = choice.args;
    if (choice.name !== "?:" || condition === undefined) {
      return isEach(part, own, (one, at) => typeof one === "boolean" && one === whole[at]);
    }
    const asked = outcomes(condition);
    const isTaken = (at: number) => asked[at] === (part === choice.args[1]);
    return part === condition || isEach(part, own, (_, at) => isTaken(at));
  });
}

/**
 * Whether a part was a reason each time. Where a macro goes through elements, one may lack what another
 * has, and then there is nothing to name.
 */
function isEach(
  part: Term,
  own: readonly Outcome[],
  isReason: (outcome: Outcome, at: number) => boolean,
): boolean {
  const mayMiss = own.length > 1 && new Set(readIn(part)).size <= 1;
  return own.every((one, at) => isReason(one, at) || (mayMiss && one === "missing"));
}

/** What a term reads, as `x.price`. */
function readIn(term: Term): readonly string[] {
  const read = readOf(term);
  return read === undefined ? partsOfTerm(term).flatMap(readIn) : [read];
}

function readOf(term: Term): string | undefined {
  if (term.kind === "name") return term.name;
  const of = term.kind === "field" ? readOf(term.of) : undefined;
  return of === undefined || term.kind !== "field" ? undefined : `${of}.${term.field}`;
}

export const ARGS: Bound = new Map([["args", []]]);
const MACROS: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "filter", "map"]);

/** The names that hold within a call: a macro binds one anew. */
function boundWithin({ name, on, args: [first] }: Term & { kind: "call" }, bound: Bound): Bound {
  if (!MACROS.has(name) || on === undefined || first?.kind !== "name") return bound;
  const through = name === "all" ? pathOf(on, bound) : undefined;
  const others = [...bound].filter(([known]) => known !== first.name);
  return new Map(
    through === undefined ? others : [...others, [first.name, [...through, EACH]] as const],
  );
}

/** The argument that a term is; undefined if it is another thing. */
export function pathOf(term: Term, bound: Bound): readonly PathPart[] | undefined {
  switch (term.kind) {
    case "name":
      return bound.get(term.name);
    case "field":
      return longer(pathOf(term.of, bound), term.field);
    case "index":
      return term.at.kind === "constant"
        ? longer(pathOf(term.of, bound), String(term.at.value))
        : undefined;
    case "call":
      return pathAt(term);
    default:
      return undefined;
  }
}

/** `at(args, "/to/0")` and `is_at`, which the short form stands for. */
function pathAt({ name, args: [of, written] }: Extract<Term, { kind: "call" }>) {
  if (name !== "at" && name !== "is_at") return undefined;
  if (of?.kind !== "name" || of.name !== "args" || written?.kind !== "constant") return undefined;
  return pointerParts(String(written.value));
}

function longer(parts: readonly PathPart[] | undefined, part: string) {
  return parts === undefined ? undefined : [...parts, part];
}

/** `args.options` or `args.to[0]` as its parts; undefined if it is not written so. */
function partsOfWritten(text: string): readonly string[] | undefined {
  if (!/^args(?:\.[A-Za-z_]\w*|\[\d+\]|\["[^"]*"\])+$/.test(text)) return undefined;
  return [...text.matchAll(/\.(\w+)|\[(\d+)\]|\["([^"]*)"\]/g)].map(
    ([, field, index, key]) => field ?? index ?? key ?? "",
  );
}

/** Whether something may be at a place in a call all of whose arguments these paths name. */
export function mayBeNamed(at: readonly string[], paths: readonly NamedPath[]): boolean {
  return paths.some(({ parts }) =>
    at.every((own, index) => {
      const part = parts[index];
      return part === undefined || part === EACH || part === own;
    }),
  );
}

/** The first argument that none of the paths names, as people write it; undefined if all are named. */
export function unnamedArgument(
  args: JsonObject,
  paths: readonly NamedPath[],
  count: () => void,
): string | undefined {
  const visit = (value: Json, at: readonly string[], open: readonly NamedPath[]): Unnamed => {
    count();
    if (open.some(({ parts, isWhole }) => isWhole && parts.length === at.length)) return undefined;
    const within = inside(value);
    if (within.length === 0) return open.length > 0 ? undefined : writtenPath(at);
    for (const [part, one] of within) {
      const isElement = Array.isArray(value);
      const next = open.filter(({ parts }) => {
        const own = parts[at.length];
        return own === part || (isElement && own === EACH);
      });
      const unnamed = visit(one, [...at, part], next);
      if (unnamed !== undefined) return unnamed;
    }
    return undefined;
  };
  return Object.keys(args).length === 0 ? undefined : visit(args, [], paths);
}

type Unnamed = string | undefined;

function inside(value: Json): readonly (readonly [string, Json])[] {
  return Array.isArray(value) || isJsonObject(value) ? Object.entries(value as JsonObject) : [];
}

/** `args.to[0]`, as people write it. */
export function writtenPath(parts: readonly string[]): string {
  const steps = parts.map((part) =>
    /^[A-Za-z_]\w*$/.test(part)
      ? `.${part}`
      : `[${/^\d+$/.test(part) ? part : JSON.stringify(part)}]`,
  );
  return `args${steps.join("")}`;
}
