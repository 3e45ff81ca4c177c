import { afterAll, expect, test } from "vitest";
import { EarshotError } from "../../src/domain/errors.ts";
import type { DeliveryId, MessageId } from "../../src/domain/id.ts";
import type { CallOptions } from "../../src/ports/earshot/call.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import type { Hub } from "../../src/ports/earshot/hub.ts";
import { digest } from "../../src/system/digest.ts";
import { createAgentSurface } from "../../src/tools/interaction/surface.ts";
import { openInProcess } from "../support/world.ts";

const world = await openInProcess();
afterAll(() => world.close());

/** Calls `message` as agents do over MCP and HTTP, with this to take what is sent. */
async function callMessage(args: Record<string, string>, send: Hub<CallOptions>["send"]) {
  const scout: Earshot = { ...world.as("scout"), send };
  const { principal, rights } = await scout.whoami();
  const surface = createAgentSurface({
    limit: async () => {},
    record: async (_, input, options) => await world.as("scout").recordToolCall(input, options),
    tally: { count: () => {} },
    digest: digest.json,
    onFault(error) {
      throw error;
    },
  });
  const door = surface.open({ principal, rights: new Set(rights) }, scout);
  const answer = await door.callTool({ name: "message", args });
  await surface.settled();
  return answer;
}

const ARGS = { chat_id: "C0123", content: "Done.", channel: "slack" };
const MESSAGE = "msg_01k00000000000000000000000" as MessageId;
const DELIVERY = "dlv_01k00000000000000000000000" as DeliveryId;

test("a message comes back in the envelope, with its ids", async () => {
  const answer = await callMessage(ARGS, async () => ({
    message: MESSAGE,
    deliveries: [DELIVERY],
  }));
  expect(answer).toMatchObject({
    isError: false,
    envelope: {
      status: "success",
      action: "message",
      data: {
        text: "Message queued for delivery to C0123 via slack",
        message_id: MESSAGE,
        deliveries: [DELIVERY],
      },
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  });
});

test.each([
  ["QUEUE_FULL", "ExecutionFailedRecoverable", true],
  ["CHANNEL_UNAVAILABLE", "ExecutionFailed", false],
] as const)("%s comes back in the envelope as %s", async (code, error_type, recoverable) => {
  const refused = async () => {
    throw new EarshotError(code, "It says what to do.");
  };
  expect(await callMessage(ARGS, refused)).toMatchObject({
    isError: true,
    envelope: {
      status: "error",
      action: "message",
      data: { error_type, recoverable, message: "It says what to do." },
    },
  });
});

test("without a channel it says which there are, and nothing is sent", async () => {
  const refused = await callMessage({ chat_id: "C1", content: "x" }, async () => {
    throw new Error("It was sent.");
  });
  expect(refused.envelope.data).toMatchObject({
    error_type: "InvalidArguments",
    message: expect.stringContaining("Give one of console, inbox"),
  });
});
