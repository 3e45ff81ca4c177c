import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { expect, test } from "vitest";
import { migrate } from "../migrations/migrations.ts";
import { sqliteDialect } from "../schema/sqlite-dialect.ts";
import { openWriter } from "../sqlite/database.ts";
import { sqliteKysely } from "../sqlite/kysely.ts";
import { createGraphReads, type GraphReads } from "./graph-reads.ts";

type Read = (reads: GraphReads) => Promise<unknown>;

const of = { workspace: "default", id: "a" };
const READS: readonly (readonly [name: string, read: Read])[] = [
  ["all ancestors", (reads) => reads.ancestors(of)],
  ["all descendants", (reads) => reads.descendants({ ...of, kind: "feedback" })],
  ["the nodes of a path", (reads) => reads.path({ workspace: "default", from: "a", to: "b" })],
  ["the edges of a node", (reads) => reads.edges("default", "a")],
  ["the nodes of a conversation", (reads) => reads.whole("default", "cnv_1")],
];

/** What SQLite does with the tables of the graph, and by how many columns it looks them up. */
async function plannedFor(read: Read): Promise<readonly string[]> {
  const raw = new DatabaseSync(":memory:");
  await migrate(openWriter(raw).kysely, { dialect: sqliteDialect, now: 0 });
  const steps: string[] = [];
  const kysely = sqliteKysely(raw, {
    log({ query: { sql, parameters } }) {
      const plan = raw.prepare(`explain query plan ${sql}`);
      const values = parameters as readonly SQLInputValue[];
      steps.push(...plan.all(...values).map((step) => String(step["detail"])));
    },
  });
  await read(createGraphReads(kysely));
  return steps.filter((step) => /^(?:SCAN|SEARCH) (?:e|n|graph_\w+)\b/.test(step));
}

test.each(READS)("%s are looked up, however large the graph is", async (_, read) => {
  const steps = await plannedFor(read);
  expect(steps.length).toBeGreaterThan(0);
  for (const step of steps) expect(step).toMatch(/^SEARCH .*\(\w+=\? AND \w+=\?/);
});
