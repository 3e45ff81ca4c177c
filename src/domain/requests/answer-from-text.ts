import { EarshotError } from "../errors.ts";
import { asksFiles } from "../forms/file-fields.ts";
import type { JsonObject } from "../json.ts";
import { aboveClosing } from "./above-closing.ts";
import { namesOption, optionsMeant } from "./named-option.ts";
import { type Answer, type Form, type Option, withNote } from "./question.ts";

const MOST_QUOTED = 200;
/** The most options that may be named twice. */
const MOST_REPEATED = 20;
/** What separates several options. */
const COMMA = /[,，、;；]/;
const AND = "(?:and|und|et|y|e|en|i|och|og|ja|и|та|&|\\+)";
const BETWEEN = new RegExp(`\\s+${AND}\\s+`, "iu");
const BEFORE = new RegExp(`^\\s*${AND}\\s+`, "iu");

/**
 * What a person means by a text answer: on a terminal, in a command, a chat or a mail. They can name an
 * option by its label or its number from 1, as people write it: `Staging.`, `2)`, `Option 2`, above a
 * closing such as `Best, Ada`; `signedAs` is a name that closes it, too. Several options are separated
 * by commas or lines; fields are a JSON object. If the form also takes words, those on lines below an
 * option are a note beside it. Throws INVALID_INPUT, which says what is wanted. It also throws if the
 * words name two options: nothing is guessed.
 */
export function answerFromText(form: Form, text: string, signedAs?: string): Answer {
  if (form.kind === "text") return { text };
  const picked = pickedIn(form, text, signedAs);
  if (picked !== undefined) return picked;
  if (form.allowText === true) return notedIn(form, text) ?? { text };
  throw new EarshotError("INVALID_INPUT", wanted(form, text));
}

type PickForm = Exclude<Form, { kind: "text" }>;

/** What the whole text picks. */
function pickedIn(form: PickForm, text: string, signedAs?: string): Answer | undefined {
  switch (form.kind) {
    case "choice": {
      const choice = optionNamed(form.options, text, signedAs);
      return choice === undefined ? undefined : { choice };
    }
    case "choices": {
      const choices = optionsNamed(form.options, text, signedAs);
      return choices === undefined ? undefined : { choices };
    }
    case "fields": {
      const fields = parseFields(text);
      return fields === undefined ? undefined : { fields };
    }
  }
}

/** What as many of its first lines as possible pick, with the rest as a note. */
function notedIn(form: PickForm, text: string): Answer | undefined {
  const lines = text.trim().split("\n");
  const several = form.kind === "choices" ? form.options.length + MOST_REPEATED : lines.length;
  const most = form.kind === "choice" ? 1 : Math.min(lines.length - 1, several);
  for (let count = most; count > 0; count -= 1) {
    const picked = pickedIn(form, lines.slice(0, count).join("\n"));
    if (picked !== undefined) return withNote(picked, lines.slice(count).join("\n").trim());
  }
  return undefined;
}

function wanted(form: Exclude<Form, { kind: "text" }>, text: string): string {
  if (form.kind === "fields") {
    if (asksFiles(form)) {
      return "This question has a field for a file: answer it on the page, or with npx earshot answer, a JSON object and --file.";
    }
    return "This question wants fields: answer with a JSON object, as its form says.";
  }
  const labels = form.options.map((option) => JSON.stringify(option.label)).join(", ");
  const several = form.kind === "choices" ? ", several of them separated by commas" : "";
  return `${quoted(text)} is none of the options. Answer with one of ${labels}, or its number${several}.`;
}

/** The beginning is enough to recognise a long letter. */
function quoted(text: string): string {
  const begun = text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED).toWellFormed()}…` : text;
  return JSON.stringify(begun);
}

function optionNamed(
  options: readonly Option[],
  text: string,
  signedAs: string | undefined,
): string | undefined {
  const whole = oneOf(options, text);
  if (whole !== undefined) return whole;
  const lines = linesOf(options, text, signedAs);
  return lines.length === 1 ? oneOf(options, lines[0] ?? "") : undefined;
}

/** Throws INVALID_INPUT if the text could mean either of two options. */
function oneOf(options: readonly Option[], text: string): string | undefined {
  const [label, ...others] = optionsMeant(options, text);
  if (others.length === 0) return label;
  const both = [label, ...others].map((one) => JSON.stringify(one)).join(" or ");
  throw new EarshotError(
    "INVALID_INPUT",
    `${quoted(text.trim())} can mean ${both}. Answer with # and the number of the option, such as #1.`,
  );
}

/** The lines above the closing; none if an option is also named below it. */
function linesOf(options: readonly Option[], text: string, signedAs: string | undefined) {
  const { lines, below } = aboveClosing(text, signedAs);
  return namesOption(options, below) ? [] : lines;
}

function optionsNamed(
  options: readonly Option[],
  text: string,
  signedAs: string | undefined,
): string[] | undefined {
  const whole = optionNamed(options, text, signedAs);
  if (whole !== undefined) return [whole];
  if (text.trim() === "") return [];
  const parts = linesOf(options, text, signedAs).flatMap((line) => line.split(COMMA));
  if (parts.length > options.length + MOST_REPEATED) return undefined;
  const labels = parts.flatMap((part) => partsNamed(options, part.replace(BEFORE, "")));
  const isClear = labels.length > 0 && !labels.includes(undefined);
  return isClear ? [...new Set(labels.filter((label) => label !== undefined))] : undefined;
}

function partsNamed(options: readonly Option[], part: string): readonly (string | undefined)[] {
  const whole = oneOf(options, part);
  return whole === undefined ? part.split(BETWEEN).map((one) => oneOf(options, one)) : [whole];
}

function parseFields(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
