import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withFolder } from "../../src/cli/terminal/with-folder.ts";
import type { RequestId } from "../../src/domain/id.ts";
import { asQuestion } from "../../src/domain/requests/request.ts";
import { digest } from "../../src/system/digest.ts";
import {
  eventually,
  openServer,
  type TestServer,
  testFolder,
  testServerProcess,
} from "../support/cli.ts";
import { ownKey } from "../support/own-key.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

const digestOf = (text: string) => digest.bytes(Buffer.from(text));
const ID_LINE = /^req_[0-9a-z]{26}\n$/;

/** Parks a question and gives its id. */
async function park(...args: string[]): Promise<RequestId> {
  const { code, stdout } = await server.run("ask", ...args, "--hold", "0");
  expect(code).toBe(75);
  return stdout.trim() as RequestId;
}

/** Starts `ask` and gives the id once the question is asked. */
async function askAndHold(...args: string[]) {
  const asking = server.spawn("ask", ...args);
  const id = await eventually(() => /req_[0-9a-z]{26}/.exec(asking.stderr())?.[0] as RequestId);
  return { ...asking, id };
}

test("ask blocks until somebody answers and prints exactly the answer", async () => {
  const { finished, id, stdout, stderr } = await askAndHold("Which pattern first: A, B or C?");
  expect(stdout()).toBe("");
  expect(stderr()).toBe(`Asked as ${id}; waiting for the answer …\n`);
  await server.operator.answer({ id, answer: { text: "  B!" } });
  expect(await finished).toMatchObject({ code: 0, stdout: "  B!\n" });
});

test.each([
  ["nothing", ""],
  ["several lines", "one\n two\n"],
  ["letters of many scripts", "Grüße, 你好 👍🏽"],
  ["64 KiB", "x".repeat(64 * 1024)],
])("ask prints an answer of %s as it is", async (_, text) => {
  const { finished, id } = await askAndHold("?");
  await server.operator.answer({ id, answer: { text } });
  expect(await finished).toMatchObject({ code: 0, stdout: `${text}\n` });
});

test("ask lays files before people, by their bytes", async () => {
  const folder = testFolder();
  const [before, after] = [join(folder, "a.ts"), join(folder, "b.ts")];
  writeFileSync(before, "one\n");
  writeFileSync(after, "two\n");
  const id = await park("Right?", "--evidence", `file=${before}=${after}`);
  const shown = await server.run("show", id);
  expect(shown.stdout).toMatch(/- one\n.*\+ two\n/s);
  const { question } = asQuestion((await server.operator.show({ id })).request);
  expect(question.evidence).toEqual([
    { kind: "file", name: before, before: digestOf("one\n"), after: digestOf("two\n") },
  ]);
});

test("ask waits on while the server is killed and started again", async () => {
  const mine = await testServerProcess();
  const asking = mine.spawn("ask", "Which?");
  const id = await eventually(() => /req_[0-9a-z]{26}/.exec(asking.stderr())?.[0] as RequestId);
  await mine.kill();
  await eventually(() => asking.stderr().includes("Trying again …") || undefined);
  await mine.start();
  await mine.operator.answer({ id, answer: { text: "  B!" } });
  expect(await asking.finished).toMatchObject({ code: 0, stdout: "  B!\n" });
});

test("ask waits on while the server is stopped and started again", async () => {
  const mine = await testServerProcess();
  const asking = mine.spawn("ask", "Which?");
  const id = await eventually(() => /req_[0-9a-z]{26}/.exec(asking.stderr())?.[0] as RequestId);
  expect((await mine.run("stop")).code).toBe(0);
  await mine.process().finished;
  await mine.start();
  await mine.operator.answer({ id, answer: { text: "A" } });
  expect(await asking.finished).toMatchObject({ code: 0, stdout: "A\n" });
});

test("--hold 0 parks at once: the id alone on standard output, exit 75", async () => {
  const parked = await server.run("ask", "Later?", "--hold", "0");
  expect(parked.code).toBe(75);
  expect(parked.stdout).toMatch(ID_LINE);
  expect(parked.stderr).toBe(
    withFolder(`Still open: npx earshot wait ${parked.stdout.trim()} picks it up.\n`, server.data),
  );
});

test("a hold that ends first leaves the question open, exit 75", async () => {
  const held = await server.run("ask", "Soon?", "--hold", "0.2s");
  expect(held.code).toBe(75);
  expect(held.stdout).toMatch(ID_LINE);
  const { request } = await server.agent.show({ id: held.stdout.trim() as RequestId });
  expect(request.status).toBe("open");
});

test("wait picks a parked question up and prints and exits like ask", async () => {
  const id = await park("Later?");
  expect(await server.run("wait", id, "--hold", "0")).toMatchObject({
    code: 75,
    stdout: `${id}\n`,
  });
  const waiting = server.spawn("wait", id);
  await server.operator.answer({ id, answer: { text: " now " } });
  expect(await waiting.finished).toMatchObject({ code: 0, stdout: " now \n", stderr: "" });
  expect(await server.run("wait", id)).toMatchObject({ code: 0, stdout: " now \n" });
});

test("a question that expires ends ask and wait with exit code 11", async () => {
  const asked = await server.run("ask", "Quick?", "--expires", "1s");
  expect(asked).toMatchObject({ code: 11, stdout: "" });
  const id = /req_[0-9a-z]{26}/.exec(asked.stderr)?.[0] ?? "";
  expect(asked.stderr).toMatch(/Expired at \S+Z: nobody has answered req_/);
  expect(await server.run("wait", id)).toMatchObject({ code: 11, stdout: "" });
});

test("a question that is cancelled ends ask and wait with exit code 13, and says why", async () => {
  const { finished, id } = await askAndHold("Needed?");
  await server.agent.cancel({ id, reason: "found\u001b[2J it" });
  const { code, stdout, stderr } = await finished;
  expect({ code, stdout }).toEqual({ code: 13, stdout: "" });
  expect(stderr).toMatch(/Cancelled by agent at \S+: found\\u\{1b\}\[2J it\n/);
  expect(await server.run("wait", id)).toMatchObject({ code: 13, stdout: "" });
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s ends the wait, never the question: exit code 130",
  async (signal) => {
    const { child, finished, id } = await askAndHold("Patience?");
    child.kill(signal);
    const { code, stdout, stderr } = await finished;
    expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
    expect(stderr).toContain(
      withFolder(`${id} is still open: npx earshot wait ${id} picks it up.`, server.data),
    );
    const { request } = await server.agent.show({ id });
    expect(request.status).toBe("open");
  },
);

test("an interrupt ends ask also while it cannot reach the server", async () => {
  const mine = await testServerProcess();
  await mine.kill();
  const asking = mine.spawn("ask", "Anybody?");
  await eventually(() => asking.stderr().includes("Trying again …") || undefined);
  asking.child.kill("SIGINT");
  expect(await asking.finished).toMatchObject({ code: 130, stdout: "" });
});

test("what ask is told reaches the question", async () => {
  await ownKey(server.operator, { kind: "person", name: "ana" });
  const id = await park(
    "Where?",
    "--option",
    "staging",
    "--option",
    "production",
    "--default",
    "2",
    "--context",
    "The tests pass.",
    "--to",
    "ana",
    "--to",
    "operator",
    "--expires",
    "8h",
  );
  const { request } = await server.agent.show({ id });
  expect(request).toMatchObject({
    to: ["ana", "operator"],
    question: {
      text: "Where?",
      context: "The tests pass.",
      form: { kind: "choice", options: [{ label: "staging" }, { label: "production" }] },
      default: { choice: "production" },
    },
  });
  const livesMs = Date.parse(request.expiresAt ?? "") - Date.parse(request.createdAt);
  expect(livesMs).toBe(8 * 3_600_000);
});

test("--several lets more than one option be chosen", async () => {
  const id = await park("Which?", "--option", "a", "--option", "b", "--several");
  const { request } = await server.agent.show({ id });
  expect(asQuestion(request).question.form.kind).toBe("choices");
});

test("--form reads a JSON Schema from a file, and says what is wrong with it", async () => {
  const folder = testFolder();
  const form = join(folder, "form.json");
  writeFileSync(form, JSON.stringify({ type: "object", properties: { n: { type: "integer" } } }));
  const id = await park("How many?", "--form", form, "--default", '{"n":3}');
  const { request } = await server.agent.show({ id });
  expect(asQuestion(request).question).toMatchObject({
    form: { kind: "fields", schema: { properties: { n: { type: "integer" } } } },
    default: { fields: { n: 3 } },
  });
  writeFileSync(form, "{");
  const broken = await server.run("ask", "?", "--form", form);
  expect(broken).toMatchObject({ code: 1, stdout: "" });
  expect(broken.stderr).toContain(`The form in ${form} cannot be read as JSON`);
});

test("--conversation puts the question where it is told", async () => {
  const { id: conversation } = await server.agent.startConversation({ title: "Beside" });
  const id = await park("Here?", "--conversation", conversation);
  const { request } = await server.agent.show({ id });
  expect(request.conversation).toBe(conversation);
});

test("the same idempotency key gives the same question, and another content is refused", async () => {
  const twice = ["Once?", "--hold", "0", "--idempotency-key", "job-7-ask"];
  const first = await server.run("ask", ...twice);
  const second = await server.run("ask", ...twice);
  expect(second.stdout).toBe(first.stdout);
  expect(second.code).toBe(75);
  const other = await server.run("ask", "Other?", "--hold", "0", "--idempotency-key", "job-7-ask");
  expect(other).toMatchObject({ code: 1, stdout: "" });
  expect(other.stderr).toContain("job-7-ask");
  await server.operator.answer({ id: first.stdout.trim() as RequestId, answer: { text: "yes" } });
  expect(await server.run("ask", ...twice)).toMatchObject({ code: 0, stdout: "yes\n" });
});

test("--json prints the outcome with the request", async () => {
  const parked = await server.run("ask", "Json?", "--hold", "0", "--json");
  expect(parked.code).toBe(75);
  const { outcome, request } = JSON.parse(parked.stdout);
  expect({ outcome, status: request.status }).toEqual({ outcome: "pending", status: "open" });
  await server.operator.answer({ id: request.id, answer: { text: "ok" } });
  const waited = await server.run("wait", request.id, "--json");
  expect(waited.code).toBe(0);
  expect(JSON.parse(waited.stdout)).toMatchObject({
    outcome: "answered",
    request: { id: request.id, answer: { text: "ok" } },
  });
});

test("wait takes several ids: all of them, or any", async () => {
  const ids = [await park("One?"), await park("Two?"), await park("Three?")] as const;
  await server.operator.answer({ id: ids[0], answer: { text: "1\n2" } });
  await server.agent.cancel({ id: ids[1] });
  const pending = await server.run("wait", ...ids, "--hold", "0");
  expect(pending).toMatchObject({
    code: 75,
    stdout: `${ids[0]}\t1\\n2\n${ids[1]}\t(cancelled)\n`,
  });
  expect(await server.run("wait", ...ids, "--any")).toMatchObject({ code: 0 });
  const waiting = server.spawn("wait", ...ids, "--json");
  await server.operator.answer({ id: ids[2], answer: { text: "3" } });
  const all = await waiting.finished;
  expect(all.code).toBe(0);
  expect(JSON.parse(all.stdout)).toMatchObject({
    outcome: "settled",
    requests: [{ outcome: "answered" }, { outcome: "cancelled" }, { outcome: "answered" }],
  });
});

test("what the server refuses ends with exit code 1 and the reason", async () => {
  const blank = await server.run("ask", "  ");
  expect(blank).toMatchObject({ code: 1, stdout: "" });
  expect(blank.stderr).toBe("error: The question is empty. Say something in it.\n");
  const unknown = await server.run("wait", "req_01m8081fqtg9ns1bnec9bwqyrx", "--json");
  expect(unknown).toMatchObject({ code: 1, stdout: "" });
  expect(JSON.parse(unknown.stderr)).toMatchObject({ error: { code: "NOT_FOUND" } });
});
