import { afterEach, beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../src/domain/json.ts";
import { asQuestion, type QuestionRequest, type Shown } from "../../src/domain/requests/request.ts";
import { hookHere } from "../support/claude-code.ts";
import { eventually, openServer, type TestServer } from "../support/cli.ts";

/* What the model asks by AskUserQuestion is a question, with its options; the answer goes back whole. */

let server: TestServer;
beforeEach(async () => {
  server = await openServer();
});
afterEach(() => server.close());

const LIBRARY = {
  question: "Which library should we use?",
  header: "Library",
  options: [
    { label: "Temporal", description: "The new standard" },
    { label: "Luxon", description: "What we have", preview: "DateTime.now()" },
  ],
  multiSelect: false,
};
const FEATURES = {
  question: "Which features do you want?",
  header: "Features",
  options: [
    { label: "Zones", description: "Time zones" },
    { label: "Ranges", description: "From and to" },
    { label: "Words", description: "In three days" },
  ],
  multiSelect: true,
};

const ask = (input: JsonObject, more: Parameters<typeof hookHere>[2] = {}) =>
  hookHere(server.agent, { tool_name: "AskUserQuestion", tool_input: input }, more);

async function asked(): Promise<Shown<QuestionRequest>> {
  const request = await eventually(async () => {
    const { items } = await server.operator.list({ status: "open" });
    return items[0];
  });
  return asQuestion(request);
}

const DIALOGUE = { is: "dialogue", said: "" };

test("one question is a choice among its options, with what they mean", async () => {
  const asking = ask({ questions: [LIBRARY] });
  const { id, question } = await asked();
  expect(question).toEqual({
    text: "Which library should we use?",
    context: "Asked by Claude Code in /home/me/shop\n\nLuxon:\nDateTime.now()",
    form: {
      kind: "choice",
      options: [
        { label: "Temporal", description: "The new standard" },
        { label: "Luxon", description: "What we have" },
      ],
      allowText: true,
    },
  });
  await server.operator.answer({ id, answer: { choice: "Luxon" } });
  expect(await asking).toEqual({
    is: "allow",
    input: { questions: [LIBRARY], answers: { [LIBRARY.question]: "Luxon" } },
    rules: [],
    note: `Earshot: answered by operator (request ${id}).`,
  });
});

test("words of one's own are an answer", async () => {
  const asking = ask({ questions: [LIBRARY] });
  await server.operator.answer({ id: (await asked()).id, answer: { text: "Neither, write it." } });
  expect(await asking).toMatchObject({
    input: { answers: { [LIBRARY.question]: "Neither, write it." } },
  });
});

test("several choices go back behind commas", async () => {
  const asking = ask({ questions: [FEATURES] });
  const { id, question } = await asked();
  expect(question.form).toMatchObject({ kind: "choices", min: 1, allowText: true });
  await server.operator.answer({ id, answer: { choices: ["Zones", "Words"] } });
  expect(await asking).toMatchObject({
    input: { answers: { [FEATURES.question]: "Zones, Words" } },
  });
});

test("several questions are the fields of one, each with its options and what they mean", async () => {
  const asking = ask({ questions: [LIBRARY, FEATURES] });
  const { id, question } = await asked();
  expect(question.text).toBe("Claude Code has 2 questions.");
  expect(question.form).toEqual({
    kind: "fields",
    schema: {
      type: "object",
      properties: {
        question_1: {
          type: "string",
          enum: ["Temporal", "Luxon"],
          title: LIBRARY.question,
          description: "Temporal: The new standard\nLuxon: What we have",
        },
        question_2: {
          type: "array",
          minItems: 1,
          uniqueItems: true,
          title: FEATURES.question,
          items: { type: "string", enum: ["Zones", "Ranges", "Words"] },
          description: "Zones: Time zones\nRanges: From and to\nWords: In three days",
        },
      },
      required: ["question_1", "question_2"],
      additionalProperties: false,
    },
  });
  const fields = { question_1: "Temporal", question_2: ["Ranges", "Zones"] };
  await server.operator.answer({ id, answer: { fields } });
  expect(await asking).toMatchObject({
    input: {
      questions: [LIBRARY, FEATURES],
      answers: { [LIBRARY.question]: "Temporal", [FEATURES.question]: "Ranges, Zones" },
    },
  });
});

test("an answer that came after the hold is given to the same question, and given once", async () => {
  expect(await ask({ questions: [LIBRARY] }, { holdMs: 0 })).toEqual(DIALOGUE);
  const { id } = await asked();
  await server.operator.answer({ id, answer: { choice: "Temporal" } });
  const other = { tool_name: "AskUserQuestion", tool_input: { questions: [LIBRARY] } };
  const elsewhere = await hookHere(server.agent, { ...other, session_id: "b" }, { holdMs: 0 });
  expect(elsewhere).toEqual(DIALOGUE);
  await server.operator.cancel({ id: (await asked()).id });
  expect(await ask({ questions: [LIBRARY] })).toMatchObject({
    input: { answers: { [LIBRARY.question]: "Temporal" } },
  });
  expect(await ask({ questions: [LIBRARY] }, { holdMs: 0 })).toEqual(DIALOGUE);
  expect((await asked()).id).not.toBe(id);
});

test("a client that ends the hook has the question taken back", async () => {
  const ended = new AbortController();
  const asking = ask({ questions: [LIBRARY] }, { signal: ended.signal });
  const { id } = await asked();
  ended.abort();
  expect(await asking).toMatchObject({ is: "dialogue" });
  expect((await server.operator.show({ id })).request.status).toBe("cancelled");
});

test.each<[string, unknown]>([
  ["no questions", []],
  ["questions that are no list", "Which?"],
  ["a question without options", [{ ...LIBRARY, options: [] }]],
  ["an option without a label", [{ ...LIBRARY, options: [{ description: "?" }] }]],
  ["a question without words", [{ ...LIBRARY, question: " " }]],
  ["two questions with the same words, whose answers nobody could tell apart", [LIBRARY, LIBRARY]],
])("%s are left to the client", async (_, questions) => {
  expect(await ask({ questions } as JsonObject)).toEqual(DIALOGUE);
  expect((await server.operator.list({})).items).toEqual([]);
});
