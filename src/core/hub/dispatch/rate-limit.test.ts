import { expect, test } from "vitest";
import type { Channel, Rates } from "../../../ports/channels/channel.ts";
import { aDelivery } from "../../../testing/delivery-values.ts";
import { createFakeWorld } from "../../../testing/fake-channel.ts";
import { createBuckets } from "./rate-limit.ts";

const RATES: Rates = {
  address: { count: 1, perMs: 1_000 },
  all: { count: 3, perMs: 3_000 },
};

function channelOf(kind: Channel["kind"], rates = RATES): Channel {
  return createFakeWorld({ kind, rates }).channel;
}

const to = (chatId: string, kind: Channel["kind"] = "slack") =>
  aDelivery({ address: { channel: kind, chatId } });

test("one address waits for its own rate, others do not", () => {
  const buckets = createBuckets();
  const slack = channelOf("slack");
  expect(buckets.take(to("a"), slack, 0)).toBe(0);
  expect(buckets.take(to("a"), slack, 400)).toBe(600);
  expect(buckets.take(to("b"), slack, 400)).toBe(0);
  expect(buckets.take(to("a"), slack, 1_000)).toBe(0);
});

test("all addresses of a platform together keep to its rate", () => {
  const buckets = createBuckets();
  const slack = channelOf("slack");
  const waits = ["a", "b", "c", "d"].map((chatId) => buckets.take(to(chatId), slack, 0));
  expect(waits).toEqual([0, 0, 0, 1_000]);
});

test("one platform's rate is no other's", () => {
  const buckets = createBuckets();
  for (const chatId of ["a", "b", "c"]) buckets.take(to(chatId), channelOf("slack"), 0);
  expect(buckets.take(to("a", "telegram"), channelOf("telegram"), 0)).toBe(0);
});

test("what waits for its address takes nothing of what others may use", () => {
  const buckets = createBuckets();
  const slack = channelOf("slack");
  buckets.take(to("a"), slack, 0);
  for (let tries = 0; tries < 50; tries++) buckets.take(to("a"), slack, 0);
  expect(buckets.take(to("b"), slack, 0)).toBe(0);
  expect(buckets.take(to("c"), slack, 0)).toBe(0);
});

test("a thread of a chat counts as the chat", () => {
  const buckets = createBuckets();
  const slack = channelOf("slack");
  buckets.take(to("a"), slack, 0);
  const inThread = aDelivery({ address: { channel: "slack", chatId: "a", threadId: "7" } });
  expect(buckets.take(inThread, slack, 0)).toBe(1_000);
});

test("what was taken and not needed is there again, and never more than there may be", () => {
  const buckets = createBuckets();
  const slack = channelOf("slack");
  for (let times = 0; times < 9; times++) {
    expect(buckets.take(to("a"), slack, 0)).toBe(0);
    buckets.giveBack(to("a"), slack);
  }
  buckets.giveBack(to("a"), slack);
  expect(buckets.take(to("a"), slack, 0)).toBe(0);
  expect(buckets.take(to("a"), slack, 0)).toBe(1_000);
});
