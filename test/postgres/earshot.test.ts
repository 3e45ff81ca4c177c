import { afterAll, beforeAll, describe } from "vitest";
import { describeEarshot } from "../../src/testing/describe-earshot.ts";
import { type DatabaseWorlds, startDatabaseWorlds } from "../support/database-world.ts";

describe.each([
  { name: "over HTTP, PostgreSQL and one node", count: 1 },
  { name: "over HTTP, PostgreSQL and two nodes in turn", count: 2 },
])("$name", ({ name, count }) => {
  let worlds: DatabaseWorlds;

  beforeAll(async () => {
    worlds = await startDatabaseWorlds(count);
  });
  afterAll(() => worlds.close());

  describeEarshot(name, () => worlds.open());
});
