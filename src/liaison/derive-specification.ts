import type { TaskSpecification } from "../domain/liaison/task-specification.ts";
import { present } from "../domain/present.ts";
import type { DefineInput } from "../ports/model/understanding.ts";
import type { ReadConversation } from "./answers/read-conversation.ts";
import { artefactIn } from "./cases/artefacts.ts";
import { findCase } from "./cases/find-case.ts";
import type { NearnessFinder } from "./cases/nearness.ts";
import type { LearnedModels } from "./learned/learned-models.ts";
import { caseOf, type FoundCase } from "./questions/opening.ts";
import { assumptionsOf } from "./specification/assumptions.ts";
import { capabilitiesOf } from "./specification/capabilities.ts";
import { contextOf } from "./specification/context.ts";
import { type Contradiction, contradictionsIn } from "./specification/contradictions.ts";
import { type Deadline, deadlinesOf } from "./specification/deadline.ts";
import { describeTask } from "./specification/describe-task.ts";
import { goalOf } from "./specification/goal.ts";
import { withNames } from "./specification/named-before.ts";
import { requirementsOf } from "./specification/requirements.ts";
import type { Statement } from "./specification/statement.ts";
import { titleOf } from "./specification/title.ts";
import { capitalised, contentOf, shareIn, unique } from "./text/words.ts";
import { liaisonMessages } from "./wording/liaison-messages.ts";

export interface DerivedSpecification {
  readonly specification: Omit<TaskSpecification, "id" | "version" | "confidence">;
  readonly goal: Statement | undefined;
  /** With the goal as a requirement, whatever its words read like. */
  readonly statements: readonly Statement[];
  /** The kind of task, as far as the library knows it. */
  readonly kind: FoundCase;
  readonly deadlines: readonly Deadline[];
  readonly contradictions: readonly Contradiction[];
}

interface Helpers extends Pick<LearnedModels, "nameScore"> {
  readonly nearness?: NearnessFinder | undefined;
}

const MAX_LIMITS = 40;
const MAX_MATERIAL = 10;

/** The specification that the statements amount to, without its confidence. */
export async function deriveSpecification(
  { statements: read, clarifications, material, takenOut }: ReadConversation,
  { former, now, language = "en" }: DefineInput,
  { nameScore, nearness }: Helpers,
): Promise<DerivedSpecification> {
  const statements = withGoal(withNames(read));
  const goal = goalOf(statements);
  const said = statements.filter(({ kind }) => kind !== "small_talk").map(({ text }) => text);
  const words = openingOf(statements);
  const near = await nearness?.of(words.opening);
  const kind = caseOf({ goal: goal?.said ?? "", ...words, clarifications, near });
  const deadlines = await deadlinesOf(statements, now);
  const limits = unique(textsOf(statements, "constraint"));
  const newest = deadlines.at(-1);
  return {
    specification: {
      title: keptTitle(former, titleOf(goal, statements, { found: kind.found, nameScore }), said),
      description: describeTask(goal, statements),
      requirements: requirementsOf(statements, goal, former),
      constraints: [...limits.slice(0, MAX_LIMITS), ...deadlineLimit(newest, limits)],
      success_criteria: unique(textsOf(statements, "criterion")).slice(0, MAX_LIMITS),
      required_capabilities: goal === undefined ? [] : capabilitiesOf(said.join("\n"), kind.found),
      context: {
        ...contextOf(statements, newest),
        ...present({
          material:
            material.length === 0
              ? undefined
              : material.slice(0, MAX_MATERIAL).map((one) => ({ ...one })),
        }),
      },
      assumptions: assumptionsOf(clarifications, takenOut),
    },
    goal,
    statements,
    kind,
    deadlines,
    contradictions: contradictionsIn(statements, deadlines, {
      now,
      say: liaisonMessages(language).say,
    }),
  };
}

/** What was said at first tells the kind of task; answers to questions about it hardly do. */
function openingOf(statements: readonly Statement[]) {
  const told = statements.filter(({ kind, topic }) => kind !== "small_talk" && topic === undefined);
  const first = told[0]?.sources[0];
  const isFirst = ({ sources }: Statement) => first !== undefined && sources.includes(first);
  const words = (ones: readonly Statement[]) => ones.map(({ said }) => said).join("\n");
  return { opening: words(told.filter(isFirst)), rest: words(told.filter((one) => !isFirst(one))) };
}

const ASKS_FOR =
  /(?<!\p{L})(?:how (?:do|can|should) (?:i|we)|(?:i|we) (?:want|need|have) to|want to|need|help)(?!\p{L})/iu;
const NO_TASK_TOPIC = "task";
const NEVER_GOALS: ReadonlySet<string> = new Set(["small_talk", "requirement"]);

/**
 * What was begun under a name keeps it, as long as all of its words still stand and none is found that
 * says better what is to be made: what is told later tells more about it.
 */
function keptTitle(former: DefineInput["former"], title: string, said: readonly string[]): string {
  if (former?.version === undefined) return title;
  const words = contentOf(former.title);
  const isTold = words.size > 1 && shareIn(words, contentOf(said.join("\n"))) === 1;
  const isMore = title.toLowerCase().startsWith(former.title.toLowerCase());
  const isBetter = artefactIn(title) !== undefined && artefactIn(former.title) === undefined;
  return isTold && !isMore && !isBetter ? former.title : title;
}

/** Where nothing is a plain wish, the first words that ask for something are: "write it without …". */
function withGoal(statements: readonly Statement[]): readonly Statement[] {
  if (goalOf(statements) !== undefined) return statements;
  const at = statements.findIndex(
    ({ kind, topic, said, isRequest }) =>
      topic === undefined &&
      !NEVER_GOALS.has(kind) &&
      (isRequest ||
        ASKS_FOR.test(said) ||
        artefactIn(said) !== undefined ||
        findCase(said, "") !== undefined),
  );
  const found = statements[at];
  if (found !== undefined) return statements.with(at, { ...found, kind: "requirement" });
  return statements.map(asGoal);
}

/** "The login page", when asked what is to be done, names the task. */
function asGoal(statement: Statement): Statement {
  if (statement.topic !== NO_TASK_TOPIC) return statement;
  const { topic: _, topicKind: __, ...rest } = statement;
  return { ...rest, kind: "requirement", text: capitalised(statement.said) };
}

function textsOf(statements: readonly Statement[], kind: Statement["kind"]): readonly string[] {
  return statements.filter((one) => one.kind === kind).map(({ text }) => text);
}

/** A deadline applies, whichever sentence named it. */
function deadlineLimit(
  deadline: Deadline | undefined,
  limits: readonly string[],
): readonly string[] {
  if (deadline === undefined) return [];
  const isNamed = limits.some((limit) =>
    limit.toLowerCase().includes(deadline.words.toLowerCase()),
  );
  return isNamed ? [] : [`Deadline: ${deadline.words} (${deadline.date})`];
}
