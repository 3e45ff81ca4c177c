import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { Answer, Form, Option } from "../../domain/requests/question.ts";
import { isObject } from "./permission-request.ts";

/** One of the questions of `AskUserQuestion`. */
export interface PosedQuestion {
  /** Also names its answer, so no two are the same. */
  readonly question: string;
  readonly options: readonly PosedOption[];
  readonly isMultiple: boolean;
}

interface PosedOption extends Option {
  /** A preview of the choice, on several lines. */
  readonly preview?: string;
}

/** Undefined if their form is unknown here. */
export function readQuestions({ questions }: JsonObject): readonly PosedQuestion[] | undefined {
  if (!Array.isArray(questions) || questions.length === 0) return undefined;
  const read = questions.map(readQuestion).filter((posed) => posed !== undefined);
  const isWhole = read.length === questions.length;
  const isTold = new Set(read.map(({ question }) => question)).size === read.length;
  return isWhole && isTold ? read : undefined;
}

function readQuestion(given: unknown): PosedQuestion | undefined {
  if (!isObject(given)) return undefined;
  const { question, options, multiSelect } = given;
  if (typeof question !== "string" || question.trim() === "") return undefined;
  if (!Array.isArray(options) || options.length === 0) return undefined;
  const read = options.map(readOption).filter((option) => option !== undefined);
  if (read.length !== options.length) return undefined;
  return { question, options: read, isMultiple: multiSelect === true };
}

function readOption(given: unknown): PosedOption | undefined {
  if (!isObject(given) || typeof given["label"] !== "string") return undefined;
  const { label, description, preview } = given;
  return {
    label,
    ...present({
      description: isText(description) ? description : undefined,
      preview: isText(preview) ? preview : undefined,
    }),
  };
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** A choice for one question, where a free answer is allowed too; fields for several. */
export function formOf(posed: readonly PosedQuestion[]): Form {
  const [first] = posed;
  if (posed.length > 1 || first === undefined) return fieldsOf(posed);
  const options = first.options.map(({ preview: _, ...option }) => option);
  return first.isMultiple
    ? { kind: "choices", options, min: 1, allowText: true }
    : { kind: "choice", options, allowText: true };
}

const fieldName = (index: number) => `question_${index + 1}`;

function fieldsOf(posed: readonly PosedQuestion[]): Form {
  const names = posed.map((_, index) => fieldName(index));
  const properties = Object.fromEntries(
    posed.map((question, index) => [fieldName(index), fieldOf(question)]),
  );
  return {
    kind: "fields",
    schema: { type: "object", properties, required: names, additionalProperties: false },
  };
}

function fieldOf({ question, options, isMultiple }: PosedQuestion): JsonObject {
  const labels = options.map(({ label }) => label);
  const one = { type: "string", enum: labels };
  const meanings = options.flatMap(({ label, description }) =>
    description === undefined ? [] : [`${label}: ${description}`],
  );
  return {
    ...(isMultiple ? { type: "array", items: one, minItems: 1, uniqueItems: true } : one),
    title: question,
    ...present({ description: meanings.length === 0 ? undefined : meanings.join("\n") }),
  };
}

/**
 * By the text of its question, with several choices separated by commas, as Claude Code does it.
 */
export function answersOf(posed: readonly PosedQuestion[], answer: Answer): JsonObject {
  return Object.fromEntries(
    posed.map(({ question }, index) => [question, saidTo(answer, fieldName(index))]),
  );
}

function saidTo(answer: Answer, field: string): string {
  if ("text" in answer) return answer.text;
  if ("choice" in answer) return answer.choice;
  if ("choices" in answer) return answer.choices.join(", ");
  const said = answer.fields[field];
  return Array.isArray(said) ? said.join(", ") : String(said);
}
