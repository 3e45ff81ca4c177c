import { expect, test } from "vitest";
import { ChannelError } from "./channel.ts";
import { isChannelError } from "./is-channel-error.ts";

const like = (more: object) => Object.assign(new Error("No."), { name: "ChannelError" }, more);

test("an error of another copy of the package is one too", () => {
  expect(isChannelError(new ChannelError("gone", "It is not there."))).toBe(true);
  expect(isChannelError(like({ kind: "permanent" }))).toBe(true);
});

test.each([
  like({}),
  like({ kind: "lost" }),
  like({ kind: "constructor" }),
  Object.assign(new Error("No."), { kind: "gone" }),
  { name: "ChannelError", kind: "gone", message: "No." },
  undefined,
])("%j is none", (error) => {
  expect(isChannelError(error)).toBe(false);
});
