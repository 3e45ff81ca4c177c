import { pointerParts } from "../../json-pointer.ts";
import type { Constant, Term } from "../expressions/expression.ts";
import { partsOfTerm } from "../expressions/terms.ts";
import { exactOf, numbersBelow, otherNumbers } from "./number-set.ts";
import {
  BOOLEANS,
  EVERYTHING,
  either,
  FAILS,
  LISTS,
  NUMBERS,
  numbers,
  OBJECTS,
  other,
  TEXTS,
  THERE,
  TRUE,
  type ValueSet,
} from "./value-set.ts";

type CallTerm = Extract<Term, { readonly kind: "call" }>;

/**
 * What a condition says something about: an argument, or something that is worked out, such as
 * `decimal(args.amount)`. Two subjects may have any values beside each other, but for what stands here and
 * in `contradiction.ts`; so a contradiction that is found is one.
 */
export interface Subject {
  /** The same text for the same part of a condition. */
  readonly id: string;
  readonly universe: ValueSet;
  /** What holds where it does not fail, where it is true, and where it fails. */
  readonly whereThere?: readonly Bound[];
  readonly whereTrue?: readonly Bound[];
  readonly whereFailed?: readonly Bound[];
  /** A condition on one text. */
  readonly test?: TextTest;
  readonly macro?: Macro;
  /** The one argument that a condition depends on. */
  readonly of?: Subject;
  /** Of an argument, where it is. */
  readonly parts?: readonly string[];
  /** It is this text without capitals. */
  readonly lowerOf?: Subject;
}

export interface Bound {
  readonly subject: Subject;
  readonly set: ValueSet;
}

export interface TextTest {
  readonly kind: "glob" | "startsWith" | "endsWith" | "contains" | "matches";
  readonly text: string;
  readonly on: Subject;
}

/** `on.all(name, body)`, or `exists`. */
interface Macro {
  readonly kind: "all" | "exists";
  readonly through: string;
  readonly name: string;
  readonly body: Term;
}

const PLAIN = /^[A-Za-z_]\w*$/;
const INDEX = /^(?:0|[1-9]\d{0,8})$/;

const ARGS: Subject = { id: "args", universe: OBJECTS, parts: [] };

function child(parent: Subject, part: string, isIndex: boolean): Subject {
  const step = isIndex ? `[${part}]` : PLAIN.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
  const parts = [...(parent.parts ?? []), part];
  const holding = parent === ARGS ? [] : [{ subject: parent, set: either(OBJECTS, LISTS) }];
  return { id: `${parent.id}${step}`, universe: EVERYTHING, whereThere: holding, parts };
}

/** The argument at a JSON Pointer. */
export function argumentAt(pointer: string): Subject {
  return pointerParts(pointer).reduce((at, part) => child(at, part, INDEX.test(part)), ARGS);
}

/** The argument that a path such as `args.to[0].name` names; undefined for another term. */
export function argumentOf(term: Term): Subject | undefined {
  if (term.kind === "name") return term.name === "args" ? ARGS : undefined;
  if (term.kind === "field") {
    const parent = argumentOf(term.of);
    return parent && child(parent, term.field, false);
  }
  if (term.kind === "index") return elementOf(term);
  if (term.kind !== "call" || term.name !== "at") return undefined;
  const pointer = term.args[1];
  return pointer?.kind === "constant" ? argumentAt(String(pointer.value)) : undefined;
}

function elementOf({ of, at }: Extract<Term, { readonly kind: "index" }>): Subject | undefined {
  const parent = argumentOf(of);
  if (parent === undefined || at.kind !== "constant") return undefined;
  const isIndex = typeof at.value === "bigint" && at.value >= 0n;
  return isIndex || typeof at.value === "string"
    ? child(parent, String(at.value), isIndex)
    : undefined;
}

/** Any term as something that has a value. */
export function subjectOf(term: Term): Subject {
  const argument = argumentOf(term);
  if (argument !== undefined) return argument;
  const whereThere = neededBy(term).map((subject) => ({ subject, set: THERE }));
  const made: Subject = { id: written(term), universe: universeOf(term), whereThere };
  const of = onlyArgument(term);
  return of === undefined ? made : { ...made, of };
}

/** The name of the tool or agent, and the same without capitals, as rules that deny compare it. */
export const NAMES = {
  tool: { id: "tool", universe: TEXTS },
  agent: { id: "agent", universe: TEXTS },
};
export const LOWER: ReadonlyMap<string, Subject> = new Map(
  Object.values(NAMES).map((name) => [
    name.id,
    { id: `lower(${name.id})`, universe: TEXTS, lowerOf: name },
  ]),
);

const WHOLE = otherNumbers(numbersBelow(exactOf(0) ?? { unscaled: 0n, scale: 0 }, false));
const TEXT_NAMES: ReadonlySet<string> = new Set(["tool", "agent", "session", "on_behalf_of"]);

function universeOf(term: Term): ValueSet {
  if (isDecimal(term)) return either(NUMBERS, FAILS);
  if (isCount(term)) return either(numbers(WHOLE), FAILS);
  if (term.kind === "name") return TEXT_NAMES.has(term.name) ? TEXTS : EVERYTHING;
  return isFreeze(term) ? BOOLEANS : EVERYTHING;
}

function isFreeze(term: Term): boolean {
  return term.kind === "field" && term.of.kind === "name" && term.of.name === "freezes";
}

/** Whether its values are `Decimal`, which compare with no other number for being the same. */
export function isDecimal(term: Term): boolean {
  if (term.kind !== "call") return false;
  return (
    term.name === "decimal" || (["+", "-", "*"].includes(term.name) && term.args.some(isDecimal))
  );
}

/** Whether its values are whole numbers from 0 on. */
export function isCount(term: Term): boolean {
  return term.kind === "call" && term.name === "size";
}

/** A condition of which nothing is known but what it names. */
export function conditionOf(term: Term): Subject {
  const subject = subjectOf(term);
  if (argumentOf(term) !== undefined) return subject;
  const universe = isFreeze(term) ? BOOLEANS : either(BOOLEANS, FAILS);
  const macro = macroOf(term);
  return macro === undefined ? { ...subject, universe } : { ...subject, universe, macro };
}

function macroOf(term: Term): Macro | undefined {
  if (term.kind !== "call" || term.on === undefined) return undefined;
  const { name: kind, on, args } = term;
  const [bound, body] = args;
  if (kind !== "all" && kind !== "exists") return undefined;
  if (bound?.kind !== "name" || bound.name === "args" || body === undefined) return undefined;
  return { kind, through: written(on), name: bound.name, body };
}

/** A condition on the text of a subject. */
export function testOf(test: TextTest): Subject {
  const { kind, text, on } = test;
  const quoted = JSON.stringify(text);
  const lower = kind === "glob" && !text.includes("?") ? LOWER.get(on.id) : undefined;
  const below = lower && testOf({ kind, text: text.toLowerCase(), on: lower });
  return {
    id: kind === "glob" ? `glob(${on.id}, ${quoted})` : `${on.id}.${kind}(${quoted})`,
    universe: either(BOOLEANS, FAILS),
    whereThere: [{ subject: on, set: TEXTS }],
    whereTrue: below === undefined ? [] : [{ subject: below, set: TRUE }],
    whereFailed: [{ subject: on, set: other(TEXTS) }],
    test,
  };
}

const LAZY: ReadonlySet<string> = new Set(["&&", "||", "?:", "has", "is_at", "any_of"]);
const MACROS: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "filter", "map"]);

/** The arguments that have to be there for a term to have a value. */
function neededBy(term: Term): readonly Subject[] {
  const argument = argumentOf(term);
  if (argument !== undefined) return argument === ARGS ? [] : [argument];
  if (term.kind !== "call") return partsOfTerm(term).flatMap(neededBy);
  if (LAZY.has(term.name)) return [];
  if (MACROS.has(term.name)) return term.on === undefined ? [] : neededBy(term.on);
  return partsOfTerm(term).flatMap(neededBy);
}

/** The one argument that a term depends on, if it depends on nothing else. */
function onlyArgument(term: Term): Subject | undefined {
  const found = new Map<string, Subject | undefined>();
  const visit = (one: Term, bound: ReadonlySet<string>): void => {
    const argument = argumentOf(one);
    if (argument !== undefined) found.set(argument.id, argument);
    else if (one.kind === "name" && !bound.has(one.name)) found.set(one.name, undefined);
    else {
      const inner = one.kind === "call" ? boundIn(one, bound) : bound;
      for (const part of partsOfTerm(one)) visit(part, inner);
    }
  };
  visit(term, new Set());
  const [only] = found.values();
  return found.size === 1 && only !== ARGS ? only : undefined;
}

function boundIn({ name, args: [first] }: CallTerm, bound: ReadonlySet<string>) {
  return MACROS.has(name) && first?.kind === "name" ? new Set([...bound, first.name]) : bound;
}

/** A term as CEL, always in the same way. */
function written(term: Term): string {
  const argument = argumentOf(term);
  if (argument !== undefined) return argument.id;
  switch (term.kind) {
    case "constant":
      return constantText(term.value);
    case "name":
      return term.name;
    case "field":
      return `${written(term.of)}.${term.field}`;
    case "index":
      return `${written(term.of)}[${written(term.at)}]`;
    case "call":
      return callText(term);
    case "list":
      return `[${term.items.map(written).join(", ")}]`;
    default:
      return `{${term.entries.map((entry) => entry.map(written).join(": ")).join(", ")}}`;
  }
}

function constantText(value: Constant): string {
  if (typeof value === "string") return JSON.stringify(value);
  const text = String(value);
  return typeof value === "number" && /^-?\d+$/.test(text) ? `${text}.0` : text;
}

function callText({ name, on, args }: CallTerm): string {
  const texts = args.map(written);
  const [first = "", second = "", third = ""] = texts;
  if (on !== undefined) return `${written(on)}.${name}(${texts.join(", ")})`;
  if (name === "?:") return `(${first} ? ${second} : ${third})`;
  if (/^\w+$/.test(name) && name !== "in") return `${name}(${texts.join(", ")})`;
  return args.length === 1 ? `${name}${first}` : `(${first} ${name} ${second})`;
}
