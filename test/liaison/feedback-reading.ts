import type { Exchange } from "../../src/domain/liaison/liaison.ts";
import type { TaskSpecification } from "../../src/domain/liaison/task-specification.ts";
import { interpretEmbedded } from "../../src/liaison/embedded-interpret.ts";
import type { Interpretation } from "../../src/ports/model/understanding.ts";

/** What a person says of a result, in as many exchanges as there are texts. */
export function saidOf(texts: readonly string[]): readonly Exchange[] {
  return texts.map((content, at) => ({
    id: `msg_${at}`,
    role: "human",
    content,
    timestamp: "2026-11-21T09:30:00.000Z",
    phase: "feedback_collection",
    round: 1,
  }));
}

export function readFeedback(text: string, task?: TaskSpecification): Promise<Interpretation> {
  return interpretEmbedded({ exchanges: saidOf([text]), task, result: undefined });
}
