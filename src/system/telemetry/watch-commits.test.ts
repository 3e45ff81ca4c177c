import { expect, test } from "vitest";
import type { Delivery } from "../../domain/hub/delivery.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Change, CommitResult } from "../../ports/store/store.ts";
import {
  anAction,
  anActor,
  anAuthorization,
  anOpenAuthorization,
  anOpenRequest,
  answeredWith,
  approvedBy,
} from "../../testing/builders.ts";
import { aDelivery } from "../../testing/delivery-values.ts";
import { watchCommits } from "./watch-commits.ts";

/** What is counted of changes of which each ends so. */
async function counted(changes: readonly Change[], outcome: "committed" | "conflict") {
  const result = { outcome, events: [] } as CommitResult;
  const watched = watchCommits({ commit: async (all) => all.map(() => result) });
  await watched.commit(changes);
  return watched.read();
}

function deliveryChange(delivery: Delivery, type: EventDraft["type"] | undefined): Change {
  const { item: subject, address } = delivery;
  const data = { channel: address.channel, delivery: delivery.id };
  const at = delivery.createdAt;
  return {
    workspace: "default",
    writes: [{ type: "outbox.put", delivery }],
    events: type === undefined ? [] : [{ type, at, subject, data }],
  };
}

test("what became of deliveries is counted by channel, and a failed attempt as one that is retried", async () => {
  const sent = aDelivery({ status: "sent", address: { channel: "slack", chatId: "C1" } });
  const away = aDelivery({
    status: "queued",
    job: "post",
    attempts: 1,
    address: { channel: "telegram", chatId: "1" },
    error: { code: "unreachable", message: "Telegram is away." },
  });
  const changes = [
    deliveryChange(sent, "delivery.sent"),
    deliveryChange(sent, "delivery.seen"),
    deliveryChange(away, undefined),
    deliveryChange({ ...away, status: "failed" }, "delivery.failed"),
  ];
  expect((await counted(changes, "committed")).deliveries).toEqual([
    { channel: "slack", outcome: "sent", count: 1 },
    { channel: "slack", outcome: "seen", count: 1 },
    { channel: "telegram", outcome: "retried", count: 1 },
    { channel: "telegram", outcome: "failed", count: 1 },
  ]);
  expect((await counted(changes, "conflict")).deliveries).toEqual([]);
});

function requestChange(request: Request, type: EventDraft["type"]): Change {
  return {
    workspace: "default",
    writes: [{ type: "request.update", request }],
    events: [{ type, at: request.createdAt, subject: request.id }],
  };
}

test("how requests end is counted by kind and place, and no later change of them is", async () => {
  const open = anOpenRequest();
  const answered = answeredWith(open, "Yes.");
  const approved = approvedBy(anOpenAuthorization(), anActor({ via: "slack" }));
  const via = (change: Change, surface: string): Change => ({
    ...change,
    events: change.events.map((event) => ({ ...event, data: { via: surface } })),
  });
  const changes = [
    via(requestChange(answered, "request.answered"), "slack"),
    via(requestChange(approved, "request.approved"), "slack"),
    requestChange(approved, "grant.minted"),
    requestChange(answered, "request.expired"),
    requestChange(answered, "request.abandoned"),
    via(requestChange(answered, "request.answered"), "Not a surface"),
  ];
  const { decisions } = await counted(changes, "committed");
  expect(decisions).toEqual([
    { kind: "question", outcome: "answered", via: "slack", count: 1 },
    { kind: "authorization", outcome: "approved", via: "slack", count: 1 },
    { kind: "question", outcome: "expired", count: 1 },
    { kind: "question", outcome: "abandoned", count: 1 },
    { kind: "question", outcome: "answered", count: 1 },
  ]);
});

test("an answer that a permission gave took nobody any time", async () => {
  const answered = answeredWith(anOpenRequest(), "Yes.");
  const write = { type: "request.insert", request: answered } as const;
  const change = { ...requestChange(answered, "request.answered_by_permission"), writes: [write] };
  const { decisions, answerTimes } = await counted([change], "committed");
  expect(decisions).toEqual([{ kind: "question", outcome: "answered", count: 1 }]);
  expect(answerTimes).toEqual([]);
});

test("a request that reached nobody is counted when that is noted", async () => {
  const change = { ...requestChange(anOpenRequest(), "request.undeliverable"), writes: [] };
  expect((await counted([change], "committed")).undeliverable).toBe(1);
  expect((await counted([change], "conflict")).undeliverable).toBe(0);
});

test("how long people took is counted by level and where they decided, once for each decision", async () => {
  // A policy that came later may have raised the level.
  const asked = anAuthorization({ action: anAction({ level: "MEDIUM" }) });
  const authorization = { ...asked, demand: { ...asked.demand, level: "HIGH" as const } };
  const open = anOpenAuthorization({ authorization });
  const approved = {
    ...approvedBy(open, anActor({ via: "slack" })),
    createdAt: "2026-01-01T00:00:00.000Z",
    closedAt: "2026-01-01T00:00:20.000Z",
  };
  const answered = answeredWith(anOpenRequest(), "Yes.");
  const changes = [
    requestChange(approved, "request.approved"),
    requestChange(approved, "grant.minted"),
    requestChange(answered, "request.answered"),
  ];
  const { answerTimes } = await counted(changes, "committed");
  expect(answerTimes).toMatchObject([
    { level: "HIGH", via: "slack", seconds: { sum: 20 } },
    { via: answered.closedBy.via },
  ]);
  expect(answerTimes.map(({ seconds }) => seconds.counts.reduce((a, b) => a + b))).toEqual([1, 1]);
});
