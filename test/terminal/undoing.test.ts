import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { eventually, type TestServer, testServer } from "../support/cli.ts";
import { CTRL_C, ENTER, earshotOnPty, type Pty } from "../support/pty.ts";
import { openConsole } from "./console-here.ts";

/* What is decided on a terminal is held for a moment, and can be taken back there. */

type Id = `req_${string}`;
const HELD = { EARSHOT_UNDO: "" };

const ask = async ({ agent }: TestServer, text: string) => (await agent.ask({ text })).request.id;

async function seek({ agent }: TestServer, to = "ben") {
  const args = { to };
  const { request } = await agent.authorize({ tool: "transfer", args, reason: "Rent." });
  return request.id;
}
const shownTo = async ({ operator }: TestServer, id: Id) => (await operator.show({ id })).request;

function command(server: TestServer, ...words: readonly string[]): Pty {
  return earshotOnPty([...words, "--data", server.data], { env: HELD });
}

test("a word on the console takes back what was just answered, which is asked again at once", async () => {
  const server = await testServer();
  const [first, second] = [await ask(server, "Which one?"), await ask(server, "And then?")];
  const { shows, type, typeAt, end, screen } = openConsole(server.operator, true);
  onTestFinished(async () => void (await end()));
  await shows("Which one?");
  type("The wrong one\r");
  await shows("Sent in 4 seconds: z takes it back.");
  await shows("And then?");
  expect((await server.agent.show({ id: first })).request).not.toHaveProperty("held");
  const again = typeAt("Which one?", "");
  // A prompt that replaces another holds Enter while a person looks up.
  await sleep(600);
  type("z\r");
  await shows(`Taken back: ${first} is asked again.`);
  await again;
  expect(screen()).not.toContain("Not sent");
  await sleep(600);
  type("The right one\r");
  const waited = await server.agent.wait({ id: first, holdMs: 20_000 });
  expect(waited.request).toMatchObject({ answer: { text: "The right one" } });
  expect(await shownTo(server, second)).toMatchObject({ status: "open" });
});

test("an approval on the console says when it is sent, and what became of it then", async () => {
  const server = await testServer();
  const id = await seek(server);
  const { shows, type, end } = openConsole(server.operator, true);
  onTestFinished(async () => void (await end()));
  await shows("or skip: ");
  type("approve\r");
  await shows("Sent in 4 seconds: z takes it back.");
  expect(await shownTo(server, id)).toMatchObject({ status: "open", held: { does: "approve" } });
  await shows(`Approved ${id}. The agent may collect it.`);
  expect(await shownTo(server, id)).toMatchObject({ status: "approved" });
});

test("Ctrl+C takes back what a command at a terminal decided, and the command says so", async () => {
  const server = await testServer();
  const id = await seek(server);
  const pty = command(server, "respond", id, "It was paid.");
  await pty.see(`Sent in 4 seconds. Ctrl+C or npx earshot undo`);
  expect(await shownTo(server, id)).toMatchObject({ held: { does: "respond" } });
  pty.type(CTRL_C);
  await pty.see(`Taken back. ${id} is open.`);
  expect(await pty.exited).toMatchObject({ code: 130 });
  expect(await shownTo(server, id)).not.toHaveProperty("held");
});

test("a command at a terminal ends once its decision is sent, or was taken back elsewhere", async () => {
  const server = await testServer();
  const [kept, back] = [await ask(server, "Kept?"), await seek(server)];
  const [answering, approving] = [
    command(server, "answer", kept, "Yes."),
    command(server, "approve", back),
  ];
  await answering.see("Sent in 4 seconds.");
  await approving.see("Approve exactly this? [y/N] ");
  approving.type(`y${ENTER}`);
  await approving.see("Sent in 4 seconds.");
  expect(await server.run("undo", back)).toMatchObject({
    code: 0,
    stderr: `Taken back. ${back} is open.\n`,
  });
  await approving.see(`Taken back. ${back} is open.`);
  expect(await approving.exited).toMatchObject({ code: 1 });
  await answering.see(`Answered ${kept}.`);
  expect(await answering.exited).toMatchObject({ code: 0 });
  expect(await shownTo(server, kept)).toMatchObject({ status: "answered" });
});

test("a script decides at once, and holds what it decides if it says so", async () => {
  const server = await testServer();
  const [atOnce, held] = [await seek(server), await seek(server, "ana")];
  expect(await server.run("reject", atOnce, "--reason", "No.")).toMatchObject({ code: 0 });
  expect(await shownTo(server, atOnce)).toMatchObject({ status: "rejected" });
  const deciding = server.run("reject", held, "--reason", "No.", "--undo", "--json");
  await eventually(async () => (await shownTo(server, held)).status === "rejected");
  const { code, stdout, stderr } = await deciding;
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("Sent in 4 seconds."),
  });
  expect(JSON.parse(stdout)).toMatchObject({ id: held, status: "rejected" });
});
