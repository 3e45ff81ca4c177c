import type { CompiledPolicy } from "./decide.ts";
import type { Term } from "./expressions/expression.ts";
import { namedPaths } from "./expressions/named-paths.ts";
import { refusedExpressions, type WhenFault, whenPlace } from "./expressions/refused.ts";
import { partsOfTerm } from "./expressions/terms.ts";

type CallTerm = Extract<Term, { readonly kind: "call" }>;

/**
 * Throws INVALID_INPUT if the expression of a rule that allows has a part that can fail where nobody
 * would hear of it: CEL takes `failed || true` for true, and so each element but one of `exists`.
 */
export function refuseUnheard({ rules }: CompiledPolicy): void {
  const faults = rules.flatMap(({ rule, expression }, index) => {
    if (rule.decision !== "allow" || expression === undefined) return [];
    const { source, term } = expression;
    const [first] = unheard(term, { way: "true", loose: NONE });
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

const NONE: ReadonlySet<string> = new Set();

/** Whether the rule allows more where a part is true, where it is false, or in either case. */
type Way = "true" | "false" | "either";
const TURNED = { true: "false", false: "true", either: "either" } as const;

interface Where {
  readonly way: Way;
  /** Names that a macro binds to elements of any kind. */
  readonly loose: ReadonlySet<string>;
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
  const found = isAllHeard ? unheard(body, inner) : failing(body, inner.loose);
  return [...unheard(term.on, { ...where, way: "either" }), ...found];
}

/** The parts of a chain such as `a || b || c`. */
function alternatives(term: Term, sign: string): readonly Term[] {
  if (term.kind !== "call" || term.name !== sign) return [term];
  return term.args.flatMap((part) => alternatives(part, sign));
}

/** Each may hide that another failed; but what is only looked at where it is there, is heard. */
function amongAlternatives(parts: readonly Term[], where: Where): readonly Term[] {
  const { way, loose } = where;
  const guards = parts.map((part) => absence(part, way === "true"));
  const known = guards.filter((one) => one !== undefined);
  const others = parts.filter((_, index) => guards[index] === undefined);
  const found = parts.flatMap((part) => failing(part, loose));
  if (others.length > 1) return found;
  return [...found.filter((one) => !isBelow(one, known)), ...inParts(others, where)];
}

type Parts = ReturnType<typeof namedPaths>[number]["parts"];

/** The argument whose absence a part is about, `!has(args.a)`; undefined if it is about another thing. */
function absence(part: Term, isWanted: boolean): Parts | undefined {
  if (part.kind !== "call") return undefined;
  const [first] = part.args;
  if (isWanted) return part.name === "!" && first !== undefined ? absence(first, false) : undefined;
  if (part.name !== "has" && part.name !== "is_at") return undefined;
  return namedPaths(part)[0]?.parts;
}

function isBelow(term: Term, known: readonly Parts[]): boolean {
  const paths = namedPaths(term);
  return (
    paths.length > 0 &&
    paths.every(({ parts }) => known.some((one) => one.every((part, at) => parts[at] === part)))
  );
}

const words = (text: string) => new Set(text.split(" "));
/** What cannot fail on values of the kinds that it takes; anything else may. */
const SURE = words(
  "&& || ! ?: == != < <= > >= in + - * size startsWith endsWith contains matches glob string tz between within host_within in_range is_near all exists exists_one filter map",
);
const ALWAYS = words("any_of is_at");

/** The smallest parts of a term that can fail. */
function failing(term: Term, loose: ReadonlySet<string>): readonly Term[] {
  switch (term.kind) {
    case "constant":
      return [];
    case "name":
      return loose.has(term.name) ? [term] : [];
    case "field":
    case "index": {
      if (rootOf(term) === "args") return [term];
      return partsOfTerm(term).flatMap((part) => failing(part, loose));
    }
    case "call":
      return failingCall(term, loose);
    default:
      return partsOfTerm(term).flatMap((part) => failing(part, loose));
  }
}

function failingCall(term: CallTerm, loose: ReadonlySet<string>): readonly Term[] {
  const { name } = term;
  if (ALWAYS.has(name)) return [];
  if (name === "has") {
    const [asked] = term.args;
    const parent = asked?.kind === "field" ? asked.of : asked;
    return parent === undefined ? [] : failing(parent, loose);
  }
  const inner = within(term, { way: "either", loose }).loose;
  const parts = partsOfTerm(term);
  const isWritten = parts.every(({ kind }) => kind === "constant");
  if (!SURE.has(name)) return isWritten ? [] : [term];
  return parts.flatMap((part) => failing(part, isBound(term, part) ? NONE : inner));
}

/** The name that a macro binds stands first among its arguments, and is no value there. */
function isBound({ on, args }: CallTerm, part: Term): boolean {
  return on !== undefined && part.kind === "name" && args[0] === part && args.length > 1;
}

/** What holds within a call: a macro over elements of any kind binds a name to them. */
function within({ on, args }: CallTerm, where: Where): Where {
  const [first] = args;
  if (on === undefined || first?.kind !== "name" || args.length < 2) return where;
  const others = [...where.loose].filter((name) => name !== first.name);
  const isLoose = !isOfKnownKinds(on) && failing(on, where.loose).length > 0;
  return { ...where, loose: new Set(isLoose ? [...others, first.name] : others) };
}

/** What these give has elements of kinds that are known; where they fail, so does what goes through them. */
const READERS = words("shell sql");

function isOfKnownKinds(term: Term): boolean {
  if (term.kind === "field") return isOfKnownKinds(term.of);
  return term.kind === "call" && READERS.has(term.name);
}

function rootOf(term: Term): string | undefined {
  if (term.kind === "name") return term.name;
  return term.kind === "field" || term.kind === "index" ? rootOf(term.of) : undefined;
}

/** Something in an expression that probably says more than its author meant. */
export interface ExpressionWarning {
  readonly rule: string;
  readonly place: string;
  readonly warning: string;
  readonly instead: string;
}

/** Patterns and texts that match more than they seem to, and amounts that are not exact. */
export function expressionWarnings({ rules }: CompiledPolicy): readonly ExpressionWarning[] {
  return rules.flatMap(({ rule, expression }, index) => {
    if (expression === undefined) return [];
    const { source, term } = expression;
    return told(term, rule.decision === "allow").map(({ at, warning, instead }) => ({
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
  const isWhole =
    /^(?:\(\?[a-z]+\))?(?:\^|\\A)/.test(pattern) && /(?:^|[^\\])(?:\\\\)*(?:\$|\\z)$/.test(pattern);
  let depth = 0;
  for (const [one] of pattern.replaceAll(/\\.|\[\^?\]?[^\]]*\]/g, "x").matchAll(/[()|]/g)) {
    if (one === "|" && depth === 0) return false;
    if (one !== "|") depth += one === "(" ? 1 : -1;
  }
  return isWhole;
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
