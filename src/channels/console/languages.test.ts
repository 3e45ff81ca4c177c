import { expect, test } from "vitest";
import { SURFACE_LANGUAGES } from "../../messages/message-language.ts";
import { anOpenRequest, answeredWith } from "../../testing/builders.ts";
import { closedLine } from "./closed-line.ts";
import { voiceOf } from "./voice.ts";
import { choicesOf, helpText, isHelp } from "./words.ts";

const ALL = { approve: true, alike: true, others: true };

test("the prompt of an authorization offers the same words in all languages", () => {
  const prompts = SURFACE_LANGUAGES.map((language) => {
    return `[OPERATOR] ${choicesOf(ALL, voiceOf({ language }))}: `;
  });
  expect(prompts).toMatchInlineSnapshot(`
    [
      "[OPERATOR] approve, reject REASON, reject-all REASON, reject-like REASON, others, or skip: ",
      "[OPERATOR] approve, reject GRUND, reject-all GRUND, reject-like GRUND, others oder skip: ",
      "[OPERATOR] approve, reject MOTIVO, reject-all MOTIVO, reject-like MOTIVO, others o skip: ",
      "[OPERATOR] approve, reject MOTIF, reject-all MOTIF, reject-like MOTIF, others ou skip: ",
      "[OPERATOR] approve, reject 理由, reject-all 理由, reject-like 理由, others、または skip: ",
    ]
  `);
  for (const prompt of prompts) {
    for (const word of ["approve", "reject-like", "others", "skip"]) {
      expect(prompt).toContain(word);
    }
  }
});

test("what can be typed is explained in each language, in columns", () => {
  for (const language of SURFACE_LANGUAGES) {
    const lines = helpText(voiceOf({ language })).split("\n");
    expect(lines.length).toBe(14);
    expect(lines.some((line) => isHelp(line.split(/\s/, 1)[0] ?? ""))).toBe(true);
  }
});

test("how a request was closed is one line in the language of the reader", () => {
  const closed = answeredWith(anOpenRequest(), "Go on.");
  const lines = SURFACE_LANGUAGES.map((language) => closedLine(closed, voiceOf({ language })));
  expect(lines).toMatchInlineSnapshot(`
    [
      "Answered by ana via console: Go on.",
      "Beantwortet von ana über console: Go on.",
      "Respondida por ana vía console: Go on.",
      "Réponse de ana via console : Go on.",
      "ana（console） の回答: Go on.",
    ]
  `);
});

test("a user of a service is told with the service", () => {
  const answered = answeredWith(anOpenRequest(), "Go on.");
  const closed = { ...answered, closedBy: { ...answered.closedBy, name: "shop:maria" } };
  expect(closedLine(closed, voiceOf({ language: "en" }))).toBe(
    "Answered by maria, through shop via console: Go on.",
  );
});
