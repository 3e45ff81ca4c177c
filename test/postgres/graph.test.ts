import { createPostgresGraph } from "../../src/store/graph/postgres-graph.ts";
import { describeGraph } from "../suites/describe-graph.ts";
import { databaseWithTables } from "../support/postgres.ts";
import { openNode } from "../support/postgres-store.ts";
import { takeShare } from "../support/share.ts";

takeShare("stores-postgres");

describeGraph("PostgreSQL", async () => {
  const own = await databaseWithTables();
  const node = await openNode(own.url);
  const graph = createPostgresGraph(node.database, node.store);
  return {
    graph,
    async close() {
      await graph.close();
      await node.close();
      await own.drop();
    },
  };
});
