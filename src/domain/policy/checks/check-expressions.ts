import type { CompiledPolicy } from "../decide.ts";
import { emptyTold } from "../expressions/emptiness.ts";
import type { Term } from "../expressions/expression.ts";
import {
  ARGS,
  type Bound,
  type NamedPath,
  namedPaths,
  pathOf,
} from "../expressions/named-paths.ts";
import { refusedExpressions, type WhenFault, whenPlace } from "../expressions/refused.ts";
import { partsOfTerm } from "../expressions/terms.ts";

type CallTerm = Extract<Term, { readonly kind: "call" }>;

/**
 * Throws INVALID_INPUT if the expression of a rule that allows has a part that can fail where nobody
 * would hear of it: CEL takes `failed || true` for true, and so each element but one of `exists`.
 */
export function refuseUnheard({ rules }: CompiledPolicy): void {
  const faults = rules.flatMap(({ rule, expression }, index) => {
    if (rule.decision !== "allow" || expression === undefined) return [];
    const { source, term } = expression;
    const [first] = unheard(term, { way: "true", bound: ARGS });
    return (first === undefined ? [] : [first]).map(
      (one): WhenFault => ({
        rule: index,
        when: source,
        at: one.from,
        what: `${source.slice(one.from, one.to)} can fail, as where an argument is missing or of another kind, and nobody would hear of it: another part makes this rule allow the call all the same. Write in [...] for one of several values, !has(args.x) || args.x == 1 for an argument that may be missing, or a rule for each.`,
      }),
    );
  });
  if (faults.length > 0) throw refusedExpressions(faults);
}

type Parts = NamedPath["parts"];

/** Stands for what the rule is about where that cannot be told: no argument's absence explains it. */
const ANY_ARGUMENT: Parts = [];

/** Whether the rule allows more where a part is true, where it is false, or in either case. */
type Way = "true" | "false" | "either";
const TURNED = { true: "false", false: "true", either: "either" } as const;

interface Where {
  readonly way: Way;
  /** The arguments, and what macros bind to elements of any kind: each name stands for itself. */
  readonly bound: Bound;
}

/** The parts that can fail while the rule matches. */
function unheard(term: Term, where: Where): readonly Term[] {
  if (term.kind !== "call") return inParts(partsOfTerm(term), { ...where, way: "either" });
  const { name, args } = term;
  const { way } = where;
  switch (name) {
    case "!":
      return inParts(args, { ...where, way: TURNED[way] });
    case "?:": {
      const [condition, ...branches] = args;
      const asked = condition === undefined ? [] : unheard(condition, { ...where, way: "either" });
      return [...asked, ...inParts(branches, where)];
    }
    case "||":
    case "&&":
      return way === (name === "||" ? "false" : "true")
        ? inParts(args, where)
        : amongAlternatives(alternatives(term, name), {
            ...where,
            way: name === "||" ? "true" : "false",
          });
    case "exists":
    case "all":
      return inMacro(term, where);
    default:
      return inParts(partsOfTerm(term), { ...within(term, where), way: "either" });
  }
}

function inParts(parts: readonly Term[], where: Where): readonly Term[] {
  return parts.flatMap((part) => unheard(part, where));
}

function inMacro(term: CallTerm, where: Where): readonly Term[] {
  const body = term.args.at(-1);
  if (term.on === undefined || body === undefined) return [];
  const inner = within(term, where);
  const isAllHeard = where.way === (term.name === "exists" ? "false" : "true");
  const found = isAllHeard
    ? unheard(body, inner)
    : failing(body, inner.bound).map(({ term }) => term);
  return [...unheard(term.on, { ...where, way: "either" }), ...found];
}

/** The parts of a chain such as `a || b || c`. */
function alternatives(term: Term, sign: string): readonly Term[] {
  if (term.kind !== "call" || term.name !== sign) return [term];
  return term.args.flatMap((part) => alternatives(part, sign));
}

/**
 * Each part may hide that another failed. With one part beside parts that only ask whether an argument
 * is absent, `!has(args.a) || args.a.all(…)`, nothing is hidden that says anything of the call:
 * - What fails is about the absent argument alone: below each other one whose absence lets the call pass.
 * - What fails while absence is asked about, as `args.a` in `has(args.a.b)`, fails in the one part as well.
 */
function amongAlternatives(parts: readonly Term[], where: Where): readonly Term[] {
  const { way, bound } = where;
  const asked = parts.map((part) => ({ part, absent: absence(part, way === "true", bound) }));
  const others = asked.filter(({ absent }) => absent === undefined).map(({ part }) => part);
  const [other] = others;
  const found = asked.flatMap(({ part, absent }) => {
    const rest = asked.filter((one) => one.part !== part && one.absent !== undefined);
    return failing(part, bound).filter(({ paths }) => {
      if (others.length > 1 || rest.some((one) => !isBelow(paths, one.absent))) return true;
      return absent !== undefined && other !== undefined && !failsToo(other, where, paths);
    });
  });
  return [...found.map(({ term }) => term), ...(others.length > 1 ? [] : inParts(others, where))];
}

/** The argument whose absence a part is about, `!has(args.a)`; undefined if it is about another thing. */
function absence(part: Term, isWanted: boolean, bound: Bound): Parts | undefined {
  if (part.kind !== "call") return undefined;
  const [first] = part.args;
  if (isWanted) {
    return part.name === "!" && first !== undefined ? absence(first, false, bound) : undefined;
  }
  if (part.name === "is_at") return pathOf(part, bound);
  return part.name === "has" && first !== undefined ? pathOf(first, bound) : undefined;
}

/** Whether all of it is gone where the argument is absent. */
function isBelow(paths: readonly Parts[], absent: Parts = []): boolean {
  return paths.length > 0 && paths.every((path) => absent.every((part, at) => path[at] === part));
}

/** Whether the one part is not decided to the rule's favour where all of this fails. */
function failsToo(other: Term, where: Where, failed: readonly Parts[]): boolean {
  const needed = neededBy(other, where);
  return failed.every((path) => path.length > 0 && needed.some((one) => isBelow([one], path)));
}

/** The arguments that a part has to look at before it can be true, or false, or either. */
function neededBy(term: Term, where: Where): readonly Parts[] {
  const { way, bound } = where;
  const own = pathOf(term, bound);
  if (own !== undefined) return [own];
  const by = (parts: readonly Term[], inner: Way = "either") =>
    parts.flatMap((part) => neededBy(part, { way: inner, bound }));
  if (term.kind !== "call") return by(partsOfTerm(term));
  switch (term.name) {
    case "has":
    case "is_at":
      return [];
    case "!":
      return by(term.args, TURNED[way]);
    case "&&":
      return way === "true" ? by(term.args, way) : [];
    case "||":
      return way === "false" ? by(term.args, way) : [];
    case "?:":
      return by(term.args.slice(0, 1));
    default:
      return by(MACROS.has(term.name) && term.on ? [term.on] : partsOfTerm(term));
  }
}

const words = (text: string) => new Set(text.split(" "));
/** What cannot fail on values of the kinds that it takes; anything else may. */
const SURE = words(
  "&& || ! ?: == != < <= > >= in + - * size startsWith endsWith contains matches glob string tz between within host_within in_range is_near all exists exists_one filter map",
);
const ALWAYS = words("any_of is_at");
const MACROS = words("all exists exists_one filter map");

/** A part that can fail, and the arguments that it is about. */
interface Failing {
  readonly term: Term;
  readonly paths: readonly Parts[];
}

/** The smallest parts of a term that can fail. */
function failing(term: Term, bound: Bound): readonly Failing[] {
  switch (term.kind) {
    case "constant":
      return [];
    case "name":
      return isLoose(term, bound) ? [{ term, paths: aboutOf(term, bound) }] : [];
    case "field":
    case "index": {
      const root = rootOf(term);
      if (root?.name === "args" || (root !== undefined && isLoose(root, bound))) {
        return [{ term, paths: aboutOf(term, bound) }];
      }
      return partsOfTerm(term).flatMap((part) => failing(part, bound));
    }
    case "call":
      return failingCall(term, bound);
    default:
      return partsOfTerm(term).flatMap((part) => failing(part, bound));
  }
}

/** Whether a macro binds a name to elements of any kind. */
function isLoose({ name }: { readonly name: string }, bound: Bound): boolean {
  return (bound.get(name) ?? []).length > 0;
}

function failingCall(term: CallTerm, bound: Bound): readonly Failing[] {
  const { name } = term;
  if (ALWAYS.has(name)) return [];
  if (name === "has") {
    const [asked] = term.args;
    const parent = asked?.kind === "field" ? asked.of : asked;
    return parent === undefined ? [] : failing(parent, bound);
  }
  const inner = within(term, { way: "either", bound }).bound;
  const parts = partsOfTerm(term);
  const isWritten = parts.every(({ kind }) => kind === "constant");
  if (!SURE.has(name)) return isWritten ? [] : [{ term, paths: aboutOf(term, bound) }];
  return parts.flatMap((part) => (isBound(term, part) ? [] : failing(part, inner)));
}

function aboutOf(term: Term, bound: Bound): readonly Parts[] {
  const own = pathOf(term, bound);
  if (own !== undefined) return [own];
  if (term.kind === "name") return [ANY_ARGUMENT];
  return partsOfTerm(term).flatMap((part) => aboutOf(part, bound));
}

/** The name that a macro binds stands first among its arguments, and is no value there. */
function isBound({ on, args }: CallTerm, part: Term): boolean {
  return on !== undefined && part.kind === "name" && args[0] === part && args.length > 1;
}

/** What holds within a call: a macro over elements of any kind binds a name to them. */
function within({ on, args }: CallTerm, where: Where): Where {
  const [first] = args;
  if (on === undefined || first?.kind !== "name" || args.length < 2) return where;
  const { bound } = where;
  const others = [...bound].filter(([name]) => name !== first.name);
  if (isOfKnownKinds(on) || failing(on, bound).length === 0) {
    return { ...where, bound: new Map(others) };
  }
  // Of two names for elements of one list, each may stand for another element.
  const element: Parts = [...(pathOf(on, bound) ?? []), Symbol(first.name)];
  return { ...where, bound: new Map([...others, [first.name, element]]) };
}

/** What these give has elements of kinds that are known; where they fail, so does what goes through them. */
const READERS = words("shell sql");

function isOfKnownKinds(term: Term): boolean {
  if (term.kind === "field") return isOfKnownKinds(term.of);
  return term.kind === "call" && READERS.has(term.name);
}

function rootOf(term: Term): Extract<Term, { readonly kind: "name" }> | undefined {
  if (term.kind === "name") return term;
  return term.kind === "field" || term.kind === "index" ? rootOf(term.of) : undefined;
}

/** Something in an expression that probably says more than its author meant. */
export interface ExpressionWarning {
  readonly rule: string;
  readonly place: string;
  readonly warning: string;
  readonly instead: string;
}

/** Patterns and texts that match more than they seem to, what is empty, and amounts that are not exact. */
export function expressionWarnings({ rules }: CompiledPolicy): readonly ExpressionWarning[] {
  return rules.flatMap(({ rule, expression }, index) => {
    if (expression === undefined) return [];
    const { source, term } = expression;
    const isAllowed = rule.decision === "allow";
    const found = [...told(term, isAllowed), ...(isAllowed ? emptyTold(term, source) : [])];
    return found.map(({ at, warning, instead }) => ({
      rule: rule.name,
      place: whenPlace({ rule: index, when: source, at }),
      warning,
      instead,
    }));
  });
}

interface Told extends Pick<ExpressionWarning, "warning" | "instead"> {
  readonly at: number;
}

/** `isLoosening`: where this part is true of more, the rule allows more, or stops less. */
function told(term: Term, isLoosening: boolean): readonly Told[] {
  if (term.kind !== "call") return partsOfTerm(term).flatMap((part) => told(part, isLoosening));
  const isTurned = term.name === "!";
  return [
    ...(isLoosening ? [...patternTold(term), ...textTold(term)] : []),
    ...moneyTold(term),
    ...partsOfTerm(term).flatMap((part) => told(part, isTurned ? !isLoosening : isLoosening)),
  ];
}

function writtenText(term: Term | undefined): string | undefined {
  return term?.kind === "constant" && typeof term.value === "string" ? term.value : undefined;
}

function patternTold({ name, args, from }: CallTerm): readonly Told[] {
  const pattern = writtenText(args.at(-1));
  if (name !== "matches" || pattern === undefined || isAnchored(pattern)) return [];
  return [
    {
      at: from,
      warning: `The pattern ${JSON.stringify(pattern)} is sought anywhere in the text: it matches longer texts, too.`,
      instead: `Write ^ before and $ behind it, as ${JSON.stringify(`^(${pattern.replaceAll(/^\^|\$$/g, "")})$`)}.`,
    },
  ];
}

/** From the beginning to the end, whichever of its alternatives is meant. */
function isAnchored(pattern: string): boolean {
  if (/^\(\?[a-z]*m/.test(pattern)) return false;
  return patternAlternatives(pattern.replace(/^\(\?[a-z]+\)/, "")).every(
    (one) => /^(?:\^|\\A)/.test(one) && /(?:^|[^\\])(?:\\\\)*(?:\$|\\z)$/.test(one),
  );
}

/** What stands between the `|` of a pattern that are in no group. */
function patternAlternatives(pattern: string): readonly string[] {
  const found = [""];
  let depth = 0;
  for (const [one] of pattern.matchAll(/\\.|\[\^?\]?[^\]]*\]|[\s\S]/g)) {
    if (one === "(") depth += 1;
    if (one === ")") depth -= 1;
    if (one === "|" && depth === 0) found.push("");
    else found[found.length - 1] += one;
  }
  return found;
}

const DOMAIN = /^[@.]?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}$/i;
const FILE =
  /\.(?:md|txt|json|ya?ml|toml|[jt]sx?|py|sh|go|rs|java|html?|css|csv|pdf|png|jpe?g|log|sql|xml|zip|gz)$/i;

function textTold({ name, on, args, from }: CallTerm): readonly Told[] {
  const text = writtenText(args[0]);
  if (on === undefined || text === undefined) return [];
  const isAddress = text.startsWith("@") || (DOMAIN.test(text) && !FILE.test(text));
  const domain = JSON.stringify(text.replace(/^[@.]/, ""));
  if (name === "endsWith" && isAddress) {
    return [
      {
        at: from,
        warning: `A text that ends with ${JSON.stringify(text)} may be another address, as evil-${text.replace(/^[@.]/, "")}, or a list of several.`,
        instead: `Write email(...).domain == ${domain}, or url(...).host_within(${domain}).`,
      },
    ];
  }
  const host = /^[a-z]+:\/\/([^/]*)$/i.exec(text)?.[1];
  if (name !== "startsWith" || host === undefined || host === "") return [];
  return [
    {
      at: from,
      warning: `An address that starts with ${JSON.stringify(text)} may be of another host, as ${host}.evil.example, or have ${host} for a user's name.`,
      instead: `Write url(...).host == ${JSON.stringify(host)}.`,
    },
  ];
}

const COMPARISONS = words("== != < <= > >=");
const MONEY =
  /amount|price|cost|total|sum|fee|balance|money|budget|salary|refund|payment|cents?$|usd|eur|gbp|jpy|chf/i;

function moneyTold({ name, args, from }: CallTerm): readonly Told[] {
  const isDouble = (term: Term) =>
    (term.kind === "constant" && typeof term.value === "number") ||
    (term.kind === "call" && term.name === "double");
  if (!COMPARISONS.has(name) || !args.some(isDouble)) return [];
  const names = args.flatMap((term) => namedPaths(term).map(({ parts }) => parts.at(-1)));
  if (!names.some((one) => typeof one === "string" && MONEY.test(one))) return [];
  return [
    {
      at: from,
      warning: "An amount is compared as a binary fraction, which is not exact.",
      instead: 'Write decimal(...) on both sides, as decimal(args.amount) <= decimal("49.99").',
    },
  ];
}
