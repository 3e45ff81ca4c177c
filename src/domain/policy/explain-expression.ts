import { isAlike } from "../alike.ts";
import type { JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { pointerParts, valueAtParts } from "../json-pointer.ts";
import { present } from "../present.ts";
import type { ExplainedPart, ExplainedValue } from "./explained.ts";
import type { Expression, JudgedCall, Step, Term } from "./expressions/expression.ts";
import { lineAndColumn } from "./expressions/refused.ts";
import { partsOfTerm } from "./expressions/terms.ts";

const MOST_PARTS = 8;
const MOST_VALUES = 4;

interface Looking {
  readonly source: string;
  readonly args: JsonObject;
  /** The pointers of the secrets, as their parts. */
  readonly hidden: readonly (readonly string[])[];
  stepOf(term: Term): Step | undefined;
}

/**
 * The smallest parts of an expression that were false or failed, and so decided; where it is true, all that it
 * demands together. Each with what it was about.
 */
export function expressionParts(
  expression: Expression,
  { call, args, secrets }: { call: JudgedCall; args: JsonObject; secrets: readonly string[] },
): readonly ExplainedPart[] {
  const { source, term } = expression;
  const steps = new Map(expression.explain(call).map((step) => [`${step.from} ${step.to}`, step]));
  const looking: Looking = {
    source,
    args,
    hidden: secrets.map(pointerParts),
    stepOf: ({ from, to }) => steps.get(`${from} ${to}`),
  };
  return decisive(term, looking)
    .slice(0, MOST_PARTS)
    .map((one) => partOf(one, looking));
}

type Outcome = ExplainedPart["is"];

function outcomeOf(step: Step | undefined): Outcome | undefined {
  if (step === undefined) return undefined;
  if (step.failed) return "failed";
  return step.isFalse ? "false" : "true";
}

function decisive(term: Term, looking: Looking): readonly Term[] {
  const own = outcomeOf(looking.stepOf(term));
  const within = whatDecides(term, own, looking);
  return within.length === 0 ? [term] : within.flatMap((part) => decisive(part, looking));
}

/** The parts of a term that made it what it was; none if that is the term itself. */
function whatDecides(term: Term, own: Outcome | undefined, looking: Looking): readonly Term[] {
  const same = partsOfTerm(term).filter((part) => outcomeOf(looking.stepOf(part)) === own);
  if (own === "true") return isCalled(term, ["&&"]) ? same : [];
  if (isCalled(term, ["||"])) return same;
  if (own === "failed" || isCalled(term, ["&&", "all"])) return same.slice(0, 1);
  if (term.kind !== "call" || term.name !== "?:") return [];
  // The condition says which of the two others is looked at.
  return term.args.slice(1).filter((part) => looking.stepOf(part) !== undefined);
}

function isCalled(term: Term, names: readonly string[]): boolean {
  return term.kind === "call" && names.includes(term.name);
}

function partOf(term: Term, looking: Looking): ExplainedPart {
  const { source, stepOf } = looking;
  const step = stepOf(term);
  const is = outcomeOf(step) ?? "failed";
  const failed = is === "failed" && !readsHidden(term, looking) ? step?.is : undefined;
  return {
    text: source.slice(term.from, term.to),
    is,
    ...present({ failed, meant: is === "failed" ? meantBy(term, looking) : undefined }),
    ...lineAndColumn(source, term.from),
    values: valuesIn(term, looking),
  };
}

/** What was read within a part, without the part itself. */
function valuesIn(term: Term, looking: Looking): readonly ExplainedValue[] {
  const found = new Map<string, ExplainedValue>();
  const visit = (one: Term): void => {
    const step = looking.stepOf(one);
    if (!isPath(one) || isArgs(one)) {
      for (const part of partsOfTerm(one)) visit(part);
    } else if (step !== undefined && !step.failed) {
      const text = looking.source.slice(one.from, one.to);
      const said = readsHidden(one, looking) ? { isSecret: true as const } : { is: step.is };
      found.set(text, { text, ...said });
    }
  };
  for (const part of partsOfTerm(term)) visit(part);
  return [...found.values()].slice(0, MOST_VALUES);
}

function isArgs(term: Term): boolean {
  return term.kind === "name" && term.name === "args";
}

function isPath(term: Term): boolean {
  if (term.kind === "name") return true;
  return (term.kind === "field" || term.kind === "index") && isPath(term.of);
}

/** What every call has, and none of it is secret. */
const OPEN_NAMES: ReadonlySet<string> = new Set([
  "tool",
  "agent",
  "session",
  "on_behalf_of",
  "resources",
  "level",
  "now",
  "freezes",
]);

/** Whether it may tell a secret: it reads one, or what contains one, or goes through arguments by another name. */
function readsHidden(term: Term, looking: Looking): boolean {
  const { hidden } = looking;
  if (hidden.length === 0) return false;
  const path = argumentPath(term);
  if (path !== undefined) {
    return hidden.some((secret) => {
      const shared = Math.min(secret.length, path.length);
      return secret.slice(0, shared).every((part, index) => part === path[index]);
    });
  }
  if (term.kind === "name") return !OPEN_NAMES.has(term.name);
  return partsOfTerm(term).some((part) => readsHidden(part, looking));
}

/** `args.to[0]` as its parts; undefined for anything else. */
function argumentPath(term: Term): readonly string[] | undefined {
  if (isArgs(term)) return [];
  if (term.kind === "field") {
    const of = argumentPath(term.of);
    return of === undefined ? undefined : [...of, term.field];
  }
  if (term.kind !== "index" || term.at.kind !== "constant") return undefined;
  const of = argumentPath(term.of);
  return of === undefined ? undefined : [...of, String(term.at.value)];
}

/** The argument that a path which leads nowhere probably means. */
function meantBy(term: Term, { source, args }: Looking): string | undefined {
  if (term.kind !== "field") return undefined;
  const path = argumentPath(term.of);
  const within = path === undefined ? undefined : valueAtParts(args, path);
  if (within === undefined || !isJsonObject(within) || Object.hasOwn(within, term.field)) {
    return undefined;
  }
  const near = Object.keys(within).find((key) => isAlike(key, term.field));
  return near === undefined ? undefined : `${source.slice(term.of.from, term.of.to)}.${near}`;
}
