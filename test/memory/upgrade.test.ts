import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import { dataPaths, readKeyFile } from "../../src/system/data-folder.ts";
import { testFolder } from "../support/cli.ts";
import { ownKey } from "../support/own-key.ts";

/* What a data folder of the version before memory becomes, and what a restart keeps. */

const FORMER = {
  agent: '["ask","tell","read"]',
  owner: '["read","answer","withdraw","keys","audit","operate"]',
} as const;

test("keys that could do all go on so, and those that were given less keep less", async () => {
  const dataFolder = join(testFolder(), "data");
  const first = await startServer({ dataFolder, port: 0 });
  const keyOf = (name: "agent" | "operator") => readKeyFile(dataFolder, name) ?? "";
  const operator = createClient({ url: first.url, key: keyOf("operator") });
  const narrow = await operator.createKey({ kind: "agent", name: "narrow", scopes: ["ask"] });
  const cut = await ownKey(operator, {
    kind: "person",
    name: "cut",
    role: "owner",
    scopes: ["read", "answer", "audit"],
  });
  await first.stop();
  const db = new DatabaseSync(dataPaths(dataFolder).database);
  db.exec(`
    drop table memory_entries; drop table memory_versions; drop table memory_usage;
    delete from migrations where name = '0002-memory';
  `);
  const former = db.prepare(`update keys set scopes = ? where principal in
    (select id from principals where kind = ? and name = ?)`);
  former.run(FORMER.agent, "agent", "agent");
  former.run(FORMER.owner, "person", "operator");
  db.close();

  const server = await startServer({ dataFolder, port: 0 });
  const rightsOf = async (key: string) =>
    (await createClient({ url: server.url, key }).whoami()).rights;
  expect(await rightsOf(keyOf("agent"))).toEqual(["ask", "tell", "read", "memory", "record"]);
  expect(await rightsOf(keyOf("operator"))).toContain("memory");
  expect(await rightsOf(narrow.secret)).toEqual(["ask"]);
  expect(await rightsOf(cut.secret)).toEqual(["read", "answer", "audit"]);
  await server.stop();
});

test("what was written before a restart is read and found after it", async () => {
  const dataFolder = join(testFolder(), "data");
  const open = async () => {
    const server = await startServer({ dataFolder, port: 0 });
    const agent = createClient({ url: server.url, key: readKeyFile(dataFolder, "agent") ?? "" });
    return { server, agent };
  };
  const before = await open();
  const written = await before.agent.writeMemory({ key: "plan", value: "one\ntwo", run: "run-1" });
  await before.server.stop();
  const after = await open();
  expect(await after.agent.readMemory({ key: "plan", run: "run-1" })).toEqual(written);
  expect(
    await after.agent.searchMemory({ pattern: "^two$", syntax: "regex", run: "run-1" }),
  ).toEqual({
    matches: [{ key: "plan", excerpt: "two", line: 2 }],
    isPartial: false,
  });
  await after.server.stop();
});
