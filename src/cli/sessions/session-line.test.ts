import { describe, expect, test } from "vitest";
import type { Session } from "../../domain/sessions/session.ts";
import type { Style } from "../terminal/output.ts";
import { sessionLine } from "./session-line.ts";
import { sessionHead } from "./show-session.ts";

const same = (text: string) => text;
const style: Style = { dim: same, bold: same, good: same, bad: same };
const NOW = Date.parse("2026-01-01T02:03:00.000Z");

const SESSION: Session = {
  id: "ses_01k00000000000000000000001",
  workspace: "default",
  agent: "prn_01k00000000000000000000001",
  agentName: "scout",
  cause: "message",
  task: "Look at the backups.\nAll of them.",
  from: "ana",
  lane: "slack C1 7",
  conversation: "cnv_01k00000000000000000000001",
  place: { channel: "slack", chatId: "C1", threadId: "7" },
  root: "ses_01k00000000000000000000001",
  status: "completed",
  attempts: 1,
  epoch: 1,
  asked: false,
  posted: true,
  entries: 3,
  salt: "salt",
  version: 3,
  createdAt: "2026-01-01T00:00:00.000Z",
};
const PAUSED: Session = {
  ...SESSION,
  status: "paused",
  continues: "ses_01k00000000000000000000000",
  waitsFor: { request: "req_01k00000000000000000000001", kind: "question", call: "1" },
};
const line = (session: Session, columns?: number) =>
  sessionLine(session, { style, columns }, NOW).split("\n");

describe("a session in a list", () => {
  test("says what it is and what it was started with, on one line", () => {
    expect(line(SESSION)).toEqual([
      "ses_01k00000000000000000000001  completed   2h 3m  scout  ana: Look at the backups. All of them.",
    ]);
  });

  test("says below it what it waits for and what it continues", () => {
    expect(line(PAUSED)[1]).toBe(
      "  waits for the answer to req_01k00000000000000000000001, continues ses_01k00000000000000000000000",
    );
  });

  test.each([
    ["approval", "waits for the decision on req_01k00000000000000000000001"],
    ["repeat", "waits for req_01k00000000000000000000001: whether a tool is to run again"],
  ] as const)("that waits for %s says so", (kind, said) => {
    const waitsFor = { request: "req_01k00000000000000000000001", kind, call: "1" } as const;
    expect(line({ ...PAUSED, waitsFor })[1]).toContain(said);
  });

  test("does not say that it waits once it is over", () => {
    expect(line({ ...PAUSED, status: "cancelled", reason: "nobody answers" })[1]).toBe(
      "  continues ses_01k00000000000000000000000, nobody answers",
    );
  });

  test.each([80, 100, 120])("fits %i columns", (columns) => {
    const long = { ...PAUSED, task: "x".repeat(500) };
    for (const one of line(long, columns)) expect(one.length).toBeLessThanOrEqual(columns);
  });

  test("of a schedule, or of another ledger, has nobody's words", () => {
    expect(line({ ...SESSION, cause: "schedule", scheduled: "daily 9" })[0]).toContain(
      "schedule daily 9: Look",
    );
    const imported = { ...SESSION, cause: "import", task: "", importedId: "old-7" } as const;
    expect(line(imported)[0]).toContain("(imported old-7)");
  });

  test("obeys nothing that stands in its task", () => {
    const text = line({ ...SESSION, task: "a\u001b[2Jb" }).join("\n");
    expect(text).toContain("a\\u{1b}[2Jb");
  });
});

describe("the head of a session", () => {
  test("names its facts, those that there are", () => {
    const lines = sessionHead(PAUSED, style);
    expect(lines[0]).toBe("ses_01k00000000000000000000001  paused");
    expect(lines).toContain("at         slack C1/7");
    expect(lines).toContain("task       Look at the backups.\n           All of them.");
    expect(lines).toContain("waits      waits for the answer to req_01k00000000000000000000001");
    expect(lines.join("\n")).not.toContain("reason");
  });

  test("obeys nothing that stands in it", () => {
    const reason = "a\u001b]0;x\u0007\nfailed";
    const text = sessionHead({ ...SESSION, reason }, style).join("\n");
    expect(text).toContain("a\\u{1b}]0;x\\u{7}");
    expect(text).toContain(`\n${" ".repeat(11)}failed`);
  });
});
