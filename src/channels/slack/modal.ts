import type { Json, JsonObject } from "../../domain/json.ts";
import type { FormField } from "../../ports/channels/channel.ts";
import { type ChannelMessages, wordsOf } from "../messages/messages.ts";
import { type Block, plainSection, plainText } from "./block.ts";
import { packForm, type TokenForm, unpackForm } from "./form-pack.ts";
import { LIMITS } from "./slack-limits.ts";
import { escapeText, escapeUpTo } from "./slack-text.ts";
import { parsedJson, textAt } from "./untrusted-json.ts";

/** Where the form was opened, so that its result is reported there. */
export interface FormPlace {
  readonly chatId: string;
  readonly threadId?: string;
}

export const FORM_CALLBACK = "earshot_form";

export interface Modal {
  readonly view: JsonObject;
  readonly isWhole: boolean;
}

/** The form as Slack's modal. It carries itself, so that the answer can be read without memory. */
export function modalOf(tokenForm: TokenForm, place: FormPlace): Modal {
  const { form } = tokenForm;
  const words = wordsOf(form);
  const title = escapeUpTo(form.title, LIMITS.modalTitle);
  const inputs = form.fields
    .slice(0, LIMITS.modalFields)
    .map((field, index) => inputOf(field, index, words));
  const metadata = JSON.stringify([place.chatId, place.threadId ?? null, packForm(tokenForm)]);
  const head = title.isWhole ? [] : [plainSection(escapeUpTo(form.title, LIMITS.section).text)];
  return {
    view: {
      type: "modal",
      callback_id: FORM_CALLBACK,
      private_metadata: metadata,
      title: plainText(title.text || "…"),
      submit: plainText(words.say("send")),
      close: plainText(words.say("close")),
      blocks: [...head, ...inputs.map(({ block }) => block)],
    },
    isWhole:
      metadata.length + (place.threadId === undefined ? 30 : 0) <= LIMITS.privateMetadata &&
      form.fields.length > 0 &&
      form.fields.length <= LIMITS.modalFields &&
      inputs.every((input) => input.isWhole),
  };
}

export function readMetadata(metadata: string): (TokenForm & FormPlace) | undefined {
  const json = parsedJson(metadata);
  const chatId = textAt(json, 0);
  const threadId = textAt(json, 1);
  const tokenForm = unpackForm(textAt(json, 2) ?? "");
  if (chatId === undefined || tokenForm === undefined) return undefined;
  return { ...tokenForm, chatId, ...(threadId !== undefined && { threadId }) };
}

interface Input {
  readonly block: Block;
  readonly isWhole: boolean;
}

function inputOf(field: FormField, index: number, words: ChannelMessages): Input {
  const label = escapeUpTo(field.label, LIMITS.fieldLabel);
  const hint = escapeUpTo(field.description ?? "", LIMITS.fieldLabel);
  const block = {
    type: "input",
    block_id: `f${index}`,
    optional: !field.isRequired,
    label: plainText(label.text || "…"),
    element: { action_id: "v", ...elementOf(field, words) },
  };
  return {
    block: hint.text === "" ? block : { ...block, hint: plainText(hint.text) },
    isWhole: label.isWhole && hint.isWhole && isElementWhole(field),
  };
}

function isElementWhole({ kind, value = "", options = [] }: FormField): boolean {
  if (kind === "text" || kind === "lines") return value.length <= LIMITS.fieldValue;
  if (kind !== "one_of" && kind !== "some_of") return true;
  return (
    options.length > 0 &&
    options.length <= LIMITS.options &&
    options.every((text) => text !== "" && escapeText(text).length <= LIMITS.optionLabel)
  );
}

function elementOf(field: FormField, words: ChannelMessages): JsonObject {
  const { kind, value } = field;
  switch (kind) {
    case "text":
    case "lines": {
      const element = {
        type: "plain_text_input",
        multiline: kind === "lines",
        max_length: LIMITS.fieldValue,
      };
      return value === undefined
        ? element
        : { ...element, initial_value: value.slice(0, LIMITS.fieldValue) };
    }
    case "number": {
      const element = { type: "number_input", is_decimal_allowed: true };
      return isNumber(value) ? { ...element, initial_value: value } : element;
    }
    case "yes_no": {
      const options = [option(words.say("yes"), "true"), option(words.say("no"), "false")];
      const chosen = options[["yes", "no"].indexOf(value ?? "")];
      const element = { type: "radio_buttons", options };
      return chosen === undefined ? element : { ...element, initial_option: chosen };
    }
    case "one_of":
    case "some_of":
      return menuOf(field);
  }
}

function isNumber(value: string | undefined): value is string {
  return value !== undefined && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(value);
}

function option(text: string, value: string): JsonObject {
  return { text: plainText(escapeUpTo(text, LIMITS.optionLabel).text || "…"), value };
}

/** Options go by number, because Slack escapes a returned text once more. */
function menuOf({ kind, options = [], value }: FormField): JsonObject {
  const shown = options.slice(0, LIMITS.options).map((text, index) => option(text, String(index)));
  const first = (value === undefined ? [] : chosenAtFirst(kind, value)).flatMap((text) => {
    const found = shown[options.indexOf(text)];
    return found === undefined ? [] : [found];
  });
  if (kind === "some_of") {
    const element = { type: "multi_static_select", options: shown };
    return first.length === 0 ? element : { ...element, initial_options: first };
  }
  const element = { type: "static_select", options: shown };
  return first[0] === undefined ? element : { ...element, initial_option: first[0] };
}

function chosenAtFirst(kind: FormField["kind"], value: string): string[] {
  const json: Json | undefined = kind === "some_of" ? parsedJson(value) : undefined;
  return Array.isArray(json) ? json.map(String) : [value];
}
