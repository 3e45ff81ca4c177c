import { expect, test } from "vitest";
import type { Request } from "../../domain/requests/request.ts";
import { headLine } from "./head-line.ts";
import { ENGLISH } from "./voice.ts";

const request = {
  id: "req_1",
  kind: "question",
  agentName: "scout",
  createdAt: "2026-01-01T00:00:00.000Z",
} as unknown as Request;
const MINUTES = 60_000;

test.each([
  [0, { waiting: 0, isMore: false }, "scout asks · req_1"],
  [-5, { waiting: 1, isMore: false }, "scout asks · 1 waits behind it · req_1"],
  [3, { waiting: 2, isMore: false }, "scout asks · 3 min ago · 2 wait behind it · req_1"],
  [150, { waiting: 9, isMore: true }, "scout asks · 2 h ago · at least 9 wait behind it · req_1"],
  [3 * 24 * 60, { waiting: 0, isMore: false }, "scout asks · 3 d ago · req_1"],
])("after %d minutes, with %j behind it, it says who asks", (minutes, behind, line) => {
  const now = Date.parse(request.createdAt) + minutes * MINUTES;
  expect(headLine({ request, forOthers: 0, ...behind }, now, ENGLISH)).toBe(line);
});

test.each([
  [false, "scout asks · 2 for others · req_1"],
  [true, "scout asks · at least 0 wait behind it · at least 2 for others · req_1"],
])("what the operator cannot decide is counted apart", (isMore, line) => {
  const next = { request, waiting: 0, isMore, forOthers: 2 };
  expect(headLine(next, Date.parse(request.createdAt), ENGLISH)).toBe(line);
});

test("an authorization is told from a question", () => {
  const other = { ...request, kind: "authorization" } as unknown as Request;
  const next = { request: other, waiting: 0, isMore: false, forOthers: 0 };
  expect(headLine(next, Date.parse(request.createdAt), ENGLISH)).toBe("scout wants to act · req_1");
});
