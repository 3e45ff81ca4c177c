import { afterAll, beforeAll } from "vitest";
import { describeEarshot } from "../suites/describe-earshot.ts";
import { type DatabaseWorlds, startDatabaseWorlds } from "../support/database-world.ts";
import { takeShare } from "../support/share.ts";

/* Every call goes to the next node: what holds of two holds of one. */
let worlds: DatabaseWorlds;

beforeAll(async () => {
  worlds = await startDatabaseWorlds(2);
});
afterAll(() => worlds.close());

takeShare("doors-nodes");
describeEarshot("over HTTP, PostgreSQL and two nodes in turn", () => worlds.open());
