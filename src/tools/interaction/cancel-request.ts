import { z } from "zod";
import { isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import { defineTool } from "../registry/define-tool.ts";
import type { ToolExecutionContext } from "../registry/tool.ts";
import { REQUEST_DATA } from "./authorization-data.ts";
import { envelopeSchema } from "./envelope.ts";
import { optionsOf } from "./hold.ts";
import { reportRequest } from "./report-request.ts";

const NAME = "cancel_request";
const CLOSED = [
  "cancelled",
  "answered",
  "approved",
  "rejected",
  "responded",
  "expired",
  "abandoned",
  "assumed",
] as const;

export const cancelRequest = defineTool({
  name: NAME,
  title: "Cancel a request",
  description:
    "Takes back a question or authorization request of yours that is no longer needed, so that nobody spends time on it. One that has closed already stays as it closed, and is returned so: the status says whether it was cancelled, answered, approved, rejected, responded to, expired, abandoned or assumed. Do not cancel only because an answer takes long: people answer when they can, and the answer is kept.",
  topics:
    "cancel withdraw withdrawn retract revoke recall undo abort stop end close discard dismiss drop delete remove rescind call-off take back never mind nevermind forget mistake mistaken accident accidentally wrong obsolete moot relevant irrelevant unneeded unnecessary needed longer any-more question request asked",
  input: z.object({
    request_id: z.string().describe("The request_id of what was asked."),
    reason: z.string().optional().describe("Why, for the people who were asked."),
  }),
  output: envelopeSchema(CLOSED, REQUEST_DATA),
  rights: ["ask"],
  annotations: { readOnly: false, repeatable: true, destructive: true, openWorld: false },
  async execute({ request_id, reason }, context) {
    const request = await cancelled(request_id as RequestId, reason, context);
    const { status, ...rest } = reportRequest({ request }, { context, action: NAME });
    const closed = CLOSED.find((name) => name === status) ?? "cancelled";
    return { status: closed, ...rest };
  },
});

/** How the request was closed: somebody may have been faster. */
async function cancelled(
  id: RequestId,
  reason: string | undefined,
  context: ToolExecutionContext,
): Promise<ShownRequest> {
  const { earshot, call } = context;
  const input = reason === undefined ? { id } : { id, reason };
  try {
    return await earshot.cancel(input, { ...optionsOf(context), idempotencyKey: call });
  } catch (error) {
    if (!isEarshotError(error, "REQUEST_CLOSED")) throw error;
    return (await earshot.wait({ id })).request;
  }
}
