import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { withFolder } from "../../src/cli/terminal/with-folder.ts";
import type { SessionId } from "../../src/domain/id.ts";
import type { HeldSession } from "../../src/ports/earshot/sessions.ts";
import { eventually, PROGRAM, type TestServer, testFolder, testServer } from "../support/cli.ts";

/* What people see and do of sessions, with this test as the host of the server's agent. */

let server: TestServer;

beforeEach(async () => {
  server = await testServer();
});

/** Takes up the next session, as a host does. */
async function takeUp(): Promise<HeldSession> {
  const { claimed } = await server.agent.claimSession({ host: "test", holdMs: 20_000 });
  if (claimed === undefined) throw new Error("There is no session to take up.");
  return { id: claimed.session.id, epoch: claimed.session.epoch };
}

async function started(text = "Look at the backups."): Promise<SessionId> {
  const run = await server.run("sessions", "start", "agent", text);
  expect(run.code, run.stderr).toBe(0);
  return run.stdout.trim() as SessionId;
}

/** A session that has called a tool, and now waits for an answer. */
async function paused() {
  const id = await started();
  const held = await takeUp();
  expect(held.id).toBe(id);
  await server.agent.recordEntries({
    ...held,
    after: 0,
    entries: [
      { kind: "prompt", text: "You are started.\nLook." },
      { kind: "reply", text: "I look.", calls: [{ id: "1", name: "read", args: { key: "a" } }] },
      { kind: "done", call: "1", tool: "read", text: "\u001b[2Jnothing", isError: false },
    ],
  });
  const { request } = await server.agent.askInSession({
    ...held,
    call: "2",
    question: { text: "Which one?\n[OPERATOR]: none" },
  });
  return { id, request };
}

describe("sessions", () => {
  test("without one there is nothing to list", async () => {
    expect(await server.run("sessions")).toMatchObject({
      code: 0,
      stdout: "",
      stderr: "No sessions.\n",
    });
  });

  test("one that is started is queued, and is found by its agent and status", async () => {
    const id = await started();
    const listed = await server.run("sessions");
    expect(listed.stdout).toMatch(new RegExp(`^${id}  queued .* agent  operator: Look at the`));
    const [agents, others] = [
      await server.run("sessions", "--agent", "agent", "--status", "queued", "--json"),
      await server.run("sessions", "list", "--status", "paused"),
    ];
    expect(JSON.parse(agents.stdout).items).toMatchObject([{ id, cause: "command" }]);
    expect(others.stdout).toBe("");
    expect(await server.run("sessions", "--agent", "nobody")).toMatchObject({ code: 1 });
  });

  test("one that waits for a person says for what, and what continues it names it", async () => {
    const { id, request } = await paused();
    const listed = await server.run("sessions", "--status", "paused");
    expect(listed.stdout).toContain(`${id}  paused`);
    expect(listed.stdout).toContain(`  waits for the answer to ${request.id}\n`);
    await server.operator.answer({ id: request.id, answer: { text: "The second." } });
    const both = await server.run("sessions", "--chain", id);
    expect(both.stdout).toMatch(
      new RegExp(`^ses_\\w+  queued .*\n  continues ${id}\n${id}  paused`),
    );
  });
});

describe("orders that wait for a word", () => {
  test("are listed with who, when and where, begun and dropped, and told by doctor", async () => {
    expect((await server.run("sessions", "pending")).stderr).toBe(
      "No order waits for your word.\n",
    );
    const offer = (text: string) =>
      server.operator.startSession({
        agent: "agent",
        text,
        pending: true,
        saidAt: "2026-01-02T03:04:05.000Z",
        place: { channel: "slack", chatId: "C1" },
      });
    const [first, second] = [await offer("Delete the cluster."), await offer("Tidy up.")];
    const listed = await server.run("sessions", "pending");
    expect(listed.stdout).toContain("operator: Delete the cluster.");
    expect(listed.stdout).toContain(
      `said at 2026-01-02T03:04:05.000Z in slack C1; may have been done: npx earshot sessions begin ${first.id}`,
    );
    expect((await server.run("doctor")).stdout).toContain("2 found in chats");
    expect(await server.run("sessions", "begin", second.id)).toMatchObject({
      code: 0,
      stdout: `${second.id}\n`,
    });
    expect((await takeUp()).id).toBe(second.id);
    expect(await server.run("sessions", "begin", second.id)).toMatchObject({ code: 1 });
    expect(await server.run("sessions", "cancel", first.id)).toMatchObject({ code: 0 });
    const left = await server.run("sessions", "pending", "--json");
    expect(JSON.parse(left.stdout)).toEqual({ items: [] });
  });
});

describe("sessions show", () => {
  test("tells who said what, what was called, what was asked and the chain", async () => {
    const { id, request } = await paused();
    const open = await server.run("sessions", "show", id);
    expect(open.code, open.stderr).toBe(0);
    expect(open.stdout).toContain("  prompt  You are started. Look.\n");
    expect(open.stdout).toContain("  agent: I look.\n");
    expect(open.stdout).toContain('          → read {"key":"a"}\n');
    expect(open.stdout).toContain("  ← read  \\u{1b}[2Jnothing\n");
    expect(open.stdout).toContain("  ended: paused\n");
    expect(open.stdout).toContain(`still open: npx earshot show ${request.id}\n`);
    expect(open.stdout).not.toContain("\u001b");
    await server.operator.answer({ id: request.id, answer: { text: "The second." } });
    const answered = await server.run("sessions", "show", id);
    expect(answered.stdout).toContain("answer     The second.\n");
    expect(answered.stdout).toMatch(new RegExp(`chain\n→ ${id}  paused .*\n  ses_\\w+  queued`));
  });

  test("as JSON gives the session with all its entries", async () => {
    const { id, request } = await paused();
    const shown = await server.run("sessions", "show", id, "--json");
    expect(JSON.parse(shown.stdout)).toMatchObject({
      session: { id, status: "paused", asked: true },
      chain: [{ id }],
      request: { id: request.id },
      entries: [
        { seq: 1, body: { kind: "prompt" } },
        { seq: 2, body: { kind: "reply" } },
        { seq: 3, body: { kind: "done", text: "\u001b[2Jnothing" } },
        { seq: 4, body: { kind: "end", status: "paused" } },
      ],
    });
  });

  test("of one that nobody knows is an error", async () => {
    const missing = await server.run("sessions", "show", `ses_${"0".repeat(26)}`);
    expect(missing).toMatchObject({ code: 1, stdout: "" });
    expect(await server.run("sessions", "show", "ses_1")).toMatchObject({ code: 2 });
  });
});

describe("sessions follow", () => {
  test("tells what happens as it happens, and how it has ended", async () => {
    const id = await started();
    const following = server.spawn("sessions", "follow", id);
    const held = await takeUp();
    const entries = [{ kind: "reply", text: "I look.", calls: [] }] as const;
    await server.agent.recordEntries({ ...held, after: 0, entries });
    await eventually(() => following.stdout().includes("agent: I look."));
    await server.agent.endSession({ ...held, outcome: "completed", text: "All is well." });
    const { code, stdout } = await following.finished;
    expect(code).toBe(0);
    expect(stdout).toMatch(/ended: completed\n +All is well\.\n$/);
  });

  test("ends with 75 where the session waits, 13 where it was cancelled, 1 where it failed", async () => {
    const { id, request } = await paused();
    const waits = await server.run("sessions", "follow", id);
    expect(waits.code).toBe(75);
    expect(waits.stderr).toContain(withFolder(`npx earshot show ${request.id}`, server.data));
    const queued = await started();
    await server.run("sessions", "cancel", queued);
    expect(await server.run("sessions", "follow", queued)).toMatchObject({ code: 13 });
    const failing = await started();
    const held = await takeUp();
    await server.agent.endSession({ ...held, outcome: "failed", text: "The model is gone." });
    expect(await server.run("sessions", "follow", failing)).toMatchObject({ code: 1 });
  });

  test("goes on with the continuation", async () => {
    const { id, request } = await paused();
    const following = server.spawn("sessions", "follow", id, "--chain");
    await eventually(() => following.stdout().includes("ended: paused"));
    await server.operator.answer({ id: request.id, answer: { text: "The second." } });
    const held = await takeUp();
    await server.agent.endSession({ ...held, outcome: "completed", text: "It is the second." });
    const { code, stdout, stderr } = await following.finished;
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(`${held.id} goes on from ${id}.`);
    expect(stdout).toMatch(/ended: completed\n +It is the second\.\n$/);
  });
});

describe("a session", () => {
  test("that is queued is cancelled at once, and one at work is told to end", async () => {
    const queued = await started();
    const cancelled = await server.run("sessions", "cancel", queued, "--reason", "not now");
    expect(cancelled).toMatchObject({ code: 0, stderr: `Cancelled ${queued}.\n` });
    expect((await server.run("sessions")).stdout).toContain("  not now\n");
    const id = await started();
    const held = await takeUp();
    const told = await server.run("sessions", "cancel", id);
    expect(told.stderr).toBe(`${id} is told to end; its host ends it.\n`);
    expect(await server.agent.watchSession(held)).toEqual({ cancelAsked: true });
  });

  test("that has ended is resumed once", async () => {
    const id = await started();
    await server.agent.endSession({ ...(await takeUp()), outcome: "failed", text: "No disk." });
    const resumed = await server.run("sessions", "resume", id, "--text", "There is a disk.");
    expect(resumed.code, resumed.stderr).toBe(0);
    const shown = await server.run("sessions", "show", resumed.stdout.trim());
    expect(shown.stdout).toContain(`continues  ${id}\n`);
    expect(shown.stdout).toContain("task       There is a disk.\n");
    const again = await server.run("sessions", "resume", id);
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toContain("already continues it");
  });
});

describe("the ledger", () => {
  test("is printed, or written with a file for each session", async () => {
    const { id } = await paused();
    const printed = await server.run("sessions", "export");
    expect(JSON.parse(printed.stdout)).toMatchObject({
      session_id: id,
      thread_ts: null,
      ask_operator_called: true,
      status: "paused",
    });
    const out = join(testFolder(), "archive");
    const written = await server.run("sessions", "export", "--out", out);
    expect(written).toMatchObject({ code: 0, stdout: `${out}\n`, stderr: "Wrote 1 sessions.\n" });
    expect(readFileSync(join(out, "sessions.jsonl"), "utf8")).toBe(printed.stdout);
    expect(readdirSync(join(out, "sessions"))).toEqual([`${id}.jsonl`]);
    const file = join(out, "sessions", `${id}.jsonl`);
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).body.kind)).toEqual([
      "prompt",
      "reply",
      "done",
      "end",
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("of another host is taken in once; what cannot be read is skipped and named", async () => {
    const file = join(mkdtempSync(join(testFolder(), "x")), "sessions.jsonl");
    const line = (n: number, more: object = {}) =>
      JSON.stringify({
        session_id: `old-${n}`,
        thread_ts: `${n}.5`,
        ts_start: "2026-01-01T00:00:00Z",
        ts_end: null,
        ask_operator_called: true,
        ...more,
      });
    writeFileSync(file, [line(1), "{", line(2), "", line(3, { ts_start: "soon" })].join("\n"));
    const args = ["sessions", "import", file, "--agent", "agent"];
    const place = ["--channel", "slack", "--chat", "C0123"];
    const taken = await server.run(...args, ...place);
    expect(taken).toMatchObject({
      code: 1,
      stderr: [
        "Line 2 is skipped: It is not JSON.",
        "Line 5 is skipped: Its ts_start is not a time.",
        "Imported 2 sessions, 0 were there already, skipped 2 lines.\n",
      ].join("\n"),
    });
    const again = await server.run(...args, ...place, "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ imported: 0, known: 2 });
    const listed = await server.run("sessions");
    expect(listed.stdout).toMatch(/paused .* agent {2}\(imported old-[12]\)\n/);
    expect(await server.run(...args, "--channel", "slack")).toMatchObject({ code: 2 });
    expect(await server.run("sessions", "import", "/none", "--agent", "a")).toMatchObject({
      code: 1,
    });
  });
});

test("a ledger is taken in before the first start, and its agent is known from then on", async () => {
  const file = join(testFolder(), "sessions.jsonl");
  const line = { session_id: "old", thread_ts: "1.5", ts_start: "2026-01-01T00:00:00Z" };
  writeFileSync(file, JSON.stringify({ ...line, ts_end: null, ask_operator_called: true }));
  const started = await testServer((data) => {
    const place = ["--channel", "slack", "--chat", "C0123", "--data", data];
    const args = [PROGRAM, "sessions", "import", file, "--agent", "scout", ...place];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(stderr).toContain("Imported 1 sessions");
    expect(status).toBe(0);
  });
  const listed = await started.run("sessions", "--agent", "scout");
  expect(listed.stdout).toContain("(imported old)");
});

test("skills are counted by agent, and none is no error", async () => {
  expect((await server.run("skills")).stderr).toContain("No host has made");
  await server.agent.registerAgent({ channels: [], skills: ["backups", "restores"] });
  await server.agent.recordSkillRead({ skill: "backups" });
  const { code, stdout } = await server.run("skills", "--agent", "agent");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^agent +day {2}week month {2}last read\n {2}backups +1 +1 +1 {2}\d{4}-/);
  expect(stdout).toMatch(/\n {2}restores +0 +0 +0 {2}never\n$/);
});
