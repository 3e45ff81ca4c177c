import { describe, expect, test } from "vitest";
import { findQuestion, isBefore, type QuestionSearch } from "./find-question.ts";

const THREAD = "1700000000.000100";
const OURS = { name: "speech_balloon", isOurs: true };
const QUESTION = { messageId: "1700000100.000100", isOurs: true, marks: [OURS] };
const LATER = { messageId: "1700000200.000100", isOurs: true, marks: [OURS] };
const ENTRY = {
  session_id: "s1",
  thread_ts: THREAD,
  ts_start: "2023-11-14T22:14:00.000Z",
  ts_end: null,
  ask_operator_called: true,
};
const REPLY = "1700000300.000100";

function found(change: Partial<QuestionSearch>) {
  const all = { threadId: THREAD, thread: [QUESTION], ledger: [ENTRY], replyId: REPLY };
  return findQuestion({ ...all, ...change });
}

test("a marked post of ours is the question, of the session that began before it", () => {
  expect(found({})).toEqual({ messageId: QUESTION.messageId, sessionId: "s1" });
});

describe("nothing is found", () => {
  test.each<[string, Partial<QuestionSearch>]>([
    ["without a thread", { threadId: undefined }],
    ["without a history", { thread: undefined }],
    ["in an empty history", { thread: [] }],
    ["without a message of ours", { thread: [{ ...QUESTION, isOurs: false }] }],
    ["without a mark", { thread: [{ ...QUESTION, marks: [] }] }],
    ["with another mark", { thread: [{ ...QUESTION, marks: [{ name: "eyes", isOurs: true }] }] }],
    [
      "with somebody else's mark",
      { thread: [{ ...QUESTION, marks: [{ name: "speech_balloon", isOurs: false }] }] },
    ],
    ["with a mark that nobody knows of", { thread: [{ ...QUESTION, marks: [{}] }] }],
    ["where fields of a message are missing", { thread: [{}, { isOurs: true, marks: [OURS] }] }],
    ["where only later posts are marked", { replyId: "1700000050.000100" }],
    ["where it is the reply itself", { replyId: QUESTION.messageId }],
    ["without a ledger", { ledger: undefined }],
    ["in an empty ledger", { ledger: [] }],
    ["with lines that are none", { ledger: [null, 7, "{", [], {}] }],
    ["where the session has no name", { ledger: [{ ...ENTRY, session_id: undefined }] }],
    ["where the session has no beginning", { ledger: [{ ...ENTRY, ts_start: undefined }] }],
    ["where the session's beginning is no time", { ledger: [{ ...ENTRY, ts_start: "soon" }] }],
    ["where the session is of no thread", { ledger: [{ ...ENTRY, thread_ts: null }] }],
    ["where the session is of another", { ledger: [{ ...ENTRY, thread_ts: "1.2" }] }],
    ["of a session that began with the post", { ledger: [startedAt(QUESTION.messageId)] }],
    ["of a session that began after it", { ledger: [startedAt("1700000100.000101")] }],
  ])("%s", (_, change) => {
    expect(found(change)).toBeUndefined();
  });
});

function startedAt(ts: string) {
  return { ...ENTRY, ts_start: ts };
}

test("of several questions it is the newest", () => {
  const several = [LATER, QUESTION];
  expect(found({ thread: several })).toMatchObject({ messageId: LATER.messageId });
});

test("of several questions it is the newest before the reply", () => {
  const before = { thread: [QUESTION, LATER], replyId: "1700000150.000000" };
  expect(found(before)).toMatchObject({ messageId: QUESTION.messageId });
});

test("of several sessions it is the newest that began before the post, to the microsecond", () => {
  const ledger = [
    { ...startedAt("1700000100.000099"), session_id: "s3" },
    { ...startedAt("1700000099.000000"), session_id: "s2" },
    { ...startedAt("1700000100.000100"), session_id: "s4" },
    null,
    { ...ENTRY, ts_start: 1_700_000_000, session_id: "s0" },
  ];
  expect(found({ ledger })).toMatchObject({ sessionId: "s3" });
});

test.each([
  ["1700000100.000100", "1700000100.000101", true],
  ["1700000100.000100", "1700000100.000100", false],
  ["9", "10", true],
  ["10", "9", false],
  ["<a@b>", "<c@d>", true],
  [undefined, "9", true],
])("that %s stands before %s is %s", (post, message, isSo) => {
  expect(isBefore(post, message)).toBe(isSo);
});
