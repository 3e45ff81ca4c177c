import { EarshotError } from "./errors.ts";
import type { JsonObject } from "./json.ts";
import type { Answer, Form, Option } from "./question.ts";

/**
 * What a person means who answers in text: on a terminal, by a command, in a chat. An option can be
 * named by its label, its label in other case where only one fits, or its number from 1; several are
 * separated by commas or lines; fields are a JSON object. Throws INVALID_INPUT that says what is
 * wanted.
 */
export function answerFromText(form: Form, text: string): Answer {
  switch (form.kind) {
    case "text":
      return { text };
    case "choice": {
      const label = optionNamed(form.options, text);
      if (label !== undefined) return { choice: label };
      break;
    }
    case "choices": {
      const labels = optionsNamed(form.options, text);
      if (labels !== undefined) return { choices: labels };
      break;
    }
    case "fields": {
      const fields = parseFields(text);
      if (fields !== undefined) return { fields };
      break;
    }
  }
  if (form.allowText === true) return { text };
  throw new EarshotError("INVALID_INPUT", wanted(form, text));
}

function wanted(form: Exclude<Form, { kind: "text" }>, text: string): string {
  if (form.kind === "fields") {
    return "This question wants fields: answer with a JSON object, as its form says.";
  }
  const labels = form.options.map((option) => JSON.stringify(option.label)).join(", ");
  const several = form.kind === "choices" ? ", several of them separated by commas" : "";
  return `${JSON.stringify(text)} is none of the options. Answer with one of ${labels}, or its number${several}.`;
}

function optionNamed(options: readonly Option[], text: string): string | undefined {
  const exact = options.find(({ label }) => label === text);
  if (exact !== undefined) return exact.label;
  const trimmed = text.trim();
  const wantedCase = trimmed.toLowerCase();
  const alike = options.filter(({ label }) => label.trim().toLowerCase() === wantedCase);
  // Labels before numbers: out of 10, 20 and 2 the text " 2" means the last, not the second.
  if (alike.length > 0) return alike.length === 1 ? alike[0]?.label : undefined;
  return /^\d{1,3}$/.test(trimmed) ? options[Number(trimmed) - 1]?.label : undefined;
}

function optionsNamed(options: readonly Option[], text: string): string[] | undefined {
  const whole = optionNamed(options, text);
  if (whole !== undefined) return [whole];
  if (text.trim() === "") return [];
  const labels: string[] = [];
  for (const part of text.split(/[,\n]/)) {
    const label = optionNamed(options, part);
    if (label === undefined) return undefined;
    if (!labels.includes(label)) labels.push(label);
  }
  return labels;
}

function parseFields(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
