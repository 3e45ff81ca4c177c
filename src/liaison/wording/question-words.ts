import type { JsonObject } from "../../domain/json.ts";
import type { Clarification } from "../../domain/liaison/liaison.ts";
import { present } from "../../domain/present.ts";
import type { Form } from "../../domain/requests/question.ts";
import { paragraphs } from "./list.ts";
import type { Wording } from "./wording.ts";

type Asked = Pick<Clarification, "topic" | "question" | "options" | "default">;

/** The questions of a turn as text, which any surface can show and words can answer. */
export function questionWords(
  wording: Wording,
  lead: string | undefined,
  questions: readonly Asked[],
): string {
  const [only] = questions;
  const { say } = wording;
  const decide = say("button.decide");
  if (only !== undefined && questions.length === 1) {
    const hint = optionsOf(only, wording).trim();
    return paragraphs(lead, only.question, hint === "" ? say("decide.too", { decide }) : hint);
  }
  const lines = questions.map(
    (one, index) => `${index + 1}. ${one.question}${optionsOf(one, wording)}`,
  );
  return paragraphs(lead, lines.join("\n"), say("how.to.answer", { decide }));
}

/** A form for surfaces with buttons and fields; words answer it as well. */
export function questionForm(wording: Wording, questions: readonly Asked[]): Form {
  const [only] = questions;
  if (only !== undefined && questions.length === 1) {
    const labels = [...only.options, wording.say("button.decide")];
    const options = distinct(labels).map((label) => ({ label }));
    return { kind: "choice", options, allowText: true };
  }
  const properties: Record<string, JsonObject> = {};
  for (const one of questions) properties[one.topic] = propertyOf(one, wording);
  return { kind: "fields", schema: { type: "object", properties }, allowText: true };
}

/** How a specification is confirmed; words of the person's own correct it. */
export function confirmForm({ say }: Wording): Form {
  const options = [{ label: say("button.yes") }, { label: say("button.withdraw") }];
  return { kind: "choice", options, allowText: true };
}

/** Whoever waits for the next round can end it. */
export function waitingForm({ say }: Wording): Form {
  return { kind: "choice", options: [{ label: say("button.withdraw") }], allowText: true };
}

/** Options are examples; the person's own words are just as good. */
function propertyOf(one: Asked, wording: Wording): JsonObject {
  const { say } = wording;
  const { options, default: value } = one;
  return {
    type: "string",
    title: one.question,
    ...present({
      description: value === undefined ? undefined : say("default", { value }),
      examples: options.length === 0 ? undefined : [...options, say("button.decide")],
    }),
  };
}

function optionsOf({ options }: Asked, { say }: Wording): string {
  if (options.length === 0) return "";
  // "Yes, a backup" is one item, not two.
  const mark = options.some((option) => option.includes(",")) ? "; " : say("separator");
  return say("about", { more: [...options, say("or.else")].join(mark) });
}

function distinct(labels: readonly string[]): readonly string[] {
  return [...new Set(labels.map((label) => label.trim()))].filter((label) => label !== "");
}
