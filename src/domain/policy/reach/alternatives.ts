import type { Json } from "../../json.ts";
import type { Constant, Term } from "../expressions/expression.ts";
import { type Exact, exactOf, numbersBelow, oneNumber } from "./number-set.ts";
import {
  argumentAt,
  argumentOf,
  conditionOf,
  isCount,
  isDecimal,
  type Subject,
  subjectOf,
  type TextTest,
  testOf,
} from "./subject.ts";
import {
  both,
  either,
  FAILS,
  FALSE,
  kindSet,
  NOTHING,
  NULL,
  NUMBERS,
  numbers,
  other,
  THERE,
  TRUE,
  type ValueSet,
  valueSet,
} from "./value-set.ts";

type CallTerm = Extract<Term, { readonly kind: "call" }>;

/** One subject has one of these values. */
export interface Literal {
  readonly subject: Subject;
  readonly set: ValueSet;
  /** As its author wrote it. */
  readonly said: string;
  /** The offset in the expression. */
  readonly at?: number;
}

/** All of these hold. */
export type Conjunction = readonly Literal[];

/** One of these holds, and nothing else would do; undefined where there are too many to say. */
export type Alternatives = readonly Conjunction[] | undefined;

const MOST = 64;
const ALWAYS: Alternatives = [[]];
const NEVER: Alternatives = [];

function eitherOf(parts: readonly Alternatives[]): Alternatives {
  const found: Conjunction[] = [];
  for (const part of parts) {
    if (part === undefined) return undefined;
    found.push(...part);
  }
  return found.length > MOST ? undefined : found;
}

export function allOf(parts: readonly Alternatives[]): Alternatives {
  let found: readonly Conjunction[] = [[]];
  for (const part of parts) {
    if (part === undefined) return undefined;
    found = found.flatMap((before) => part.map((one) => [...before, ...one]));
    if (found.length > MOST) return undefined;
  }
  return found;
}

/** A term, and whether it is to be true or false: what fails is neither. */
interface Asked {
  readonly source: string;
  readonly is: boolean;
}

/** When exactly a condition is true, or false. */
export function alternativesOf(term: Term, asked: Asked): Alternatives {
  if (term.kind === "constant") return term.value === asked.is ? ALWAYS : NEVER;
  if (term.kind !== "call") return bare(term, asked);
  const { name, args } = term;
  const turned = { source: asked.source, is: !asked.is };
  switch (name) {
    case "!":
      return allOf(args.map((part) => alternativesOf(part, turned)));
    case "&&":
    case "||": {
      const join = (name === "&&") === asked.is ? allOf : eitherOf;
      return join(args.map((part) => alternativesOf(part, asked)));
    }
    case "?:":
      return chosen(args, asked);
    case "any_of":
      return asked.is ? ALWAYS : NEVER;
    default:
      return ofCall(term, asked);
  }
}

function chosen([condition, first, second]: readonly Term[], asked: Asked): Alternatives {
  if (condition === undefined || first === undefined || second === undefined) return undefined;
  const when = (is: boolean) => alternativesOf(condition, { source: asked.source, is });
  return eitherOf([
    allOf([when(true), alternativesOf(first, asked)]),
    allOf([when(false), alternativesOf(second, asked)]),
  ]);
}

function ofCall(term: CallTerm, asked: Asked): Alternatives {
  const known = compared(term) ?? looked(term) ?? tested(term);
  if (known === undefined) return bare(term, asked);
  return [[literal(term, asked, known)]];
}

/** Nothing is known of a condition but that it is this one. */
function bare(term: Term, asked: Asked): Alternatives {
  const subject = conditionOf(term);
  return [[literal(term, asked, { subject, isTrue: TRUE, isFalse: FALSE })]];
}

/** The values of a subject with which a condition is true, and false. */
interface Known {
  readonly subject: Subject;
  readonly isTrue: ValueSet;
  readonly isFalse: ValueSet;
}

function literal(term: Term, { source, is }: Asked, known: Known): Literal {
  const text = source.slice(term.from, term.to);
  const isInfix = term.kind === "call" && term.on === undefined && !/^(?!in$)\w+$/.test(term.name);
  return {
    subject: known.subject,
    set: is ? known.isTrue : known.isFalse,
    said: is ? text : isInfix ? `!(${text})` : `!${text}`,
    at: term.from,
  };
}

const TURNED: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/** A comparison with something that is written out. */
function compared({ name, args: [left, right] }: CallTerm): Known | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (name === "in") return listed(left, right);
  const [first, second] = [constantOf(left), constantOf(right)];
  if (first === undefined && second !== undefined) return against(left, name, second);
  if (first === undefined || second !== undefined) return undefined;
  return against(right, TURNED[name] ?? name, first);
}

/** A number of one kind is never the same as one of the other, so nothing is known of such a comparison. */
function against(term: Term, sign: string, value: Json | Decimal): Known | undefined {
  const isAlike = isDecimal(term) === value instanceof Decimal;
  if (sign === "==") return isAlike ? same(term, [value]) : undefined;
  if (sign === "!=") return isAlike ? turned(same(term, [value])) : undefined;
  if (!(sign in TURNED)) return undefined;
  return typeof value === "number" || value instanceof Decimal
    ? ordered(term, sign, value)
    : undefined;
}

function turned(known: Known | undefined): Known | undefined {
  if (known === undefined) return undefined;
  const { subject, isTrue, isFalse } = known;
  return { subject, isTrue: isFalse, isFalse: isTrue };
}

function listed(term: Term, list: Term): Known | undefined {
  if (list.kind !== "list" || constantOf(term) !== undefined || isDecimal(term)) return undefined;
  const values = list.items.map(constantOf);
  return values.every(isJson) ? same(term, values) : undefined;
}

/** Whether it is one of these; of another kind than one of them, that cannot be said. */
function same(term: Term, values: readonly (Json | Decimal)[]): Known | undefined {
  const plain = values.map((value) => (value instanceof Decimal ? undefined : value));
  const sets = values.map((value) =>
    value instanceof Decimal ? numbers(oneNumber(value.exact)) : valueSet(value),
  );
  if (sets.includes(undefined)) return undefined;
  const isTrue = sets.reduce<ValueSet>((all, set) => either(all, set ?? NOTHING), NOTHING);
  const kinds = plain.map((value) => (value === undefined ? NUMBERS : kindSet(value)));
  const alike = kinds.filter((kind) => kind !== NULL).reduce(both, THERE);
  return { subject: subjectOf(term), isTrue, isFalse: both(alike, other(isTrue)) };
}

/** An exact decimal that is written out. */
class Decimal {
  readonly exact: Exact;

  constructor(exact: Exact) {
    this.exact = exact;
  }
}

function ordered(term: Term, sign: string, value: number | Decimal): Known | undefined {
  const exact = value instanceof Decimal ? value.exact : exactOf(value);
  if (exact === undefined) return undefined;
  const isBelow = sign.startsWith("<");
  // Below 3 and up to 2 are the same for whole numbers.
  const isNext = isCount(term) && sign.length === 1 && exact.scale === 0;
  const at = isNext ? { unscaled: exact.unscaled + (isBelow ? -1n : 1n), scale: 0 } : exact;
  const isIncluded = sign.length === 2 || isNext;
  const below = numbers(numbersBelow(at, isBelow === isIncluded));
  const above = both(NUMBERS, other(below));
  const subject = subjectOf(term);
  return isBelow
    ? { subject, isTrue: below, isFalse: above }
    : { subject, isTrue: above, isFalse: below };
}

/** A constant as JSON; undefined for what is none, and for whole numbers that JSON does not have exactly. */
function constantOf(term: Term): Json | Decimal | undefined {
  if (term.kind === "constant") return plain(term.value);
  if (term.kind === "list") {
    const items = term.items.map(constantOf);
    return items.every(isJson) ? items : undefined;
  }
  const [inner] = term.kind === "call" ? term.args : [];
  const value = inner === undefined ? undefined : constantOf(inner);
  if (term.kind !== "call" || term.args.length !== 1) return undefined;
  if (term.name === "-") return typeof value === "number" ? -value : undefined;
  return term.name === "decimal" ? decimalOf(value) : undefined;
}

function decimalOf(value: Json | Decimal | undefined): Decimal | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  const exact = exactOf(value);
  return exact && new Decimal(exact);
}

function isJson(value: Json | Decimal | undefined): value is Json {
  return value !== undefined && !(value instanceof Decimal);
}

function plain(value: Constant): Json | undefined {
  if (typeof value !== "bigint") return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
}

/** Whether something is there at all. */
function looked(term: CallTerm): Known | undefined {
  const {
    name,
    args: [first, second],
  } = term;
  if (first === undefined) return undefined;
  if (name === "is_at" && second?.kind === "constant") {
    return { subject: argumentAt(String(second.value)), isTrue: THERE, isFalse: FAILS };
  }
  if (name !== "has" || first.kind !== "field") return undefined;
  const subject = argumentOf(first);
  if (subject === undefined) return undefined;
  const isOfArgs = first.of.kind === "name" && first.of.name === "args";
  if (isOfArgs) return { subject, isTrue: THERE, isFalse: FAILS };
  // Of what is not there itself, it fails.
  const whereTrue = [{ subject, set: THERE }];
  return { subject: { ...conditionOf(term), whereTrue }, isTrue: TRUE, isFalse: FALSE };
}

const TESTS: ReadonlySet<string> = new Set(["startsWith", "endsWith", "contains", "matches"]);

function tested(term: CallTerm): Known | undefined {
  const { name, on, args } = term;
  const [tested, against] = name === "glob" ? args : [on, args[0]];
  if (name !== "glob" && !TESTS.has(name)) return undefined;
  if (tested === undefined || against?.kind !== "constant") return undefined;
  if (typeof against.value !== "string") return undefined;
  const test = { kind: name as TextTest["kind"], text: against.value, on: subjectOf(tested) };
  return { subject: testOf(test), isTrue: TRUE, isFalse: FALSE };
}
