import type { ConversationId } from "../domain/id.ts";
import { answerText } from "../domain/question.ts";
import type { AnsweredRequest, Request, Waited } from "../domain/request.ts";
import type { Earshot } from "../ports/earshot.ts";

/** What becomes of the questions of one call, told in the order in which it happens. */
export interface OperatorLineOptions {
  /** Where the questions of the run stand together. */
  readonly conversation: ConversationId;
  /** Returns when it is on record that this is asked. */
  onAsk(message: string): void;
  /** The question is open and waits for its answer. */
  onOpen(request: Request): void;
  onAnswer(request: AnsweredRequest, text: string): void;
}

/** Earshot as the tools of a run have it: what they ask stands together, and the dialogue is told. */
export function operatorLine(earshot: Earshot, options: OperatorLineOptions): Earshot {
  const { conversation, onAsk, onOpen, onAnswer } = options;
  const answered = new Set<string>();

  function hear(waited: Waited): Waited {
    const { request } = waited;
    if (request.status === "answered" && !answered.has(request.id)) {
      answered.add(request.id);
      onAnswer(request, answerText(request.answer));
    }
    return waited;
  }

  return {
    ...earshot,
    async ask({ holdMs = 0, ...input }, callOptions) {
      onAsk(input.text);
      const asked = await earshot.ask({ ...input, conversation }, callOptions);
      if (asked.outcome !== "pending") return hear(asked);
      onOpen(asked.request);
      if (holdMs === 0) return asked;
      return hear(await earshot.wait({ id: asked.request.id, holdMs }, callOptions));
    },
    wait: async (input, callOptions) => hear(await earshot.wait(input, callOptions)),
    async waitMany(input, callOptions) {
      const many = await earshot.waitMany(input, callOptions);
      for (const waited of many.requests) hear(waited);
      return many;
    },
  };
}
