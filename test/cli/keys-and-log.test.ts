import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { withFolder } from "../../src/cli/terminal/with-folder.ts";
import { createClient } from "../../src/client/client.ts";
import { dataPaths } from "../../src/system/data-folder.ts";
import {
  earshot,
  restartedServer,
  testFolder,
  testServer,
  testServerProcess,
} from "../support/cli.ts";

/* The commands for who keeps a deployment: keys, audit, doctor, stop. */

test("keys create shows a key once, which works until it is revoked", async () => {
  const server = await testServer();
  const made = await server.run("keys", "create", "--agent", "scout", "--scope", "ask");
  expect(made.code).toBe(0);
  const secret = made.stdout.trim();
  expect(secret).toMatch(/^ear_live_/);
  const [, id = ""] = /^(key_\w+) for agent scout: ask$/m.exec(made.stderr) ?? [];
  const scout = createClient({ url: server.url(), key: secret });
  expect(await scout.whoami()).toMatchObject({ principal: { name: "scout" }, rights: ["ask"] });

  const listed = await server.run("keys", "list");
  expect(listed.stdout).toContain(`${id}  agent scout  ask\n`);
  expect(listed.stdout).not.toContain(secret);
  expect(await server.run("keys", "revoke", id)).toMatchObject({ code: 0, stdout: "" });
  await expect(scout.whoami()).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  expect((await server.run("keys", "list")).stdout).toContain(`${id}  agent scout  revoked `);
});

test("keys rotate makes a key beside the former, which ends after the overlap", async () => {
  const server = await testServer();
  const flags = ["--agent", "scout", "--scope", "ask", "--label", "CI of web", "--expires", "90d"];
  const made = await server.run("keys", "create", ...flags);
  const [, id = ""] =
    /^(key_\w+) for agent scout: ask, for CI of web, ends /m.exec(made.stderr) ?? [];
  const rotated = await server.run("keys", "rotate", id, "--overlap", "1h");
  expect(rotated.stderr).toMatch(
    new RegExp(`^key_\\w+ for agent scout, for CI of web, ends \\S+\\. ${id} ends `, "m"),
  );
  for (const secret of [made.stdout.trim(), rotated.stdout.trim()]) {
    const scout = createClient({ url: server.url(), key: secret });
    expect(await scout.whoami()).toMatchObject({ rights: ["ask"] });
  }
  const at = await server.run("doctor");
  expect(at.stdout).toContain(`${id} of agent scout (CI of web) ends `);
  const now = await server.run("keys", "rotate", id, "--overlap", "0s");
  expect(now.code).toBe(0);
  const former = createClient({ url: server.url(), key: made.stdout.trim() });
  await expect(former.whoami()).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
});

test("a key that was cut or mistyped is told as such", async () => {
  const server = await testServer();
  const secret = (await server.run("keys", "create", "--agent", "scout")).stdout.trim();
  const cut = createClient({ url: server.url(), key: secret.slice(0, -3) });
  await expect(cut.whoami()).rejects.toThrow("This key is not whole");
});

test("keys create invites a person, who accepts in a terminal or a browser, and lists keys of their own", async () => {
  const server = await testServer();
  const invited = await server.run("keys", "create", "--operator", "ana");
  const invitation = invited.stdout.trim();
  expect(invitation).toMatch(/^ear_invite_/);
  expect(invited.stderr).toContain(`/sign-in#${invitation}`);
  const env = { EARSHOT_URL: server.url(), EARSHOT_KEY: invitation };
  const accept = () => earshot(["keys", "accept", "--data", testFolder()], { env });
  const accepted = await accept();
  const secret = accepted.stdout.trim();
  expect(secret).toMatch(/^ear_live_/);
  expect(accepted.stderr).toContain("for person ana: tell, read, answer, decide");
  expect(await accept()).toMatchObject({ code: 1, stdout: "" });
  const ana = { EARSHOT_URL: server.url(), EARSHOT_KEY: secret };
  const listed = await earshot(["keys", "list", "--data", testFolder()], { env: ana });
  const lines = listed.stdout.trim().split("\n");
  expect(lines).toEqual([
    expect.stringMatching(/person ana \(approver\) {2}invitation, over /),
    expect.stringMatching(/person ana \(approver\) {2}tell,read,/),
  ]);
  const theirs = await server.run("keys", "create", "--operator", "ana");
  expect(theirs).toMatchObject({ code: 75, stdout: "" });
  expect(theirs.stderr).toContain("a person's keys are their own");
});

test("a key file that was removed is made anew at the next start, with another key", async () => {
  const server = await restartedServer();
  const lost = server.key("operator");
  await server.stop();
  rmSync(dataPaths(server.data).key("operator"));
  await server.start();
  expect(server.key("operator")).not.toBe(lost);
  const { principal, rights } = await server.operator.whoami();
  expect(principal).toMatchObject({ kind: "person", name: "operator", role: "owner" });
  expect(rights).toContain("answer");
});

test("the last way in of the last owner is not revoked, and the error says what to do first", async () => {
  const server = await testServer();
  const { items } = await server.operator.listKeys();
  const own = items.find(({ principal }) => principal.name === "operator")?.key.id ?? "key_none";
  const refused = await server.run("keys", "revoke", own);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(
    withFolder('npx earshot keys create --operator "operator"', server.data),
  );
  expect((await server.run("list")).code).toBe(0);
  expect((await server.run("keys", "create", "--operator", "operator")).code).toBe(0);
  expect(await server.run("keys", "revoke", own)).toMatchObject({ code: 0 });
});

test("a key for a second person says what ends by it, and one for a known person does not", async () => {
  const server = await testServer();
  const create = async (name: string) => {
    const made = await server.run("keys", "create", "--operator", name, "--role", "approver");
    expect(made.code, made.stderr).toBe(0);
    return made.stderr;
  };
  const words = "From now on nobody approves what agents of their own want";
  expect(await create("ana")).toContain(words);
  expect(await create("ana")).not.toContain(words);
  expect(await create("ben")).not.toContain(words);
});

test("a start on what is no folder says what to do", async () => {
  const file = join(testFolder(), "a-file");
  writeFileSync(file, "");
  const refused = await earshot(["start", "--no-console", "--port", "0", "--data", file]);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("a file stands where a folder is needed");
  expect(refused.stderr).not.toContain("    at ");
});

test("a start says when others can get into a folder that was there before", async () => {
  const server = await restartedServer();
  expect(server.stderr()).not.toContain("Other users");
  await server.stop();
  chmodSync(server.data, 0o755);
  await server.start();
  expect(server.stderr()).toContain(`chmod go= ${server.data}`);
});

test("keys create wants one holder, and gives an agent no right to answer", async () => {
  const server = await testServer();
  const wrong = [
    ["keys", "create"],
    ["keys", "create", "--agent", "a", "--operator", "b"],
  ];
  for (const args of wrong) {
    const refused = await server.run(...args);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("one of --agent, --operator, --service");
  }
  const greedy = await server.run("keys", "create", "--agent", "a", "--scope", "answer");
  expect(greedy).toMatchObject({ code: 1, stdout: "" });
});

test("audit verify finds a byte that was changed in the file, and export prints the log", async () => {
  const server = await restartedServer();
  await server.agent.tell({ text: "Backup finished." });
  const whole = await server.run("audit", "verify", "--json");
  const { intact, events, head } = JSON.parse(whole.stdout);
  expect({ code: whole.code, intact }).toEqual({ code: 0, intact: true });
  const exported = (await server.run("audit", "export")).stdout.trim().split("\n");
  expect(exported).toHaveLength(events);
  expect(JSON.parse(exported.at(-1) ?? "")).toMatchObject({ event: { seq: head.seq } });

  await server.stop();
  const db = new DatabaseSync(dataPaths(server.data).database);
  db.exec("update events set subject = subject || 'x' where seq = 2");
  db.close();
  await server.start();
  const broken = await server.run("audit", "verify");
  expect(broken.code).toBe(1);
  expect(broken.stdout).toMatch(/^BROKEN: event 2 .*; intact up to event 1\n$/);
});

test("doctor passes a sound set-up and says how to mend an open folder", async () => {
  const server = await testServer();
  await server.operator.setPassphrase({ passphrase: "four words that nobody guesses" });
  const sound = await server.run("doctor");
  expect(sound.code).toBe(0);
  expect(sound.stdout).toContain(server.url());
  expect(sound.stdout).not.toMatch(/^(failed|warning)/m);
  expect(sound.stdout).toMatch(/^ok +passkeys +none registered$/m);
  chmodSync(server.data, 0o755);
  const open = await server.run("doctor", "--json");
  expect(open.code).toBe(1);
  const { findings } = JSON.parse(open.stdout);
  expect(findings).toContainEqual({
    check: "data folder",
    state: "failed",
    detail: expect.stringContaining(`chmod go= ${server.data}`),
  });
});

test("stop ends the server of the folder, and doctor says then how to start one", async () => {
  const server = await testServerProcess();
  expect(await server.run("stop")).toMatchObject({ code: 0, stdout: "" });
  expect(await server.process().finished).toMatchObject({ code: 0 });
  expect(await server.run("stop")).toMatchObject({
    code: 0,
    stderr: `No server runs on ${server.data}.\n`,
  });
  const seen = await server.run("doctor");
  expect(seen.code).toBe(0);
  expect(seen.stdout).toContain("npx earshot start");
});
