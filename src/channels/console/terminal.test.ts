import { expect, test } from "vitest";
import { controllingPaths } from "./terminal.ts";

test.each([
  ["linux", "/dev/tty", "/dev/tty"],
  ["darwin", "/dev/tty", "/dev/tty"],
  ["win32", String.raw`\\.\CONIN$`, String.raw`\\.\CONOUT$`],
] as const)("the terminal of a process on %s is %s and %s", (platform, input, output) => {
  expect(controllingPaths(platform)).toEqual({ input, output });
});
