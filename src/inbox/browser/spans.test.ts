import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import { briefly, inTime } from "./spans.ts";

test("a length of time is written whole, and briefly in its two largest units", () => {
  expect([10 * MINUTE_MS, HOUR_MS, DAY_MS, 30 * DAY_MS].map(inTime)).toEqual([
    "10 minutes",
    "1 hour",
    "24 hours",
    "30 days",
  ]);
  expect([DAY_MS + HOUR_MS, 30 * MINUTE_MS].map(briefly)).toEqual(["1d 1h", "30m"]);
});
