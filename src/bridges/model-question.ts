import type { Json, JsonObject } from "../domain/json.ts";
import { present } from "../domain/present.ts";
import type { Form } from "../domain/requests/question.ts";
import type { Given } from "./outcomes.ts";
import type { Questioned } from "./put-to-people.ts";

/** What a model writes when it asks a person. */
export interface ModelQuestion {
  readonly question: string;
  /** To choose from; any text if absent. */
  readonly options?: readonly string[];
  /** Whether several of them may be chosen. */
  readonly several?: boolean;
  /** Whether the person is to give files, instead of choosing. */
  readonly files?: boolean;
}

export const QUESTION_SAYS =
  "Asks a person a question and waits for the answer. Ask only what you cannot find out yourself.";

/** Whether a model may ask for files. */
export interface AskedFor {
  readonly files?: boolean | undefined;
}

/** JSON Schema of a model's question. */
export function questionJsonSchema({ files = false }: AskedFor): JsonObject {
  const properties = {
    question: { type: "string", description: "One whole question, for a reader without context." },
    options: {
      type: "array",
      items: { type: "string" },
      description: "To choose from; any text is taken if absent.",
    },
    several: { type: "boolean", description: "Whether several options may be chosen." },
  };
  const description = "Whether the person is to give files, which you then see.";
  return {
    type: "object",
    properties: files
      ? Object.assign(properties, { files: { type: "boolean", description } })
      : properties,
    required: ["question"],
    additionalProperties: false,
  };
}

const FILES: Form = {
  kind: "fields",
  schema: {
    type: "object",
    properties: {
      files: { type: "array", title: "Files", items: { format: "file" } },
      note: { type: "string", title: "Note" },
    },
  },
};

/** A model may write anything: what is no question has no text. */
export function modelQuestion(
  written: unknown,
  { files: mayBeFiles = false }: AskedFor = {},
): { readonly text: string; readonly form: Form } {
  const given: Readonly<Record<string, unknown>> = isObject(written) ? written : {};
  const { question, options, several, files } = given;
  const text = typeof question === "string" ? question : JSON.stringify(written);
  if (mayBeFiles && files === true) return { text, form: FILES };
  const labels = Array.isArray(options) ? [...new Set(options.map(String))] : [];
  const kind = several === true ? ("choices" as const) : ("choice" as const);
  const form: Form =
    labels.length === 0
      ? { kind: "text" }
      : { kind, options: labels.map((label) => ({ label })), allowText: true };
  return { text, form };
}

/** A text, `{question, options}`, or a question of Earshot with its form or schema. */
export function questionIn(value: unknown, asked: AskedFor = {}): Questioned {
  if (typeof value === "string") return { text: value };
  if (isObject(value) && typeof value["text"] === "string") return value as unknown as Questioned;
  return modelQuestion(value, asked);
}

/** What the model is told. A value that is false, zero or empty is told like any other. */
export function toldOf({ outcome, values, note, reason, assumption }: Given): JsonObject {
  return { outcome, ...present({ answer: values as Json | undefined, note, reason, assumption }) };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
