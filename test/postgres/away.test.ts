import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer } from "../../src/compose/compose.ts";
import type { RunningServer } from "../../src/compose/server.ts";
import { createCommitter } from "../../src/store/commit/postgres-committer.ts";
import { connect } from "../../src/store/postgres/connection.ts";
import { dataPaths, readKeyFile } from "../../src/system/data-folder.ts";
import { anOpenRequest, asking } from "../../src/testing/builders.ts";
import { ok } from "../support/call.ts";
import { eventually, makeFolder, removeFolder, spawnEarshot } from "../support/cli.ts";
import { type FaultyProxy, startFaultyProxy } from "../support/faulty-proxy.ts";
import { newDatabase, queryServer, type TestDatabase } from "../support/postgres.ts";

let database: TestDatabase;
let proxy: FaultyProxy;
let parent: string;
let data: string;
let server: RunningServer;

beforeAll(async () => {
  database = await newDatabase();
  proxy = await startFaultyProxy(database.url);
  parent = makeFolder();
  data = join(parent, "data");
  const postgres = {
    url: proxy.urlFor(database.url),
    deploymentKey: Buffer.alloc(32, 7).toString("base64url"),
  };
  server = await startServer({ dataFolder: data, port: 0, postgres });
});
afterAll(async () => {
  proxy?.thaw();
  proxy?.admit();
  await server?.stop();
  await proxy?.close();
  await database?.drop();
  removeFolder(parent);
});

/** What the doctor of the node's machine says, by check. */
async function doctor(): Promise<ReadonlyMap<string, { state: string; detail: string }>> {
  const env = { EARSHOT_POSTGRES: proxy.urlFor(database.url) };
  const { stdout } = await spawnEarshot(["doctor", "--json", "--data", data], { env }).finished;
  const { findings } = JSON.parse(stdout) as {
    findings: { check: string; state: string; detail: string }[];
  };
  return new Map(findings.map((finding) => [finding.check, finding]));
}

const log = () => readFileSync(dataPaths(data).log, "utf8");

test("a node that was given its deployment key has one, which its folder does not hold", async () => {
  const key = (await doctor()).get("deployment key");
  expect(key).toMatchObject({ state: "ok" });
  expect(key?.detail).toContain("EARSHOT_DEPLOYMENT_KEY");
  const mark = readFileSync(dataPaths(data).storeMark, "utf8");
  expect(mark).not.toContain(Buffer.alloc(32, 7).toString("base64url"));
});

test("the log says that the database is lost and why, and doctor asks for it once", async () => {
  proxy.refuse();
  await eventually(() => (log().includes("database is lost") ? true : undefined));
  const found = await doctor();
  // The instrument does not depend on what it measures.
  const figures = await ok(server.url, "metrics", { key: readKeyFile(data, "operator") });
  proxy.admit();
  expect(figures).toContain("earshot_hearing 0\n");
  expect(figures).toContain("earshot_pool_size ");
  expect(found.get("postgresql")).toMatchObject({ state: "failed" });
  expect(found.get("store")).toMatchObject({ state: "failed" });
  for (const check of ["operator's key", "agent's key", "log"])
    expect(found.has(check)).toBe(false);
  await eventually(() => (log().includes("heard again") ? true : undefined));
  expect(log()).toMatch(/"level":40.*"reason":"[^"]+".*database is lost/);
  const key = readKeyFile(data, "operator");
  expect(await ok(server.url, "whoami", { key })).toMatchObject({
    principal: { name: "operator" },
  });
});

test("a commit that is in flight when the database freezes is told of, and the node goes on", async () => {
  const url = proxy.urlFor(database.url);
  // As a node has them, but of shorter patience.
  const committer = createCommitter({
    node: "frozen",
    timeline: () => "",
    settleMs: 100,
    connect: (purpose) => connect({ url, purpose, statementMs: 500 }),
  });
  const [{ id: workspace = "" } = {}] = await queryServer<{ id: string }>(
    database.url,
    "select id from workspaces",
  );
  const [held, after] = [anOpenRequest({ workspace }), anOpenRequest({ workspace })];
  proxy.decide((round) => {
    if (round.mentions(held.id)) proxy.freeze();
    return "pass";
  });
  await expect(committer.commit([asking(held)])).rejects.toMatchObject({
    code: "STORE_UNAVAILABLE",
  });
  proxy.thaw();
  proxy.decide(() => "pass");
  const result = await eventually(async () => {
    const [done] = await committer.commit([asking(after)]).catch(() => []);
    return done;
  });
  expect(result).toMatchObject({ outcome: "committed" });
  await committer.close();
});
