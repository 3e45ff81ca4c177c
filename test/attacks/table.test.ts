import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withAttacks } from "./table.ts";

test("SECURITY.md says how many attacks of which family there are: npm run attacks", () => {
  const page = readFileSync(new URL("../../SECURITY.md", import.meta.url), "utf8");
  expect(page).toBe(withAttacks(page));
});
