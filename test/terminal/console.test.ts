import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { type TestServer, testServer } from "../support/cli.ts";
import { ownKey } from "../support/own-key.ts";
import { CTRL_C, CTRL_D, ENTER, earshotOnPty, type Pty } from "../support/pty.ts";
import { earshotAtPty, type PtyHere } from "../support/pty-here.ts";

/* `earshot console`: what the operator sees and what their answers do. */

/** A real prompt: the editor puts the cursor behind it. */
const PROMPT = "[OPERATOR]: \u001b[";
const LONG_MS = 50_000;

async function openConsole(columns = 100): Promise<{ server: TestServer; pty: PtyHere }> {
  const server = await testServer();
  const pty = await earshotAtPty(["console", "--data", server.data], { columns });
  await pty.see(/appears? here/);
  return { server, pty };
}

/** As a process of its own. */
async function startConsole(): Promise<{ server: TestServer; pty: Pty }> {
  const server = await testServer();
  const pty = earshotOnPty(["console", "--data", server.data]);
  await pty.see(/appears? here/);
  return { server, pty };
}

/** What stands on the screen below the greeting, the ids of requests left out. */
const shown = (pty: PtyHere) =>
  pty
    .screen()
    .slice(1)
    .map((line) => line.replace(/req_\w{26}/, "req_…"));

test("a question is shown and the answer reaches the agent exactly as typed", async () => {
  const { server, pty } = await openConsole();
  const answered = server.agent.ask({ text: "Which first: A, B or C?", holdMs: LONG_MS });
  await pty.see(PROMPT);
  pty.type(`  B!${ENTER}`);
  const { outcome, request } = await answered;
  expect(outcome).toBe("answered");
  expect(request).toMatchObject({ answer: { text: "  B!" }, closedBy: { via: "console" } });
  await expect
    .poll(() => shown(pty))
    .toEqual(["  agent asks · req_…", "[AGENT]: Which first: A, B or C?", "[OPERATOR]:   B!"]);
});

test("an empty line is an answer", async () => {
  const { server, pty } = await openConsole();
  const answered = server.agent.ask({ text: "Anything else?", holdMs: LONG_MS });
  await pty.see(PROMPT);
  pty.type(ENTER);
  expect((await answered).request).toMatchObject({ answer: { text: "" } });
});

test("an answer of 6,000 characters comes whole", async () => {
  const { server, pty } = await startConsole();
  const answered = server.agent.ask({ text: "Tell me all.", holdMs: LONG_MS });
  await pty.see(PROMPT);
  const text = "0123456789".repeat(600);
  pty.type(text + ENTER);
  expect((await answered).request).toMatchObject({ answer: { text } });
});

test("questions come in turn, oldest first, with how many wait", async () => {
  const server = await testServer();
  const asked = [];
  const texts = ["One?", "Two?", "Three?"];
  for (const text of texts) asked.push(await server.agent.ask({ text }));
  const pty = await earshotAtPty(["console", "--data", server.data]);
  for (const index of asked.keys()) {
    await pty.see(texts[index] ?? "");
    await pty.see(PROMPT);
    await pty.typeRested(`${index + 1}${ENTER}`);
  }
  const ids = asked.map(({ request }) => request.id);
  const { requests } = await server.agent.waitMany({ ids, until: "all", holdMs: LONG_MS });
  expect(requests.map(({ request }) => request)).toMatchObject([
    { answer: { text: "1" } },
    { answer: { text: "2" } },
    { answer: { text: "3" } },
  ]);
  await expect
    .poll(() => shown(pty))
    .toEqual([
      "  agent asks · 2 wait behind it · req_…",
      "[AGENT]: One?",
      "[OPERATOR]: 1",
      "  agent asks · 1 waits behind it · req_…",
      "[AGENT]: Two?",
      "[OPERATOR]: 2",
      "  agent asks · req_…",
      "[AGENT]: Three?",
      "[OPERATOR]: 3",
    ]);
});

test.each([
  ["its label", "production", "production"],
  ["its number", "2", "production"],
  ["its label in other case", "Production", "production"],
])("an option is chosen by %s", async (_, typed, choice) => {
  const { server, pty } = await openConsole();
  const options = [{ label: "staging", description: "safe" }, { label: "production" }];
  const form = { kind: "choice", options } as const;
  const answered = server.agent.ask({ text: "Where?", form, holdMs: LONG_MS });
  await pty.see(PROMPT);
  await expect
    .poll(() => shown(pty))
    .toEqual([
      "  agent asks · req_…",
      "[AGENT]: Where?",
      "  1) staging – safe",
      "  2) production",
      "[OPERATOR]:",
    ]);
  pty.type(typed + ENTER);
  expect((await answered).request).toMatchObject({ answer: { choice } });
});

test("several options are chosen with commas", async () => {
  const { server, pty } = await openConsole();
  const options = [{ label: "a" }, { label: "b" }, { label: "c" }];
  const form = { kind: "choices", options } as const;
  const answered = server.agent.ask({ text: "Which?", form, holdMs: LONG_MS });
  await pty.see("separate them by commas");
  await pty.see(PROMPT);
  pty.type(`1, c${ENTER}`);
  expect((await answered).request).toMatchObject({ answer: { choices: ["a", "c"] } });
});

test("a note goes beside an option where words may be the answer, and Enter leaves it out", async () => {
  const { server, pty } = await openConsole();
  const form = {
    kind: "choice",
    options: [{ label: "yes" }, { label: "no" }],
    allowText: true,
  } as const;
  const ask = () => server.agent.ask({ text: "Ship?", form, holdMs: LONG_MS });
  const noted = ask();
  await pty.see(PROMPT);
  pty.type(`yes${ENTER}`);
  await pty.see("A note beside it (Enter for none): ");
  pty.type(`but not on Friday${ENTER}`);
  const answer = { choice: "yes", note: "but not on Friday" };
  expect((await noted).request).toMatchObject({ answer });
  const bare = ask();
  await pty.see(PROMPT);
  await pty.typeRested(`no${ENTER}`);
  await pty.see("A note beside it (Enter for none): ");
  await pty.typeRested(ENTER);
  expect((await bare).request).toMatchObject({ answer: { choice: "no" } });
});

test("an answer that is no option is refused with the reason and asked again", async () => {
  const { server, pty } = await openConsole();
  const form = { kind: "choice", options: [{ label: "yes" }, { label: "no" }] } as const;
  const answered = server.agent.ask({ text: "Ship?", form, holdMs: LONG_MS });
  await pty.see(PROMPT);
  pty.type(`maybe${ENTER}`);
  await pty.see('"maybe" is none of the options. Answer with one of "yes", "no", or its number.');
  await pty.see(PROMPT);
  const open = await server.operator.list({ status: "open" });
  expect(open.items).toHaveLength(1);
  pty.type(`yes${ENTER}`);
  expect((await answered).request).toMatchObject({ answer: { choice: "yes" } });
});

test("an answer that the server refuses is told and the question asked again", async () => {
  const { server, pty } = await openConsole();
  const options = [{ label: "a" }, { label: "b" }, { label: "c" }];
  const form = { kind: "choices", options, min: 2 } as const;
  const answered = server.agent.ask({ text: "Which two?", form, holdMs: LONG_MS });
  await pty.see(PROMPT);
  pty.type(`a${ENTER}`);
  await pty.see("it wants 2 to 3 options, not 1.");
  await pty.see("Which two?");
  await pty.see(PROMPT);
  await pty.typeRested(`a,b${ENTER}`);
  expect((await answered).request).toMatchObject({ answer: { choices: ["a", "b"] } });
});

test("Enter takes the default that is offered", async () => {
  const { server, pty } = await openConsole();
  const asked = { text: "Name?", default: { text: "earshot" }, holdMs: LONG_MS };
  const answered = server.agent.ask(asked);
  await pty.see("Enter takes: earshot");
  await pty.see(PROMPT);
  pty.type(ENTER);
  expect((await answered).request).toMatchObject({ answer: { text: "earshot" } });
});

test("a default of several lines is shown whole before Enter takes it", async () => {
  const { server, pty } = await openConsole();
  const text = `Dear Ben,\n[OPERATOR]: no\n${"the end is far away ".repeat(15)}here.`;
  const answered = server.agent.ask({ text: "Send it?", default: { text }, holdMs: LONG_MS });
  await pty.see("Enter takes these 3 lines:");
  await pty.see("far away here.");
  await pty.see(PROMPT);
  await expect
    .poll(pty.screen)
    .toEqual(expect.arrayContaining(["  Dear Ben,", "  \\u{5b}OPERATOR]: no"]));
  pty.type(ENTER);
  expect((await answered).request).toMatchObject({ answer: { text } });
});

test("a form is asked field by field, and a value that does not fit is asked again", async () => {
  const { server, pty } = await openConsole();
  const schema = {
    type: "object",
    properties: {
      region: { type: "string", title: "Region", enum: ["eu", "us"] },
      nodes: { type: "integer", minimum: 1, description: "how many" },
      dry: { type: "boolean", default: true },
      note: { type: "string" },
    },
    required: ["region", "nodes"],
  };
  const form = { kind: "fields", schema } as const;
  const answered = server.agent.ask({ text: "Where to?", form, holdMs: LONG_MS });
  await pty.see("Region (one of eu, us; required)");
  await pty.see("[OPERATOR] region: ");
  pty.type(`mars${ENTER}`);
  await pty.see("does not match any of");
  await pty.see("[OPERATOR] region: ");
  pty.type(`EU${ENTER}`);
  await pty.see("nodes (how many; a whole number; required)");
  await pty.see("[OPERATOR] nodes: ");
  await pty.typeRested(ENTER);
  await pty.see("This one is required.");
  await pty.see("[OPERATOR] nodes: ");
  pty.type(`many${ENTER}`);
  await pty.see("Type a whole number, such as 12.");
  await pty.see("[OPERATOR] nodes: ");
  pty.type(`0${ENTER}`);
  await pty.see("less than");
  await pty.see("[OPERATOR] nodes: ");
  pty.type(`3${ENTER}`);
  await pty.see("dry (yes or no; may be left empty; Enter takes yes)");
  await pty.see("[OPERATOR] dry: ");
  await pty.typeRested(ENTER);
  await pty.see("may be left empty");
  await pty.see("[OPERATOR] note: ");
  await pty.typeRested(ENTER);
  expect((await answered).request).toMatchObject({
    answer: { fields: { region: "eu", nodes: 3, dry: true } },
  });
});

test("a question to others is not shown", async () => {
  const { server, pty } = await openConsole();
  await ownKey(server.operator, { kind: "person", name: "ana" });
  await server.agent.ask({ text: "For Ana?", to: ["ana"] });
  await server.agent.ask({ text: "For anybody?" });
  await pty.see(PROMPT);
  await expect
    .poll(() => shown(pty))
    .toEqual(["  agent asks · req_…", "[AGENT]: For anybody?", "[OPERATOR]:"]);
});

test("an answer given elsewhere releases the prompt, and what was typed can be sent as a message", async () => {
  const { server, pty } = await openConsole();
  const { request } = await server.agent.ask({ text: "Who is faster?" });
  await pty.see(PROMPT);
  pty.type("half an ans");
  await pty.see("half an ans");
  await server.operator.answer({ id: request.id, answer: { text: "me" } }, { via: "cli" });
  await pty.see("Not sent: half an ans");
  await pty.see("send it to agent as a message? [y/N]: ");
  await expect
    .poll(() => shown(pty))
    .toEqual([
      "  agent asks · req_…",
      "[AGENT]: Who is faster?",
      "  Answered by operator via cli: me",
      "  Not sent: half an ans",
      "[OPERATOR] send it to agent as a message? [y/N]:",
    ]);
  await pty.typeRested(`y${ENTER}`);
  await pty.see("Your text is kept in the conversation.");
  const { items } = await server.agent.mailbox({});
  expect(items).toMatchObject([{ text: "half an ans" }]);
  const { request: next } = await server.agent.ask({ text: "And now?" });
  await pty.see(PROMPT);
  await pty.typeRested(`now me${ENTER}`);
  const waited = await server.agent.wait({ id: next.id, holdMs: LONG_MS });
  expect(waited.request).toMatchObject({ answer: { text: "now me" } });
});

test("a question that is cancelled or expires releases the prompt too", async () => {
  const { server, pty } = await openConsole();
  const { request } = await server.agent.ask({ text: "Still needed?" });
  await pty.see(PROMPT);
  await server.agent.cancel({ id: request.id, reason: "found it" });
  await pty.see("Cancelled by agent via http: found it");
  await server.agent.ask({ text: "Quick?", expiresInMs: 1_000 });
  await pty.see(PROMPT);
  await pty.see("Expired before it was answered.");
  await expect
    .poll(() => shown(pty))
    .toEqual([
      "  agent asks · req_…",
      "[AGENT]: Still needed?",
      "  Cancelled by agent via http: found it",
      "  agent asks · req_…",
      "[AGENT]: Quick?",
      "  Expired before it was answered.",
    ]);
});

test("a question that is answered elsewhere while others wait makes room for the next", async () => {
  const { server, pty } = await openConsole();
  const { request } = await server.agent.ask({ text: "One?" });
  await pty.see(PROMPT);
  const answered = server.agent.ask({ text: "Two?", holdMs: LONG_MS });
  await server.operator.answer({ id: request.id, answer: { text: "1" } });
  await pty.see("Two?");
  await pty.see(PROMPT);
  await pty.typeRested(`2${ENTER}`);
  expect((await answered).request).toMatchObject({ answer: { text: "2" } });
});

test.each([
  ["a short line", "half an ", "answer"],
  ["a line over several rows", "long ".repeat(40), "answer"],
])("what agents tell appears above the line that is being typed: %s", async (_, begun, rest) => {
  const columns = 60;
  const { server, pty } = await openConsole(columns);
  const answered = server.agent.ask({ text: "Question?", holdMs: LONG_MS });
  await pty.see(PROMPT);
  pty.type(begun);
  await pty.see(begun.slice(-8));
  await server.agent.tell({ text: `News! ${"bla ".repeat(20)}` });
  await pty.see("News!");
  await pty.see(begun);
  pty.type(rest + ENTER);
  expect((await answered).request).toMatchObject({ answer: { text: begun + rest } });
  // The request is answered before the screen has shown the last letters.
  const typed = () => {
    const rows = pty.screen();
    return rows.slice(rows.findIndex((line) => line.startsWith("[OPERATOR]: "))).join("");
  };
  await expect
    .poll(() => typed().replace(/\s/g, ""))
    .toBe(`[OPERATOR]:${begun}${rest}`.replace(/\s/g, ""));
  const starts = pty.screen().map((line) => line.slice(0, "[AGENT]: News!".length));
  const [question, news, answer] = ["[AGENT]: Quest", "[AGENT]: News!", "[OPERATOR]: "].map(
    (start) => starts.findIndex((line) => line.startsWith(start)),
  );
  expect(question).toBeLessThan(news ?? Number.NaN);
  expect(news).toBeLessThan(answer ?? Number.NaN);
});

test("what a person says to an agent is not shown as if an agent had said it", async () => {
  const { server, pty } = await openConsole();
  const { secret } = await ownKey(server.operator, { kind: "person", name: "ana" });
  const ana = createClient({ url: () => ({ url: server.url(), key: secret }) });
  await ana.tell({ agent: "agent", text: "Stop after this step." });
  await server.agent.tell({ text: "I stop." });
  await pty.see("I stop.");
  await expect
    .poll(() => shown(pty))
    .toEqual([
      "  ana via http to an agent: Stop after this step.",
      "  agent tells:",
      "[AGENT]: I stop.",
    ]);
});

test("long texts are broken between words", async () => {
  const { server, pty } = await openConsole(40);
  await server.agent.ask({ text: "The first of them does not say what is wanted, 漢字 or 👍🏽?" });
  await pty.see(PROMPT);
  await expect
    .poll(() => pty.screen().slice(-3))
    .toEqual([
      "[AGENT]: The first of them does not say",
      "what is wanted, 漢字 or 👍🏽?",
      "[OPERATOR]:",
    ]);
});

test("what is typed while nothing is asked answers no question", async () => {
  const { server, pty } = await openConsole();
  pty.type(`before the first${ENTER}`);
  await pty.see("Not sent, since it answers no open question: before the first");
  const { request } = await server.agent.ask({ text: "One?" });
  await pty.see(PROMPT);
  pty.type(`1${ENTER}too much${ENTER}`);
  await pty.see("Not sent, since it answers no open question: too much");
  const { request: next } = await server.agent.ask({ text: "Two?" });
  await pty.see(PROMPT);
  pty.type(`2${ENTER}`);
  const ids = [request.id, next.id];
  const { requests } = await server.agent.waitMany({ ids, until: "all", holdMs: LONG_MS });
  expect(requests.map(({ request: closed }) => closed)).toMatchObject([
    { question: { text: "One?" }, status: "answered", answer: { text: "1" } },
    { question: { text: "Two?" }, status: "answered", answer: { text: "2" } },
  ]);
});

test("a line that was begun before its question is dropped when the hands rest", async () => {
  const { server, pty } = await openConsole();
  pty.type("half a thought");
  await pty.see("half a thought");
  const answered = server.agent.ask({ text: "One?", holdMs: LONG_MS });
  await pty.see("Not sent, since it answers no open question: half a thought");
  await pty.see(PROMPT);
  pty.type(`1${ENTER}`);
  expect((await answered).request).toMatchObject({ answer: { text: "1" } });
});

// What it shows depends on keys that come within a second of each other.
test("hands that are typing do not answer a question that has just come", {
  retry: 3,
}, async () => {
  const { server, pty } = await openConsole();
  pty.type("half a th");
  await pty.see("half a th");
  const answered = server.agent.ask({ text: "One?", holdMs: LONG_MS });
  await pty.see("One?");
  pty.type(`ought${ENTER}`);
  await pty.see("Not sent, since it answers no open question: half a thought");
  await pty.see(PROMPT);
  pty.type(`1${ENTER}`);
  expect((await answered).request).toMatchObject({ answer: { text: "1" } });
});

test("Ctrl-D closes the console with exit code 0, during a question and without one", async () => {
  const { server, pty } = await startConsole();
  pty.type(CTRL_D);
  expect(await pty.exited).toEqual({ code: 0, signal: 0 });
  const { request } = await server.agent.ask({ text: "Still there?" });
  const again = earshotOnPty(["console", "--data", server.data]);
  await again.see(PROMPT);
  again.type(CTRL_D);
  expect(await again.exited).toEqual({ code: 0, signal: 0 });
  const kept = await server.agent.show({ id: request.id });
  expect(kept.request.status).toBe("open");
});

test("Ctrl-C ends the console with exit code 130, during a question and without one", async () => {
  const { server, pty } = await startConsole();
  pty.type(CTRL_C);
  expect(await pty.exited).toEqual({ code: 130, signal: 0 });
  await server.agent.ask({ text: "Still there?" });
  const again = earshotOnPty(["console", "--data", server.data]);
  await again.see(PROMPT);
  again.type(`half${CTRL_C}`);
  expect(await again.exited).toEqual({ code: 130, signal: 0 });
});
