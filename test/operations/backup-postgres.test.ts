import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { dataPaths } from "../../src/system/data-folder.ts";
import { newDatabase, queryServer } from "../support/postgres.ts";
import { approved, deploy, inFolder, within } from "./deployment.ts";
import { runInProcess } from "./in-process.ts";

/** A database for one try: a second one finds nothing of the first. */
async function ownDatabase(): Promise<string> {
  const { url, drop } = await newDatabase();
  onTestFinished(drop);
  return url;
}

/** By the database that is named, and by none: no node has been started on it. */
async function verifiedBeforeAnyStart(data: string, url: string): Promise<void> {
  const named = await runInProcess("audit verify", ["--data", data, "--postgres", url]);
  expect(named).toMatchObject({ code: 0, stdout: expect.stringMatching(/^intact: \d+ events/) });
  expect(named.stdout).toMatch(/^compared: \d+ rows/m);
  const env = { EARSHOT_POSTGRES: url };
  expect(await runInProcess("audit verify", ["--data", data], env)).toMatchObject({
    code: 0,
    stdout: named.stdout,
  });
  const unnamed = await runInProcess("audit verify", ["--data", data]);
  expect(unnamed.code).toBe(1);
  expect(unnamed.stderr).toMatch(/is in PostgreSQL at .+ Name its address with --postgres/);
}

test("an edited row of a database that no node serves is named", async () => {
  await inFolder(async (folder) => {
    const url = await ownDatabase();
    const node = await deploy(within(folder, "one"), { postgres: { url } });
    const { request } = await node.agent.ask({ text: "Which?" });
    await node.operator.answer({ id: request.id, answer: { text: "no" } });
    await node.stop();
    const given = ["--data", node.data, "--postgres", url];
    expect(await runInProcess("audit verify", given)).toMatchObject({ code: 0 });
    await queryServer(url, "update requests set answer = replace(answer, 'no', 'yes')");
    const edited = await runInProcess("audit verify", given);
    expect(edited.code).toBe(1);
    expect(edited.stdout).toContain(request.id);
  });
});

test("where no record is in the database, the check says so", async () => {
  await inFolder(async (folder) => {
    const given = ["--data", within(folder, "none"), "--postgres", await ownDatabase()];
    const found = await runInProcess("audit verify", given);
    expect(found).toMatchObject({ code: 1, stdout: "" });
    expect(found.stderr).toContain("There is no record in PostgreSQL at");
  });
});

test("a backup of a database is restored into another one, and into a folder", async () => {
  const [first, second] = [await ownDatabase(), await ownDatabase()];
  await inFolder(async (folder) => {
    const words = within(folder, "words.txt");
    writeFileSync(words, "twelve horses in a row\n");
    const keys = ["--with-keys", "--passphrase-file", words];
    const node = await deploy(within(folder, "one"), { postgres: { url: first } });
    const { request } = await node.agent.ask({ text: "Quo vadis? 🦉" });
    const approval = await approved(node, { where: "north" });
    await node.operator.sealLog();
    const file = within(folder, "backup");
    const from = ["--data", node.data, "--postgres", first];
    expect(await runInProcess("backup", [file, ...from, ...keys])).toMatchObject({ code: 0 });
    const { head: noted } = await node.operator.verifyAudit({});
    await node.stop();

    const there = within(folder, "two");
    // Its nodes have the key already: the backup need not be opened for it.
    mkdirSync(there);
    copyFileSync(dataPaths(node.data).deploymentKey, dataPaths(there).deploymentKey);
    const to = ["--data", there, "--postgres", second];
    const moved = await runInProcess("restore", [file, ...to]);
    expect(moved).toMatchObject({ code: 0, stdout: expect.stringContaining("void: 1 ") });
    await verifiedBeforeAnyStart(there, second);
    const other = await deploy(there, { postgres: { url: second }, makeKeys: true });
    const folderOnly = within(folder, "three");
    const back = await runInProcess("restore", [file, "--data", folderOnly, ...keys]);
    expect(back).toMatchObject({ code: 0, stderr: expect.not.stringContaining("Bring along") });
    const single = await deploy(folderOnly);
    for (const { operator } of [other, single]) {
      const { request: found } = await operator.show({ id: request.id });
      expect(found).toMatchObject({ status: "open", question: { text: "Quo vadis? 🦉" } });
      const report = await operator.verifyAudit({ head: `${noted.seq}:${noted.hash}` });
      expect(report.intact).toBe(true);
    }
    const [grant] = await queryServer<{ consumed_at: string | null }>(
      second,
      "select consumed_at from grants where request = $1",
      [approval],
    );
    expect(grant?.consumed_at).toEqual(expect.any(String));
    await other.stop();
    await single.stop();
  });
});
