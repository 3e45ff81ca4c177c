import { expect, test } from "vitest";
import {
  anAction,
  anActor,
  anAuthorization,
  anOpenAuthorization,
  anOpenRequest,
  approvedBy,
} from "../../testing/builders.ts";
import type { Request } from "../requests/request.ts";
import type { InboxItem } from "./inbox.ts";
import { parseInboxQuery } from "./inbox-query.ts";
import { isFound, isOverdue } from "./inbox-search.ts";

const NOW = "2026-01-01T00:30:00.000Z";

function itemOf(request: Request, over: Partial<InboxItem> = {}): InboxItem {
  const { id, kind, status, agent, agentName, to, conversation, createdAt } = request;
  const base = { id, kind, status, agent, agentName, to, conversation, createdAt, title: "" };
  if (request.kind === "question") return { ...base, ...over };
  const { level, tool } = request.authorization.action;
  return { ...base, level, tool, ...over };
}

function isIn(text: string, request: Request, over: Partial<InboxItem> = {}): boolean {
  return isFound(
    { request, item: itemOf(request, over), now: NOW },
    parseInboxQuery(text, { now: NOW }),
  );
}

const question = anOpenRequest({
  agentName: "Scout",
  question: {
    text: "Which Database?",
    context: "There are two.",
    form: { kind: "choice", options: [{ label: "Staging" }, { label: "Production" }] },
  },
});
const action = anAction({
  tool: "Transfer",
  level: "HIGH",
  args: { amount: 12, to: { names: ["Größe"] } },
});
const transfer = anOpenAuthorization({ authorization: anAuthorization({ action }) });

test("all words have to stand in what was asked, wherever", () => {
  expect(isIn("database", question)).toBe(true);
  expect(isIn("two production", question)).toBe(true);
  expect(isIn("database three", question)).toBe(false);
  expect(isIn("transfer 12 größe amount customer", transfer)).toBe(true);
  expect(isIn("tool", transfer)).toBe(false);
});

test("nothing is found by the names of its parts in the record", () => {
  for (const word of ["form", "label", "kind", "args", "nonce"]) {
    expect(isIn(word, question) || isIn(word, transfer)).toBe(false);
  }
});

test("filters look at the agent, the tool, the level, the kind and the status", () => {
  expect(isIn("agent:scout kind:question status:open", question)).toBe(true);
  expect(isIn("agent:other", question)).toBe(false);
  expect(isIn("level:medium", question)).toBe(false);
  expect(isIn("tool:transfer level:high level:low", transfer)).toBe(true);
  expect(isIn("tool:trans", transfer)).toBe(false);
  expect(isIn("level:low", transfer)).toBe(false);
});

test("by names who closed it", () => {
  const by = anActor({ name: "Ana" });
  const approved = approvedBy(transfer, by);
  expect(isIn("by:ana", approved, { closedBy: by })).toBe(true);
  expect(isIn("by:ben", approved, { closedBy: by })).toBe(false);
  expect(isIn("by:ana", transfer)).toBe(false);
});

test("since and until go by when it was asked", () => {
  const asked = anOpenRequest({ createdAt: "2025-12-31T12:00:00.000Z" });
  expect(isIn("since:2025-12-31 until:2025-12-31", asked)).toBe(true);
  expect(isIn("since:today", asked)).toBe(false);
  expect(isIn("until:2025-12-31T12:00Z", asked)).toBe(false);
  expect(isIn("since:2025-12-31T12:00Z", asked)).toBe(true);
});

test("marks are those of the operator who looks", () => {
  const claim = { by: anActor(), at: NOW };
  expect(isIn("is:claimed", question, { claim })).toBe(true);
  expect(isIn("is:claimed", question)).toBe(false);
  expect(isIn("is:unseen", question)).toBe(true);
  expect(isIn("is:unseen", question, { seenAt: NOW })).toBe(false);
  expect(isIn("is:snoozed is:claimed", question, { snoozedUntil: NOW })).toBe(true);
  expect(isIn("is:overdue", question)).toBe(false);
});

test("only what is open is anybody's to decide", () => {
  expect(isIn("is:mine", transfer)).toBe(true);
  expect(isIn("is:others", approvedBy(transfer, anActor()))).toBe(false);
});

test("an open request is overdue after three quarters of its time, or after a day", () => {
  const at = (hour: number) => `2026-01-01T${String(hour).padStart(2, "0")}:00:00.000Z`;
  const open = { status: "open", createdAt: at(0) } as const;
  expect(isOverdue({ ...open, expiresAt: at(4) }, at(3))).toBe(false);
  expect(isOverdue({ ...open, expiresAt: at(4) }, "2026-01-01T03:00:00.001Z")).toBe(true);
  expect(isOverdue(open, "2026-01-02T00:00:00.000Z")).toBe(false);
  expect(isOverdue(open, "2026-01-02T00:00:00.001Z")).toBe(true);
  expect(isOverdue({ ...open, status: "answered" }, "2026-01-03T00:00:00.000Z")).toBe(false);
});
