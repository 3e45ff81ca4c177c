import { afterAll, beforeAll } from "vitest";
import { describeHub } from "../suites/describe-hub.ts";
import type { HubWorld } from "../suites/hub/world.ts";
import { type DatabaseWorlds, startConnectedWorlds } from "../support/database-world.ts";
import { takeShare } from "../support/share.ts";

/* Every call goes to the next node, and every event of a platform to the next. */
let worlds: DatabaseWorlds<HubWorld>;

beforeAll(async () => {
  worlds = await startConnectedWorlds(2);
});
afterAll(() => worlds.close());

takeShare("doors-nodes");
describeHub("over HTTP, PostgreSQL and two nodes in turn", () => worlds.open());
