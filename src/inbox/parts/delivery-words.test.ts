import { expect, test } from "vitest";
import type { ShownDelivery } from "../../ports/earshot/hub.ts";
import { deliveryWords } from "./delivery-words.ts";

const QUEUED: ShownDelivery = {
  id: "dlv_01k00000000000000000000abc",
  workspace: "default",
  version: 1,
  attempts: 0,
  item: "req_01k00000000000000000000abc",
  agent: "prn_01k00000000000000000000abc",
  address: { channel: "slack", chatId: "C1" },
  status: "queued",
  job: "post",
  createdAt: "2026-11-22T10:00:00.000Z",
};
const LATER = "2026-11-23T06:00:00.000Z";
const ERROR = { code: "refused", message: "Slack refused it.\nInvite the app." } as const;

test("what is held says until when and why", () => {
  expect(deliveryWords({ ...QUEUED, dueAt: LATER, heldFor: "quiet_hours" })).toEqual({
    tone: "rest",
    state: "waits",
    at: LATER,
    why: "until quiet hours are over",
  });
});

test("what another post tells of waits for no time", () => {
  const { job: _job, dueAt: _dueAt, ...folded } = { ...QUEUED, heldFor: "alike" as const };
  expect(deliveryWords(folded)).toEqual({
    tone: "rest",
    state: "waits",
    why: "after a similar one, which mentions it there",
  });
});

test("what was tried says what went wrong and when the next try is", () => {
  expect(deliveryWords({ ...QUEUED, attempts: 2, dueAt: LATER, error: ERROR })).toMatchObject({
    state: "tried again",
    at: LATER,
    why: "Slack refused it. Invite the app.",
  });
});

test("what nothing holds is on its way", () => {
  expect(deliveryWords(QUEUED).state).toBe("on its way");
});

test("what failed says why, on one line", () => {
  const failed: ShownDelivery = { ...QUEUED, status: "failed", attempts: 5, error: ERROR };
  expect(deliveryWords(failed)).toEqual({
    tone: "bad",
    state: "failed",
    why: "Slack refused it. Invite the app.",
  });
});

test("what was seen says when, and whether what stands there is out of date", () => {
  const seen: ShownDelivery = { ...QUEUED, status: "seen", sentAt: LATER, seenAt: LATER };
  expect(deliveryWords(seen)).toEqual({ tone: "good", state: "seen", at: LATER });
  expect(deliveryWords({ ...seen, error: ERROR }).why).toMatch(/out of date: Slack refused/);
});
