import type { JsonObject } from "../../domain/json.ts";
import type { Clarification } from "../../domain/liaison/liaison.ts";
import { present } from "../../domain/present.ts";
import type { Form } from "../../domain/requests/question.ts";
import { paragraphs } from "./list.ts";

type Asked = Pick<Clarification, "topic" | "question" | "options" | "default">;

/** Always offered in addition to a question's own options. */
const YOU_DECIDE = "You decide";

/** The questions of a turn as text, which any surface can show and words can answer. */
export function questionWords(lead: string | undefined, questions: readonly Asked[]): string {
  const [only] = questions;
  if (only !== undefined && questions.length === 1) {
    return paragraphs(lead, only.question, hint(only));
  }
  const lines = questions.map(
    (one, index) => `${index + 1}. ${one.question}${optionsOf(one)}${defaultOf(one)}`,
  );
  return paragraphs(
    lead,
    lines.join("\n"),
    `Answer in your own words, one line a question or all in one. "${YOU_DECIDE}" is an answer, too.`,
  );
}

/** A form for surfaces with buttons and fields; words answer it as well. */
export function questionForm(questions: readonly Asked[]): Form {
  const [only] = questions;
  if (only !== undefined && questions.length === 1) {
    const options = distinct([...only.options, YOU_DECIDE]).map((label) => ({ label }));
    return { kind: "choice", options, allowText: true };
  }
  const properties: Record<string, JsonObject> = {};
  for (const one of questions) properties[one.topic] = propertyOf(one);
  return { kind: "fields", schema: { type: "object", properties }, allowText: true };
}

/** Options are examples; the person's own words are just as good. */
function propertyOf(one: Asked): JsonObject {
  const about = defaultOf(one).trim();
  return {
    type: "string",
    title: one.question,
    ...present({
      description: about === "" ? undefined : about,
      examples: one.options.length === 0 ? undefined : [...one.options, YOU_DECIDE],
    }),
  };
}

function optionsOf({ options }: Asked): string {
  if (options.length === 0) return "";
  // "Yes, a backup" is one item, not two.
  const mark = options.some((option) => option.includes(",")) ? ";" : ",";
  return ` (${options.join(`${mark} `)}${mark} or something else)`;
}

function defaultOf(one: Asked): string {
  return one.default === undefined ? "" : ` Where you do not say, I take: ${one.default}.`;
}

function hint(one: Asked): string {
  const words = `${optionsOf(one)}${defaultOf(one)}`.trim();
  return words === "" ? `"${YOU_DECIDE}" is an answer, too.` : words;
}

function distinct(labels: readonly string[]): readonly string[] {
  return [...new Set(labels.map((label) => label.trim()))].filter((label) => label !== "");
}
