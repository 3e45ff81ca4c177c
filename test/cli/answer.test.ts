import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer, Form } from "../../src/domain/requests/question.ts";
import { earshot, openServer, type TestServer } from "../support/cli.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

const OPTIONS = [{ label: "staging" }, { label: "production" }, { label: "3" }];
const FORMS = {
  text: { kind: "text" },
  choice: { kind: "choice", options: OPTIONS },
  free: { kind: "choice", options: OPTIONS, allowText: true },
  choices: { kind: "choices", options: OPTIONS },
  fields: {
    kind: "fields",
    schema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
  },
} as const satisfies Record<string, Form>;

async function open(form: Form, answer?: Answer) {
  const offered = answer === undefined ? {} : { default: answer };
  const { request } = await server.agent.ask({ text: "?", form, ...offered });
  return request.id;
}

test.each<[keyof typeof FORMS, string, Answer]>([
  ["text", "  B!", { text: "  B!" }],
  ["text", "", { text: "" }],
  ["text", "Grüße\n你好", { text: "Grüße\n你好" }],
  ["choice", "production", { choice: "production" }],
  ["choice", "2", { choice: "production" }],
  ["choice", "3", { choice: "3" }],
  ["choice", "STAGING", { choice: "staging" }],
  ["free", "somewhere else", { text: "somewhere else" }],
  ["choices", "production,staging", { choices: ["production", "staging"] }],
  ["choices", "1, 2", { choices: ["staging", "production"] }],
  ["fields", '{"n":3}', { fields: { n: 3 } }],
  ["free", "2\nbut not on Friday", { choice: "production", note: "but not on Friday" }],
])("a question with a form of %s is answered by %j", async (kind, typed, answer) => {
  const id = await open(FORMS[kind]);
  const answered = await server.run("answer", id, typed);
  expect(answered).toMatchObject({ code: 0, stdout: "", stderr: `Answered ${id}.\n` });
  const { request } = await server.agent.show({ id });
  expect(request).toMatchObject({ status: "answered", answer, closedBy: { via: "cli" } });
});

test("a file goes beside words, and the agent reads its bytes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "earshot-attach-"));
  const path = join(folder, "sketch.txt");
  writeFileSync(path, "like this");
  const id = await open(FORMS.free);
  const gone = await server.run("answer", id, "2", "--attach", join(folder, "none.txt"));
  expect(gone.code).not.toBe(0);
  expect(await server.run("answer", id, "2", "--attach", path)).toMatchObject({ code: 0 });
  rmSync(folder, { recursive: true });
  const { request } = await server.agent.show({ id });
  const { answer } = request as { answer?: Answer };
  expect(answer).toMatchObject({ choice: "production", attachments: [{ name: "sketch.txt" }] });
  const [file] = answer?.attachments ?? [];
  const { bytes } = await server.agent.readFile({ id, digest: file?.digest ?? "sha256:" });
  expect(Buffer.from(bytes).toString()).toBe("like this");
});

test("a note goes beside an option, and reads so where the agent waits", async () => {
  const id = await open(FORMS.free);
  await server.run("answer", id, "production", "--note", "but not on Friday");
  const { request } = await server.agent.show({ id });
  expect(request).toMatchObject({ answer: { choice: "production", note: "but not on Friday" } });
  const waited = await server.run("wait", id);
  expect(waited.stdout).toBe("production\n\nNote: but not on Friday\n");
});

test.each<[keyof typeof FORMS, string, string]>([
  ["free", "somewhere else", "this answer is in words"],
])("with a form of %s, %j has no note beside it", async (kind, typed, reason) => {
  const id = await open(FORMS[kind]);
  const refused = await server.run("answer", id, typed, "--note", "but not on Friday");
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(reason);
  expect((await server.agent.show({ id })).request.status).toBe("open");
});

test.each<[keyof typeof FORMS, string, string]>([
  ["choice", "nowhere", '"nowhere" is none of the options.'],
  ["choices", "1,nowhere", '"1,nowhere" is none of the options.'],
  ["fields", "three", "answer with a JSON object"],
  ["fields", '{"n":"three"}', "The answer does not fit the question"],
])("a question with a form of %s refuses %j and stays open", async (kind, typed, reason) => {
  const id = await open(FORMS[kind]);
  const refused = await server.run("answer", id, typed);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(reason);
  const { request } = await server.agent.show({ id });
  expect(request.status).toBe("open");
});

test("text that looks like an option is given behind --", async () => {
  const id = await open(FORMS.text);
  expect(await server.run("answer", id, "--json", "--", "--force")).toMatchObject({ code: 0 });
  const { request } = await server.agent.show({ id });
  expect(request).toMatchObject({ answer: { text: "--force" } });
});

test("--default takes what the question offers, and only what it offers", async () => {
  const id = await open(FORMS.choice, { choice: "staging" });
  expect((await server.run("answer", id, "--default")).code).toBe(0);
  const { request } = await server.agent.show({ id });
  expect(request).toMatchObject({ answer: { choice: "staging" } });
  const bare = await server.run("answer", await open(FORMS.text), "--default");
  expect(bare.code).toBe(1);
  expect(bare.stderr).toContain("offers no default");
});

test("a second answer is refused with who was faster, and kept in the conversation", async () => {
  const id = await open(FORMS.text);
  await server.run("answer", id, "first");
  const late = await server.run("answer", id, "second");
  expect(late).toMatchObject({ code: 1, stdout: "" });
  expect(late.stderr).toContain(`Request ${id} was answered by operator via cli at`);
  const { request } = await server.agent.show({ id });
  expect(request).toMatchObject({ answer: { text: "first" } });
  const { entries } = await server.operator.showConversation({ id: request.conversation });
  expect(entries.items).toContainEqual(
    expect.objectContaining({ text: "second", lateAnswerTo: id }),
  );
});

test("the same idempotency key answers once and says so twice", async () => {
  const id = await open(FORMS.text);
  const twice = ["answer", id, "yes", "--idempotency-key", `answer-${id}`, "--json"];
  const first = await server.run(...twice);
  const second = await server.run(...twice);
  expect([first.code, second.code]).toEqual([0, 0]);
  expect(JSON.parse(second.stdout)).toEqual(JSON.parse(first.stdout));
  expect(JSON.parse(first.stdout)).toMatchObject({ id, status: "answered" });
  const { history } = await server.agent.show({ id });
  expect(history.map(({ type }) => type)).toEqual(["request.created", "request.answered"]);
});

test("an id that nobody has is an error", async () => {
  const unknown = await server.run("answer", "req_01m8081fqtg9ns1bnec9bwqyrx", "yes");
  expect(unknown).toMatchObject({ code: 1, stdout: "" });
  expect(unknown.stderr).toContain("req_01m8081fqtg9ns1bnec9bwqyrx");
});

test("files go with the answer by their paths, one or several, also in groups and rows", async () => {
  const file = { format: "file" };
  const properties = {
    n: { type: "integer" },
    invoice: { ...file, mediaTypes: ["application/pdf"] },
    more: { type: "array", items: file },
    group: { type: "object", properties: { file } },
    stops: { type: "array", items: { type: "object", properties: { file } } },
  };
  const id = await open({ kind: "fields", schema: { type: "object", properties } });
  const folder = mkdtempSync(join(tmpdir(), "answer-"));
  const path = (name: string) => {
    writeFileSync(join(folder, name), name);
    return join(folder, name);
  };
  const refused = [
    [`invoice=${path("a.txt")}`, "a.txt is text/plain"],
    [`invoice=${join(folder, "none.pdf")}`, "cannot be read"],
    [`n=${path("a.txt")}`, 'no field "n" for a file'],
    ["invoice", "names no field and file"],
    [`/stops/1/file=${path("a.txt")}`, "leaves a gap"],
  ] as const;
  for (const [given, reason] of refused) {
    const answered = await server.run("answer", id, "--file", given);
    expect(answered).toMatchObject({ code: 1, stdout: "" });
    expect(answered.stderr).toContain(reason);
  }
  const files = [`invoice=${path("b.pdf")}`, `more=${path("c.txt")}`, `more=${path("d.csv")}`];
  const inParts = [`/group/file=${path("e.zip")}`, `/stops/0/file=${path("f.txt")}`];
  const all = [...files, ...inParts, `/stops/1/file=${path("g.txt")}`].flatMap((one) => [
    "--file",
    one,
  ]);
  expect(await server.run("answer", id, '{"n":3}', ...all)).toMatchObject({ code: 0 });
  rmSync(folder, { recursive: true });
  const { request } = await server.agent.show({ id });
  expect(request).toMatchObject({
    answer: {
      fields: {
        n: 3,
        invoice: { name: "b.pdf", media_type: "application/pdf", size: 5 },
        more: [{ name: "c.txt" }, { name: "d.csv", media_type: "text/csv" }],
        group: { file: { name: "e.zip", media_type: "application/zip" } },
        stops: [{ file: { name: "f.txt" } }, { file: { name: "g.txt" } }],
      },
    },
  });
});

test("why it comes to nothing is told in the person's language, with the server's own words below", async () => {
  const id = await open({ kind: "text" });
  await server.run("answer", id, "Go.");
  const env = { EARSHOT_LANGUAGE: "de" };
  const again = await earshot(["answer", id, "Stay.", "--data", server.data], { env });
  expect(again.stderr.split("\n")).toEqual([
    `error: ${id} ist schon abgeschlossen.`,
    expect.stringMatching(`^Request ${id} was answered by operator via cli at .*$`),
    "",
  ]);
  const asJson = await earshot(["answer", id, "Stay.", "--json", "--data", server.data], { env });
  expect(JSON.parse(asJson.stderr)).toMatchObject({ error: { code: "REQUEST_CLOSED" } });
  expect(asJson.stderr).not.toContain("abgeschlossen");
});
