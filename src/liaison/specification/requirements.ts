import type { Requirement, TaskSpecification } from "../../domain/liaison/task-specification.ts";
import { fingerprintOf } from "../text/fingerprint.ts";
import { MAX_STATEMENTS } from "../text/limits.ts";
import { isNegatedAt } from "../text/negation.ts";
import { contentOf, shareIn } from "../text/words.ts";
import { emphasised } from "./modality.ts";
import type { Statement } from "./statement.ts";

/** A limit that shares this share of its words with a requirement belongs to it. */
const ABOUT = 0.5;
const INLINE_LIMIT =
  /\b((?:without|no more than|at most|at least|not more than|only|under|below|within|up to|fewer than|less than|except|excluding)\s+[^,.;]{2,80})/gi;

/** What is wanted, first what the task is; repeated requirements become one. */
export function requirementsOf(
  statements: readonly Statement[],
  goal: Statement | undefined,
  former: TaskSpecification | undefined,
): readonly Requirement[] {
  const known = new Map(
    (former?.requirements ?? []).map(({ id, description }) => [fingerprintOf(description), id]),
  );
  const limits = statements.filter(({ kind }) => kind === "constraint");
  const found = new Map<string, Requirement>();
  const wanted = statements.filter((one) => one.kind === "requirement" && one !== goal);
  for (const statement of goal === undefined ? wanted : [goal, ...wanted]) {
    const key = fingerprintOf(statement.text);
    const earlier = found.get(key);
    if (earlier === undefined && found.size >= MAX_STATEMENTS) continue;
    found.set(
      key,
      earlier === undefined
        ? requirementOf(statement, { key, known, limits, isGoal: statement === goal })
        : repeated(earlier, statement),
    );
  }
  return [...found.values()];
}

interface Making {
  readonly key: string;
  readonly known: ReadonlyMap<string, string>;
  readonly limits: readonly Statement[];
  readonly isGoal: boolean;
}

function requirementOf(statement: Statement, making: Making): Requirement {
  const { text, importance, examples, sources } = statement;
  return {
    id: making.known.get(making.key) ?? `rqm_${making.key}`,
    description: text,
    importance: making.isGoal ? 1 : importance,
    constraints: limitsOf(statement, making),
    examples,
    extracted_from: sources,
  };
}

function limitsOf(statement: Statement, { limits, isGoal }: Making): readonly string[] {
  const inline = [...statement.text.matchAll(INLINE_LIMIT)]
    .filter((match) => !isNegatedAt(statement.text, match.index))
    .map((match) => (match[1] ?? "").trim());
  if (isGoal) return inline;
  const own = contentOf(statement.text);
  const about = limits.filter((limit) => shareIn(own, contentOf(limit.text)) >= ABOUT);
  return [...new Set([...inline, ...about.slice(0, 4).map(({ text }) => text)])];
}

function repeated(earlier: Requirement, again: Statement): Requirement {
  const isElsewhere = again.sources.some((source) => !earlier.extracted_from.includes(source));
  const weight = Math.max(earlier.importance, again.importance);
  return {
    ...earlier,
    importance: emphasised(weight, isElsewhere),
    examples: [...new Set([...earlier.examples, ...again.examples])],
    extracted_from: [...new Set([...earlier.extracted_from, ...again.sources])],
  };
}
