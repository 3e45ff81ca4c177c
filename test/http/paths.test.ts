import { expect, test } from "vitest";
import { OPERATIONS, type Operation } from "../../src/contract/operations.ts";
import { PATHS } from "../../src/inbox/server/paths.ts";

const table: Readonly<Record<string, Operation>> = OPERATIONS;

test.each(Object.entries(PATHS))("the page calls %s where it is served", (name, route) => {
  expect(route).toBe(`${table[name]?.method} ${table[name]?.path}`);
});
