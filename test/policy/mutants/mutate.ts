import type { CompiledPolicy } from "../../../src/domain/policy/decide.ts";
import type { Term } from "../../../src/domain/policy/expressions/expression.ts";
import { partsOfTerm } from "../../../src/domain/policy/expressions/terms.ts";
import type { Policy, Rule } from "../../../src/domain/policy/policy.ts";
import type { Random } from "../../../src/testing/simulator/random.ts";

export interface Mutant {
  readonly kind: string;
  readonly policy: Policy;
}

/** A rule and what is said in it. */
interface Told {
  readonly rule: Rule;
  readonly term: Term | undefined;
}

type Change = (told: Told, random: Random) => Rule | undefined;

/** A policy with one mistake in it, as people make them; undefined where this one cannot be made there. */
export function mutate({ policy, rules }: CompiledPolicy, random: Random): Mutant | undefined {
  const told = rules.map(({ rule, expression }): Told => ({ rule, term: expression?.term }));
  const kind = random.pick(Object.keys(KINDS));
  const changed = KINDS[kind]?.(told, random);
  return changed && { kind, policy: { ...policy, rules: changed } };
}

const KINDS: Readonly<
  Record<string, (told: readonly Told[], random: Random) => readonly Rule[] | undefined>
> = {
  swap: (told, random) => {
    const [one, other] = [random.int(0, told.length - 1), random.int(0, told.length - 1)];
    if (one === other) return undefined;
    const rules = told.map(({ rule }) => rule);
    const [first, second] = [rules[one], rules[other]];
    return first && second && rules.with(one, second).with(other, first);
  },
  move: (told, random) => {
    const rules = told.map(({ rule }) => rule);
    const [from, to] = [random.int(0, rules.length - 1), random.int(0, rules.length - 1)];
    const moved = rules[from];
    return moved && from !== to ? rules.toSpliced(from, 1).toSpliced(to, 0, moved) : undefined;
  },
  "narrower behind": (told, random) => {
    const at = random.int(0, told.length - 1);
    const to = random.int(at + 1, told.length);
    return withCopy(told, { at, to, change: random.pick(NARROWER) }, random);
  },
  "wider before": (told, random) => {
    const at = random.int(0, told.length - 1);
    const to = random.int(0, at);
    return withCopy(told, { at, to, change: random.pick(WIDER) }, random);
  },
  constant: changing(constantChanged),
  "one part more": changing((told, random) => random.pick([tightened, contradicted])(told, random)),
  negated: changing(negated),
  "a part less": changing(withoutPart),
  "another tool": (told, random) => {
    const tools = random.pick(told).rule.tools;
    return tools && changing(({ rule }) => ({ ...rule, tools }))(told, random);
  },
};

function changing(change: Change) {
  return (told: readonly Told[], random: Random): readonly Rule[] | undefined => {
    const at = random.int(0, told.length - 1);
    const one = told[at];
    const changed = one && change(one, random);
    return changed && told.map(({ rule }) => rule).with(at, changed);
  };
}

interface Copy {
  readonly at: number;
  readonly to: number;
  readonly change: Change;
}

function withCopy(told: readonly Told[], { at, to, change }: Copy, random: Random) {
  const one = told[at];
  const changed = one && change(one, random);
  const rules = told.map(({ rule }) => rule);
  return changed && rules.toSpliced(to, 0, { ...changed, name: `${changed.name} again` });
}

const NARROWER: readonly Change[] = [
  ({ rule }) => rule,
  tightened,
  shorterList,
  ({ rule }) => (rule.tools === undefined ? undefined : { ...rule, tools: rule.tools.slice(0, 1) }),
  ({ rule }, random) => ({ ...rule, agents: [random.pick(["scout", "ops_*"])] }),
  conditionAdded,
  shorterPattern,
  ({ rule }) => ({ ...rule, decision: rule.decision === "deny" ? "ask" : "deny" }),
];

const WIDER: readonly Change[] = [
  withoutPart,
  withoutBudget,
  ({ rule: { when: _, ...rule } }) => rule,
  ({ rule }) => withoutBudget({ rule, term: undefined }),
  ({ rule: { tools: _, ...rule } }) => rule,
];

function withoutBudget({ rule: { budgets: _, ...rule } }: Told): Rule {
  return rule;
}

/** The text of an expression with some of it in another way. */
function edited({ rule }: Told, { from, to }: Term, text: string): Rule {
  const { when = "" } = rule;
  return { ...rule, when: `${when.slice(0, from)}${text}${when.slice(to)}` };
}

function textOf({ rule }: Told, { from, to }: Term): string {
  return (rule.when ?? "").slice(from, to);
}

function all(term: Term | undefined): readonly Term[] {
  return term === undefined ? [] : [term, ...partsOfTerm(term).flatMap(all)];
}

function picked<T extends Term>(
  { term }: Told,
  random: Random,
  is: (term: Term) => term is T,
): T | undefined {
  const found = all(term).filter(is);
  return found.length === 0 ? undefined : random.pick(found);
}

type CallTerm = Extract<Term, { readonly kind: "call" }>;
type ConstantTerm = Extract<Term, { readonly kind: "constant" }>;
type ListTerm = Extract<Term, { readonly kind: "list" }>;

type NumberTerm = ConstantTerm & { readonly value: bigint | number };
const isNumber = (term: Term): term is NumberTerm =>
  term.kind === "constant" && ["bigint", "number"].includes(typeof term.value);
const isChangeable = (term: Term): term is ConstantTerm =>
  isNumber(term) || (term.kind === "constant" && /^[a-z_-]+$/i.test(String(term.value)));
const isList = (term: Term): term is ListTerm => term.kind === "list" && term.items.length > 1;
const isOrdered = (term: Term): term is CallTerm =>
  term.kind === "call" && ["<", "<=", ">", ">="].includes(term.name) && term.args.some(isNumber);
const isJoint = (term: Term): term is CallTerm => term.kind === "call" && term.name === "&&";

function constantChanged(told: Told, random: Random): Rule | undefined {
  const one = picked(told, random, isChangeable);
  if (one === undefined) return undefined;
  if (!isNumber(one)) return edited(told, one, random.pick(['"other"', '"staging"', '"USD"']));
  const value = Number(one.value);
  return edited(told, one, String(random.pick([value * 10, Math.floor(value / 2), value + 1])));
}

/** The parts that all have to hold. */
function partsOf(term: Term | undefined): readonly Term[] {
  if (term === undefined) return [];
  return isJoint(term) ? term.args.flatMap(partsOf) : [term];
}

function added(told: Told, text: string): Rule {
  const { when } = told.rule;
  return { ...told.rule, when: when === undefined ? text : `(${when.trim()}) && ${text}` };
}

/** Another bound on what is bounded already, on this side or beyond it. */
function tightened(told: Told, random: Random): Rule | undefined {
  const parts = partsOf(told.term).filter(isOrdered);
  if (parts.length === 0) return undefined;
  const one = random.pick(parts);
  const [subject, bound] = one.args;
  if (subject === undefined || bound === undefined || !isNumber(bound)) return undefined;
  const value = Number(bound.value) + random.pick([-10, -1, 0, 1, 10]);
  return added(told, `${textOf(told, subject)} ${random.pick(["<", "<=", ">", ">="])} ${value}`);
}

/** A part and something that cannot be so beside it. */
function contradicted(told: Told, random: Random): Rule | undefined {
  const parts = partsOf(told.term);
  if (parts.length === 0) return undefined;
  const one = random.pick(parts);
  const text = textOf(told, one);
  if (one.kind !== "call") return added(told, `!${text}`);
  const [subject] = one.args;
  if (subject !== undefined && ["==", "in"].includes(one.name)) {
    return added(told, `${textOf(told, subject)} == "nothing"`);
  }
  if (one.on !== undefined && random.chance(0.5)) return added(told, `!(${text})`);
  const argument = all(one).find(
    (part) => part.kind === "field" && textOf(told, part.of) === "args",
  );
  return added(told, argument === undefined ? `!(${text})` : `!has(${textOf(told, argument)})`);
}

function negated(told: Told, random: Random): Rule | undefined {
  const parts = partsOf(told.term);
  if (parts.length === 0) return undefined;
  const one = random.pick(parts);
  return edited(told, one, `!(${textOf(told, one)})`);
}

function withoutPart(told: Told, random: Random): Rule | undefined {
  const parts = partsOf(told.term);
  if (parts.length === 0) return undefined;
  return edited(told, random.pick(parts), "true");
}

function shorterList(told: Told, random: Random): Rule | undefined {
  const one = picked(told, random, isList);
  if (one === undefined) return undefined;
  const items = one.items.slice(1).map((item) => textOf(told, item));
  return edited(told, one, `[${items.join(", ")}]`);
}

function conditionAdded(told: Told, random: Random): Rule {
  return added(told, random.pick(['agent == "scout"', 'args.note == "x"', "has(args.note)"]));
}

/** A pattern that takes fewer signs, where one has a bound. */
function shorterPattern(told: Told): Rule | undefined {
  const { when } = told.rule;
  return when !== undefined && /\{\d,\d+\}/.test(when)
    ? { ...told.rule, when: when.replace(/\{(\d),\d+\}/, "{$1,2}") }
    : undefined;
}
