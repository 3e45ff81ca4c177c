import { expect, test } from "vitest";
import type { Envelope } from "../../ports/tool-door.ts";
import { createDeliveries } from "./deliveries.ts";

const REQUEST = "req_1";

const answered = (action: string): Envelope => ({
  ...{ status: "answered", action, timestamp: "" },
  data: { request_id: REQUEST },
});
const riding: Envelope = {
  ...{ status: "success", action: "format_response", timestamp: "" },
  data: { late_answers: [{ id: REQUEST }] },
};

function openAt(nowMs: number) {
  return createDeliveries({ now: () => nowMs });
}

test("an answer that came at once has arrived", () => {
  const call = { name: "ask_human", beganMs: 0 };
  expect(openAt(4_000).handedOver(answered("ask_human"), call)).toEqual([REQUEST]);
});

test("an answer that was asked for by its id has arrived, however long it took", () => {
  const call = { name: "await_response", beganMs: 0 };
  expect(openAt(90_000).handedOver(answered("ask_human"), call)).toEqual([REQUEST]);
});

test("an answer that a call has waited for comes once more, and has arrived then", () => {
  const deliveries = openAt(60_000);
  const held = { name: "ask_human", beganMs: 0 };
  expect(deliveries.handedOver(answered("ask_human"), held)).toEqual([]);
  const next = { name: "format_response", beganMs: 60_000 };
  expect(deliveries.handedOver(riding, next)).toEqual([REQUEST]);
  expect(deliveries.handedOver(riding, next)).toEqual([]);
});

test("what rides on a result for the first time waits for its acknowledgement", () => {
  const next = { name: "format_response", beganMs: 60_000 };
  expect(openAt(60_000).handedOver(riding, next)).toEqual([]);
});
