import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { present } from "../../src/domain/present.ts";
import { ok, okKey } from "../support/call.ts";
import { earshot, makeFolder, removeFolder } from "../support/cli.ts";
import { makeThings, type Things } from "../support/examples.ts";
import { openRows, type Rows } from "../support/rows.ts";
import { type HomeServer, startHomeServer } from "../support/server.ts";
import { cellsOf } from "../support/share.ts";

/* Every command that changes something × every key that must not: refused, not one row is another. */

let server: HomeServer;
let rows: Rows;
let things: Things;
let folder: string;
const keys: Record<string, string> = {};

beforeAll(async () => {
  server = await startHomeServer();
  rows = openRows(server.database);
  folder = makeFolder();
  const { url, agent, operator } = server;
  things = await makeThings(url, { agent, operator });
  const make = (input: Readonly<Record<string, string>>) => okKey(url, { key: operator, input });
  const revoked = await make({ kind: "person", name: "revoked", role: "owner" });
  await ok(url, "revokeKey", { key: operator, input: { id: revoked.key.id } });
  keys["no key that is known"] = `ear_live_${"A".repeat(43)}`;
  keys["a revoked key"] = revoked.secret;
  keys["an agent"] = agent;
  keys["an operator"] = operator;
  keys["a viewer"] = (await make({ kind: "person", name: "vi", role: "viewer" })).secret;
});
afterAll(async () => {
  rows.close();
  removeFolder(folder);
  await server.close();
});

/** Commands as their users would write them, and the callers who must be refused. */
const OF_PEOPLE = ["an agent", "a viewer"] as const;
const OF_AGENTS = ["an operator", "a viewer"] as const;
const NO_DELIVERY = `dlv_${"0".repeat(26)}`;
const action = ["--tool", "deploy", "--args", "{}", "--reason", "x", "--hold", "0s"];
const COMMANDS: readonly {
  readonly line: (things: Things) => readonly string[];
  readonly name: string;
  readonly not: readonly string[];
}[] = [
  { name: "answer", line: ({ request }) => ["answer", request, "yes"], not: OF_PEOPLE },
  { name: "assign", line: ({ request, owner }) => ["assign", request, owner], not: OF_PEOPLE },
  { name: "separate", line: ({ request }) => ["separate", request], not: OF_PEOPLE },
  {
    name: "approve",
    line: ({ authorization }) => ["approve", authorization.id, "--yes"],
    not: OF_PEOPLE,
  },
  {
    name: "reject",
    line: ({ authorization }) => ["reject", authorization.id, "--reason", "x"],
    not: OF_PEOPLE,
  },
  {
    name: "respond",
    line: ({ authorization }) => ["respond", authorization.id, "x"],
    not: OF_PEOPLE,
  },
  { name: "ask-back", line: ({ request }) => ["ask-back", request, "x"], not: OF_PEOPLE },
  { name: "answer-back", line: ({ files }) => ["answer-back", files.open, "x"], not: OF_AGENTS },
  { name: "undo", line: ({ request }) => ["undo", request], not: OF_PEOPLE },
  { name: "revoke", line: ({ approved }) => ["revoke", approved.id], not: OF_PEOPLE },
  {
    name: "pin",
    line: ({ authorization }) => ["pin", authorization.id, "--definition", "0".repeat(12)],
    not: OF_PEOPLE,
  },
  { name: "erase", line: ({ rejected }) => ["erase", rejected, "--yes"], not: OF_PEOPLE },
  { name: "record accept", line: () => ["record", "accept"], not: OF_PEOPLE },
  { name: "cancel", line: ({ request }) => ["cancel", request], not: ["a viewer"] },
  { name: "authorize", line: () => ["authorize", ...action], not: OF_AGENTS },
  { name: "ask", line: () => ["ask", "May I?", "--hold", "0s"], not: OF_AGENTS },
  {
    name: "redeem",
    line: ({ approved }) => ["redeem", approved.id, "--args", "{}"],
    not: OF_AGENTS,
  },
  { name: "keys create", line: () => ["keys", "create", "--operator", "eve"], not: OF_PEOPLE },
  { name: "keys rotate", line: ({ key }) => ["keys", "rotate", key], not: OF_PEOPLE },
  { name: "keys revoke", line: ({ key }) => ["keys", "revoke", key], not: OF_PEOPLE },
  {
    name: "permissions give",
    line: ({ approved }) => ["permissions", "give", "--scope", "target", "--like", approved.id],
    not: OF_PEOPLE,
  },
  {
    name: "permissions revoke",
    line: ({ permission }) => ["permissions", "revoke", permission],
    not: OF_PEOPLE,
  },
  { name: "agents halt", line: () => ["agents", "halt", "agent"], not: OF_PEOPLE },
  { name: "agents resume", line: () => ["agents", "resume", "agent"], not: OF_PEOPLE },
  { name: "agents tie", line: () => ["agents", "tie", "agent", "--nobody"], not: OF_PEOPLE },
  { name: "operators add", line: () => ["operators", "add", "eve"], not: OF_PEOPLE },
  { name: "operators link", line: () => ["operators", "link", "operator"], not: OF_PEOPLE },
  { name: "operators remove", line: () => ["operators", "remove", "operator"], not: OF_PEOPLE },
  {
    name: "signer lost",
    line: () => ["signer", "lost", "0".repeat(64)],
    not: ["an agent"],
  },
  { name: "open", line: () => ["open", "--print"], not: ["an agent"] },
  {
    name: "web-sessions revoke",
    line: ({ key }) => ["web-sessions", "revoke", key],
    not: OF_PEOPLE,
  },
  { name: "grant rotate", line: () => ["grant", "rotate"], not: OF_PEOPLE },
  { name: "clock accept", line: () => ["clock", "accept", "--yes"], not: OF_PEOPLE },
  { name: "audit seal", line: () => ["audit", "seal"], not: ["an agent"] },
  { name: "link", line: () => ["link", "slack"], not: ["an agent"] },
  { name: "links chat", line: () => ["links", "chat", "slack", "C1"], not: OF_PEOPLE },
  { name: "links first", line: ({ link }) => ["links", "first", link], not: ["an agent"] },
  { name: "links remove", line: ({ link }) => ["links", "remove", link], not: OF_PEOPLE },
  { name: "attention", line: () => ["attention", "--per-hour", "6"], not: ["an agent"] },
  { name: "subscriptions add", line: () => ["subscriptions", "add"], not: ["a viewer"] },
  { name: "subscriptions rotate", line: () => ["subscriptions", "rotate"], not: ["a viewer"] },
  { name: "subscriptions remove", line: () => ["subscriptions", "remove"], not: ["a viewer"] },
  {
    name: "deliveries resend",
    line: () => ["deliveries", "resend", NO_DELIVERY],
    not: OF_PEOPLE,
  },
  { name: "deliveries drop", line: () => ["deliveries", "drop", NO_DELIVERY], not: OF_PEOPLE },
  {
    name: "sessions start",
    line: ({ self }) => ["sessions", "start", self.name, "Hello"],
    not: ["a viewer"],
  },
  {
    name: "sessions begin",
    line: ({ pending }) => ["sessions", "begin", pending[0]],
    not: ["an agent", "a viewer"],
  },
  {
    name: "sessions resume",
    line: ({ ended }) => ["sessions", "resume", ended],
    not: ["a viewer"],
  },
  {
    name: "sessions cancel",
    line: ({ held }) => ["sessions", "cancel", held.id],
    not: ["a viewer"],
  },
  {
    name: "sessions import",
    line: ({ self }) => ["sessions", "import", ledger(), "--agent", self.name],
    not: OF_PEOPLE,
  },
  {
    name: "review requests",
    line: ({ request }) => ["review", request, "abandon"],
    not: ["a viewer"],
  },
  { name: "review run", line: () => ["review", "run"], not: OF_PEOPLE },
  { name: "tell", line: () => ["tell", "Hello"], not: ["a viewer"] },
  { name: "liaise", line: () => ["liaise", "I need a sales dashboard"], not: OF_PEOPLE },
  { name: "liaison say", line: ({ task }) => ["liaison", "say", task, "Yes"], not: OF_PEOPLE },
  {
    name: "liaison share",
    line: ({ task }) => ["liaison", "share", task, "--with", "nobody"],
    not: OF_PEOPLE,
  },
  {
    name: "liaison withdraw",
    line: ({ task }) => ["liaison", "withdraw", task, "1", "misread"],
    not: OF_PEOPLE,
  },
  {
    name: "liaison progress",
    line: ({ task }) => ["liaison", "progress", task, "begun"],
    not: ["a viewer"],
  },
  {
    name: "liaison complete",
    line: ({ task }) => ["liaison", "complete", task, "Done."],
    not: ["a viewer"],
  },
  {
    name: "liaison erase",
    line: ({ task }) => ["liaison", "erase", task, "--yes"],
    not: OF_PEOPLE,
  },
];

function ledger(): string {
  const file = join(folder, "sessions.jsonl");
  const line = { session_id: "s1", ts_start: "2026-01-01T00:00:00.000Z" };
  writeFileSync(file, `${JSON.stringify(line)}\n`);
  return file;
}

const OF_NOBODY = ["no key that is known", "a revoked key"];
/** Each command with the key of each role, and with one at least that is nobody's. */
const CELLS = cellsOf("refusals", {
  of: COMMANDS.flatMap(({ name: command, line, not }) =>
    [...OF_NOBODY, ...not].map((holder) => ({
      name: `${command}: ${holder}`,
      command,
      line,
      holder,
    })),
  ),
  valuesOf: ({ name, command, holder }) =>
    OF_NOBODY.includes(holder) ? [`${command}: nobody`, holder] : [name],
});

test.each(CELLS)(
  "$command is refused to $holder, and changes nothing",
  async ({ line, holder }) => {
    const before = rows.hash();
    const env = { EARSHOT_URL: server.url, EARSHOT_KEY: keys[holder] ?? "" };
    const args = [...line(things), "--data", join(folder, "none")];
    const { code, stderr } = await earshot(args, { env });
    expect(code, stderr).toBeGreaterThan(0);
    expect(stderr).toMatch(/key|right|terminal/i);
    expect(rows.hash()).toBe(before);
  },
);

/** Those that change nothing, work on files of this machine, or want a terminal before a key. */
const OTHERS: readonly string[] = [
  "start",
  "record show",
  "host",
  "init",
  "console",
  "run",
  "wait",
  "list",
  "show",
  "passphrase",
  "events",
  "status",
  "stop",
  "mcp",
  "proxy",
  "templates",
  "hook",
  "doctor",
  "demo",
  "clock show",
  "completions",
  "keys list",
  "keys accept",
  "policy show",
  "policy log",
  "policy diff",
  "policy blame",
  "policy check",
  "policy test",
  "policy explain",
  "policy coverage",
  "policy upgrade",
  "policy apply",
  "grant verify",
  "grant keys",
  "permissions list",
  "memory list",
  "memory read",
  "memory history",
  "memory search",
  "memory restore",
  "memory write",
  "memory delete",
  "memory export",
  "memory import",
  "audit verify",
  "audit export",
  "audit prove",
  "audit verify-proof",
  "runs list",
  "runs show",
  "runs follow",
  "runs compare",
  "sessions list",
  "sessions pending",
  "sessions show",
  "sessions follow",
  "sessions export",
  "skills",
  "runs report",
  "agents list",
  "operators list",
  // They sign at a terminal, or nothing.
  "signer add",
  "signer admit",
  "signer end",
  "signer owner",
  "signer list",
  "signer root",
  "web-sessions list",
  "channels list",
  "channels add",
  "channels remove",
  "channels check",
  "links list",
  "subscriptions list",
  "subscriptions test",
  "deliveries list",
  "deliveries show",
  "route test",
  "liaison list",
  "liaison show",
  "liaison attachment",
  "liaison review",
  "liaison token",
  "liaison events",
  "liaison report",
  "liaison fitness",
  "liaison export",
  "liaison graph",
  "liaison graph-query",
  "backup check",
  "backup drill",
  "restore",
  "migrate sqlite-to-postgres",
  "retention",
];

function namesOf(command: Command, before = ""): readonly string[] {
  return command.commands.flatMap((inner) => {
    const name = `${before}${inner.name()}`;
    return inner.commands.length === 0 ? [name] : namesOf(inner, `${name} `);
  });
}

/** Those that wait for a terminal, or for what the record of these tests does not have. */
const BEFORE_A_CALL: readonly string[] = [
  "permissions give",
  "pin",
  "links first",
  "subscriptions rotate",
  "subscriptions remove",
];
/** Other commands that change something only if a person or a file says so. */
const CHANGING_OTHERS: readonly string[] = [
  "keys accept",
  "passphrase",
  "signer add",
  "signer admit",
  "signer end",
  "signer owner",
  "policy apply",
  "memory restore",
  "memory write",
  "memory delete",
];
/** Commands that make a key for each of the many things they import. */
const OWN_KEYS: readonly string[] = ["sessions import", "sessions begin"];

test("a key for a change is taken where a change is made with it, and nowhere else", async () => {
  const program = await createProgram({ finish() {}, signal: new AbortController().signal });
  const takesKey = new Set(
    namesOf(program).filter((name) => {
      const command = name
        .split(" ")
        .reduce<Command | undefined>(
          (parent, word) => parent?.commands.find((one) => one.name() === word),
          program,
        );
      return command?.options.some(({ long }) => long === "--idempotency-key") === true;
    }),
  );
  const changing = COMMANDS.map(({ name }) => name).filter((name) => !OWN_KEYS.includes(name));
  expect([...takesKey].toSorted()).toEqual([...changing, ...CHANGING_OTHERS].toSorted());
});

test.each(COMMANDS.filter(({ name }) => ![...BEFORE_A_CALL, ...OWN_KEYS].includes(name)))(
  "$name makes its change with the key that it is given",
  async ({ name, line, not }) => {
    const heard: string[] = [];
    const relay = createServer((request, response) => {
      const key = request.headers["idempotency-key"];
      if (typeof key === "string") heard.push(key);
      void passOn(request, response);
    });
    await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void relay.close());
    const { port } = relay.address() as AddressInfo;
    const holder = not.includes("an operator") ? "an agent" : "an operator";
    const env = { EARSHOT_URL: `http://127.0.0.1:${port}`, EARSHOT_KEY: keys[holder] ?? "" };
    const given = `given-${name.replaceAll(" ", "-")}`;
    const key = ["--idempotency-key", given, "--data", join(folder, "none")];
    const { stderr } = await earshot([...line(things), ...key], { env });
    expect(heard, stderr).toContainEqual(expect.stringContaining(given));
  },
);

async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host: _, connection: __, ...headers } = request.headers;
  const answered = await fetch(new URL(request.url ?? "/", server.url), {
    method: request.method ?? "GET",
    headers: headers as Record<string, string>,
    ...present({ body: request.method === "POST" ? await text(request) : undefined }),
  });
  response.writeHead(answered.status, {
    "content-type": answered.headers.get("content-type") ?? "",
  });
  response.end(await answered.text());
}

test("a new command has to be tried here, or be named as one that changes nothing", async () => {
  const program = await createProgram({ finish() {}, signal: new AbortController().signal });
  const known = [...COMMANDS.map(({ name }) => name), ...OTHERS];
  expect(namesOf(program).toSorted()).toEqual(known.toSorted());
});
