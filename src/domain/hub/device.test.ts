import { expect, test } from "vitest";
import { DAY_MS } from "../time.ts";
import { keyPeriod } from "./device.ts";

test("the key that browsers subscribe with is another one after 180 days, and not before", () => {
  const beginMs = 100 * 180 * DAY_MS;
  expect(keyPeriod(beginMs)).toBe(100);
  expect(keyPeriod(beginMs + 180 * DAY_MS - 1)).toBe(100);
  expect(keyPeriod(beginMs + 180 * DAY_MS)).toBe(101);
});
