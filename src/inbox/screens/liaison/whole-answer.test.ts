import { expect, test } from "vitest";
import { NO_DRAFT } from "../../request/answer-draft.ts";
import { wholeAnswer } from "./whole-answer.ts";

const FORM = {
  kind: "fields",
  allowText: true,
  schema: {
    type: "object",
    properties: { audience: { type: "string" }, period: { type: "string" } },
  },
} as const;

test("fields that were filled are not lost to the words beside them", () => {
  const draft = { ...NO_DRAFT, text: "And soon.", typed: { "/audience": "the board" } };
  expect(wholeAnswer(FORM, draft, { text: "And soon." })).toEqual({
    text: "audience: the board\nAnd soon.",
  });
});

test("words alone, and fields alone, are sent as they are", () => {
  const text = { text: "For the board." };
  expect(wholeAnswer(FORM, { ...NO_DRAFT, text: text.text }, text)).toBe(text);
  const fields = { fields: { audience: "the board" } };
  expect(wholeAnswer(FORM, { ...NO_DRAFT, typed: { "/audience": "the board" } }, fields)).toBe(
    fields,
  );
});
