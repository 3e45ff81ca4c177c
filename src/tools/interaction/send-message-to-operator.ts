import { z } from "zod";
import type { RequestId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import { defineTool } from "../registry/define-tool.ts";
import { REQUEST_DATA, REQUEST_STATUSES } from "./authorization-data.ts";
import { envelopeSchema } from "./envelope.ts";
import { askAndHold, holdOf, optionsOf } from "./hold.ts";
import { expiresInS, idempotencyKey, maxWaitS, operatorsOf } from "./parameters.ts";
import { reportQuestion } from "./report-question.ts";
import { reportRequest } from "./report-request.ts";

const NAME = "send_message_to_operator";

export const sendMessageToOperator = defineTool({
  name: NAME,
  title: "Send a message to the operator",
  description:
    "Sends a message to the human operator and holds for the reply, which comes exactly as the operator wrote it. Use it to report an important finding, to say that you are blocked, or to get guidance in the operator's own words. The status human_input_requested means that nobody has replied yet. That is normal and no error: the reply is kept, so do not send the message again; call await_response with the request_id, or do other work first. Silence is no consent. With answers_request it answers a person's question about that request, and waits for nothing.",
  topics:
    "tell notify notification inform report finding discovery alert page contact reach ping call escalate escalation blocked stuck trouble help guidance advice reply respond feedback hear think write talk speak conversation words update announce warn warning flag raise concern issue problem broken failure outage incident urgent owner supervisor manager boss duty on-call responsible charge person human operator let know",
  input: z.object({
    message: z
      .string()
      .describe(
        "What the operator is to read: complete in itself, with the finding or question first and what you need from the operator.",
      ),
    answers_request: z
      .string()
      .optional()
      .describe("The request_id of an open request about which asked_back asks you something."),
    expires_in_s: expiresInS,
    max_wait_s: maxWaitS,
    idempotency_key: idempotencyKey,
  }),
  output: envelopeSchema(REQUEST_STATUSES, REQUEST_DATA),
  rights: ["ask", "read"],
  annotations: { readOnly: false, repeatable: true, destructive: false, openWorld: true },
  timeoutMs: Number.POSITIVE_INFINITY,
  async execute({ message, answers_request, expires_in_s, max_wait_s, idempotency_key }, context) {
    if (answers_request !== undefined) {
      const idempotencyKey = idempotency_key ?? context.call;
      const request = await context.earshot.answerBack(
        { id: answers_request as RequestId, text: message },
        { ...optionsOf(context), idempotencyKey },
      );
      return reportRequest({ request }, { context, action: NAME });
    }
    const waited = await askAndHold(
      {
        text: message,
        ...operatorsOf("default", context),
        ...present({ expiresInMs: expires_in_s === undefined ? undefined : expires_in_s * 1_000 }),
        tool: NAME,
      },
      context,
      { holdMs: holdOf(context, max_wait_s), key: idempotency_key },
    );
    return reportQuestion(waited, { context });
  },
});
