import type { Clarification } from "../../domain/liaison/liaison.ts";
import { slotKindOf } from "../cases/library.ts";
import type { SlotKind } from "../cases/slot-kind.ts";
import { kindOfTopic } from "../cases/topic-kind.ts";
import { contentOf } from "../text/words.ts";

/** A question that waits for an answer, with what helps to recognise one. */
export interface OpenTopic {
  readonly topic: string;
  readonly kind: SlotKind | undefined;
  readonly options: readonly string[];
  readonly words: ReadonlySet<string>;
}

export type AskedDetail = Pick<Clarification, "topic" | "question" | "options">;

export function openTopic({ topic, question, options }: AskedDetail): OpenTopic {
  return {
    topic,
    kind: slotKindOf(topic) ?? kindOfTopic(question),
    options,
    words: contentOf(topic),
  };
}

/** Whether a name, of a form field or before a colon, means a topic. */
export function isNameOf(name: string, { topic, words }: OpenTopic): boolean {
  const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
  if (bare(name) === bare(topic)) return true;
  const own = contentOf(name.replaceAll(/[_-]+/g, " "));
  if (own.size === 0) return false;
  return [...own].every((word) => words.has(word));
}
