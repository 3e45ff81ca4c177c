import { expect, test } from "vitest";
import type { InboxItem } from "../../../domain/inbox/inbox.ts";
import { type BatchAct, batchWhy } from "./batch-why.ts";

const ACTION = {
  kind: "authorization",
  level: "LOW",
  tool: "fs.read",
  toolSchemaHash: "h",
} as const;

function row(more: Partial<InboxItem> = {}): InboxItem {
  return {
    id: "req_a",
    kind: "question",
    status: "open",
    agent: "prn_ci",
    agentName: "ci",
    title: "Which?",
    to: [],
    conversation: "cnv_a",
    createdAt: "2026-11-25T09:00:00.000Z",
    ...more,
  };
}

const ACTS: readonly BatchAct[] = ["approve", "reject", "answer", "snooze"];

test.each<readonly [string, readonly InboxItem[], readonly BatchAct[]]>([
  ["actions of one tool", [row(ACTION), row(ACTION)], ["approve", "reject", "snooze"]],
  [
    "actions of two tools",
    [row(ACTION), row({ ...ACTION, tool: "fs.stat" })],
    ["reject", "snooze"],
  ],
  [
    "one tool with two schemas",
    [row(ACTION), row({ ...ACTION, toolSchemaHash: "x" })],
    ["reject", "snooze"],
  ],
  ["questions", [row(), row()], ["answer", "snooze"]],
  ["a question and an action", [row(), row(ACTION)], ["snooze"]],
  ["a HIGH one among LOW ones", [row(ACTION), row({ ...ACTION, level: "HIGH" })], []],
  ["a CRITICAL one alone", [row({ ...ACTION, level: "CRITICAL" })], []],
  ["a closed one among open ones", [row(), row({ status: "answered" })], []],
  [
    "one that others decide",
    [row(ACTION), row({ ...ACTION, forOthers: { why: "own", deciders: ["ana"] } })],
    ["snooze"],
  ],
])("%s: together only what is safe for each", (_, rows, can) => {
  expect(ACTS.filter((act) => batchWhy(rows, act) === undefined)).toEqual(can);
});

test("what cannot be done together says why", () => {
  expect(batchWhy([row({ ...ACTION, level: "HIGH" })], "snooze")).toBe(
    "HIGH and CRITICAL are put off one by one.",
  );
});
