import { describe, expect, test } from "vitest";
import { EarshotError, ERRORS, type ErrorCode, isEarshotError, isErrorCode } from "./errors.ts";

const rules = Object.entries(ERRORS);

describe("the table of errors", () => {
  test.each(rules)("%s has an HTTP status of an error and an exit code of a failure", (_, rule) => {
    expect(rule.status).toBeGreaterThanOrEqual(400);
    expect(rule.status).toBeLessThan(600);
    expect(rule.exit).toBeGreaterThan(0);
    expect(rule.exit).toBeLessThan(256);
  });

  test("what is worth a later try says so by its status, and nothing else does", () => {
    const later = rules.filter(([, { retry }]) => retry === "later").map(([code]) => code);
    const busy = rules.filter(([, { status }]) => status === 429 || status > 500);
    expect(busy.map(([code]) => code)).toEqual(later);
  });

  test("only a lost race is worth a try at once", () => {
    const now = rules.filter(([, { retry }]) => retry === "now").map(([code]) => code);
    expect(now).toEqual(["CONFLICT"]);
  });
});

describe("an error", () => {
  test("carries code, message, details and cause", () => {
    const cause = new Error("disk");
    const details = { id: "req_1" };
    const error = new EarshotError("STORE_UNAVAILABLE", "The disk is full.", { details, cause });
    expect(error).toMatchObject({ name: "EarshotError", code: "STORE_UNAVAILABLE", details });
    expect(error.message).toBe("The disk is full.");
    expect(error.cause).toBe(cause);
  });

  test("without a cause has no property of that name", () => {
    expect(new EarshotError("INTERNAL", "Broken.")).not.toHaveProperty("cause");
  });

  test("is told from everything else that can be thrown", () => {
    const error = new EarshotError("CONFLICT", "Lost.");
    expect(isEarshotError(error)).toBe(true);
    expect(isEarshotError(error, "CONFLICT")).toBe(true);
    expect(isEarshotError(error, "INTERNAL")).toBe(false);
    const others = [new Error("CONFLICT"), { code: "CONFLICT" }, "CONFLICT", null, undefined];
    expect(others.filter((other) => isEarshotError(other))).toEqual([]);
  });

  test("is told also where another copy of the library has thrown it", () => {
    const theirs = Object.assign(new Error("Lost."), { name: "EarshotError", code: "CONFLICT" });
    expect(isEarshotError(theirs, "CONFLICT")).toBe(true);
    expect(isEarshotError(theirs, "INTERNAL")).toBe(false);
  });
});

describe("a code", () => {
  test("is known where the table has it", () => {
    const codes = Object.keys(ERRORS) as ErrorCode[];
    expect(codes.filter((code) => !isErrorCode(code))).toEqual([]);
  });

  test.each(["", "conflict", "toString", "__proto__", "constructor", 409, null, undefined])(
    "%j is none",
    (code) => {
      expect(isErrorCode(code)).toBe(false);
    },
  );
});
