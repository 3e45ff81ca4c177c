import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../src/compose/compose.ts";
import { testFolder } from "../support/cli.ts";
import { newDatabase, queryServer } from "../support/postgres.ts";
import { goOn } from "../upgrade/after-witness.ts";
import { loadDump } from "../upgrade/dump.ts";
import { layFiles, readWitness } from "../upgrade/witness.ts";

/* A database that an earlier version left behind: the first node of this version starts on it. */

/** Tables that each engine fills by itself, or has alone. */
const OF_THE_ENGINE = new Set(["migrations", "leases", "event_subjects"]);

test.each(["0.1.0", "0.2.0"])("everybody goes on in a database of %s", async (version) => {
  const witness = readWitness(version);
  const database = await newDatabase();
  onTestFinished(() => database.drop());
  await loadDump(database.url, witness.dump);
  for (const [table, rows] of Object.entries(witness.rows)) {
    if (OF_THE_ENGINE.has(table)) continue;
    const [row] = await queryServer<{ rows: number }>(
      database.url,
      `select count(*)::integer as rows from ${table}`,
    );
    expect(row, table).toEqual({ rows });
  }
  // By this a node of 0.1 commits.
  const commit = "select earshot_commit_1('{}') as results";
  await queryServer(
    database.url,
    "create function earshot_commit_1(_batch jsonb) returns text language sql as 'select null::text'",
  );
  await queryServer(database.url, commit);
  const data = join(testFolder(), "data");
  layFiles(data, witness.databaseFiles);
  const server = await startServer({
    dataFolder: data,
    port: 0,
    postgres: { url: database.url },
  });
  onTestFinished(() => server.stop());
  await expect(queryServer(database.url, commit)).rejects.toMatchObject({ code: "42883" });
  await goOn(server, witness);
});
