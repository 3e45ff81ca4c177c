import { hash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import type { CollectedGrant } from "../../src/ports/earshot/authority.ts";
import { dataPaths } from "../../src/system/data-folder.ts";
import { type Finished, launch, makeFolder, PROGRAM, removeFolder } from "../support/cli.ts";
import { approved, type Deployment, deploy, redeem, within } from "./deployment.ts";
import { runInProcess } from "./in-process.ts";

const PASSPHRASE = "twelve horses in a row";

let folder: string;
let server: Deployment;
/** The file of the passphrase. */
let words: string;
beforeAll(async () => {
  folder = makeFolder();
  words = within(folder, "words.txt");
  writeFileSync(words, `${PASSPHRASE}\n`);
  server = await deploy(within(folder, "data"));
});
afterAll(async () => {
  await server.stop();
  removeFolder(folder);
});

let count = 0;
const fresh = (name: string) => within(folder, `${name}-${++count}`);
/** As a user runs it; what a command does is proved without that, in this process. */
const spawned = (...args: readonly string[]): Promise<Finished> =>
  launch(process.execPath, [PROGRAM, ...args]).finished;
const restore = (...args: readonly string[]) => runInProcess("restore", args);
const withKeys = () => ["--with-keys", "--passphrase-file", words];
const linesOf = (file: string) => gunzipSync(readFileSync(file)).toString().split("\n");

async function backup(...more: readonly string[]): Promise<string> {
  const file = fresh("backup");
  const done = await runInProcess("backup", [file, "--data", server.data, ...more]);
  expect(done).toMatchObject({ code: 0, stdout: `${file}\n` });
  return file;
}

/** The same backup with its lines changed, and all digests made anew where that is said. */
function changed(
  file: string,
  change: (lines: string[]) => string[],
  isConsistent = false,
): string {
  const to = fresh("changed");
  const lines = change(linesOf(file));
  writeFileSync(to, gzipSync((isConsistent ? withDigests(lines) : lines).join("\n")));
  return to;
}

function withDigests(lines: readonly string[]): string[] {
  const parts: { name: string; rows: number; sha256: string }[] = [];
  let rows: string[] = [];
  return lines.map((line) => {
    if (line.startsWith("[")) rows.push(`${line}\n`);
    if (line.startsWith('{"end"')) {
      const { end: name } = JSON.parse(line) as { end: string };
      const facts = { rows: rows.length, sha256: hash("sha256", rows.join("")) };
      parts.push({ name, ...facts });
      rows = [];
      return JSON.stringify({ end: name, ...facts });
    }
    if (!line.startsWith('{"manifest"')) return line;
    const { manifest } = JSON.parse(line) as { manifest: object };
    return JSON.stringify({
      manifest: { ...manifest, head: hash("sha256", lines[0] ?? ""), parts },
    });
  });
}

const PERMITTED = { tool: "mail_digest", args: { to: "ana" }, reason: "It is Monday." };
const REFUSED = { tool: "pay", args: { to: "bob" }, reason: "He asked." };

describe("what is restored from a backup that was taken while people answered", () => {
  let before: number;
  let again: Deployment;
  let grant: CollectedGrant;
  let collected: RequestId;
  let waiting: RequestId;
  beforeAll(async () => {
    collected = await approved(server, { where: "north" });
    grant = await server.agent.collect({ id: collected });
    waiting = await approved(server, { where: "south" });
    await server.operator.permit({ scope: "pattern", agent: "agent", tool: "mail_*" });
    const { request: refused } = await server.agent.authorize(REFUSED);
    await server.operator.reject({ id: refused.id, reason: "No.", covers: "like" });
    let isOver = false;
    const answered: RequestId[] = [];
    const load = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const { request } = await server.agent.ask({ text: "Now?" });
        await server.operator.answer({ id: request.id, answer: { text: "Now." } });
        answered.push(request.id);
      }
    });
    before = (await server.operator.verifyAudit({})).events;
    const file = fresh("backup");
    const taken = await spawned("backup", file, "--data", server.data, ...withKeys());
    isOver = true;
    await Promise.all(load);
    expect(taken).toMatchObject({ code: 0, stdout: `${file}\n` });
    expect(answered.length).toBeGreaterThan(0);
    await redeem(server, grant);
    expect((await server.agent.authorize(PERMITTED)).request.status).toBe("approved");

    const data = fresh("restored");
    const restored = await spawned("restore", file, "--data", data, ...withKeys(), "--json");
    expect(JSON.parse(restored.stdout)).toMatchObject({ voided: 2, ended: 1, missing: [] });
    expect(restored.stderr).not.toContain("Bring along");
    again = await deploy(data);
  });
  afterAll(() => again.stop());

  test("is of one moment, and its log holds", async () => {
    const { intact, events } = await again.operator.verifyAudit({});
    expect(intact).toBe(true);
    expect(events).toBeGreaterThanOrEqual(before);
    const { items } = await again.operator.list({ limit: 100 });
    const asked = items.filter(({ kind }) => kind === "question");
    expect(asked.length).toBeGreaterThan(0);
    // Each is as it was at that moment: asked and not answered, or answered with what it says.
    for (const { id } of asked) {
      const { request } = await again.operator.show({ id });
      if (request.status === "answered") expect(request.answer).toMatchObject({ text: "Now." });
      else expect(request.status).toBe("open");
    }
  });

  test("holds no approval that was not used then: each is void, collected or not", async () => {
    const refused = { code: "GRANT_REFUSED", details: { reason: "used" } };
    await expect(redeem(again, grant)).rejects.toMatchObject(refused);
    await expect(again.agent.collect({ id: collected })).rejects.toMatchObject(refused);
    await expect(again.agent.collect({ id: waiting })).rejects.toMatchObject(refused);
    for (const id of [collected, waiting]) {
      const waited = await spawned("wait", id, "--data", again.data);
      expect(waited).toMatchObject({ code: 16, stdout: "" });
      expect(waited.stderr).toMatch(/It was made void at .*, when the record was restored/);
      const { request } = await again.operator.show({ id });
      expect(request).toMatchObject({ status: "approved", over: "voided" });
      expect(request).not.toHaveProperty("usedAt");
      await expect(again.operator.revoke({ id })).rejects.toThrow("when the record was restored");
    }
    const both = await spawned("wait", collected, waiting, "--data", again.data);
    expect(both).toMatchObject({ code: 16, stdout: "" });
    expect(both.stderr.match(/It was made void at .*, when the record was restored/g)).toHaveLength(
      2,
    );
    expect(both.stderr).not.toContain("It was used");
    const listed = await spawned("list", "--status", "approved", "--data", again.data);
    expect(listed.stdout.match(/approved, void since a restore/g)).toHaveLength(2);
  });

  test("has no yes in advance, which may have been taken back since, and each no", async () => {
    expect((await again.agent.authorize(PERMITTED)).request.status).toBe("open");
    expect((await again.agent.authorize(REFUSED)).request.status).toBe("rejected");
    const { items } = await again.operator.listPermissions();
    const inForce = items.filter(({ revokedAt }) => revokedAt === undefined);
    expect(inForce.map(({ scope }) => scope)).toEqual(["reject"]);
    expect(await again.operator.verifyAudit({})).toMatchObject({
      intact: true,
      record: { faults: [], more: 0 },
    });
  });
});

test("a restore says what the anchor has sealed beyond the backup", async () => {
  const { seq } = await server.operator.sealLog();
  const file = await backup();
  await server.agent.tell({ text: "Something more." });
  const later = await server.operator.sealLog();
  const anchor = dataPaths(server.data).anchor;
  const data = fresh("restored");
  const done = await restore(file, "--data", data, "--anchor", anchor, "--json");
  const { beyond, anchorFaults } = JSON.parse(done.stdout);
  expect(anchorFaults).toEqual([]);
  expect(beyond).toEqual([
    { workspace: "default", restored: expect.any(Number), sealed: expect.any(Number) },
  ]);
  expect(beyond[0].restored).toBeGreaterThanOrEqual(seq);
  expect(beyond[0].restored).toBeLessThan(later.seq);
  expect(beyond[0].sealed).toBeGreaterThanOrEqual(later.seq);
});

describe("a backup is refused, and nothing is written,", () => {
  let file: string;
  beforeAll(async () => {
    await server.agent.ask({ text: "What is the number?" });
    file = await backup();
  });

  async function refusal(from: string): Promise<string> {
    const data = fresh("refused");
    mkdirSync(data);
    const { code, stderr } = await restore(from, "--data", data);
    expect(code).toBe(1);
    expect(readdirSync(data).filter((name) => name.includes(".db"))).toEqual([]);
    return stderr;
  }

  test("where a row was changed", async () => {
    const forged = changed(file, (lines) =>
      lines.map((line) => line.replace("What is the number?", "What is the price??")),
    );
    expect(await refusal(forged)).toContain("the part requests is not what was written");
  });

  test("where it was cut", async () => {
    const whole = linesOf(file);
    const cut = changed(file, (lines) => lines.slice(0, Math.floor(whole.length / 2)));
    expect(await refusal(cut)).toContain("it ends before its manifest");
    const torn = fresh("torn");
    writeFileSync(torn, readFileSync(file).subarray(0, 900));
    expect(await refusal(torn)).toContain("cannot be restored");
  });

  test("where the log was changed and every digest made anew", async () => {
    const forged = changed(
      file,
      (lines) => lines.map((line) => line.replace('"request.created"', '"request.expired"')),
      true,
    );
    expect(await refusal(forged)).toContain("does not hold: event");
  });

  test("where it is none", async () => {
    const text = fresh("text");
    writeFileSync(text, "no backup");
    expect(await refusal(text)).toContain("cannot be restored");
    expect(await refusal(within(folder, "missing"))).toContain("cannot be restored");
  });
});

test("nothing is written over a record, nor over a backup", async () => {
  const file = await backup();
  const { stderr } = await restore(file, "--data", server.data);
  expect(stderr).toContain("A server runs on");
  const data = fresh("restored");
  expect(await restore(file, "--data", data)).toMatchObject({ code: 0 });
  expect((await restore(file, "--data", data)).stderr).toContain("There is a record in");
  const over = await runInProcess("backup", [file, "--data", data]);
  expect(over).toMatchObject({ code: 1, stderr: expect.stringContaining("There is a file") });
});

test("check reads a backup to its end, and says whose it is", async () => {
  const { stdout, code } = await spawned("backup", "check", await backup(), "--json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ engine: "sqlite", hasKeys: false, proven: 1 });
});
