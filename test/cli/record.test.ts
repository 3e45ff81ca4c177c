import { afterAll, beforeAll, expect, test } from "vitest";
import type { Event } from "../../src/domain/log/event.ts";
import {
  eventually,
  openServer,
  type TestServer,
  testServer,
  testServerProcess,
} from "../support/cli.ts";
import { ownKey } from "../support/own-key.ts";

/* The commands that read and add to the record: tell, list, show, cancel, events. */

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

test("tell prints the id of the message, and with --json all of it", async () => {
  const told = await server.run("tell", "Backup finished, 214 files.");
  expect(told).toMatchObject({ code: 0, stderr: "" });
  expect(told.stdout).toMatch(/^msg_[0-9a-z]{26}\n$/);
  const id = told.stdout.trim() as `msg_${string}`;
  const message = await server.operator.showMessage({ id });
  expect(message).toMatchObject({ text: "Backup finished, 214 files.", from: { via: "cli" } });
  const asJson = await server.run("tell", "Again.", "--json");
  expect(JSON.parse(asJson.stdout)).toMatchObject({ text: "Again.", from: { name: "agent" } });
});

test("tell says it where it is told, and once for one key", async () => {
  const { id: conversation } = await server.agent.startConversation({ title: "Backups" });
  const twice = ["tell", "Done.", "--conversation", conversation, "--idempotency-key", "told-1"];
  const first = await server.run(...twice);
  expect((await server.run(...twice)).stdout).toBe(first.stdout);
  const { entries } = await server.operator.showConversation({ id: conversation });
  expect(entries.items).toMatchObject([{ text: "Done." }]);
});

test("tell says it to an agent as the operator, which the agent hears of", async () => {
  const told = await server.run("tell", "--agent", "agent", "Stop after this step.");
  expect(told).toMatchObject({ code: 0, stderr: "" });
  const { items } = await server.agent.mailbox();
  expect(items).toMatchObject([{ id: told.stdout.trim(), from: { name: "operator", via: "cli" } }]);
  const unknown = await server.run("tell", "--agent", "nobody", "Hello?");
  expect(unknown).toMatchObject({ code: 1, stdout: "" });
  expect(unknown.stderr).toContain('There is no agent "nobody"');
});

test("list takes since when and until when, by the clock of the terminal", async () => {
  const mine = await testServer();
  const { request } = await mine.agent.ask({ text: "One?" });
  const idsOf = async (...span: readonly string[]) =>
    JSON.parse((await mine.run("list", "--json", ...span)).stdout).items.map(
      ({ id }: { readonly id: string }) => id,
    );
  const wall = (ms: number) =>
    new Date(Date.parse(request.createdAt) + ms).toLocaleString("sv").slice(0, 16);
  expect(await idsOf("--since", wall(-60_000), "--until", wall(60_000))).toEqual([request.id]);
  expect(await idsOf("--since", "1h")).toEqual([request.id]);
  expect(await idsOf("--until", "1h")).toEqual([]);
  expect(await idsOf("--until", wall(-60_000))).toEqual([]);
  const wrong = await mine.run("list", "--since", "2026-02-30");
  expect(wrong).toMatchObject({ code: 1, stdout: "" });
  expect(wrong.stderr).toContain("There is no such day or time. Write 2026-11-21");
  const reversed = await mine.run("list", "--since", "today", "--until", "yesterday");
  expect(reversed.stderr).toContain("Nothing lies between");
});

test("list shows what is open, oldest first, a line each", async () => {
  const mine = await testServer();
  const empty = await mine.run("list");
  expect(empty).toMatchObject({ code: 0, stdout: "", stderr: "No open requests.\n" });
  const { request: first } = await mine.agent.ask({ text: "One?\n\nReally?" });
  const { request: second } = await mine.agent.ask({ text: `Two? ${"long ".repeat(100)}` });
  const { request: third } = await mine.agent.ask({ text: "Three?" });
  await mine.operator.answer({ id: third.id, answer: { text: "3" } });
  const open = await mine.run("list");
  const lines = open.stdout.trimEnd().split("\n");
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^${first.id}  open +\\d+s  agent  One\\? Really\\?$`)),
    expect.stringMatching(new RegExp(`^${second.id}  open +\\d+s  agent  Two\\? long .*…$`)),
  ]);
  const answered = await mine.run("list", "--status", "answered");
  expect(answered.stdout).toContain(third.id);
  const all = await mine.run("list", "--status", "all");
  const ids = all.stdout.match(/req_[0-9a-z]{26}/g);
  expect(ids).toEqual([third.id, second.id, first.id]);
});

test("list goes on behind a page where it is told how", async () => {
  const mine = await testServer();
  const asked: string[] = [];
  for (let n = 0; n < 5; n++) {
    asked.push((await mine.agent.ask({ text: `Question ${"abcde"[n]}?` })).request.id);
  }
  const seen: string[] = [];
  let args = ["list", "--limit", "2"];
  for (;;) {
    const { stdout, stderr } = await mine.run(...args);
    const ids = stdout.match(/req_[0-9a-z]{26}/g) ?? [];
    expect(ids.length).toBeLessThanOrEqual(2);
    seen.push(...ids);
    const more = /More: npx earshot (list .*)\n/.exec(stderr)?.[1];
    if (more === undefined) break;
    expect(more).toMatch(/^list --data \S+ --limit 2 --cursor /);
    args = more.split(" ");
  }
  expect(seen).toEqual(asked);
});

test("list --mine leaves out what asks others", async () => {
  await ownKey(server.operator, { kind: "person", name: "ben" });
  const { request: his } = await server.agent.ask({ text: "Ben?", to: ["ben"] });
  const { request: any } = await server.agent.ask({ text: "Anybody?" });
  const { stdout } = await server.run("list", "--mine", "--json", "--limit", "100");
  const ids = JSON.parse(stdout).items.map(({ id }: { id: string }) => id);
  expect(ids).toContain(any.id);
  expect(ids).not.toContain(his.id);
});

test("show tells everything about a request, with its history", async () => {
  const { request } = await server.agent.ask({
    text: "Where?\nSoon?",
    context: "Tests pass.",
    form: { kind: "choice", options: [{ label: "staging" }, { label: "production" }] },
    default: { choice: "staging" },
    to: ["operator"],
    expiresInMs: 3_600_000,
  });
  await server.operator.answer(
    { id: request.id, answer: { choice: "production" } },
    { via: "cli" },
  );
  const { code, stdout } = await server.run("show", request.id);
  expect(code).toBe(0);
  const lines = stdout.split("\n");
  expect(lines.slice(0, 16)).toEqual([
    `${request.id}  answered`,
    `agent      agent (${request.agent})`,
    expect.stringMatching(/^asked {6}\d+ \w+ \d{4}, \d{1,2}:\d\d$/),
    expect.stringMatching(/^expires {4}\d+ \w+ \d{4}, \d{1,2}:\d\d$/),
    "to         operator",
    "question",
    "┊ Where?",
    "┊ Soon?",
    "context",
    "┊ Tests pass.",
    "options",
    "┊ 1) staging",
    "┊ 2) production",
    "default    staging",
    "answer     production",
    expect.stringMatching(/^answered {3}\d+ \w+ \d{4}, \d{1,2}:\d\d by operator via cli$/),
  ]);
  expect(stdout).toMatch(/ request\.created .*\n.* request\.answered .*via cli\n$/);
  const asJson = JSON.parse((await server.run("show", request.id, "--json")).stdout);
  expect(asJson).toMatchObject({
    request: { id: request.id, status: "answered" },
    history: [{ type: "request.created" }, { type: "request.answered" }],
  });
});

test("cancel takes a question back, and only an open one", async () => {
  const { request } = await server.agent.ask({ text: "Needed?" });
  const cancelled = await server.run("cancel", request.id, "--reason", "found it");
  expect(cancelled).toMatchObject({ code: 0, stdout: "", stderr: `Cancelled ${request.id}.\n` });
  const shown = await server.agent.show({ id: request.id });
  expect(shown.request).toMatchObject({ status: "cancelled", reason: "found it" });
  const again = await server.run("cancel", request.id, "--json");
  expect(again).toMatchObject({ code: 1, stdout: "" });
  expect(JSON.parse(again.stderr).error.code).toBe("REQUEST_CLOSED");
  const { request: other } = await server.agent.ask({ text: "And this?" });
  const asJson = await server.run("cancel", other.id, "--json");
  expect(JSON.parse(asJson.stdout)).toMatchObject({ id: other.id, status: "cancelled" });
});

const eventsOf = (stdout: string): Event[] =>
  stdout.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));

test("events ends at the end of the log, in order and without gaps", async () => {
  const { request } = await server.agent.ask({ text: "Seen?" });
  const { code, stdout } = await server.run("events", "--json");
  expect(code).toBe(0);
  const events = eventsOf(stdout);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)).toMatchObject({ type: "request.created", subject: request.id });
  const last = events.at(-1)?.seq ?? 0;
  const behind = await server.run("events", "--after", String(last - 1));
  expect(behind.stdout).toMatch(
    new RegExp(`^ *${last}  \\S+Z  request\\.created +${request.id}  by prn_`),
  );
  expect(behind.stdout.split("\n")).toHaveLength(2);
});

test("events --follow goes on with what happens, over a restart, until it is interrupted", async () => {
  const mine = await testServerProcess();
  const following = mine.spawn("events", "--follow", "--json");
  const seen = (id: string) => () => following.stdout().includes(id) || undefined;
  const { request: first } = await mine.agent.ask({ text: "Before?" });
  await eventually(seen(first.id));
  await mine.kill();
  await mine.start();
  const { request: second } = await mine.agent.ask({ text: "After?" });
  await eventually(seen(second.id));
  following.child.kill("SIGINT");
  const { code, stdout } = await following.finished;
  expect(code).toBe(130);
  const events = eventsOf(stdout);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
});
