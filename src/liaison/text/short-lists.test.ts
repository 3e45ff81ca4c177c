import { expect, test } from "vitest";
import { joinShortLists } from "./short-lists.ts";

test("short bullets below a line with a colon become one sentence", () => {
  expect(joinShortLists("It shows:\n- revenue\n- units\n- margin\nDone")).toBe(
    "It shows: revenue, units and margin.\nDone",
  );
});

test("longer bullets speak for themselves", () => {
  const text = "Please:\n- make the whole page load faster\n- add tests";
  expect(joinShortLists(text)).toBe(text);
});
