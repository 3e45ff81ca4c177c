import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ANY_CHARACTER } from "../../../test/support/any-character.ts";
import { checkSchema } from "../../system/schema-check.ts";
import { checkedAnswer } from "./answer-check.ts";
import { answerFromText } from "./answer-from-text.ts";
import type { Form } from "./question.ts";

const labelled = (...labels: string[]) => labels.map((label) => ({ label }));
const choice = (...labels: string[]): Form => ({ kind: "choice", options: labelled(...labels) });
const choices = (...labels: string[]): Form => ({ kind: "choices", options: labelled(...labels) });
const FIELDS: Form = { kind: "fields", schema: { type: "object", properties: {} } };

describe("a question that wants text", () => {
  test("takes any text as it was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: ANY_CHARACTER }), (text) => {
        expect(answerFromText({ kind: "text" }, text)).toEqual({ text });
      }),
    );
  });
});

describe("one option", () => {
  const form = choice("Yes", "No", "Maybe later");

  test.each([
    ["its label", "Maybe later", "Maybe later"],
    ["its number", "2", "No"],
    ["its number among spaces", " 3\n", "Maybe later"],
    ["its number with zeros before", "01", "Yes"],
    ["its label in other case", "yES", "Yes"],
    ["its label among spaces", "  no ", "No"],
  ])("is named by %s", (_, text, label) => {
    expect(answerFromText(form, text)).toEqual({ choice: label });
  });

  test.each(["0", "4", "1000", "-1", "1.0", "y", "", "Yes, No", "Yes?"])(
    "is not named by %j, and the error says what is wanted",
    (text) => {
      expect(() => answerFromText(form, text)).toThrow(
        expect.objectContaining({
          code: "INVALID_INPUT",
          message: `${JSON.stringify(text)} is none of the options. Answer with one of "Yes", "No", "Maybe later", or its number.`,
        }),
      );
    },
  );

  test.each(["2", " 2 ", "2.", "2)", "Option 2"])(
    "is not named by %j where that is what another one than the second is called",
    (text) => {
      for (const allowText of [false, true]) {
        const ports: Form = { kind: "choice", options: labelled("10", "20", "2"), allowText };
        expect(() => answerFromText(ports, text)).toThrow(
          `${JSON.stringify(text.trim())} can mean "2" or "20". Answer with # and the number of the option, such as #1.`,
        );
      }
    },
  );

  test("whose label is a number is meant by that number where no other one is", () => {
    const ports = choice("10", "20", "2");
    expect(answerFromText(ports, "#2")).toEqual({ choice: "20" });
    expect(answerFromText(ports, "#3")).toEqual({ choice: "2" });
    expect(answerFromText(ports, '"2"')).toEqual({ choice: "2" });
    expect(answerFromText(ports, " 20 ")).toEqual({ choice: "20" });
    expect(answerFromText(ports, "1")).toEqual({ choice: "10" });
    expect(answerFromText(choice("1", "2"), "2")).toEqual({ choice: "2" });
  });

  test("with an exact twin in other case is meant only exactly", () => {
    const twins = choice("yes", "Yes");
    expect(answerFromText(twins, "Yes")).toEqual({ choice: "Yes" });
    expect(() => answerFromText(twins, "YES")).toThrow('"YES" can mean "yes" or "Yes"');
  });

  test("of a label with spaces around it is named without them", () => {
    expect(answerFromText(choice(" a ", "b"), "a")).toEqual({ choice: " a " });
  });
});

describe("several options", () => {
  const form = choices("red", "green", "blue");

  test.each([
    ["commas", "red,blue", ["red", "blue"]],
    ["commas and spaces", "red, Blue", ["red", "blue"]],
    ["lines", "green\nred", ["green", "red"]],
    ["numbers", "3, 1", ["blue", "red"]],
    ["numbers and labels", "3,red", ["blue", "red"]],
    ["one alone", "green", ["green"]],
    ["one twice", "red,red,1", ["red"]],
    ["nothing", "", []],
    ["blanks", "  ", []],
  ])("are named by %s", (_, text, labels) => {
    expect(answerFromText(form, text)).toEqual({ choices: labels });
  });

  test("are refused whole where one of them is unknown", () => {
    expect(() => answerFromText(form, "red, pink")).toThrow(
      '"red, pink" is none of the options. Answer with one of "red", "green", "blue", or its number, several of them separated by commas.',
    );
    expect(() => answerFromText(form, "red,")).toThrow(/none of the options/);
  });

  test("of which one has a comma in its label: that one is named by its whole label", () => {
    expect(answerFromText(choices("a, b", "c"), "a, b")).toEqual({ choices: ["a, b"] });
  });

  test("whose labels are numbers are meant by those numbers where no others are", () => {
    expect(answerFromText(choices("10", "20"), "10, 2")).toEqual({ choices: ["10", "20"] });
    expect(() => answerFromText(choices("10", "20", "2"), "10, 2")).toThrow(/can mean "2" or "20"/);
  });
});

describe("fields", () => {
  test("are a JSON object", () => {
    expect(answerFromText(FIELDS, ' {"host": "a", "n": 1} ')).toEqual({
      fields: { host: "a", n: 1 },
    });
  });

  test.each(["", "host=a", "[1]", "null", "1", '"a"', '{"a":'])("are not %j", (text) => {
    expect(() => answerFromText(FIELDS, text)).toThrow(
      "This question wants fields: answer with a JSON object, as its form says.",
    );
  });
});

test("a question that asks for a file says where it is answered", () => {
  const properties = { file: { format: "file" } };
  const form: Form = { kind: "fields", schema: { type: "object", properties } };
  expect(() => answerFromText(form, "It is the one of May.")).toThrow("answer it on the page");
});

describe("words of one's own, where the form allows them", () => {
  const forms: Form[] = [
    { kind: "choice", options: labelled("a", "b"), allowText: true },
    { kind: "choices", options: labelled("a", "b"), allowText: true },
    { kind: "fields", schema: { type: "object", properties: {} }, allowText: true },
  ];

  test.each(forms)("are taken as they were typed: $kind", (form) => {
    expect(answerFromText(form, " neither of them ")).toEqual({ text: " neither of them " });
  });

  test("come second to an option", () => {
    expect(forms.slice(0, 2).map((form) => answerFromText(form, "B"))).toEqual([
      { choice: "b" },
      { choices: ["b"] },
    ]);
  });
});

describe("a note below what is picked, where the form allows words", () => {
  const one: Form = { kind: "choice", options: labelled("ship", "hold"), allowText: true };
  const some: Form = { kind: "choices", options: labelled("soup", "fish"), allowText: true };
  const fields: Form = { kind: "fields", schema: { type: "object" }, allowText: true };

  test.each<[Form, string, object]>([
    [one, "HOLD\nuntil Monday", { choice: "hold", note: "until Monday" }],
    [one, "1\n\nbut only half\nof them ", { choice: "ship", note: "but only half\nof them" }],
    [one, "ship until Monday", { text: "ship until Monday" }],
    [one, "neither\nship", { text: "neither\nship" }],
    [some, "1, fish\nnot too hot", { choices: ["soup", "fish"], note: "not too hot" }],
    [some, "soup\nfish\nnot too hot", { choices: ["soup", "fish"], note: "not too hot" }],
    [some, "soup\nfish", { choices: ["soup", "fish"] }],
    [fields, '{"n":1}\nor more', { fields: { n: 1 }, note: "or more" }],
  ])("%#: %j", (form, text, answer) => {
    expect(answerFromText(form, text)).toEqual(answer);
  });

  test("is none where the form allows no words", () => {
    expect(() => answerFromText(choice("ship", "hold"), "ship\nuntil Monday")).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT" }),
    );
  });
});

const labels = fc.uniqueArray(
  fc.oneof(fc.string({ minLength: 1 }), fc.nat(12).map(String), fc.constantFrom("a", "A", " a")),
  { minLength: 1, maxLength: 8 },
);

describe("for any options", () => {
  test("the exact label means that option and no other, if it is the number of none", () => {
    fc.assert(
      fc.property(labels, fc.nat(), (all, pick) => {
        const label = all[pick % all.length] as string;
        const counted = all[Number(label) - 1] ?? label;
        fc.pre(counted === label);
        expect(answerFromText(choice(...all), label)).toEqual({ choice: label });
        expect(answerFromText(choices(...all), label)).toEqual({ choices: [label] });
      }),
    );
  });

  test("what is understood fits the question", () => {
    fc.assert(
      fc.property(labels, fc.oneof(fc.string(), fc.nat(12).map(String)), (all, text) => {
        for (const form of [choice(...all), choices(...all)]) {
          try {
            checkedAnswer({ text: "Which?", form }, answerFromText(form, text), checkSchema);
          } catch (error) {
            expect(error).toMatchObject({
              message: expect.stringMatching(/none of the options|can mean/),
            });
          }
        }
      }),
    );
  });
});
