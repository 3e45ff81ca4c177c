import { afterAll, beforeAll } from "vitest";
import { describeReview } from "../suites/describe-review.ts";
import { type DatabaseWorlds, startDatabaseWorlds } from "../support/database-world.ts";
import { takeShare } from "../support/share.ts";

/* Every call goes to the next node: what holds of two holds of one. */
let worlds: DatabaseWorlds;

beforeAll(async () => {
  worlds = await startDatabaseWorlds(2);
});
afterAll(() => worlds.close());

takeShare("doors-nodes");
describeReview("over HTTP, PostgreSQL and two nodes in turn", () => worlds.open());
