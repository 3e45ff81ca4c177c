import { expect, test } from "vitest";
import { connect } from "../../src/store/postgres/connection.ts";
import { KEYS_ASKED } from "../../src/store/postgres/gather.ts";
import { newDatabase } from "../support/postgres.ts";
import { openNode } from "../support/postgres-store.ts";

const RUNS = 20;

/** How often PostgreSQL planned the statement anew. */
async function plannedAnew(keys: string): Promise<number> {
  const { url, drop } = await newDatabase();
  const node = await openNode(url);
  const connection = await connect({ url, purpose: "plans" });
  try {
    const text = `select g.key, (select r.agent from requests r
        where r.workspace = $1 and r.id = g.key) as agent
      from unnest(${keys}) as g(key)`;
    for (let run = 0; run < RUNS; run++) {
      await connection.prepared("look", text, ["default", ["req_1"]]);
    }
    const [counted] = await connection.query<{ readonly custom: number }>(
      "select custom_plans as custom from pg_prepared_statements where name = 'look'",
    );
    return counted?.custom ?? -1;
  } finally {
    await connection.close();
    await node.close();
    await drop();
  }
}

test("a statement for many keys keeps its plan, however many they are", async () => {
  expect(await plannedAnew(KEYS_ASKED)).toBeLessThan(RUNS / 2);
});

test("with its keys in sight it would be planned for each run", async () => {
  expect(await plannedAnew("$2::text[]")).toBe(RUNS);
});
