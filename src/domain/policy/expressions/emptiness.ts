import type { Term } from "./expression.ts";
import { partsOfTerm } from "./terms.ts";

/** Something that is true of what is empty, which its author hardly meant. */
export interface EmptyTold {
  readonly at: number;
  readonly warning: string;
  readonly instead: string;
}

/**
 * What a rule that allows lets pass because there is nothing in it: `all` holds of no elements, and a bound on
 * `size` holds of an empty list or object where text is meant. Nothing is told of what another part of the
 * expression settles.
 */
export function emptyTold(term: Term, source: string): readonly EmptyTold[] {
  const parts = everyPart(term);
  const textOf = ({ from, to }: Term) => source.slice(from, to);
  const settled = new Set(parts.flatMap((part) => settledBy(part).map(textOf)));
  const filled = new Set(parts.flatMap((part) => filledBy(part).map(textOf)));
  return everyPart(term, true).flatMap((part) => {
    const all = goneThrough(part);
    if (all !== undefined && !filled.has(textOf(all))) {
      const text = textOf(all);
      return [
        {
          at: part.from,
          warning: "It is true of an empty list as well, which a tool may take for all there is.",
          instead: `Write size(${text}) > 0 && before it.`,
        },
      ];
    }
    const sized = sizeBelow(part);
    if (sized === undefined || settled.has(textOf(sized))) return [];
    const text = textOf(sized);
    return [
      {
        at: part.from,
        warning: "It is true of an empty list and of an empty object as well.",
        instead: `Write size(string(${text})), which is of text alone, or say something else of ${text}.`,
      },
    ];
  });
}

/** `isPlain`: no part of what is turned around by `!`. */
function everyPart(term: Term, isPlain = false): readonly Term[] {
  if (isPlain && term.kind === "call" && term.name === "!") return [];
  return [term, ...partsOfTerm(term).flatMap((part) => everyPart(part, isPlain))];
}

/** What `all` goes through, if an agent or a caller hands it over. */
function goneThrough(part: Term): Term | undefined {
  if (part.kind !== "call" || part.name !== "all" || part.on === undefined) return undefined;
  return isHandedOver(part.on) ? part.on : undefined;
}

function isHandedOver(term: Term): boolean {
  if (term.kind === "name") return term.name === "args" || term.name === "resources";
  return (term.kind === "field" || term.kind === "index") && isHandedOver(term.of);
}

const TURNED: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

interface SizeCompared {
  readonly of: Term;
  readonly sign: string;
  readonly bound: number;
}

/** `size(args.to) > 0`, `args.to.size() > 0` and `0 < size(args.to)`. */
function sizeCompared(part: Term): SizeCompared | undefined {
  if (part.kind !== "call") return undefined;
  const [left, right] = part.args;
  if (left === undefined || right === undefined) return undefined;
  const [of, bound] = [sizedBy(left), numberOf(right)];
  if (of !== undefined && bound !== undefined) return { of, sign: part.name, bound };
  const [other, first] = [sizedBy(right), numberOf(left)];
  if (other === undefined || first === undefined) return undefined;
  return { of: other, sign: TURNED[part.name] ?? part.name, bound: first };
}

function sizedBy(term: Term): Term | undefined {
  if (term.kind !== "call" || term.name !== "size") return undefined;
  return term.on ?? term.args[0];
}

function numberOf(term: Term): number | undefined {
  return term.kind === "constant" && typeof term.value === "bigint"
    ? Number(term.value)
    : undefined;
}

function holdsOfNone({ sign, bound }: SizeCompared): boolean {
  switch (sign) {
    case "<":
      return bound > 0;
    case "<=":
      return bound >= 0;
    case "==":
      return bound === 0;
    case "!=":
      return bound !== 0;
    case ">":
      return bound < 0;
    case ">=":
      return bound <= 0;
    default:
      return true;
  }
}

/** What an upper bound of its size is asked of. */
function sizeBelow(part: Term): Term | undefined {
  const compared = sizeCompared(part);
  if (compared === undefined || !isHandedOver(compared.of)) return undefined;
  const { sign } = compared;
  return (sign === "<" || sign === "<=" || sign === "!=") && holdsOfNone(compared)
    ? compared.of
    : undefined;
}

/** What this part shows to have something in it, or to be missing by choice. */
function filledBy(part: Term): readonly Term[] {
  if (part.kind === "index") return [part.of];
  if (part.kind !== "call") return [];
  const { name, args, on } = part;
  if (name === "exists" || name === "exists_one") return on === undefined ? [] : [on];
  if (name === "!") return args.flatMap(askedBy);
  if (name === "!=" || name === "==")
    return args.filter((_, at) => isFilledList(args[1 - at], name));
  const compared = sizeCompared(part);
  return compared === undefined || holdsOfNone(compared) ? [] : [compared.of];
}

function askedBy(part: Term): readonly Term[] {
  return part.kind === "call" && part.name === "has" ? part.args : [];
}

/** Of `args.to != []`, and of `args.to == ["a"]`. */
function isFilledList(other: Term | undefined, sign: string): boolean {
  return other?.kind === "list" && (other.items.length === 0) === (sign === "!=");
}

const OF_ONE_KIND = new Set(
  "startsWith endsWith contains matches glob path url email shell sql decimal string == in all exists exists_one filter map".split(
    " ",
  ),
);

/** What this part is true of in one kind alone. */
function settledBy(part: Term): readonly Term[] {
  if (part.kind === "index") return [part.of];
  if (part.kind !== "call") return [];
  if (part.on !== undefined && OF_ONE_KIND.has(part.name)) return [part.on];
  if (OF_ONE_KIND.has(part.name)) return part.args;
  const compared = sizeCompared(part);
  return compared === undefined || holdsOfNone(compared) ? [] : [compared.of];
}
