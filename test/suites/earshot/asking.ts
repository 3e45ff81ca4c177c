import { describe, expect, test } from "vitest";
import type { Form } from "../../../src/domain/requests/question.ts";
import { asQuestion } from "../../../src/domain/requests/request.ts";
import { codeOf, type WorldUnderTest } from "./world.ts";

const COLOURS: Form = { kind: "choice", options: [{ label: "red" }, { label: "blue" }] };
const SIZES: Form = {
  kind: "choices",
  options: [{ label: "s" }, { label: "m" }, { label: "l" }],
  min: 1,
  max: 2,
};
const PLACE: Form = {
  kind: "fields",
  schema: {
    type: "object",
    properties: { city: { type: "string", minLength: 2 }, floor: { type: "integer" } },
    required: ["city"],
    additionalProperties: false,
  },
};

export function askingFacts(under: WorldUnderTest): void {
  const scout = () => under.world.as("scout");
  const owner = () => under.world.as("owner");

  describe("asking and answering", () => {
    test("a question is stored open and can be shown", async () => {
      const { outcome, request } = await scout().ask({
        text: "Which pattern first: A, B or C?",
        context: "All three pass.",
        default: { text: "A" },
      });
      expect(outcome).toBe("pending");
      expect(request).toMatchObject({
        status: "open",
        kind: "question",
        agentName: "scout",
        to: [],
        version: 1,
      });
      expect((await owner().show({ id: request.id })).request).toEqual(request);
      expect((await scout().show({ id: request.id })).request).toEqual(request);
    });

    test("an answer comes back exactly as it was given, with who gave it and where", async () => {
      const { request } = await scout().ask({ text: "What?" });
      const text = "  B!\n\ttwo \u{1f600} e\u0301 \u0000 ";
      const answered = await owner().answer(
        { id: request.id, answer: { text } },
        { via: "console" },
      );
      expect(answered).toMatchObject({
        status: "answered",
        answer: { text },
        closedBy: { name: "owner", via: "console" },
        version: 2,
      });
      expect(await scout().wait({ id: request.id })).toEqual({
        outcome: "answered",
        request: answered,
      });
    });

    test("a note that comes too late is kept with what was picked", async () => {
      const form = { ...COLOURS, allowText: true };
      const { request } = await scout().ask({ text: "Which?", form });
      const { id } = request;
      await owner().answer({ id, answer: { choice: "red" } });
      const late = owner().answer({ id, answer: { choice: "blue", note: "on Friday" } });
      await expect(late).rejects.toMatchObject({ code: "REQUEST_CLOSED" });
      const { items } = await scout().mailbox();
      expect(items).toMatchObject([{ text: "blue\n\nNote: on Friday", lateAnswerTo: id }]);
    });

    test("an empty text is an answer", async () => {
      const { request } = await scout().ask({ text: "Anything else?" });
      await owner().answer({ id: request.id, answer: { text: "" } });
      expect(await scout().wait({ id: request.id })).toMatchObject({
        request: { answer: { text: "" } },
      });
    });

    test.each([
      ["a choice", COLOURS, { choice: "blue" }],
      ["several choices", SIZES, { choices: ["l", "s"] }],
      ["fields", PLACE, { fields: { city: "Oslo", floor: 3 } }],
      [
        "a choice and a note where words are allowed",
        { ...COLOURS, allowText: true },
        { choice: "blue", note: "but not on Friday" },
      ],
      [
        "several choices and a note",
        { ...SIZES, allowText: true },
        { choices: ["l", "s"], note: "l first" },
      ],
      ["fields and a note", { ...PLACE, allowText: true }, { fields: { city: "Oslo" }, note: "n" }],
      ["own words where they are allowed", { ...COLOURS, allowText: true }, { text: "green" }],
    ] as const)("%s that fit the form are taken", async (_, form, answer) => {
      const { request } = await scout().ask({ text: "Which?", form });
      expect(await owner().answer({ id: request.id, answer })).toMatchObject({
        status: "answered",
        answer,
      });
    });

    test.each([
      {
        what: "an unknown option",
        form: COLOURS,
        answer: { choice: "green" },
        reason: /"green" is none of "red", "blue"/,
      },
      {
        what: "a blank note",
        form: COLOURS,
        answer: { choice: "red", note: " " },
        reason: /note/,
      },
      {
        what: "own words for a choice",
        form: COLOURS,
        answer: { text: "red" },
        reason: /one of "red", "blue"/,
      },
      {
        what: "too many options",
        form: SIZES,
        answer: { choices: ["s", "m", "l"] },
        reason: /1 to 2 options, not 3/,
      },
      { what: "no option", form: SIZES, answer: { choices: [] }, reason: /1 to 2 options, not 0/ },
      { what: "an option twice", form: SIZES, answer: { choices: ["s", "s"] }, reason: /twice/ },
      { what: "a missing field", form: PLACE, answer: { fields: { floor: 1 } }, reason: /city/ },
      {
        what: "a field of the wrong type",
        form: PLACE,
        answer: { fields: { city: "Oslo", floor: "3" } },
        reason: /floor/,
      },
      {
        what: "a field too many",
        form: PLACE,
        answer: { fields: { city: "Oslo", door: 1 } },
        reason: /door/,
      },
      {
        what: "an option where text is wanted",
        form: { kind: "text" },
        answer: { choice: "red" },
        reason: /wants text/,
      },
    ] as const)(
      "$what is refused with the reason, and the question stays open",
      async ({ form, answer, reason }) => {
        const { request } = await scout().ask({ text: "Which?", form });
        const refused = owner().answer({ id: request.id, answer });
        await expect(refused).rejects.toMatchObject({
          code: "INVALID_INPUT",
          message: expect.stringMatching(reason),
        });
        expect((await owner().show({ id: request.id })).request).toEqual(request);
      },
    );

    test.each([
      ["no text", { text: " \n" }],
      ["text over 64 KiB", { text: "x".repeat(64 * 1024 + 1) }],
      ["no options", { text: "?", form: { kind: "choice", options: [] } }],
      [
        "the same option twice",
        { text: "?", form: { kind: "choice", options: [{ label: "a" }, { label: "a" }] } },
      ],
      ["a choice of more than there are", { text: "?", form: { ...SIZES, min: 4, max: 5 } }],
      [
        "a schema that leads elsewhere",
        { text: "?", schema: { $ref: "https://schemas.example/a.json" } },
      ],
      [
        "a form whose pattern no fast engine knows",
        {
          text: "?",
          form: {
            kind: "fields",
            schema: { type: "object", properties: { a: { type: "string", pattern: "(a+)+\\1" } } },
          },
        },
      ],
      ["a default that does not fit", { text: "?", form: COLOURS, default: { choice: "green" } }],
      ["an operator that does not exist", { text: "?", to: ["nobody"] }],
      ["an expiry of half a second", { text: "?", expiresInMs: 500 }],
      ["an expiry of two years", { text: "?", expiresInMs: 2 * 366 * 86_400_000 }],
    ] as const)("a question with %s is refused and nothing is stored", async (_, input) => {
      expect(await codeOf(scout().ask(input))).toBe("INVALID_INPUT");
      expect((await owner().list({ limit: 1 })).items).toEqual([]);
    });

    test("a schema of others makes the form, and what it gives satisfies the schema", async () => {
      const Zip = { type: "string", pattern: "^\\d{5}$" };
      const schema = {
        $defs: { Zip },
        type: "object",
        properties: {
          kind: { const: "order" },
          zip: { $ref: "#/$defs/Zip" },
          note: { anyOf: [{ type: "string" }, { type: "null" }] },
        },
        required: ["kind", "zip", "note"],
      };
      const { request } = await scout().ask({ text: "Where to?", schema });
      expect(asQuestion(request).question.form).toMatchObject({
        kind: "fields",
        schema: { type: "object", properties: { zip: Zip, note: { type: "string" } } },
        source: { schema, digest: expect.stringMatching(/./) },
      });
      const wrong = owner().answer({ id: request.id, answer: { fields: { zip: "1" } } });
      await expect(wrong).rejects.toMatchObject({
        code: "INVALID_INPUT",
        message: expect.stringContaining("zip: "),
      });
      await owner().answer({ id: request.id, answer: { fields: { zip: "12345" } } });
      const closed = (await scout().show({ id: request.id })).request;
      expect(closed).toMatchObject({
        status: "answered",
        answer: { fields: { kind: "order", zip: "12345", note: null } },
      });
    });

    test("text of 64 KiB fits exactly, counted in bytes", async () => {
      const text = "é".repeat(32 * 1024);
      const { request } = await scout().ask({ text });
      expect(asQuestion((await owner().show({ id: request.id })).request).question.text).toBe(text);
    });

    test("the first answer wins; a later one hears who was faster, and its text is kept", async () => {
      const { request } = await scout().ask({ text: "Which?" });
      await owner().answer({ id: request.id, answer: { text: "first" } });
      const late = under.world
        .as("approver")
        .answer({ id: request.id, answer: { text: "second" } });
      await expect(late).rejects.toMatchObject({
        code: "REQUEST_CLOSED",
        details: { id: request.id, status: "answered", closedBy: { name: "owner" } },
      });
      const { entries } = await scout().showConversation({ id: request.conversation });
      expect(entries.items).toMatchObject([
        { id: request.id, answer: { text: "first" } },
        { text: "second", lateAnswerTo: request.id, from: { name: "approver" } },
      ]);
    });

    test("of 64 who answer at once one wins, and every other text is kept once", async () => {
      const { request } = await scout().ask({ text: "Which?" });
      const texts = Array.from({ length: 64 }, (_, index) => `answer ${index}`);
      const results = await Promise.allSettled(
        texts.map((text) => owner().answer({ id: request.id, answer: { text } })),
      );
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const { request: closed, history } = await owner().show({ id: request.id });
      expect(history.filter(({ type }) => type === "request.answered")).toHaveLength(1);
      const { entries } = await scout().showConversation({ id: request.conversation, limit: 100 });
      const kept = entries.items.flatMap((entry) => ("text" in entry ? [entry.text] : []));
      const won = closed.status === "answered" && "text" in closed.answer ? closed.answer.text : "";
      expect([...kept, won].sort()).toEqual([...texts].sort());
    });

    test("an agent takes its question back, once, with a reason", async () => {
      const { request } = await scout().ask({ text: "Which?" });
      const cancelled = await scout().cancel({ id: request.id, reason: "found it" });
      expect(cancelled).toMatchObject({
        status: "cancelled",
        reason: "found it",
        closedBy: { name: "scout" },
      });
      expect(await codeOf(scout().cancel({ id: request.id }))).toBe("REQUEST_CLOSED");
      expect(await codeOf(owner().answer({ id: request.id, answer: { text: "x" } }))).toBe(
        "REQUEST_CLOSED",
      );
    });

    test("an owner can take back the question of any agent, an approver cannot", async () => {
      const { request } = await scout().ask({ text: "Which?" });
      expect(await codeOf(under.world.as("approver").cancel({ id: request.id }))).toBe(
        "NOT_ALLOWED",
      );
      expect(await owner().cancel({ id: request.id })).toMatchObject({ status: "cancelled" });
    });

    test("a question can ask operators by name", async () => {
      const { request } = await scout().ask({ text: "Ana?", to: ["approver", "approver"] });
      expect(request.to).toEqual(["approver"]);
      expect((await under.world.as("approver").list({ mine: true })).items).toEqual([request]);
      expect((await owner().list({ mine: true })).items).toEqual([]);
      expect((await owner().list()).items).toEqual([request]);
    });
  });
}
