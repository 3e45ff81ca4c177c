import { expect, test } from "vitest";
import type { SlotKind } from "../cases/slot-kind.ts";
import { fitsKind } from "./fits-kind.ts";

test.each<[string, SlotKind, boolean]>([
  ["last quarter", "period", true],
  ["revenue", "period", false],
  ["about 500", "budget", true],
  ["executives", "audience", true],
  ["margin", "audience", false],
  ["60 euros a week", "people", false],
  ["60 euros a week", "budget", true],
  ["22", "people", true],
  ["anything at all", "contents", true],
])("%s could answer a question of the kind %s: %s", (text, kind, fits) => {
  expect(fitsKind(text, kind)).toBe(fits);
});
