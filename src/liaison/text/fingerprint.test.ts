import { expect, test } from "vitest";
import { fingerprintOf, hashOf } from "./fingerprint.ts";

test("order, endings, case and small words do not change a fingerprint", () => {
  expect(fingerprintOf("Show the line and bar charts")).toBe(
    fingerprintOf("show bar and line chart."),
  );
});

test("a denial and a number do", () => {
  expect(fingerprintOf("pie charts")).not.toBe(fingerprintOf("no pie charts"));
  expect(fingerprintOf("5 pages")).not.toBe(fingerprintOf("6 pages"));
});

test("a text of small words alone has one of its own", () => {
  expect(fingerprintOf("do it")).not.toBe(fingerprintOf("get this"));
});

test("a hash has 16 hexadecimal digits and is the same every time", () => {
  expect(hashOf("revenue")).toMatch(/^[0-9a-f]{16}$/);
  expect(hashOf("revenue")).toBe(hashOf("revenue"));
});
