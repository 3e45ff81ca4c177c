import { z } from "zod";
import { inBytes } from "../../domain/in-words.ts";
import { MAX_REASON_BYTES, MAX_TEXT_BYTES } from "../../domain/limits.ts";
import type { OperationText } from "../schemas/operation.ts";
import { undoMs } from "../schemas/parameters.ts";
import * as wire from "../schemas/requests.ts";

export const EXCHANGE = {
  respond: {
    summary: "Answer in place of the tool; the action never runs, and nothing is approved",
    input: z.strictObject({
      id: wire.RequestId,
      text: z.string().meta({
        description: `What the agent is told in place of what its tool would have returned, at most ${inBytes(MAX_TEXT_BYTES)}.`,
      }),
      undoMs,
    }),
    output: wire.Request,
  },
  askBack: {
    summary: "Ask the agent something before deciding; the request stays open",
    input: z.strictObject({
      id: wire.RequestId,
      text: z.string().meta({ description: `At most ${inBytes(MAX_REASON_BYTES)}.` }),
    }),
    output: wire.Request,
  },
  answerBack: {
    summary: "Answer, once, what a person asked before they decide; people are asked again",
    input: z.strictObject({
      id: wire.RequestId,
      text: z.string().meta({
        description: "Shown to people as the agent's own words, which decide nothing.",
      }),
      number: z.int().min(1).optional().meta({
        description: "Which of the questions to the agent; the one that waits if absent.",
      }),
    }),
    output: wire.Request,
  },
} as const satisfies Record<string, OperationText>;
