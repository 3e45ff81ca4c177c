import { expect, test } from "vitest";
import { present } from "./present.ts";

test("what is undefined is missing, and what is empty, false or null is there", () => {
  const made = present({ a: undefined, b: null, c: false, d: "", e: 0 });
  expect(Object.keys(made)).toEqual(["b", "c", "d", "e"]);
});

test("what may be undefined may be missing, and has its own type where it is there", () => {
  const reason = "late" as string | undefined;
  const made: { id: string; reason?: string; tries: number } = {
    id: "req_1",
    ...present({ reason, tries: 2 }),
  };
  expect(made).toEqual({ id: "req_1", reason: "late", tries: 2 });
  // @ts-expect-error It may be missing.
  const whole: { reason: string } = present({ reason });
  expect(whole).toEqual({ reason: "late" });
});
