import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { Form, Option } from "../../domain/requests/question.ts";
import { isObject, toldOf } from "../model-question.ts";
import type { Given, Values } from "../outcomes.ts";
import type { Questioned } from "../put-to-people.ts";

/** The tool by which Claude asks. */
export const ASKING = "AskUserQuestion";

/** What Claude asks in one call, each with its form. */
export function questionsIn(input: unknown): readonly Questioned[] {
  const { questions } = Object(input) as Readonly<Record<string, unknown>>;
  if (!Array.isArray(questions)) return [{ text: JSON.stringify(input), form: { kind: "text" } }];
  return questions.filter(isObject).map(({ question, options, multiSelect }) => {
    const offered = Array.isArray(options) ? options.filter(isObject).map(asOption) : [];
    const kind = multiSelect === true ? ("choices" as const) : ("choice" as const);
    const form: Form =
      offered.length === 0 ? { kind: "text" } : { kind, options: offered, allowText: true };
    return { text: String(question), form };
  });
}

function asOption({ label, description }: Readonly<Record<string, unknown>>): Option {
  const isSaid = typeof description === "string" && description.trim() !== "";
  return { label: String(label), ...present({ description: isSaid ? description : undefined }) };
}

/** What people gave, by the questions, as the tool takes it. */
export function answersOf(
  questions: readonly Questioned[],
  given: readonly Given[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    questions.map(({ text }, index) => [text, inWords(given[index]?.values ?? "")]),
  );
}

/** The tool takes an empty text for no answer at all. */
function inWords(values: Values): string {
  if (typeof values === "string") return values === "" ? "An empty text." : values;
  if (!Array.isArray(values)) return JSON.stringify(values);
  return values.length === 0 ? "None of them." : values.join(", ");
}

/** The same for the model, where nothing is lost: what is empty, and words beside what was picked. */
export function toldOfAll(questions: readonly Questioned[], given: readonly Given[]): string {
  const told = given.map((one, index): JsonObject => {
    return { question: questions[index]?.text ?? "", ...toldOf(one) };
  });
  return told.map((one) => JSON.stringify(one)).join("\n");
}
