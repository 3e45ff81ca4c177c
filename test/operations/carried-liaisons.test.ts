import { afterAll, beforeAll, expect, test } from "vitest";
import { graphOfLiaison } from "../../src/domain/liaison/liaison-graph.ts";
import { createPostgresGraph } from "../../src/store/graph/postgres-graph.ts";
import { openSqliteStore } from "../../src/store/sqlite-store.ts";
import { dataPaths } from "../../src/system/data-folder.ts";
import { aToldLiaison } from "../../src/testing/liaison-values.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { newDatabase, type TestDatabase } from "../support/postgres.ts";
import { openNode } from "../support/postgres-store.ts";
import { deploy, within } from "./deployment.ts";
import { runInProcess } from "./in-process.ts";

const TOLD = aToldLiaison({ title: "Wer fragt? 🦉 \u0000", version: 1 });

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  database = await newDatabase();
  folder = makeFolder();
});
afterAll(async () => {
  await database.drop();
  removeFolder(folder);
});

test("a record that moves takes along its conversations of the liaison and their graph", async () => {
  const data = within(folder, "data");
  await (await deploy(data)).stop();
  const before = await openSqliteStore({
    path: dataPaths(data).database,
    clock: { now: () => 0 },
    onFatal(error) {
      throw error;
    },
  });
  const graph = graphOfLiaison(TOLD);
  const [result] = await before.commit([
    {
      workspace: "default",
      writes: [
        { type: "liaison.insert", liaison: TOLD },
        { type: "graph.put", graph },
      ],
      events: [],
    },
  ]);
  expect(result?.outcome).toBe("committed");
  await before.close();

  const moved = await runInProcess("sqlite-to-postgres", ["--data", data], {
    EARSHOT_POSTGRES: database.url,
  });
  expect(moved).toMatchObject({ code: 0 });
  const node = await openNode(database.url);
  expect(await node.store.findLiaison("default", TOLD.id)).toEqual(TOLD);
  const whole = await createPostgresGraph(node.database, node.store).whole("default", TOLD.id);
  expect(whole.nodes).toHaveLength(graph.nodes.length);
  expect(whole.edges).toEqual(expect.arrayContaining([...graph.edges]));
  await node.close();
});
