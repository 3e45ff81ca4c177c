import { EarshotError } from "./errors.ts";
import type { JsonObject } from "./json.ts";
import { type Answer, type Form, type Option, withNote } from "./question.ts";

/**
 * What a person means who answers in text: on a terminal, by a command, in a chat. An option can be
 * named by its label, its label in other case where only one fits, or its number from 1; several are
 * separated by commas or lines; fields are a JSON object. Where words are an answer too, those that
 * stand on lines below an option are a note beside it. Throws INVALID_INPUT that says what is wanted.
 */
export function answerFromText(form: Form, text: string): Answer {
  if (form.kind === "text") return { text };
  const picked = pickedIn(form, text);
  if (picked !== undefined) return picked;
  if (form.allowText === true) return notedIn(form, text) ?? { text };
  throw new EarshotError("INVALID_INPUT", wanted(form, text));
}

type PickForm = Exclude<Form, { kind: "text" }>;

/** What the text as a whole picks. */
function pickedIn(form: PickForm, text: string): Answer | undefined {
  switch (form.kind) {
    case "choice": {
      const choice = optionNamed(form.options, text);
      return choice === undefined ? undefined : { choice };
    }
    case "choices": {
      const choices = optionsNamed(form.options, text);
      return choices === undefined ? undefined : { choices };
    }
    case "fields": {
      const fields = parseFields(text);
      return fields === undefined ? undefined : { fields };
    }
  }
}

/** What its first lines pick, as many as do, with the rest as a note. */
function notedIn(form: PickForm, text: string): Answer | undefined {
  const lines = text.trim().split("\n");
  const most = form.kind === "choice" ? 1 : lines.length - 1;
  for (let count = most; count > 0; count -= 1) {
    const picked = pickedIn(form, lines.slice(0, count).join("\n"));
    if (picked !== undefined) return withNote(picked, lines.slice(count).join("\n").trim());
  }
  return undefined;
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
