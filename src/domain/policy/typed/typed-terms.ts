import type { Term } from "../expressions/expression.ts";
import { partsOfTerm } from "../expressions/terms.ts";
import { elementOf, type Kind, kindsOf, type Shape } from "./schema-shape.ts";
import { placeAt, stepInto } from "./typed-places.ts";

type CallTerm = Extract<Term, { readonly kind: "call" }>;

/** Something that can never be judged of a call whose arguments are as the schema says. */
export interface TypeFault {
  readonly at: number;
  /** A sentence without its beginning, which names the tool. */
  readonly what: string;
}

interface Scope {
  readonly source: string;
  readonly names: ReadonlyMap<string, Shape>;
  readonly faults: TypeFault[];
  /** Whether a field that the schema does not know may be asked about by `has`. */
  readonly mayAsk: (field: string) => boolean;
}

const TEXT: Shape = { type: "string" };
const NUMBER: Shape = { type: "number" };
const TRUTH: Shape = { type: "boolean" };
const VARIABLES: readonly (readonly [string, Shape])[] = [
  ...["tool", "agent", "session", "on_behalf_of", "level"].map((name) => [name, TEXT] as const),
  ["resources", { type: "array", items: TEXT }],
];

/** Holds an expression against the schema of a tool's arguments. */
export function typeFaultsOf(
  { source, term }: { readonly source: string; readonly term: Term },
  args: Shape,
  mayAsk: Scope["mayAsk"],
): readonly TypeFault[] {
  const faults: TypeFault[] = [];
  const asked = askedFields(term);
  const names = new Map([...VARIABLES, ["args", args] as const]);
  shapeOfTerm(term, { source, names, faults, mayAsk: (name) => asked.has(name) && mayAsk(name) });
  return faults;
}

/** The arguments of which the expression asks whether they are there. */
function askedFields(term: Term): ReadonlySet<string> {
  const own = term.kind === "call" && term.name === "has" ? term.args : [];
  const fields = own.flatMap((one) =>
    one.kind === "field" && one.of.kind === "name" && one.of.name === "args" ? [one.field] : [],
  );
  return new Set([...fields, ...partsOfTerm(term).flatMap((part) => [...askedFields(part)])]);
}

function shapeOfTerm(term: Term, scope: Scope): Shape {
  switch (term.kind) {
    case "constant":
      return shapeOfConstant(term.value);
    case "name":
      return scope.names.get(term.name);
    case "field":
      return step(term, term.field, scope);
    case "index":
      return shapeOfIndex(term, scope);
    case "list":
      for (const item of term.items) shapeOfTerm(item, scope);
      return { type: "array" };
    case "map":
      for (const part of partsOfTerm(term)) shapeOfTerm(part, scope);
      return { type: "object", additionalProperties: true };
    default:
      return shapeOfCall(term, scope);
  }
}

function shapeOfConstant(value: unknown): Shape {
  if (value === null) return { type: "null" };
  if (typeof value === "string") return TEXT;
  return typeof value === "boolean" ? TRUTH : NUMBER;
}

function step(term: Term & { readonly of: Term }, field: string, scope: Scope): Shape {
  const { source, faults } = scope;
  const of = shapeOfTerm(term.of, scope);
  expectKind({ term: term.of, shape: of }, ["an object"], scope);
  const { shape, unknown } = stepInto(of, field, source.slice(term.from, term.to));
  if (unknown === undefined) return shape;
  const isArgument = term.of.kind === "name" && term.of.name === "args";
  if (!(isArgument && scope.mayAsk(field))) faults.push({ at: term.from, what: unknown });
  return undefined;
}

function shapeOfIndex(term: Extract<Term, { readonly kind: "index" }>, scope: Scope): Shape {
  const { at } = term;
  if (at.kind === "constant" && typeof at.value === "string") return step(term, at.value, scope);
  const of = shapeOfTerm(term.of, scope);
  shapeOfTerm(at, scope);
  return kindsOf(of)?.has("a list") === true ? elementOf(of) : undefined;
}

const words = (text: string) => new Set(text.split(" "));
const MACROS = words("all exists exists_one filter map");
const ORDERINGS = words("< <= > >=");
const TRUTHS = words(
  "&& || ! == != < <= > >= in has is_at any_of startsWith endsWith contains matches glob within host_within in_range is_near between reads_only all exists exists_one",
);
const OF_TEXT = words("startsWith endsWith contains matches glob path url email shell sql");
const OF_AMOUNTS = words("decimal double int");
const TAKES: readonly (readonly [ReadonlySet<string>, readonly Kind[]])[] = [
  [OF_TEXT, ["text"]],
  [OF_AMOUNTS, ["text", "a number"]],
  [words("string"), ["text", "a number", "true or false"]],
  [words("size"), ["text", "a list", "an object"]],
];

function shapeOfCall(term: CallTerm, scope: Scope): Shape {
  const { name, on, args } = term;
  if (name === "at" || name === "is_at" || name === "any_of") return shapeOfPointed(term, scope);
  if (MACROS.has(name) && on !== undefined) return shapeOfMacro({ ...term, on }, scope);
  const parts = partsOfTerm(term);
  const shapes = parts.map((part) => shapeOfTerm(part, scope));
  if (name === "==" || name === "!=" || ORDERINGS.has(name)) compare(term, shapes, scope);
  if (name === "in") compareIn(term, shapes, scope);
  const taken = TAKES.find(([names]) => names.has(name))?.[1];
  if (taken !== undefined) expectKind({ term: on ?? args[0], shape: shapes[0] }, taken, scope);
  return resultOf(name);
}

function resultOf(name: string): Shape {
  if (TRUTHS.has(name)) return TRUTH;
  if (name === "size" || name === "int" || name === "double") return NUMBER;
  return name === "string" ? TEXT : undefined;
}

/** `at(args, "/to/0")` and `any_of("args.to")`. */
function shapeOfPointed(term: CallTerm, { names, faults, mayAsk }: Scope): Shape {
  const written = term.args.at(-1);
  const text = written?.kind === "constant" ? String(written.value) : "";
  const pointer = term.name === "any_of" ? pointerOf(text) : text;
  const { shape, unknown, argument } = placeAt(names.get("args"), pointer);
  const isAsked = term.name === "is_at" && argument !== undefined && mayAsk(argument);
  if (unknown !== undefined && !isAsked) {
    faults.push({ at: written?.from ?? term.from, what: unknown });
  }
  return term.name === "at" ? shape : TRUTH;
}

/** `args.options["a/b"]` as a pointer. */
function pointerOf(text: string): string {
  const parts = [...text.matchAll(/\.(\w+)|\[(\d+)\]|\["([^"]*)"\]/g)].map(
    ([, field, index, key]) => field ?? index ?? key ?? "",
  );
  return parts.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function shapeOfMacro(term: CallTerm & { readonly on: Term }, scope: Scope): Shape {
  const [bound, ...bodies] = term.args;
  const on = shapeOfTerm(term.on, scope);
  expectKind({ term: term.on, shape: on }, ["a list"], scope);
  if (bound?.kind !== "name") return undefined;
  const names = new Map([...scope.names, [bound.name, elementOf(on)] as const]);
  const shapes = bodies.map((body) => shapeOfTerm(body, { ...scope, names }));
  if (term.name === "filter") return on;
  return term.name === "map" ? { type: "array", ...itemsOf(shapes.at(-1)) } : TRUTH;
}

function itemsOf(shape: Shape) {
  return shape === undefined ? {} : { items: shape };
}

function expectKind(
  { term, shape }: { readonly term: Term | undefined; readonly shape: Shape },
  taken: readonly Kind[],
  { source, faults }: Scope,
): void {
  const kinds = kindsOf(shape);
  if (term === undefined || kinds === undefined || taken.some((kind) => kinds.has(kind))) return;
  const what = `has ${kindsText(kinds)} at ${source.slice(term.from, term.to)}, where ${taken.join(" or ")} is needed.`;
  faults.push({ at: term.from, what });
}

function compare(term: CallTerm, [left, right]: readonly Shape[], { source, faults }: Scope): void {
  const [one, other] = [kindsOf(left), kindsOf(right)];
  if (one === undefined || other === undefined) return;
  if (isOnly(one, "null") || isOnly(other, "null")) return;
  if ([...one].some((kind) => other.has(kind))) return;
  const [first] = partsOfTerm(term);
  if (first === undefined) return;
  const what = `has ${kindsText(one)} at ${source.slice(first.from, first.to)}, and it is compared with ${kindsText(other)}.`;
  faults.push({ at: term.from, what });
}

/** Among values of another kind nothing is found, and that cannot be said. */
function compareIn(term: CallTerm, [left, right]: readonly Shape[], scope: Scope): void {
  const [value, list] = term.args;
  if (value === undefined || list === undefined) return;
  const items =
    list.kind === "list"
      ? list.items.map((item) => shapeOfTerm(item, { ...scope, faults: [] }))
      : [elementOf(right)];
  for (const item of items) {
    const before = scope.faults.length;
    compare(term, [left, item], scope);
    if (scope.faults.length > before) return;
  }
}

function isOnly(kinds: ReadonlySet<Kind>, kind: Kind): boolean {
  return kinds.size === 1 && kinds.has(kind);
}

function kindsText(kinds: ReadonlySet<Kind>): string {
  return [...kinds].join(" or ");
}
