import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import { dataPaths, readKeyFile } from "../../src/system/data-folder.ts";
import { testFolder } from "../support/cli.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";

/* Over a file only the anchor knows that an earlier record was put in the place of the present one. */

async function serving(dataFolder: string) {
  const server = await startServer({ dataFolder, port: 0, isDeaf: true });
  const client = (of: "agent" | "operator") =>
    createClient({ url: server.url, key: readKeyFile(dataFolder, of) ?? "", retryForMs: 0 });
  return { ...server, agent: client("agent"), owner: client("operator") };
}

test("a start over an earlier file lets no approval be used twice, and none at all until it is accepted", async () => {
  const data = join(testFolder(), "data");
  await makeEmptyDataFolder(data);
  const first = await serving(data);
  const { agent, owner } = first;
  const args = { to: "ana" };
  const { request } = await agent.authorize({ tool: "pay", args, reason: "Invoice" });
  if (request.kind !== "authorization") throw new Error("no authorization");
  await owner.approve({ id: request.id, digest: request.authorization.digest });
  await first.stop();
  const { database } = dataPaths(data);
  const before = readFileSync(database);

  const use = { request: request.id, tool: "pay", args };
  const second = await serving(data);
  await second.agent.redeem(use);
  await second.stop();
  for (const end of ["-wal", "-shm"]) rmSync(`${database}${end}`, { force: true });
  writeFileSync(database, before);

  const third = await serving(data);
  expect(third.lostHeads.join(" ")).toContain("none is used until an owner has accepted");
  await expect(third.agent.redeem(use)).rejects.toMatchObject({ details: { reason: "used" } });
  const { setBack } = await third.owner.recordState();
  expect(setBack).toMatchObject({ by: "checkpoint" });
  expect(await third.owner.verifyAudit()).toMatchObject({ intact: true, record: { faults: [] } });
  await third.stop();

  // The anchor still holds the lost head at the next start, and the log says why it is missing.
  const fourth = await serving(data);
  expect((await fourth.owner.recordState()).setBack).toEqual(setBack);
  await fourth.owner.acceptRecord({ event: setBack?.event ?? 0 });
  await fourth.stop();
  const fifth = await serving(data);
  expect(await fifth.owner.recordState()).not.toHaveProperty("setBack");
  await fifth.stop();
});
