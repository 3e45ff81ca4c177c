import { describe, expect, test } from "vitest";
import { checkSchema } from "../../system/schema-check.ts";
import { checkedAnswer, checkQuestion } from "./answer-check.ts";
import type { Answer, Form, Option, Question } from "./question.ts";

const labelled = (...labels: string[]): Option[] => labels.map((label) => ({ label }));
const COLOURS = labelled("red", "green", "blue");
const SCHEMA = {
  type: "object",
  properties: { host: { type: "string", minLength: 1 }, port: { type: "integer" } },
  required: ["host"],
} as const;

const FORMS = {
  text: { kind: "text" },
  choice: { kind: "choice", options: COLOURS },
  choices: { kind: "choices", options: COLOURS },
  fields: { kind: "fields", schema: SCHEMA },
} as const satisfies Record<string, Form>;
type Kind = keyof typeof FORMS;

const ANSWERS = {
  text: { text: "pink" },
  choice: { choice: "red" },
  choices: { choices: ["red", "blue"] },
  fields: { fields: { host: "a" } },
} as const satisfies Record<string, Answer>;

function outcome(action: () => void): string {
  try {
    action();
  } catch (error) {
    expect(error).toMatchObject({ code: "INVALID_INPUT" });
    return (error as Error).message;
  }
  return "taken";
}
const asked = (question: Partial<Question>) =>
  outcome(() =>
    checkQuestion({ text: "Which?", form: { kind: "text" }, ...question }, checkSchema),
  );
const answered = (form: Form, answer: Answer) =>
  outcome(() => checkedAnswer({ text: "Which?", form }, answer, checkSchema));

describe("a question", () => {
  test.each(Object.values(FORMS))("of each kind can be asked: $kind", (form) => {
    expect(asked({ form, context: "A word before.", text: "Which?" })).toBe("taken");
  });

  test("without words is refused", () => {
    expect(asked({ text: " \n" })).toBe("The question is empty. Say something in it.");
  });

  test("and its context hold 64 KiB each", () => {
    const full = "x".repeat(65_536);
    expect(asked({ text: full, context: full })).toBe("taken");
    expect(asked({ text: `${full}x` })).toMatch(/^The question has 65537 bytes/);
    expect(asked({ context: `${full}x` })).toMatch(/^The context has 65537 bytes/);
  });

  test.each([
    ["no option", [], "A question has 1 to 100 options; this one has 0."],
    [
      "101 options",
      labelled(...Array.from({ length: 101 }, (_, index) => `option ${index}`)),
      "A question has 1 to 100 options; this one has 101.",
    ],
    ["a blank option", labelled("a", " "), "The option is empty. Say something in it."],
    [
      "an option twice",
      labelled("a", "b", "a"),
      'The option "a" is there twice. Make each option different.',
    ],
    ["a label that is too long", labelled("x".repeat(513)), /^The option has 513 bytes/],
    [
      "a description that is too long",
      [{ label: "a", description: "x".repeat(2_049) }],
      /^The option's description has 2049 bytes/,
    ],
  ])("with %s is refused", (_, options, message) => {
    for (const kind of ["choice", "choices"] as const) {
      expect(asked({ form: { kind, options } })).toMatch(message);
    }
  });

  test("holds 100 options", () => {
    const options = Array.from({ length: 100 }, (_, index) => ({
      label: `${index} ${"x".repeat(500)}`,
      description: "x".repeat(2_048),
    }));
    expect(asked({ form: { kind: "choice", options } })).toBe("taken");
  });

  test.each([
    [{ min: 4 }, "No answer could choose between 4 and 3 of 3 options. Mend min and max."],
    [{ min: 2, max: 1 }, "No answer could choose between 2 and 1 of 3 options. Mend min and max."],
    [{ max: 4 }, "No answer could choose between 0 and 4 of 3 options. Mend min and max."],
  ])("that nobody could answer is refused: %j", (bounds, message) => {
    expect(asked({ form: { ...FORMS.choices, ...bounds } })).toBe(message);
  });

  test.each([{ min: 0, max: 0 }, { min: 3 }, { min: 3, max: 3 }, { max: 1 }, {}])(
    "with bounds that can be met is taken: %j",
    (bounds) => {
      expect(asked({ form: { ...FORMS.choices, ...bounds } })).toBe("taken");
    },
  );

  test("with a schema that is no form is refused", () => {
    expect(asked({ form: { kind: "fields", schema: { type: "string" } } })).toMatch(
      /^The form's schema at its root/,
    );
  });

  test("with a schema beyond 32 KiB is refused", () => {
    const schema = { type: "object", properties: {}, description: "x".repeat(32 * 1024) };
    expect(asked({ form: { kind: "fields", schema } })).toMatch(/^The form's schema has 328\d\d b/);
  });

  test("with a default that fits is taken", () => {
    for (const kind of Object.keys(FORMS) as Kind[]) {
      expect(asked({ form: FORMS[kind], default: ANSWERS[kind] })).toBe("taken");
    }
  });

  test("with a default that does not fit is refused with the reason", () => {
    expect(asked({ form: FORMS.choice, default: { choice: "pink" } })).toBe(
      'The default does not fit the form: "pink" is none of "red", "green", "blue".',
    );
  });
});

const WANTED = {
  text: "it wants text.",
  choice: 'it wants one of "red", "green", "blue"',
  choices: 'it wants a list out of "red", "green", "blue"',
  fields: "it wants fields",
} as const;

describe("every form × every kind of answer", () => {
  const cells = Object.keys(FORMS).flatMap((form) =>
    Object.keys(ANSWERS).map((answer) => ({ form: form as Kind, answer: answer as Kind })),
  );

  test.each(cells)("$form × $answer", ({ form, answer }) => {
    const said = answered(FORMS[form], ANSWERS[answer]);
    if (form === answer) expect(said).toBe("taken");
    else expect(said).toContain(`The answer does not fit the question: ${WANTED[form]}`);
  });

  test.each(["choice", "choices", "fields"] as const)(
    "words of one's own answer a question that allows them: %s",
    (kind) => {
      expect(answered({ ...FORMS[kind], allowText: true }, { text: "pink" })).toBe("taken");
      expect(answered({ ...FORMS[kind], allowText: false }, { text: "pink" })).toBe(
        `The answer does not fit the question: ${WANTED[kind]}, not text of its own.`,
      );
    },
  );
});

describe("an answer", () => {
  test("of text holds 64 KiB", () => {
    expect(answered(FORMS.text, { text: "x".repeat(65_536) })).toBe("taken");
    expect(answered(FORMS.text, { text: "x".repeat(65_537) })).toMatch(/^The answer has 65537 b/);
  });

  test("of text may be empty", () => {
    expect(answered(FORMS.text, { text: "" })).toBe("taken");
  });

  test("with half a surrogate pair is refused", () => {
    expect(answered(FORMS.text, { text: "\ud800" })).toMatch(/half of a surrogate pair/);
  });

  test("names an option by its exact label", () => {
    for (const choice of ["Red", " red", "1", "toString"]) {
      expect(answered(FORMS.choice, { choice })).toContain(" is none of ");
    }
  });

  test.each([
    [[], {}, "taken"],
    [["red", "green", "blue"], {}, "taken"],
    [["red", "red"], {}, "an option is chosen twice."],
    [["red", "pink"], {}, '"pink" is none of "red", "green", "blue".'],
    [[], { min: 1 }, "it wants 1 to 3 options, not 0."],
    [["red", "blue"], { max: 1 }, "it wants 0 to 1 options, not 2."],
    [["red"], { min: 2, max: 2 }, "it wants 2 options, not 1."],
  ])("of several options %j under %j: %s", (choices, bounds, expected) => {
    const said = answered({ ...FORMS.choices, ...bounds }, { choices });
    expect(said.replace("The answer does not fit the question: ", "")).toBe(expected);
  });

  test("of fields is checked against the schema, and every fault is told", () => {
    const said = answered(FORMS.fields, { fields: { port: "x" } });
    expect(said).toContain('required property "host"');
    expect(said).toContain("port: ");
  });

  test("of fields holds 64 KiB as JSON", () => {
    const room = 65_536 - JSON.stringify({ host: "" }).length;
    expect(answered(FORMS.fields, { fields: { host: "x".repeat(room) } })).toBe("taken");
    expect(answered(FORMS.fields, { fields: { host: "x".repeat(room + 1) } })).toMatch(
      /^The answer has 65537 bytes/,
    );
  });

  test.each(["choice", "choices", "fields"] as const)(
    "of %s has a note, whether or not words would do as well",
    (kind) => {
      const noted = { ...ANSWERS[kind], note: "but not on Friday" };
      expect(answered({ ...FORMS[kind], allowText: true }, noted)).toBe("taken");
      expect(answered(FORMS[kind], noted)).toBe("taken");
    },
  );

  test("has a note that says something and is as long as text may be", () => {
    const form = { ...FORMS.choice, allowText: true };
    const noted = (note: string) => answered(form, { choice: "red", note });
    expect(noted(" \n")).not.toBe("taken");
    expect(noted("x".repeat(65_536))).toBe("taken");
    expect(noted("x".repeat(65_537))).toMatch(/^The note has 65537 bytes/);
    expect(noted("\ud800")).not.toBe("taken");
  });

  test("whose note fits is checked in what it picks", () => {
    const form = { ...FORMS.choice, allowText: true };
    expect(answered(form, { choice: "pink", note: "please" })).toContain('"pink" is none of');
  });

  test("that is offered has no note", () => {
    const form = { ...FORMS.choice, allowText: true };
    expect(asked({ form, default: { choice: "red", note: "I say so" } })).toContain(
      "a note is for",
    );
  });

  test("that does not fit is refused with the fault as a detail", () => {
    expect(() =>
      checkedAnswer({ text: "?", form: FORMS.fields }, { choice: "a" }, checkSchema),
    ).toThrow(expect.objectContaining({ details: { fault: "it wants fields." } }));
  });
});
