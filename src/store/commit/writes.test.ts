import { expect, test } from "vitest";
import { WRITES } from "./writes.ts";

test("what is judged by the first row alone is never done for the rows of many changes", () => {
  const ofMany = Object.entries(WRITES).filter(([, { isMany }]) => isMany === true);
  expect(ofMany.length).toBeGreaterThan(5);
  expect(ofMany.filter(([, { sql }]) => sql.includes("_one")).map(([kind]) => kind)).toEqual([]);
});

test("a write that something depends on says in PostgreSQL whether it was done", () => {
  const conditional = Object.entries(WRITES).filter(([, { when }]) => when === "if");
  const silent = conditional.filter(([, { sql }]) => sql !== "" && !sql.includes("_hit"));
  expect(silent.map(([kind]) => kind)).toEqual([]);
});
