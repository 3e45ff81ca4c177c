import { z } from "zod";
import type { RequestId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { WaitedMany } from "../../ports/earshot/requests.ts";
import { defineTool } from "../registry/define-tool.ts";
import { REQUEST_DATA, REQUEST_STATUSES } from "./authorization-data.ts";
import { envelopeSchema, NextCall, nowOf } from "./envelope.ts";
import { holdForMany, holdForOne, holdOf, type Waiting } from "./hold.ts";
import { nextCall } from "./next-call.ts";
import { maxWaitS } from "./parameters.ts";
import { reportRequest, reportWithGrant } from "./report-request.ts";

const NAME = "await_response";
const MAX_AWAITED = 50;

const Response = envelopeSchema(REQUEST_STATUSES, REQUEST_DATA);

export const awaitResponse = defineTool({
  name: NAME,
  title: "Wait for a response",
  description:
    "Waits for people to answer what was asked before, by request_ids: until one of them has closed, or all with until set to all. It only waits and looks: repeating it is safe and asks nobody anything. For one id it returns that request as it was first returned, or the answer or decision, with the grant of what was approved; for several, outcome settled or pending and each of them. Pending is normal and no error: call it again later, or do other work or end your turn first. Answers are kept until you come back.",
  topics:
    "wait await waiting poll pending outstanding resume continue later sit patient hold park block until answered response respond reply replied result outcome decision decided decide verdict approval come came through status state check look question request earlier yet still timeout timed out already asked pick up left off again",
  input: z.object({
    request_ids: z
      .array(z.string())
      .min(1)
      .max(MAX_AWAITED)
      .describe("The request_id of each request to wait for, 1 to 50."),
    until: z.enum(["any", "all"]).default("any").describe("When to stop waiting."),
    max_wait_s: maxWaitS,
  }),
  output: envelopeSchema([...REQUEST_STATUSES, "success", "pending"], {
    ...z.object(REQUEST_DATA).partial().shape,
    outcome: z.enum(["settled", "pending"]).optional(),
    responses: z.array(Response).optional(),
    next: NextCall.optional(),
  }),
  rights: ["read"],
  annotations: { readOnly: true, repeatable: true, destructive: false, openWorld: false },
  timeoutMs: Number.POSITIVE_INFINITY,
  async execute({ request_ids, until, max_wait_s }, context) {
    const ids = [...new Set(request_ids)] as RequestId[];
    const holdMs = holdOf(context, max_wait_s);
    const [only, ...others] = ids;
    if (only !== undefined && others.length === 0) {
      return await reportWithGrant(await holdForOne(only, context, holdMs), context);
    }
    return await reportMany(await holdForMany({ ids, until }, context, holdMs), context);
  },
});

/**
 * Several requests in one result. Grants are collected after the wait: grants of early approvals
 * would otherwise expire while the agent goes on waiting.
 */
export async function reportMany({ outcome, requests }: WaitedMany, context: Waiting) {
  const isSettled = outcome === "settled";
  const timestamp = nowOf(context);
  const open = requests.map(({ request }) => request).filter(({ status }) => status === "open");
  const responses = requests.map((waited) =>
    isSettled ? reportWithGrant(waited, context) : reportRequest(waited, { context }),
  );
  return {
    status: isSettled ? ("success" as const) : ("pending" as const),
    action: NAME,
    data: {
      outcome,
      responses: await Promise.all(responses),
      ...present({ next: open.length === 0 ? undefined : nextCall(open, timestamp) }),
    },
    timestamp,
  };
}
