import type { JsonObject } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import type { Clarification } from "../../domain/liaison/liaison.ts";
import type { Form } from "../../domain/requests/question.ts";

export type AskedQuestion = Pick<Clarification, "topic" | "question" | "options">;

/** A turn of the liaison as it comes before a person. */
export interface AskedOfPerson {
  readonly text: string;
  readonly form?: Form;
  /** What it asks, if that is known; otherwise it is read from the form or the text. */
  readonly questions?: readonly AskedQuestion[];
}

const MAX_TOPIC = 80;

/** The questions of a turn, one by one. */
export function questionsOf({ text, form, questions }: AskedOfPerson): readonly AskedQuestion[] {
  if (questions !== undefined) return questions;
  if (form?.kind === "fields") return questionsOfSchema(form.schema);
  return questionsOfText(text);
}

function questionsOfSchema({ properties }: JsonObject): readonly AskedQuestion[] {
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).map(([name, field]) => {
    const { title, description, enum: options } = isJsonObject(field) ? field : {};
    const topic = typeof title === "string" ? title : name;
    return {
      topic,
      question: typeof description === "string" ? description : topic,
      options: Array.isArray(options) ? options.filter((label) => typeof label === "string") : [],
    };
  });
}

function questionsOfText(text: string): readonly AskedQuestion[] {
  const sentences = text.match(/[^.!?\n]+\?/gu) ?? [];
  return sentences.map((sentence) => {
    const question = sentence.trim();
    return { topic: question.slice(0, MAX_TOPIC), question, options: [] };
  });
}
