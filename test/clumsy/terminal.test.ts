import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DROPPED } from "../../src/channels/console/keyboard.ts";
import type { AuthorizationRequest, Shown } from "../../src/domain/requests/request.ts";
import { servingOf } from "../../src/system/data-folder.ts";
import { eventually, PROGRAM, type TestServer, testFolder, testServer } from "../support/cli.ts";
import { CTRL_D, CTRL_Z, ENTER, earshotOnPty, openPty, type Pty, pasted } from "../support/pty.ts";
import { writeScript } from "../support/script.ts";

/* Mistakes by people who hurry, or who are not where they think they are. */

const PROMPT = "[OPERATOR]: \u001b[";
const PASTE_ON = "\u001b[?2004h";
const PASTE_OFF = "\u001b[?2004l";
const LONG_MS = 50_000;

async function openConsole() {
  const server = await testServer();
  const pty = earshotOnPty(["console", "--data", server.data]);
  await pty.see(/appears? here/);
  return { server, pty };
}

/** A shell with job control, as people have one. */
async function openShell(): Promise<Pty> {
  const pty = openPty(["--norc", "--noprofile", "-i"], {
    command: "bash",
    env: { PS1: "shell> ", INPUTRC: "/dev/null" },
  });
  await pty.see("shell> ");
  return pty;
}

const quoted = (...words: readonly string[]) => words.map((word) => `'${word}'`).join(" ");

test("Enter pressed twice answers one question, and not the next one's default", async () => {
  const { server, pty } = await openConsole();
  const first = server.agent.ask({ text: "One?", holdMs: LONG_MS });
  await pty.see(PROMPT);
  const { request: next } = await server.agent.ask({
    text: "Drop the table?",
    default: { text: "yes, drop it" },
  });
  pty.type(`no${ENTER}`);
  expect((await first).request).toMatchObject({ answer: { text: "no" } });
  await pty.see("Enter takes: yes, drop it");
  await pty.see(PROMPT);
  pty.type(ENTER);
  pty.type("what?");
  await pty.see("what?");
  expect((await server.agent.show({ id: next.id })).request.status).toBe("open");
});

test("a key that is held down answers nothing behind its first answer", async () => {
  const { server, pty } = await openConsole();
  const { request: first } = await server.agent.ask({ text: "One?" });
  await pty.see(PROMPT);
  const { request: next } = await server.agent.ask({ text: "Two?", default: { text: "yes" } });
  const repeat = setInterval(() => pty.type(ENTER), 40);
  await pty.see("Two?");
  await pty.typeRested(ENTER);
  clearInterval(repeat);
  await pty.see(PROMPT);
  expect((await server.agent.show({ id: first.id })).request).toMatchObject({
    answer: { text: "" },
  });
  expect((await server.agent.show({ id: next.id })).request.status).toBe("open");
});

test("a paste of many lines is one answer, sent by Enter, and touches no other question", async () => {
  const { server, pty } = await openConsole();
  const first = server.agent.ask({ text: "What does it say?", holdMs: LONG_MS });
  await pty.see(PROMPT);
  const { request: next } = await server.agent.ask({ text: "Go on?" });
  const lines = Array.from({ length: 60 }, (_, at) => `line ${at}: [AGENT]: yes`);
  pty.type(pasted(`${lines.join("\r")}\r`));
  await pty.see("line 59");
  expect((await server.agent.list({ status: "open" })).items).toHaveLength(2);
  pty.type(ENTER);
  expect((await first).request).toMatchObject({ answer: { text: `${lines.join("\n")}\n` } });
  expect((await server.agent.show({ id: next.id })).request.status).toBe("open");
});

test("a paste into a script is the answer to the one question that stands there", async () => {
  const script = writeScript(`await ask("One?"); await ask("Two?");`);
  const pty = openPty([script.file]);
  await pty.see("[OPERATOR]: ");
  pty.type(pasted("one\ntwo"));
  await pty.see("two");
  pty.type(ENTER);
  await pty.see("Two?");
  await pty.see("[OPERATOR]: ");
  pty.type(`2${ENTER}`);
  expect((await pty.exited).code).toBe(0);
  expect(script.reports()).toEqual([{ text: "one\ntwo" }, { text: "2" }]);
});

test("Ctrl-Z and fg give a script its prompt back, with what was typed", async () => {
  const script = writeScript(`await ask("Where?");`);
  const pty = await openShell();
  pty.type(`${quoted(process.execPath, script.file)}${ENTER}`);
  await pty.see("[OPERATOR]: ");
  pty.type("ab");
  await pty.see("ab");
  pty.type(CTRL_Z);
  await pty.see(PASTE_OFF);
  await pty.see("shell> ");
  pty.type(`fg${ENTER}`);
  await pty.see("[OPERATOR]: ab");
  pty.type(`c${ENTER}`);
  await script.reported(1);
  expect(script.reports()).toEqual([{ text: "abc" }]);
});

test("Ctrl-Z and fg give the console back, and what was asked meanwhile is there", async () => {
  const server = await testServer();
  const pty = await openShell();
  pty.type(`${quoted(process.execPath, PROGRAM, "console", "--data", server.data)}${ENTER}`);
  await pty.see(/appears? here/);
  pty.type(CTRL_Z);
  await pty.see("shell> ");
  const answered = server.agent.ask({ text: "Still there?", holdMs: LONG_MS });
  pty.type(`fg${ENTER}`);
  await pty.see("Still there?");
  await pty.see(PROMPT);
  await pty.typeRested(`yes${ENTER}`);
  expect((await answered).request).toMatchObject({ answer: { text: "yes" } });
  pty.type("\u0003");
  await pty.see("shell> ");
});

test("Ctrl-Z says that the server stops too, and fg that it goes on, at the console and without it", async () => {
  const data = join(testFolder(), "data");
  const pty = await openShell();
  const start = ["start", "--no-link", "--port", "0", "--data", data];
  pty.type(`${quoted(process.execPath, PROGRAM, ...start)}${ENTER}`);
  await pty.see("Questions appear here");
  for (const isClosed of [false, true]) {
    if (isClosed) {
      pty.type(CTRL_D);
      await pty.see("The console is closed; the server goes on.");
    }
    pty.type(CTRL_Z);
    await pty.see("The server is suspended: agents wait. It goes on with fg.");
    await pty.see("shell> ");
    const answers = fetch(`${servingOf(data)?.url}/livez`);
    pty.type(`fg${ENTER}`);
    await pty.see("The server goes on.");
    expect((await answers).status).toBe(200);
  }
  pty.type("\u0003");
  await pty.see("shell> ");
});

test("Ctrl-Z and fg give the prompts of a channel's settings back", async () => {
  const server = await testServer();
  const pty = await openShell();
  const add = ["channels", "add", "webhook", "--data", server.data];
  pty.type(`${quoted(process.execPath, PROGRAM, ...add)}${ENTER}`);
  await pty.see("│");
  await pty.see("└");
  pty.type(CTRL_Z);
  await pty.see("shell> ");
  pty.type(`fg${ENTER}`);
  await pty.see("channels");
  pty.type("https://example.org");
  // The first is a secret.
  await pty.see("▪▪▪");
  pty.type("\u0003");
  await pty.see("nothing was saved");
});

test("Ctrl-Z where no shell looks after the program leaves it as it was", async () => {
  const script = writeScript(`await ask("Where?");`);
  const pty = openPty([script.file]);
  await pty.see("[OPERATOR]: ");
  pty.type(`ab${CTRL_Z}`);
  await pty.see(PASTE_OFF);
  await pty.see(PASTE_ON);
  await pty.see("[OPERATOR]: ab");
  pty.type(`c${ENTER}`);
  expect((await pty.exited).code).toBe(0);
  expect(script.reports()).toEqual([{ text: "abc" }]);
});

test.each(["SIGTERM", "SIGHUP", "SIGINT"] as const)(
  "a script that %s ends while it asks leaves the terminal as it was",
  async (signal) => {
    const script = writeScript(`await ask("Where?");`);
    const pty = openPty([script.file]);
    await pty.see("[OPERATOR]: ");
    pty.kill(signal);
    expect((await pty.exited).signal).toBeGreaterThan(0);
    expect(pty.output().lastIndexOf(PASTE_OFF)).toBeGreaterThan(pty.output().lastIndexOf(PASTE_ON));
  },
);

test("a script that crashes while it asks leaves the terminal as it was", async () => {
  const script = writeScript(
    `setTimeout(() => { throw new Error("crash"); }, 50); await ask("Where?");`,
  );
  const pty = openPty([script.file]);
  expect((await pty.exited).code).toBe(1);
  expect(pty.output().lastIndexOf(PASTE_OFF)).toBeGreaterThan(pty.output().lastIndexOf(PASTE_ON));
});

test("two people at two consoles: one answers, the other's words are theirs to send", async () => {
  const { server, pty } = await openConsole();
  const other = earshotOnPty(["console", "--data", server.data]);
  await other.see(/appears? here/);
  const answered = server.agent.ask({ text: "Who is faster?", holdMs: LONG_MS });
  await Promise.all([pty.see(PROMPT), other.see(PROMPT)]);
  other.type("me too");
  await other.see("me too");
  pty.type(`me${ENTER}`);
  expect((await answered).request).toMatchObject({ answer: { text: "me" } });
  await other.see("Answered by operator via console: me");
  await other.see("Not sent: me too");
  await other.see("as a message? [y/N]: ");
  await other.typeRested(`yes${ENTER}`);
  const said = await eventually(async () => (await server.agent.mailbox({})).items.at(0));
  expect(said).toMatchObject({ text: "me too" });
});

test("a reason that is typed while somebody else decides is the person's to send as a message", async () => {
  const { server, pty } = await openConsole();
  const { request } = await server.agent.authorize({ tool: "transfer", args: {}, reason: "Rent." });
  await pty.see("or skip: \u001b[");
  pty.type("reject it is not due before June");
  await pty.see("before June");
  await server.operator.reject({ id: request.id, reason: "No." }, { via: "cli" });
  await pty.see("Not sent: reject it is not due before June");
  await pty.see("as a message? [y/N]: ");
  await pty.typeRested(`y${ENTER}`);
  await pty.see("Sent to the agent as a message.");
  const said = await eventually(async () => (await server.agent.mailbox({})).items.at(-1));
  expect(said).toMatchObject({ text: "reject it is not due before June" });
});

test("half a decision that is typed while somebody else decides is shown, and offered to nobody", async () => {
  const { server, pty } = await openConsole();
  const { request } = await server.agent.authorize({ tool: "transfer", args: {}, reason: "Rent." });
  await pty.see("or skip: \u001b[");
  pty.type("appro");
  await pty.see("appro");
  await server.operator.reject({ id: request.id, reason: "No." }, { via: "cli" });
  await pty.see("Not sent: appro");
  await server.agent.ask({ text: "And now?" });
  await pty.see("And now?");
  expect(pty.output()).not.toContain("as a message?");
});

test("a terminal that is closed in the middle of a word sends no half of it", async () => {
  const { server, pty } = await openConsole();
  const { request } = await server.agent.ask({ text: "Delete it?" });
  await pty.see(PROMPT);
  pty.type("yes");
  await pty.see("yes");
  pty.kill("SIGHUP");
  await pty.exited;
  expect((await server.agent.show({ id: request.id })).request.status).toBe("open");
});

/** A job that Ctrl-Z stops, under a shell that reads nothing itself until it is told to go on with it. */
function openJob(args: readonly string[]): { readonly pty: Pty; goOn(): void } {
  const file = join(testFolder(), "go-on");
  const wait = `until [ -e '${file}' ]; do sleep 0.05; done`;
  const script = `set -m; ${quoted(process.execPath, PROGRAM, ...args)}; echo "it is stopped"; ${wait}; fg; echo "ended with $?"`;
  const pty = openPty(["-c", script], { command: "bash", columns: 200 });
  return { pty, goOn: () => writeFileSync(file, "") };
}

/** Stops it, types a line to nobody, and has it go on. */
async function typeWhileStopped({ pty, goOn }: ReturnType<typeof openJob>, text: string) {
  pty.type(CTRL_Z);
  await pty.see("it is stopped");
  pty.type(`${text}${ENTER}`);
  await pty.see(text);
  goOn();
  await pty.see(DROPPED);
}

async function seek({ agent }: TestServer, tool: string): Promise<Shown<AuthorizationRequest>> {
  const { request } = await agent.authorize({ tool, args: { path: "/srv/a" }, reason: "Ticket" });
  if (request.kind !== "authorization") throw new Error("no authorization");
  return request;
}

test.each(["transfer", "delete_user_data"])(
  "what was typed while approve was stopped approves nothing, and it shows the action again: %s",
  async (tool) => {
    const server = await testServer();
    const { id, authorization } = await seek(server, tool);
    const { digest } = authorization;
    const isTyped = tool === "delete_user_data";
    const prompt = isTyped
      ? "digits of the digest: \u001b["
      : "Approve exactly this? [y/N] \u001b[";
    const job = openJob(["approve", id, "--data", server.data]);
    await job.pty.see(prompt);
    await typeWhileStopped(job, isTyped ? digest.slice(0, 6) : "yes");
    expect(await job.pty.see(prompt)).toContain(digest);
    expect((await server.agent.show({ id })).request.status).toBe("open");
    job.pty.type(`${isTyped ? digest.slice(0, 6) : "yes"}${ENTER}`);
    await job.pty.see("ended with 0");
    expect((await server.agent.show({ id })).request.status).toBe("approved");
  },
);

test("what was typed while the console was stopped answers and approves nothing", async () => {
  const server = await testServer();
  const console = openJob(["console", "--data", server.data]);
  await console.pty.see(/appears? here/);
  const { id, authorization } = await seek(server, "transfer");
  await console.pty.see("or skip: \u001b[");
  await typeWhileStopped(console, "approve");
  expect(await console.pty.see("or skip: \u001b[")).toContain(authorization.digest);
  expect((await server.agent.show({ id })).request.status).toBe("open");
  await console.pty.typeRested(`skip${ENTER}`);
  await console.pty.see("Skipped.");
});

test("a passphrase that was typed while its prompt was stopped is none", async () => {
  const server = await testServer();
  const passphrase = "correct horse battery";
  const job = openJob(["passphrase", "--data", server.data]);
  await job.pty.see("New passphrase of operator: ");
  await typeWhileStopped(job, "in the clear 123");
  for (const prompt of ["New passphrase of operator: ", "The same again: "]) {
    await job.pty.see(prompt);
    await job.pty.typeRested(`${passphrase}${ENTER}`);
  }
  await job.pty.see("ended with 0");
});

/** Presses Ctrl-Z as soon as the greeting can be read, and goes on with fg. */
async function suspendAtGreeting(args: readonly string[], greeting: string, what: string) {
  const pty = await openShell();
  pty.type(`${quoted(process.execPath, PROGRAM, ...args)}${ENTER}`);
  await pty.see(greeting);
  pty.type(CTRL_Z);
  await pty.see(`${what} is suspended: agents wait. It goes on with fg.`);
  await pty.see("shell> ");
  pty.type(`fg${ENTER}`);
  await pty.see(`${what} goes on.`);
  pty.type("\u0003");
  await pty.see("shell> ");
}

test("Ctrl-Z says that the server stops too where it was started without its console", async () => {
  const data = join(testFolder(), "data");
  const start = ["start", "--no-link", "--no-console", "--port", "0", "--data", data];
  await suspendAtGreeting(start, "Earshot listens on", "The server");
});

test("Ctrl-Z says that the host of agents stops too", async () => {
  const { data } = await testServer();
  const agents = join(testFolder(), "agents");
  mkdirSync(join(agents, "idle"), { recursive: true });
  writeFileSync(join(agents, "idle", "agent.yaml"), "description: Waits.\ncommand: [cat]\n");
  await suspendAtGreeting(
    ["host", "--agents", agents, "--data", data],
    "Earshot hosts idle",
    "The host",
  );
});
