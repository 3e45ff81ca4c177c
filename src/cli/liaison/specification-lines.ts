import type { Json } from "../../domain/json.ts";
import type { Clarification } from "../../domain/liaison/liaison.ts";
import {
  importanceWord,
  type Requirement,
  type SpecificationChange,
  type SpecificationConfidence,
  type TaskSpecification,
} from "../../domain/liaison/task-specification.ts";
import { shownJson } from "../../render/shown-json.ts";
import { oneLine } from "../../render/visible-text.ts";
import { inertText, labelledLines, type Page } from "./said-lines.ts";

const LABEL_WIDTH = 14;
/** The former text is in a line beside the new one. */
const FORMER_WIDTH = 60;

/** A compact specification: what is wanted, how it is judged, and how sure that is. */
export function specificationLines(
  task: TaskSpecification,
  open: readonly Clarification[],
  page: Page,
): string[] {
  const context = Object.entries(task.context).map(([name, value]) =>
    row(name.replaceAll("_", " "), jsonText(value), page),
  );
  return [
    ...headLines(task, page),
    ...row("", task.description === task.title ? "" : task.description, page),
    ...task.requirements.flatMap((one) =>
      row(importanceWord(one.importance), requirementText(one), page),
    ),
    ...rows("constraint", task.constraints, page),
    ...rows("right when", task.success_criteria, page),
    ...rows("needs", task.required_capabilities, page),
    ...context.flat(),
    ...rows("assumed", task.assumptions, page),
    ...openLines(open, page),
    ...confidenceLines(task.confidence, page),
  ];
}

/** A specification that was also put in words: its title, what is open, how sure it is. */
export function specificationHead(
  task: TaskSpecification,
  open: readonly Clarification[],
  page: Page,
): string[] {
  return [
    ...headLines(task, page),
    ...openLines(open, page),
    ...confidenceLines(task.confidence, page),
  ];
}

function headLines({ version, title }: TaskSpecification, page: Page): string[] {
  const label = `Specification ${version}: `;
  return labelledLines({ label, text: title, paint: page.style.bold }, page);
}

function openLines(open: readonly Clarification[], page: Page): string[] {
  return open.flatMap(({ topic, question }) => row("open", `${topic}: ${question}`, page));
}

function confidenceLines(confidence: SpecificationConfidence, page: Page): string[] {
  return row("confidence", confidenceText(confidence), page);
}

/** `0.86 (clarity 0.90, completeness 0.82, …)`. */
export function confidenceText({ score, confidence_factors }: SpecificationConfidence): string {
  const factors = Object.entries(confidence_factors).map(
    ([name, value]) => `${name.replaceAll("_", " ")} ${value.toFixed(2)}`,
  );
  return factors.length === 0 ? score.toFixed(2) : `${score.toFixed(2)} (${factors.join(", ")})`;
}

/** What a version changed, one line each: `+` is new, `-` is gone, `~` is changed. */
export function changeLines(changes: readonly SpecificationChange[], page: Page): string[] {
  return changes.flatMap(({ kind, field, before, after }) => {
    const [sign, text] = {
      added: ["+", jsonText(after)],
      removed: ["-", jsonText(before)],
      changed: ["~", `${jsonText(after)} (was: ${oneLine(jsonText(before), FORMER_WIDTH)})`],
    }[kind] as [string, string];
    const name = field.replace(/^context\./, "").replaceAll("_", " ");
    return labelledLines({ label: `  ${sign} `, text: `${name}: ${text}` }, page);
  });
}

function requirementText({ description, constraints, examples }: Requirement): string {
  const such = examples.length === 0 ? [] : [`such as ${examples.join(", ")}`];
  const more = [...such, ...constraints].filter((one) => !description.includes(one));
  return more.length === 0 ? description : `${description} (${more.join("; ")})`;
}

function rows(name: string, texts: readonly string[], page: Page): string[] {
  return texts.flatMap((text) => row(name, text, page));
}

/** Nothing if there is nothing to say. */
function row(name: string, text: string, page: Page): string[] {
  if (text === "") return [];
  // Names in the context come from an engine, and so from a model.
  const shown = inertText(name.replaceAll("\n", " "));
  const label = `  ${shown.length < LABEL_WIDTH - 2 ? shown.padEnd(LABEL_WIDTH - 2) : `${shown}  `}`;
  return labelledLines({ label, text }, page);
}

/** A value in words if it has any: a text, a list of texts, a description. */
export function jsonText(value: Json | undefined): string {
  if (value === undefined || value === null) return "nothing";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((one) => jsonText(one as Json)).join(", ");
  if (typeof value !== "object") return String(value);
  const { description, text } = value as { description?: Json; text?: Json };
  const words = description ?? text;
  return typeof words === "string" ? words : shownJson(value);
}
