import type { MessageId } from "../../domain/id.ts";
import type { SlotKind, SlotValue } from "../cases/slot-kind.ts";

export type StatementKind =
  /** What the task is, or a part of what is wanted. */
  | "requirement"
  | "constraint"
  | "criterion"
  /** Something that is not needed. */
  | "non_goal"
  /** The person's circumstances. */
  | "context"
  /** Told beside the answers, and neither a wish nor a detail of a known kind. */
  | "also_said"
  | "question"
  | "small_talk";

/** One thing that a person said about a task. */
export interface Statement {
  readonly kind: StatementKind;
  /** In the person's words, without those that only introduce the wish. */
  readonly text: string;
  /** As it was said. */
  readonly said: string;
  readonly importance: number;
  readonly examples: readonly string[];
  readonly slots: readonly SlotValue[];
  /** The exchanges that say it. */
  readonly sources: readonly MessageId[];
  /** For an answer: the detail that was asked for. */
  readonly topic?: string;
  readonly topicKind?: SlotKind;
  /** Kinds of details that it does not give, as the person has said since. */
  readonly denied?: readonly SlotKind[];
  /** It makes an explicit request: "I need …", "build …". */
  readonly isRequest: boolean;
}
