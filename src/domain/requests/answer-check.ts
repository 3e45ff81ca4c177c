import { EarshotError } from "../errors.ts";
import type { SchemaCheck } from "../form-dialect.ts";
import { checkFormSchema } from "../form-dialect.ts";
import { asksFiles, attachmentsFault, filesFault, filesIn } from "../forms/file-fields.ts";
import { filledFields } from "../forms/fill-fields.ts";
import { checkPatterns } from "../forms/foreign-schema.ts";
import { sourceFaults } from "../forms/source-faults.ts";
import type { JsonObject } from "../json.ts";
import { MAX_FORM_BYTES, MAX_NAME_LENGTH, MAX_SCHEMA_BYTES } from "../limits.ts";
import { checkNotBlank, checkText } from "../text.ts";
import type { Answer, Form, Option, Picked, Question } from "./question.ts";

/** Options of one question. */
export const MAX_OPTIONS = 100;
const MAX_DESCRIPTION_BYTES = 2 * 1024;

/** Refuses a question that could not be shown or answered. */
export function checkQuestion(question: Question, checkSchema: SchemaCheck): void {
  checkNotBlank(question.text, "question");
  checkText(question.text, "question");
  if (question.context !== undefined) checkText(question.context, "context");
  checkForm(question.form, checkSchema);
  if (question.default !== undefined) {
    const fault = defaultFault(question.form, question.default, checkSchema);
    if (fault !== undefined) {
      throw new EarshotError("INVALID_INPUT", `The default does not fit the form: ${fault}`, {
        details: { fault },
      });
    }
  }
}

/** A note and a file are a person's own, so a default must not contain one. */
function defaultFault(form: Form, offered: Answer, checkSchema: SchemaCheck): string | undefined {
  if ("note" in offered) return "a note is for the person who answers.";
  if ("attachments" in offered) return "a file is for the person who answers.";
  const hasFiles =
    form.kind === "fields" &&
    "fields" in offered &&
    filesIn(form.schema, offered.fields).length > 0;
  if (hasFiles) return "a file is for the person who answers.";
  return answerFault(form, completed(form, offered), checkSchema);
}

function checkForm(form: Form, checkSchema: SchemaCheck): void {
  if (form.kind === "choice" || form.kind === "choices") checkOptions(form.options);
  if (form.kind === "choices") {
    const most = form.max ?? form.options.length;
    if ((form.min ?? 0) > most || most > form.options.length) {
      throw new EarshotError(
        "INVALID_INPUT",
        `No answer could choose between ${form.min ?? 0} and ${most} of ${form.options.length} options. Mend min and max.`,
      );
    }
  }
  if (form.kind === "fields") checkFields(form, checkSchema);
}

function checkFields(form: FieldsForm, checkSchema: SchemaCheck): void {
  const most = form.source === undefined ? MAX_SCHEMA_BYTES : MAX_FORM_BYTES;
  checkFormSchema(form.schema);
  checkText(JSON.stringify(form.schema), "form's schema", most);
  checkPatterns(form.source?.schema ?? form.schema, checkSchema);
}

type FieldsForm = Extract<Form, { kind: "fields" }>;

function checkOptions(options: readonly Option[]): void {
  if (options.length === 0 || options.length > MAX_OPTIONS) {
    throw new EarshotError(
      "INVALID_INPUT",
      `A question has 1 to ${MAX_OPTIONS} options; this one has ${options.length}.`,
    );
  }
  const seen = new Set<string>();
  for (const { label, description } of options) {
    checkNotBlank(label, "option");
    checkText(label, "option", MAX_NAME_LENGTH * 4);
    if (description !== undefined) {
      checkText(description, "option's description", MAX_DESCRIPTION_BYTES);
    }
    if (seen.has(label)) {
      throw new EarshotError(
        "INVALID_INPUT",
        `The option "${label}" is there twice. Make each option different.`,
        { details: { label } },
      );
    }
    seen.add(label);
  }
}

/**
 * The answer as it is kept: with what its form's schema wants where it has nothing. Throws INVALID_INPUT
 * with the reason if it does not fit; the question stays open.
 */
export function checkedAnswer({ form }: Question, given: Answer, checkSchema: SchemaCheck): Answer {
  const answer = completed(form, given);
  const fault = answerFault(form, answer, checkSchema);
  if (fault === undefined) return answer;
  throw new EarshotError("INVALID_INPUT", `The answer does not fit the question: ${fault}`, {
    details: { fault },
  });
}

function completed(form: Form, answer: Answer): Answer {
  if (form.kind !== "fields" || !("fields" in answer)) return answer;
  const fills = form.source?.fills ?? [];
  return fills.length === 0 ? answer : { ...answer, fields: filledFields(answer.fields, fills) };
}

function answerFault(form: Form, answer: Answer, checkSchema: SchemaCheck): string | undefined {
  const { attachments } = answer;
  if (attachments !== undefined && asksFiles(form)) return "its files stand in its fields.";
  const fault = attachments === undefined ? undefined : attachmentsFault(attachments);
  return fault ?? wordsFault(form, answer, checkSchema);
}

function wordsFault(form: Form, answer: Answer, checkSchema: SchemaCheck): string | undefined {
  if ("text" in answer) {
    checkText(answer.text, "answer");
    if (form.kind === "text" || form.allowText === true) return undefined;
    return `${wanted(form)}, not text of its own.`;
  }
  if (answer.note !== undefined) {
    checkNotBlank(answer.note, "note");
    checkText(answer.note, "note");
  }
  return pickedFault(form, answer, checkSchema);
}

function pickedFault(form: Form, answer: Picked, checkSchema: SchemaCheck): string | undefined {
  switch (form.kind) {
    case "text":
      return "it wants text.";
    case "choice":
      return "choice" in answer ? optionFault(form.options, answer.choice) : `${wanted(form)}.`;
    case "choices":
      return "choices" in answer ? choicesFault(form, answer.choices) : `${wanted(form)}.`;
    case "fields":
      return "fields" in answer
        ? fieldsFault(form, answer.fields, checkSchema)
        : `${wanted(form)}.`;
  }
}

function wanted(form: Exclude<Form, { kind: "text" }>): string {
  switch (form.kind) {
    case "choice":
      return `it wants one of ${listed(form.options)}`;
    case "choices":
      return `it wants a list out of ${listed(form.options)}`;
    case "fields":
      return "it wants fields";
  }
}

function listed(options: readonly Option[]): string {
  return options.map((option) => JSON.stringify(option.label)).join(", ");
}

function optionFault(options: readonly Option[], choice: string): string | undefined {
  if (options.some((option) => option.label === choice)) return undefined;
  return `${JSON.stringify(choice)} is none of ${listed(options)}.`;
}

function choicesFault(
  form: Extract<Form, { kind: "choices" }>,
  choices: readonly string[],
): string | undefined {
  if (new Set(choices).size !== choices.length) return "an option is chosen twice.";
  const least = form.min ?? 0;
  const most = form.max ?? form.options.length;
  if (choices.length < least || choices.length > most) {
    return `it wants ${least === most ? least : `${least} to ${most}`} options, not ${choices.length}.`;
  }
  for (const choice of choices) {
    const fault = optionFault(form.options, choice);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function fieldsFault(
  { schema, source }: FieldsForm,
  fields: JsonObject,
  checkSchema: SchemaCheck,
): string | undefined {
  checkText(JSON.stringify(fields), "answer");
  const fault = filesFault(schema, fields);
  if (fault !== undefined) return fault;
  const faults =
    source === undefined
      ? checkSchema(schema, fields)
      : sourceFaults({ schema, source }, fields, checkSchema);
  return faults.length === 0 ? undefined : faults.join(" ");
}
