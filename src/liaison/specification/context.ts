import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { SlotKind, SlotValue } from "../cases/slot-kind.ts";
import { unique } from "../text/words.ts";
import type { Deadline } from "./deadline.ts";
import type { Statement } from "./statement.ts";

/** Details that the requirements already contain. */
const ELSEWHERE: ReadonlySet<SlotKind> = new Set<SlotKind>([
  "contents",
  "quantity",
  "constraints",
  "quality",
  "permissions",
  "deadline",
]);
const MAX_LISTED = 20;
const SILENT: ReadonlySet<string> = new Set(["question", "small_talk", "non_goal"]);

/**
 * What applies to the task besides requirements: details by kind, background, what is not needed.
 */
export function contextOf(
  statements: readonly Statement[],
  deadline: Deadline | undefined,
): JsonObject {
  // Answers come first: they are about the detail and nothing else.
  const answers = statements.filter(({ topic }) => topic !== undefined);
  const told = [...answers, ...statements].flatMap(detailsOf);
  const details = Object.fromEntries(
    [...told].reverse().map(({ kind, value }) => [kind, value] as const),
  );
  return {
    ...details,
    ...present({
      deadline: deadline === undefined ? undefined : { date: deadline.date, words: deadline.words },
    }),
    ...listed("background", textsOf(statements, "context")),
    ...listed("also_said", textsOf(statements, "also_said")),
    ...listed("non_goals", textsOf(statements, "non_goal")),
    ...listed("questions", textsOf(statements, "question")),
  };
}

function detailsOf({ kind: said, slots, topicKind }: Statement): readonly SlotValue[] {
  if (SILENT.has(said)) return [];
  const own = topicKind === undefined ? slots : slots.filter(({ kind }) => kind === topicKind);
  return own.filter(({ kind }) => !ELSEWHERE.has(kind));
}

function textsOf(statements: readonly Statement[], kind: Statement["kind"]): readonly string[] {
  return unique(statements.filter((one) => one.kind === kind).map(({ text }) => text));
}

function listed(name: string, texts: readonly string[]): JsonObject {
  return texts.length === 0 ? {} : { [name]: texts.slice(0, MAX_LISTED) };
}
