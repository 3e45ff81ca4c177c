import { describe, expect, test } from "vitest";
import { neutral, notDone, noticeOf, readSaid } from "./notice.ts";
import { isOfShell } from "./shell.ts";

const DELIVERY = `dlv_${"1".repeat(26)}`;
const REQUEST = `req_${"2".repeat(26)}` as const;
const shown = { title: "ci asks", text: "Go on?", buttons: [], waiting: 1 };

describe("a message", () => {
  test("of ours is read", () => {
    const text = JSON.stringify({ v: 1, kind: "ask", id: DELIVERY, topic: "x" });
    expect(readSaid(text)).toEqual({ kind: "ask", id: DELIVERY });
    expect(readSaid('{"kind":"test"}')).toEqual({ kind: "test", id: "" });
  });

  test.each([
    "",
    "null",
    "[]",
    '{"kind":"ask"}',
    '{"kind":"ask","id":"../../v1/stop"}',
    '{"kind":"constructor","id":"dlv_1"}',
    `{"kind":"open","id":"${DELIVERY}"}`,
  ])("that says %s is none of ours", (text) => {
    expect(readSaid(text)).toBeUndefined();
  });
});

test("a notification leads to its request and carries the tokens of its buttons", () => {
  const buttons = [
    { token: "t1", label: "Approve" },
    { token: "t2", label: "Reject" },
  ];
  expect(noticeOf(DELIVERY, { ...shown, request: REQUEST, buttons })).toMatchObject({
    title: "ci asks",
    options: {
      body: "Go on?",
      tag: DELIVERY,
      data: { path: `/${REQUEST}`, id: DELIVERY, tokens: { "0": "t1", "1": "t2" } },
      actions: [
        { action: "0", title: "Approve" },
        { action: "1", title: "Reject" },
      ],
    },
  });
});

test("of a request that is closed there is none, and none leads elsewhere", () => {
  expect(noticeOf(DELIVERY, shown)).toBeUndefined();
  const request = "req_//evil.example" as typeof REQUEST;
  expect(noticeOf(DELIVERY, { ...shown, request })).toBeUndefined();
});

test("one that tells nothing decides nothing, and a press that failed leads to the request", () => {
  expect(neutral(DELIVERY).options).toMatchObject({ actions: [], data: { path: "/", tokens: {} } });
  const data = { path: `/${REQUEST}`, id: DELIVERY, tokens: { "0": "t1" } };
  expect(notDone(data, "Somebody was faster.")).toMatchObject({
    title: "Not done",
    options: {
      body: "Somebody was faster.",
      actions: [],
      data: { path: `/${REQUEST}`, tokens: {} },
    },
  });
});

describe("the worker keeps", () => {
  const at = (path: string, more: object = {}) =>
    isOfShell({ method: "GET", mode: "cors", url: `https://e.example${path}`, ...more });

  test("the page and its files", () => {
    expect(at("/assets/page-1a.js")).toBe(true);
    expect(at("/icon-192.png")).toBe(true);
    expect(at("/req_1", { mode: "navigate" })).toBe(true);
  });

  test.each([
    "/v1/inbox",
    "/v1/notices/dlv_1",
    "/metrics",
    "/assets/a/../../v1/inbox",
    "/worker.js",
  ])("nothing of %s", (path) => {
    expect(at(path)).toBe(false);
  });

  test("no report and no change", () => {
    expect(at("/v1/runs/1/report", { mode: "navigate" })).toBe(false);
    expect(at("/assets/page-1a.js", { method: "POST" })).toBe(false);
  });
});
