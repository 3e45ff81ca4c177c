import { expect, test } from "vitest";
import type { InboxItem } from "../../../domain/inbox/inbox.ts";
import type { Event, EventType } from "../../../domain/log/event.ts";
import { present } from "../../../domain/present.ts";
import type { OpenAuthorization } from "../../../domain/requests/request.ts";
import type { InboxDetail } from "../../../ports/earshot/inbox.ts";
import { anActor, anId, anOpenAuthorization } from "../../../testing/builders.ts";
import {
  changesSplits,
  needsAsking,
  nextAlike,
  nextOpen,
  placeOf,
  refolded,
  rowAfter,
  rowWith,
  setApart,
  setTogether,
  unknown,
} from "./rows.ts";

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

test("a row says since when its agent is asked, and no longer once it has answered", () => {
  const at = "2026-01-01T00:00:30.000Z";
  const open = anOpenAuthorization();
  const asked = { number: 1, message: anId("msg"), text: "Why?", by: anActor(), at } as const;
  const detailOf = (request: OpenAuthorization): InboxDetail => {
    return { request, history: [], deliveries: [], steps: [], similar: [] };
  };
  const since = rowWith(row("a"), detailOf({ ...open, askedBack: [asked] }));
  expect(since.asksAgentSince).toBe(at);
  const answered = { ...asked, answer: { text: "So.", at } };
  const after = rowWith(since, detailOf({ ...open, askedBack: [answered] }));
  expect(after).not.toHaveProperty("asksAgentSince");
});

test("rows that are known are not new", () => {
  expect(unknown([row("a")], [row("a"), row("b")]).map(({ id }) => id)).toEqual(["req_b"]);
});

const fold = { ids: ["req_b", "req_d", "req_e"], differs: [] } as const;
const idsOf = (rows: readonly InboxItem[]) => rows.map(({ id }) => id);

test("what shares a row gets rows of its own in its place, and one that closed meanwhile stays", () => {
  const rows = [row("a"), row("b", { fold, status: "approved" }), row("c")];
  const apart = setApart(rows, fold, [row("d"), row("e")]);
  expect(idsOf(apart)).toEqual(["req_a", "req_b", "req_d", "req_e", "req_c"]);
  expect(apart.map(({ fold }) => fold)).toEqual(apart.map(() => undefined));
  expect(apart[1]?.status).toBe("approved");
  const grown = setApart(apart, { ...fold, ids: [...fold.ids, "req_f"] }, [row("e"), row("f")]);
  expect(idsOf(grown)).toEqual(["req_a", "req_b", "req_d", "req_e", "req_f", "req_c"]);
});

test("rows that stand apart stay so when the list is read again", () => {
  const rows = setApart([row("b", { fold })], fold, [row("b"), row("d"), row("e")]);
  const apart = new Map(fold.ids.map((id) => [id, fold]));
  expect(refolded(rows, [row("b", { fold })], apart)[0]?.fold).toBeUndefined();
  expect(refolded(rows, [row("b", { fold })], new Map())[0]?.fold).toBe(fold);
});

test("on one row again, the first that is open stands for all, and the closed ones stay", () => {
  const rows = [row("a"), row("b", { status: "rejected" }), row("d"), row("e"), row("c")];
  const together = setTogether(rows, fold);
  expect(idsOf(together)).toEqual(["req_a", "req_b", "req_d", "req_c"]);
  expect(together[2]?.fold).toBe(fold);
});

test("what has no row of its own stands where the one is that it shares", () => {
  const rows = [row("a"), row("b", { fold }), row("c")];
  expect(placeOf(rows, "req_e")).toBe(1);
  expect(placeOf(rows, "req_c")).toBe(2);
  expect(placeOf(rows, undefined)).toBe(-1);
  expect(nextAlike(fold, "req_d")).toBe("req_e");
  expect(nextAlike(fold, "req_e")).toBeUndefined();
});
