import type { Json } from "../../domain/json.ts";
import type { FormField, FormView } from "../../ports/channels/channel.ts";
import { at, listAt, parsedJson, textAt } from "./untrusted-json.ts";

/** A form with what it answers, as it travels through Slack and back. */
export interface TokenForm {
  readonly token: string;
  readonly form: FormView;
}

const KINDS = ["text", "lines", "number", "yes_no", "one_of", "some_of"] as const;

/**
 * By position instead of by name, since Slack keeps little. Avoids characters that Slack escapes in
 * some of what it returns.
 */
export function packForm({ token, form }: TokenForm): string {
  const fields = form.fields.map((field) => [
    field.name,
    field.label,
    KINDS.indexOf(field.kind),
    field.isRequired ? 1 : 0,
    field.description ?? null,
    field.options ?? null,
    field.value ?? null,
    ...(field.keys === undefined ? [] : [field.keys]),
  ]);
  const { title, language } = form;
  const json = JSON.stringify([
    token,
    title,
    fields,
    ...(language === undefined ? [] : [language]),
  ]);
  return json.replace(/[&<>]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
}

export function unpackForm(packed: string): TokenForm | undefined {
  return formOf(parsedJson(packed));
}

function formOf(json: Json | undefined): TokenForm | undefined {
  const token = textAt(json, 0);
  const title = textAt(json, 1);
  if (token === undefined || title === undefined || !/^[\w.-]{1,40}$/.test(token)) return undefined;
  const fields = listAt(json, 2).map(fieldOf);
  const language = textAt(json, 3);
  return fields.every((field) => field !== undefined)
    ? { token, form: { title, fields, ...(language !== undefined && { language }) } }
    : undefined;
}

function fieldOf(json: Json): FormField | undefined {
  const name = textAt(json, 0);
  const label = textAt(json, 1);
  const kind = KINDS[Number(at(json, 2))];
  if (name === undefined || label === undefined || kind === undefined) return undefined;
  const description = textAt(json, 4);
  const options = at(json, 5);
  const value = textAt(json, 6);
  const keys = at(json, 7);
  return {
    name,
    label,
    kind,
    isRequired: at(json, 3) === 1,
    ...(description !== undefined && { description }),
    ...(Array.isArray(options) && { options: options.map(String) }),
    ...(value !== undefined && { value }),
    ...(Array.isArray(keys) && { keys: keys.map(String) }),
  };
}
