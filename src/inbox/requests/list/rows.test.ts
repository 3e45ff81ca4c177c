import { expect, test } from "vitest";
import type { InboxItem } from "../../../domain/inbox/inbox.ts";
import type { Event, EventType } from "../../../domain/log/event.ts";
import { present } from "../../../domain/present.ts";
import { changesSplits, needsAsking, nextOpen, rowAfter, unknown } from "./rows.ts";

const row = (name: string, more: Partial<InboxItem> = {}): InboxItem => ({
  id: `req_${name}`,
  kind: "authorization",
  status: "open",
  agent: "prn_a",
  agentName: "ci",
  title: "",
  level: "LOW",
  tool: "mail.send",
  to: [],
  conversation: "cnv_a",
  createdAt: "2026-01-01T00:00:00.000Z",
  ...more,
});
const event = (type: EventType, actor: Event["actor"] = "prn_ana"): Event => ({
  workspace: "default",
  seq: 1,
  at: "2026-01-01T00:01:00.000Z",
  subject: "req_a",
  type,
  ...present({ actor }),
});

test("what closes stays a row, with how and when", () => {
  const closed = rowAfter(row("a"), event("request.approved"), undefined);
  expect(closed).toMatchObject({ status: "approved", closedAt: "2026-01-01T00:01:00.000Z" });
});

test("what has closed does not close again", () => {
  const closed = row("a", { status: "rejected" });
  expect(rowAfter(closed, event("request.expired"), undefined)).toBe(closed);
});

test("seen is what I have seen", () => {
  expect(rowAfter(row("a"), event("delivery.seen"), "prn_sam").seenAt).toBeUndefined();
  expect(rowAfter(row("a"), event("delivery.seen"), "prn_ana").seenAt).toBeDefined();
});

test("a released request is held by nobody", () => {
  const by = { principal: "prn_ana", name: "ana", via: "inbox" } as const;
  const held = row("a", { claim: { by, at: "2026-01-01T00:00:30.000Z" } });
  expect(rowAfter(held, event("request.released"), undefined).claim).toBeUndefined();
});

test("only what an event leaves open is asked for", () => {
  expect(needsAsking(event("request.answered"))).toBe(true);
  expect(needsAsking(event("delivery.seen"))).toBe(false);
  expect(changesSplits(event("request.created"))).toBe(true);
  expect(changesSplits(event("memory.written"))).toBe(false);
});

test("after a decision comes the next that is open, then the one before", () => {
  const rows = [row("a"), row("b"), row("c", { status: "answered" })];
  expect(nextOpen(rows, "req_a")?.id).toBe("req_b");
  expect(nextOpen(rows, "req_b")?.id).toBe("req_a");
  expect(nextOpen([row("a")], "req_a")).toBeUndefined();
});

test("after the last of what shares a row comes the row behind it, and not the first of the list", () => {
  const fold = { ids: ["req_b", "req_d"], differs: [] } as const;
  const rows = [row("a"), row("b", { fold, status: "approved" }), row("c")];
  expect(nextOpen(rows, "req_d")?.id).toBe("req_c");
});

test("what waits for its agent is offered last", () => {
  const asksAgentSince = "2026-01-01T00:00:30.000Z";
  const rows = [row("a"), row("b", { asksAgentSince }), row("c")];
  expect(nextOpen(rows, "req_a")?.id).toBe("req_c");
  expect(nextOpen(rows.slice(0, 2), "req_a")?.id).toBe("req_b");
});

test("rows that are known are not new", () => {
  expect(unknown([row("a")], [row("a"), row("b")]).map(({ id }) => id)).toEqual(["req_b"]);
});
