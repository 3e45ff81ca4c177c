import { describe, expect, test } from "vitest";
import {
  anActor,
  anAgent,
  anId,
  anOpenAuthorization,
  anOpenRequest,
} from "../../testing/builders.ts";
import type { Request } from "../requests/request.ts";
import type { Session } from "./session.ts";
import { fenced, startingPrompt } from "./starting-prompt.ts";

const AT = "2026-01-02T00:00:00.000Z";
const NOW = Date.parse("2026-01-02T03:00:00.000Z");

function aSession(over: Partial<Session> = {}): Session {
  const id = anId("ses");
  const agent = anAgent();
  return {
    id,
    workspace: "default",
    agent: agent.id,
    agentName: "scout",
    cause: "message",
    task: "Paint the shed.",
    from: "ana",
    conversation: anId("cnv"),
    lane: id,
    root: id,
    status: "running",
    attempts: 1,
    epoch: 1,
    asked: false,
    posted: false,
    entries: 0,
    salt: "c2FsdHNhbHRzYWx0",
    createdAt: AT,
    version: 1,
    ...over,
  };
}

const former = aSession({ status: "paused", endedAt: AT });
const closed = { closedAt: AT, version: 2 };
const by = { closedBy: anActor({ name: "ben" }) };

function continued(request: Request, over: Partial<Session> = {}): string {
  const session = aSession({ cause: "continuation", continues: former.id, ...over });
  return startingPrompt({ session, former: { session: former, request }, now: NOW });
}

test("words of people stand in a fence that nothing in them ends", () => {
  expect(fenced("The message of\nana", "a\n~~~~\nb")).toBe(
    "The message of ana:\n~~~~~\na\n~~~~\nb\n~~~~~",
  );
});

test("a plain message names the earlier session of its thread", () => {
  const follows = anId("ses");
  const prompt = startingPrompt({ session: aSession({ follows }), now: NOW });
  expect(prompt).toContain("~~~\nPaint the shed.\n~~~");
  expect(prompt).toContain(follows);
});

test("a schedule is told as one", () => {
  const session = aSession({ cause: "schedule" });
  expect(startingPrompt({ session, now: NOW })).toMatch(/^Your schedule starts you\./);
});

test("a continuation reads the log first, says how long it was away, and closes the loop", () => {
  const request = anOpenRequest();
  const prompt = continued({
    ...request,
    ...closed,
    ...by,
    status: "answered",
    answer: { text: "Red." },
  });
  for (const part of [
    `session_id "${former.id}"`,
    "ground truth",
    "3h ago",
    "The answer of ben",
    "Red.",
    "Which pattern first?",
    "close the loop",
  ]) {
    expect(prompt).toContain(part);
  }
});

describe("a continuation is told how its question closed", () => {
  const request = anOpenRequest();
  const cases: readonly [Request, string][] = [
    [{ ...request, ...closed, status: "expired" }, "the question has expired"],
    [{ ...request, ...closed, status: "abandoned", reason: "Too old." }, "Too old."],
    [{ ...request, ...closed, status: "assumed", assumption: "It is red." }, "It is red."],
    [{ ...request, ...closed, ...by, status: "cancelled" }, "withdrawn by ben"],
  ];
  test.each(cases)("$status", (one, part) => {
    expect(continued(one)).toContain(part);
  });
});

test("a continuation gets no words in the place of an erased answer or assumption", () => {
  const base = { ...anOpenRequest(), ...closed, erasedAt: AT };
  const gone: readonly Request[] = [
    { ...base, ...by, status: "answered", answer: { text: "(erased)" } },
    { ...base, status: "assumed", assumption: "(erased)" },
  ];
  for (const one of gone) {
    expect(continued(one)).toContain("was erased");
    expect(continued(one)).not.toContain("(erased)");
  }
});

describe("a continuation is told what became of its authorization", () => {
  const request = anOpenAuthorization();
  const basis = { kind: "people" } as const;
  const cases: readonly [Request, string][] = [
    [{ ...request, ...closed, ...by, basis, status: "approved", collectBy: AT }, "approved by ben"],
    [{ ...request, ...closed, ...by, basis, status: "rejected", reason: "Too dear." }, "Too dear."],
    [{ ...request, ...closed, status: "expired" }, "which is no approval"],
    [{ ...request, ...closed, status: "abandoned" }, "It has not run"],
    [{ ...request, ...closed, ...by, status: "cancelled" }, "withdrawn by ben"],
  ];
  test.each(cases)("$status", (one, part) => {
    expect(continued(one)).toContain(part);
  });
});

test("that an earlier session said nothing comes before what that one had waited for", () => {
  const prompt = continued(
    { ...anOpenRequest(), ...closed, status: "expired" },
    { cause: "retry" },
  );
  expect(prompt).toContain("ended without a word");
  expect(prompt).not.toContain("expired");
});

test("one that is resumed is told why the one before it ended", () => {
  const session = aSession({ cause: "resume", continues: former.id });
  const failed = aSession({ status: "failed", reason: "The disk was full." });
  const prompt = startingPrompt({ session, former: { session: failed }, now: NOW });
  expect(prompt).toContain("ended as failed");
  expect(prompt).toContain("The disk was full.");
});

test("a call that was not run is told with the reason, and calls that were left are named", () => {
  const session = aSession({ cause: "continuation", continues: former.id });
  const prompt = startingPrompt({
    session,
    former: { session: former },
    now: NOW,
    resumed: { tool: "pay", args: { amount: 3 }, isBegun: false, isError: true, text: "Changed." },
    left: ["write(…)"],
    gone: ["fetch"],
  });
  for (const part of ["was not run", '{"amount":3}', "Changed.", "write(…)", "no more: fetch"]) {
    expect(prompt).toContain(part);
  }
});
