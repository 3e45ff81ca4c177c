import type { MessageId } from "../../domain/id.ts";
import type { SlotKind, SlotValue } from "../cases/slot-kind.ts";

export type StatementKind =
  /** What the task is, or a part of what is wanted. */
  | "requirement"
  | "constraint"
  | "criterion"
  /** Something that need not be done. */
  | "non_goal"
  /** How things stand with the person. */
  | "context"
  | "question"
  | "small_talk";

/** One thing that a person said of a task. */
export interface Statement {
  readonly kind: StatementKind;
  /** In the person's words, without those around what is wanted. */
  readonly text: string;
  /** As it was said. */
  readonly said: string;
  readonly importance: number;
  readonly examples: readonly string[];
  readonly slots: readonly SlotValue[];
  /** The exchanges that say it. */
  readonly sources: readonly MessageId[];
  /** Of an answer: the detail that was asked for. */
  readonly topic?: string;
  readonly topicKind?: SlotKind;
  /** It asks for something outright: "I need …", "build …". */
  readonly isRequest: boolean;
}
