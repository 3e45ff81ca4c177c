import { describe, expect, it } from "vitest";
import {
  answerFrom,
  countWords,
  draftFrom,
  proposedDraft,
  takeFields,
} from "../answer/draft-answer.ts";
import { fieldAnswers } from "../answer/field-answers.ts";
import { NO_DRAFT, readAnswerDraft, writeAnswerDraft } from "./answer-draft.ts";

takeFields(fieldAnswers);

const OPTIONS = [{ label: "a" }, { label: "b" }, { label: "c" }];
const CHOICES = { kind: "choices", options: OPTIONS, min: 1, max: 2 } as const;
const FIELDS = {
  kind: "fields",
  schema: {
    type: "object",
    required: ["count"],
    properties: { count: { type: "integer" }, where: { enum: ["x", "y"] } },
  },
} as const;

describe("a draft of an answer", () => {
  it("is kept and read as it was", () => {
    const draft = { text: "so", chosen: ["a"], typed: { "/count": "3", "/gone": null } };
    expect(readAnswerDraft(writeAnswerDraft(draft))).toEqual(draft);
    expect(writeAnswerDraft(NO_DRAFT)).toBe("");
  });

  it("is empty where something else was kept", () => {
    for (const kept of ["", "words", "[1]", '{"text": 1, "chosen": [2], "typed": {"a": 3}}']) {
      expect(readAnswerDraft(kept)).toEqual(NO_DRAFT);
    }
  });
});

describe("the answer of a draft", () => {
  it("is text only where text is taken", () => {
    expect(answerFrom({ kind: "text" }, { ...NO_DRAFT, text: " so " })).toEqual({ text: " so " });
    expect(answerFrom({ kind: "text" }, { ...NO_DRAFT, text: "  " })).toBeUndefined();
    expect(
      answerFrom({ kind: "choice", options: OPTIONS }, { ...NO_DRAFT, text: "d" }),
    ).toBeUndefined();
  });

  it("has as many options as the question wants", () => {
    const of = (chosen: readonly string[]) => answerFrom(CHOICES, { ...NO_DRAFT, chosen });
    expect([of([]), of(["a", "b", "c"])]).toEqual([undefined, undefined]);
    expect(of(["a", "b"])).toEqual({ choices: ["a", "b"] });
    expect(countWords(CHOICES)).toBe("Choose 1 to 2.");
    expect(countWords({ kind: "choices", options: OPTIONS })).toBe("Choose any.");
  });

  it("has fields of the types that the form names", () => {
    expect(answerFrom(FIELDS, NO_DRAFT)).toBeUndefined();
    expect(answerFrom(FIELDS, { ...NO_DRAFT, typed: { "/count": "3", "/where": "1" } })).toEqual({
      fields: { count: 3, where: "y" },
    });
  });

  it("is something where words would do instead of fields", () => {
    const schema = { type: "object", properties: { where: { type: "string" } } };
    const form = { kind: "fields", schema, allowText: true } as const;
    expect(answerFrom(form, NO_DRAFT)).toBeUndefined();
    expect(answerFrom({ kind: "fields", schema }, NO_DRAFT)).toEqual({ fields: {} });
    expect(answerFrom(form, { ...NO_DRAFT, typed: { "/where": "x" } })).toEqual({
      fields: { where: "x" },
    });
  });

  it("has what was ticked and, beside it, what was written", () => {
    const form = { ...CHOICES, min: 0, allowText: true } as const;
    const of = (chosen: readonly string[], text: string) =>
      answerFrom(form, { ...NO_DRAFT, chosen, text });
    expect(of(["a", "c"], "but not on Friday")).toEqual({
      choices: ["a", "c"],
      note: "but not on Friday",
    });
    expect(of([], "none of them")).toEqual({ text: "none of them" });
    expect(of(["a"], " \n")).toEqual({ choices: ["a"] });
    const strict = { ...form, min: 2 } as const;
    expect(answerFrom(strict, { ...NO_DRAFT, chosen: ["a"], text: "more?" })).toBeUndefined();
  });

  it("has what was filled in and, beside it, what was written", () => {
    const form = { ...FIELDS, allowText: true } as const;
    const of = (typed: Record<string, string | null>, text = "soon") =>
      answerFrom(form, { ...NO_DRAFT, typed, text });
    expect(of({ "/count": "3" })).toEqual({ fields: { count: 3 }, note: "soon" });
    expect(of({})).toEqual({ text: "soon" });
    expect(of({ "/count": "" })).toEqual({ text: "soon" });
    expect([of({ "/count": "many" }), of({ "/where": "1" })]).toEqual([undefined, undefined]);
  });

  it("can be an old one again, with its note", () => {
    const form = { ...CHOICES, allowText: true } as const;
    const old = { choices: ["a"], note: "but not on Friday" };
    expect(answerFrom(form, draftFrom(old, form))).toEqual(old);
  });

  it("begins with what the agent proposes, in its question or its form, and never with its words", () => {
    const properties = {
      replicas: { type: "integer", default: 3 },
      backup: { type: "boolean", default: true },
      region: { type: "string", enum: ["eu", "us"], default: "us" },
      zone: { type: "string", enum: ["a"], default: "none of them" },
      name: { type: "string", default: "pay\u200bpal" },
      note: { type: "string" },
    };
    const form = { kind: "fields", schema: { type: "object", properties } } as const;
    const text = "Deploy?";
    expect(proposedDraft({ text, form }).typed).toEqual({
      "/replicas": "3",
      "/backup": "true",
      "/region": "1",
    });
    const asked = { text, form, default: { fields: { replicas: 5, note: "n" } } };
    expect(answerFrom(form, proposedDraft(asked))).toEqual({
      fields: { replicas: 5, backup: true, region: "us", note: "n" },
    });
    expect(proposedDraft({ text, form: { kind: "text" }, default: { text: "yes" } })).toEqual(
      NO_DRAFT,
    );
  });

  it("can be an old one again", () => {
    const old = { fields: { count: 3, where: "y", gone: 1 } };
    expect(answerFrom(FIELDS, draftFrom(old, FIELDS))).toEqual({
      fields: { count: 3, where: "y" },
    });
  });
});
