import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isEarshotError } from "../../domain/errors.ts";
import { toldSystemFault } from "./system-fault.ts";

function thrownBy(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

test("a refused system call is told with its place and what to do", () => {
  const told = toldSystemFault(thrownBy(() => readdirSync("/dev/null")));
  expect(isEarshotError(told, "INVALID_INPUT")).toBe(true);
  expect(String(told)).toContain(
    'could not list "/dev/null": a file stands where a folder is needed (ENOTDIR).',
  );
  expect(String(told)).toContain("--data");
  expect(String(toldSystemFault(thrownBy(() => readFileSync("/"))))).toContain("EISDIR");
});

test("one that nobody thought of is told in the system's own words", () => {
  const rare = Object.assign(new Error("ESTALE: stale handle"), {
    code: "ESTALE",
    syscall: "read",
  });
  expect(String(toldSystemFault(rare))).toContain("ESTALE: stale handle");
});

test("a fault of our own stays what it is", () => {
  for (const own of [new TypeError("x is not a function"), "text", undefined]) {
    expect(toldSystemFault(own)).toBe(own);
  }
});
