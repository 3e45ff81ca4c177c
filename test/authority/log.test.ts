import { appendFileSync, copyFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Action } from "../../src/domain/authority/action.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { SignedKind } from "../../src/ports/system/signer.ts";
import { dataPaths } from "../../src/system/data-folder.ts";
import { digest } from "../../src/system/digest.ts";
import { createMemorySigner, createSigner } from "../../src/system/signer.ts";
import {
  earshot,
  openServerProcess,
  type TestServerProcess,
  testFolder,
  testServerProcess,
} from "../support/cli.ts";

/* `earshot audit` with an anchor, and `earshot grant`, as whoever keeps a deployment meets them. */

/** A server whose log is sealed up to its head but for the event that says so. */
async function sealedServer(): Promise<TestServerProcess> {
  const server = await testServerProcess();
  await server.agent.tell({ text: "Backup finished." });
  await server.operator.sealLog();
  return server;
}

/** What a test works with where no server has to run. */
type Folder = Pick<TestServerProcess, "data" | "run">;

let left: TestServerProcess;
beforeAll(async () => {
  left = await openServerProcess();
  await left.agent.tell({ text: "Backup finished." });
  await left.operator.sealLog();
  left.process().child.kill("SIGTERM");
  await left.process().finished;
});
afterAll(() => left.close());

/** A copy of the folder that a server has left with its log sealed. */
function sealedFolder(): Folder {
  const data = join(testFolder(), "data");
  cpSync(left.data, data, { recursive: true });
  const run = async (...args: string[]) => {
    return await earshot([...args, "--data", data]);
  };
  return { data, run };
}

const verify = async (server: Folder, ...more: string[]) => {
  const { code, stdout } = await server.run("audit", "verify", "--anchor", "--json", ...more);
  return { code, report: JSON.parse(stdout) };
};

function tamper(server: Folder, sql: string): void {
  const db = new DatabaseSync(dataPaths(server.data).database);
  db.exec(sql);
  db.close();
}

test("a log that its anchor covers is intact, with and without its server", async () => {
  const server = await sealedServer();
  const events = (await server.operator.lastEvent()).seq;
  const running = await verify(server);
  expect(running).toMatchObject({
    code: 0,
    report: { intact: true, logs: [{ workspace: "default", events }], anchor: { faults: [] } },
  });
  expect(running.report.logs[0].covered).toBeGreaterThanOrEqual(events - 1);
  await server.run("stop");
  await server.process().finished;
  expect(await verify(server)).toMatchObject({
    code: 0,
    report: { intact: true, logs: [{ events, covered: events }] },
  });
});

test("in words it is said how much is covered", async () => {
  const server = sealedFolder();
  const { stdout } = await server.run("audit", "verify", "--anchor");
  expect(stdout).toMatch(
    /^intact: \d+ events, head \d+:[0-9a-f]{64}\ncompared: \d+ rows with what the log says of them\ncovered: \d+ events by the checkpoints of the anchor, none is after the last\n$/,
  );
});

test.each([
  ["whose end was cut off", "delete from events where seq > 3", /events 4 to \d+ are gone/],
  ["from which all is gone", "delete from events", /events 1 to \d+ are gone/],
  ["in which one event was changed", "update events set at = at + 1 where seq = 2", /event 2 /],
])("a log %s is told from the anchor", async (_, sql, fault) => {
  const server = sealedFolder();
  tamper(server, sql);
  const { code, report } = await verify(server);
  expect(code).toBe(1);
  expect(report.intact).toBe(false);
  expect(report.logs[0].fault).toMatch(fault);
});

test("a data folder put back from an earlier copy is told from an anchor kept elsewhere", async () => {
  const server = await sealedServer();
  const { database, anchor } = dataPaths(server.data);
  await server.run("stop");
  await server.process().finished;
  const folder = testFolder();
  copyFileSync(database, join(folder, "earlier.db"));
  await server.start();
  await server.agent.tell({ text: "Something that somebody wants undone." });
  await server.run("stop");
  await server.process().finished;
  const elsewhere = join(folder, "anchor.jsonl");
  copyFileSync(anchor, elsewhere);
  copyFileSync(join(folder, "earlier.db"), database);
  const { code, stdout } = await server.run("audit", "verify", "--anchor", elsewhere);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^BROKEN: events \d+ to \d+ are gone: the log was cut/);
  // The folder's own anchor is checked without being named; it cannot catch somebody who restores
  // it too.
  expect(await server.run("audit", "verify")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("the log was cut"),
  });
  const [first = ""] = readFileSync(anchor, "utf8").split("\n");
  writeFileSync(anchor, `${first}\n`);
  expect(await server.run("audit", "verify")).toMatchObject({ code: 0 });
});

const foreignLine = async (claims: object) => {
  const token = await createMemorySigner().sign("checkpoint", { ...claims });
  return JSON.stringify({ ...claims, token });
};
const claims = {
  iss: "earshot",
  workspace: "default",
  seq: 1,
  hash: "0".repeat(64),
  at: "2026-11-22T10:00:00.000Z",
};

test.each<[string, (lines: readonly string[]) => string | Promise<string>, RegExp]>([
  ["garbled", () => '{"cut":', /line 2 of the anchor is garbled/],
  ["empty", () => "", /line 2 of the anchor is garbled/],
  ["signed by another server", () => foreignLine(claims), /is signed by none of the keys/],
  [
    "not what its token says",
    ([line = ""]) => line.replace(/"seq":\d+/, '"seq":1'),
    /says another thing than what is signed/,
  ],
  [
    "not signed",
    ([line = ""]) => line.replace(/"token":"[^"]+"/, '"token":"x"'),
    /is signed by none of the keys/,
  ],
])("a line of the anchor that is %s is a fault", async (_, lineOf, fault) => {
  const server = sealedFolder();
  const { anchor } = dataPaths(server.data);
  const lines = readFileSync(anchor, "utf8").trim().split("\n").slice(0, 1);
  writeFileSync(anchor, `${lines.join("\n")}\n`);
  appendFileSync(anchor, `${await lineOf(lines)}\n`);
  const { code, report } = await verify(server);
  expect(code).toBe(1);
  expect(report.anchor.faults).toEqual([expect.stringMatching(fault)]);
  expect(report.logs[0].intact).toBe(true);
});

test("an anchor without a checkpoint covers nothing, which is a fault", async () => {
  const server = sealedFolder();
  writeFileSync(dataPaths(server.data).anchor, "");
  const { code, report } = await verify(server);
  expect(code).toBe(1);
  expect(report.anchor.faults).toEqual(["the anchor holds no checkpoint, so nothing is covered"]);
});

test("without an anchor or its keys there is nothing to verify against, and it says where they are", async () => {
  const server = sealedFolder();
  const missing = join(server.data, "none");
  for (const args of [
    ["--anchor", missing],
    ["--anchor", "--keys", missing],
  ]) {
    const refused = await server.run("audit", "verify", ...args);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain(missing);
  }
  expect(await server.run("audit", "verify", "--keys", missing)).toMatchObject({ code: 2 });
});

test("an anchor is verified with public keys kept elsewhere, also after another key signs", async () => {
  const server = await sealedServer();
  const folder = testFolder();
  const keys = join(folder, "keys.json");
  expect(await server.run("grant", "rotate")).toMatchObject({ code: 0 });
  expect(await server.run("audit", "seal")).toMatchObject({ code: 0 });
  writeFileSync(keys, (await server.run("grant", "keys")).stdout);
  expect(readFileSync(keys, "utf8")).not.toContain('"d"');
  expect(await verify(server, "--keys", keys)).toMatchObject({ code: 0 });
  writeFileSync(keys, JSON.stringify(createMemorySigner().publicKeys()));
  const foreign = await verify(server, "--keys", keys);
  expect(foreign.code).toBe(1);
  expect(foreign.report.anchor.faults).toContainEqual(expect.stringContaining("none of the keys"));
});

test("audit seal prints the head that it sealed", async () => {
  const server = await testServerProcess();
  const { seq } = await server.operator.lastEvent();
  const sealed = await server.run("audit", "seal");
  expect(sealed.code).toBe(0);
  expect(sealed.stdout).toMatch(new RegExp(`^sealed: head ${seq}:[0-9a-f]{64}, at \\d{4}-`));
});

test("grant verify tells a grant of this server from other text, offline", async () => {
  const server = sealedFolder();
  const { signingKeys } = dataPaths(server.data);
  const now = Math.floor(Date.now() / 1_000);
  const grant = { iss: "earshot", jti: "grt_1", sub: "prn_1", workspace: "default" };
  const minted = { ...grant, request: "req_1", tool: "delete_user", level: "HIGH" };
  const signer = createSigner({ path: signingKeys, now: Date.now });
  const live = { ...minted, digest: "0".repeat(64), iat: now, exp: now + 300 };
  const token = await signer.sign("grant", live);

  const good = await server.run("grant", "verify", token, "--json");
  expect(good.code).toBe(0);
  expect(JSON.parse(good.stdout)).toEqual({ isExpired: false, claims: live });
  expect(await server.run("grant", "verify", token)).toMatchObject({
    stdout: expect.stringMatching(/^good\ngrant {5}grt_1\n/),
  });
  const past = await signer.sign("grant", { ...live, exp: now - 1 });
  expect(await server.run("grant", "verify", past)).toMatchObject({ code: 11 });
  const checkpoint = await signer.sign("checkpoint", live);
  for (const text of ["abc", `${token}x`, checkpoint]) {
    expect(await server.run("grant", "verify", text)).toMatchObject({ code: 1 });
  }
  const other = await server.run("grant", "verify", token, "--tool", "delete_all_users");
  expect(other.code).toBe(1);
  expect(other.stdout).toContain('it is for the tool "delete_user", not for "delete_all_users"');
});

/** What a deployment would sign that has a copy of the folder's keys. */
async function signedElsewhere(server: Folder, kind: SignedKind, claims: JsonObject) {
  const signer = createSigner({ path: dataPaths(server.data).signingKeys, now: Date.now });
  return await signer.sign(kind, { ...claims, iss: ELSEWHERE, aud: ELSEWHERE });
}
const ELSEWHERE = `dep_${"0".repeat(32)}`;

/** The last checkpoint of the folder's anchor. */
async function lastCheckpoint(server: Folder) {
  const { anchor, signingKeys } = dataPaths(server.data);
  const line = readFileSync(anchor, "utf8").trim().split("\n").at(-1) ?? "";
  const { token } = JSON.parse(line);
  const signer = createSigner({ path: signingKeys, now: Date.now });
  return { line: JSON.parse(line), claims: (await signer.verify("checkpoint", token)) ?? {} };
}

test("the public keys say whose they are, and what is signed names the same deployment", async () => {
  const server = sealedFolder();
  const { deployment } = JSON.parse((await server.run("grant", "keys")).stdout);
  expect(deployment).toMatch(/^dep_[0-9a-f]{32}$/);
  const { claims } = await lastCheckpoint(server);
  expect(claims).toMatchObject({ iss: deployment, aud: deployment });
});

test("a copy of a data folder is the same deployment, another one with its keys is not", async () => {
  const nameOf = async (server: Folder) =>
    JSON.parse((await server.run("grant", "keys")).stdout).deployment;
  const one = sealedFolder();
  expect(await nameOf(sealedFolder())).toBe(await nameOf(one));
  const other = await testServerProcess();
  const { signingKeys } = dataPaths(one.data);
  await other.run("stop");
  await other.process().finished;
  copyFileSync(signingKeys, dataPaths(other.data).signingKeys);
  expect(await nameOf(other)).not.toBe(await nameOf(one));
});

test("a grant of another deployment with the same keys is told offline, one without a name is not", async () => {
  const server = sealedFolder();
  const now = Math.floor(Date.now() / 1_000);
  const digest = "0".repeat(64);
  const live = { jti: "grt_1", sub: "prn_1", workspace: "default", request: "req_1", digest };
  const claims = { ...live, tool: "delete_user", level: "HIGH", iat: now, exp: now + 300 };
  const foreign = await signedElsewhere(server, "grant", claims);
  const keys = join(testFolder(), "keys.json");
  writeFileSync(keys, (await server.run("grant", "keys")).stdout);
  for (const known of [[], ["--keys", keys]]) {
    const { code, stdout } = await server.run("grant", "verify", foreign, ...known);
    expect(code).toBe(1);
    expect(stdout).toContain(`it is of another deployment, ${ELSEWHERE}, and not of dep_`);
  }
  const { keys: bare } = JSON.parse(readFileSync(keys, "utf8"));
  writeFileSync(keys, JSON.stringify({ keys: bare }));
  expect(await server.run("grant", "verify", foreign, "--keys", keys)).toMatchObject({ code: 0 });
});

test("a checkpoint of another deployment with the same keys is told, one of an earlier version is not", async () => {
  const server = sealedFolder();
  const { anchor, signingKeys } = dataPaths(server.data);
  const { line, claims } = await lastCheckpoint(server);
  const { aud, root, ...former } = claims;
  const signer = createSigner({ path: signingKeys, now: Date.now });
  const earlier = await signer.sign("checkpoint", { ...former, iss: "earshot" });
  appendFileSync(anchor, `${JSON.stringify({ ...line, token: earlier })}\n`);
  expect(await verify(server)).toMatchObject({ code: 0, report: { intact: true } });
  const foreign = await signedElsewhere(server, "checkpoint", claims);
  appendFileSync(anchor, `${JSON.stringify({ ...line, token: foreign })}\n`);
  const { code, report } = await verify(server);
  expect(code).toBe(1);
  expect(report.anchor.faults).toEqual([
    expect.stringMatching(/^line \d+ of the anchor is signed by another deployment, dep_0{32}, /),
  ]);
});

test("a root that somebody signed who holds the keys, but not the events, is told with its events", async () => {
  const server = sealedFolder();
  const { anchor, signingKeys } = dataPaths(server.data);
  const { line, claims } = await lastCheckpoint(server);
  const signer = createSigner({ path: signingKeys, now: Date.now });
  const forged = await signer.sign("checkpoint", { ...claims, root: "0".repeat(64) });
  appendFileSync(anchor, `${JSON.stringify({ ...line, token: forged })}\n`);
  const { code, report } = await verify(server);
  expect(code).toBe(1);
  expect(report.logs[0].fault).toMatch(
    new RegExp(
      `^events \\d+ to ${line.seq} are not those whose root the checkpoint over event ${line.seq} `,
    ),
  );
});

/** A file of the proof of one event, and the public keys, as somebody elsewhere gets them. */
async function provenEvent(server: Folder, event: number) {
  const folder = testFolder();
  const [file, keys] = [join(folder, "proof.json"), join(folder, "keys.json")];
  const { stdout } = await server.run("audit", "export", "--event", String(event));
  writeFileSync(file, stdout);
  writeFileSync(keys, (await server.run("grant", "keys")).stdout);
  const check = (...more: string[]) =>
    earshot(["audit", "verify-proof", file, "--keys", keys, "--data", folder, ...more]);
  return { line: JSON.parse(stdout), file, keys, check };
}

test("one event is proved by its file and the public keys, without the log", async () => {
  const server = sealedFolder();
  const { line, file, check } = await provenEvent(server, 3);
  expect(line.event.seq).toBe(3);
  expect(line.proof.path.length).toBeLessThanOrEqual(20);
  const { code, stdout } = await check();
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^proved: event 3 of default: [\w.]+ \w+, at [\d-]+T[\d:.]+Z\nsealed: by the checkpoint over event \d+ of dep_[0-9a-f]{32}, at /,
  );
  expect(JSON.parse((await check("--json")).stdout)).toMatchObject({
    proved: true,
    event: line.event,
  });
  writeFileSync(file, JSON.stringify({ ...line, event: { ...line.event, subject: "prn_other" } }));
  expect(await check()).toMatchObject({
    code: 1,
    stdout:
      "NOT PROVED: its path does not lead from this event to the root that the checkpoint has signed\n",
  });
});

test("a request is proved by keys from elsewhere, and by those in its own file not", async () => {
  const server = await testServerProcess();
  const { request } = await server.agent.ask({ text: "Which region?" });
  const folder = testFolder();
  const [file, keys] = [join(folder, "proof.json"), join(folder, "keys.json")];
  writeFileSync(file, (await server.run("audit", "prove", request.id)).stdout);
  writeFileSync(keys, (await server.run("grant", "keys")).stdout);
  const check = (...more: string[]) => earshot(["audit", "verify-proof", file, ...more]);
  const proved = { code: 0, stdout: expect.stringMatching(/^proved: req_\w+ of default\n/) };
  expect(await check("--keys", keys, "--data", folder)).toMatchObject(proved);
  expect(await check("--data", server.data)).toMatchObject(proved);
  expect(await check("--data", folder)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^NOT PINNED: req_\w+ of default agrees with the keys in its own/,
    ),
  });
  const { keys: _, ...keyless } = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify(keyless).replace("region", "reason"));
  expect(await check("--keys", keys, "--data", folder)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^NOT PROVED: the words with event \d+ are others\n$/),
  });
});

test("the proof of each event holds, also from a running server", async () => {
  const server = await sealedServer();
  const last = (await server.operator.sealLog()).seq;
  for (let event = 1; event <= last; event++) {
    const { check } = await provenEvent(server, event);
    expect(await check()).toMatchObject({ code: 0 });
  }
  const { code, stderr } = await server.run("audit", "export", "--event", String(last + 1));
  expect(code).toBe(1);
  expect(stderr).toContain("npx earshot audit seal");
});

test("an event that an earlier version has sealed is proved by the whole log alone", async () => {
  const server = sealedFolder();
  const { line, claims } = await lastCheckpoint(server);
  const { aud, root, ...former } = claims;
  const signer = createSigner({ path: dataPaths(server.data).signingKeys, now: Date.now });
  const token = await signer.sign("checkpoint", { ...former, iss: "earshot" });
  tamper(server, `update checkpoints set token = '${token}' where seq = ${line.seq}`);
  const { code, stderr } = await server.run("audit", "export", "--event", String(line.seq));
  expect(code).toBe(1);
  expect(stderr).toContain("a version that signed no root");
  expect(await server.run("audit", "verify")).toMatchObject({ code: 0 });
});

test.each([
  [["audit", "verify-proof", "proof.json", "--anchor"]],
  [["audit", "verify", "--proof", "proof.json"]],
  [["audit", "export", "--event", "1", "--after", "1"]],
])("%j is refused as a mistake", async (args) => {
  expect(await sealedFolder().run(...args)).toMatchObject({ code: 2 });
});

test.each([
  ["no JSON", "proof"],
  ["no proof", "{}"],
  ["an event alone", '{"event":{"workspace":"default","seq":1}}'],
])("a file with %s is none", async (_, text) => {
  const { file, check } = await provenEvent(sealedFolder(), 1);
  writeFileSync(file, text);
  const { code, stderr } = await check();
  expect(code).not.toBe(0);
  expect(stderr).toContain("holds no proof.");
});

test("a root that was changed in the store is told by audit verify alone", async () => {
  const server = sealedFolder();
  const { line, claims } = await lastCheckpoint(server);
  const [header, , signature] = line.token.split(".");
  const payload = Buffer.from(JSON.stringify({ ...claims, root: "0".repeat(64) }));
  const token = [header, payload.toString("base64url"), signature].join(".");
  tamper(server, `update checkpoints set token = '${token}' where seq = ${line.seq}`);
  const { code, stdout } = await server.run("audit", "verify");
  expect(code).toBe(1);
  expect(stdout).toMatch(/^BROKEN: events \d+ to \d+ are not those whose root the checkpoint over/);
});

test("grant verify says whether a grant is for the action that is about to run", async () => {
  const server = sealedFolder();
  const action = { v: 1, tool: "delete_user", args: { user_id: "user123" }, nonce: "n" };
  const signer = createSigner({ path: dataPaths(server.data).signingKeys, now: Date.now });
  const exp = Math.floor(Date.now() / 1_000) + 300;
  const token = await signer.sign("grant", {
    iss: "earshot",
    tool: action.tool,
    jti: "grt_1",
    request: "req_1",
    sub: "prn_1",
    level: "HIGH",
    workspace: "default",
    iat: exp,
    exp,
    digest: digest.action(action as unknown as Action),
  });
  const file = join(testFolder(), "action.json");
  writeFileSync(file, JSON.stringify(action));
  const withAction = ["grant", "verify", token, "--action", file];
  expect(await server.run(...withAction)).toMatchObject({ code: 0 });
  const same = await server.run(...withAction, "--args", '{ "user_id" : "user123" }');
  expect(same).toMatchObject({ code: 0 });
  const other = await server.run(...withAction, "--args", '{"user_id":"user124"}');
  expect(other.code).toBe(1);
  expect(other.stdout).toContain("it is for another action");
  expect(await server.run("grant", "verify", token, "--args", "{}")).toMatchObject({ code: 2 });
});
