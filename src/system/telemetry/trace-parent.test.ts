import { expect, test } from "vitest";
import { readTraceParent, writeTraceParent } from "./trace-parent.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

test.each(["00", "01"])("a traceparent with the flags %s comes out as it went in", (flags) => {
  const text = `00-${TRACE}-${SPAN}-${flags}`;
  const read = readTraceParent(text);
  expect(read).toMatchObject({ traceId: TRACE, spanId: SPAN, isRemote: true });
  expect(read && writeTraceParent(read)).toBe(text);
});

test("of a later version its first four parts are read", () => {
  expect(readTraceParent(`01-${TRACE}-${SPAN}-01-more`)?.traceId).toBe(TRACE);
});

test.each([
  undefined,
  "",
  "canary",
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${"0".repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
])("%j is no traceparent", (text) => {
  expect(readTraceParent(text)).toBeUndefined();
});
