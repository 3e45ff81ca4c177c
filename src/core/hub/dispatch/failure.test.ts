import { expect, test } from "vitest";
import { ChannelError, type ChannelErrorKind } from "../../../ports/channels/channel.ts";
import { failureOf } from "./failure.ts";

const SECOND = { attempts: 2, random: 0 };
const MINUTE_MS = 60_000;

function failure(kind: ChannelErrorKind, retryAfterMs?: number) {
  const options = retryAfterMs === undefined ? {} : { retryAfterMs };
  return failureOf(new ChannelError(kind, "It went wrong.", options), SECOND);
}

test.each([
  ["rate", { code: "rate_limited", retryInMs: 1_000, isUncounted: true }],
  ["transient", { code: "unreachable", retryInMs: 1_000, isUncounted: false }],
  ["ambiguous", { code: "ambiguous", retryInMs: 1_000, isUncounted: false }],
  ["permanent", { code: "refused", isUncounted: false }],
  ["gone", { code: "gone", isUncounted: false }],
] as const)("%s becomes %o", (kind, { code, ...rest }) => {
  expect(failure(kind)).toEqual({ error: { code, message: "It went wrong." }, ...rest });
});

test("a platform that says when is heard, to the millisecond", () => {
  expect(failure("rate", 7_321)).toMatchObject({ retryInMs: 7_321, isUncounted: true });
  expect(failure("rate", 0)).toMatchObject({ retryInMs: 1 });
});

test("one that wants more patience than ten minutes uses up attempts", () => {
  expect(failure("rate", 10 * MINUTE_MS)).toMatchObject({ isUncounted: true });
  expect(failure("rate", 10 * MINUTE_MS + 1)).toMatchObject({ isUncounted: false });
});

test("a platform that fails and says when is tried again no earlier, nor than the back-off", () => {
  expect(failure("transient", 30_000)).toMatchObject({ retryInMs: 30_000, isUncounted: false });
  expect(failure("transient", 10)).toMatchObject({ retryInMs: 1_000 });
});

test("what no channel throws may have been sent, and its words are told to nobody", () => {
  const fault = failureOf(new TypeError("xoxb-secret is not a function"), SECOND);
  expect(fault).toEqual({
    error: { code: "ambiguous", message: "The channel failed inside." },
    retryInMs: 1_000,
    isUncounted: false,
  });
  expect(failureOf("a string", SECOND).error.code).toBe("ambiguous");
});
