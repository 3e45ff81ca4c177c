import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { Choice, Content, Control } from "../../ports/channels/channel.ts";
import { type ChannelMessages, wordsOf } from "../messages/messages.ts";
import { type Block, type Part, plainText, smallText } from "./block.ts";
import { packForm } from "./form-pack.ts";
import { modalOf } from "./modal.ts";
import { LIMITS } from "./slack-limits.ts";
import { escapeInPieces, escapeUpTo } from "./slack-text.ts";

type Of<K extends Control["kind"]> = Extract<Control, { kind: K }>;

/** The prefix of an `action_id`, which says what a press means. */
export const ACTION = { press: "press:", pick: "pick:", choose: "choose:", form: "form:" } as const;

/** Controls as blocks. One that Slack cannot show is left out, and `isWhole` says so. */
export function controlParts({
  controls,
  language,
}: Pick<Content, "controls" | "language">): Part[] {
  const words = wordsOf(present({ language }));
  const parts: Part[] = [];
  let row: Of<"button" | "form">[] = [];
  const endRow = () => {
    if (row.length > 0) parts.push(rowPart(row));
    row = [];
  };
  for (const control of controls) {
    if (control.kind === "button" || control.kind === "form") {
      row.push(control);
      if (row.length === LIMITS.actions) endRow();
      continue;
    }
    endRow();
    parts.push(control.kind === "select" ? selectPart(control, words) : hintPart(control));
  }
  endRow();
  return parts;
}

function rowPart(row: readonly Of<"button" | "form">[]): Part {
  const buttons = row.map((control) =>
    control.kind === "button" ? pressButton(control) : formButton(control),
  );
  const elements = buttons.flatMap(({ element }) => (element === undefined ? [] : [element]));
  const described = row.filter((control) => control.kind === "button").map(descriptionOf);
  const blocks: Block[] = [
    ...described.flat().map(smallText),
    ...(elements.length === 0 ? [] : [{ type: "actions", elements }]),
  ];
  return { blocks, isWhole: buttons.every(({ isWhole }) => isWhole) };
}

function descriptionOf({ label, description }: Choice): string[] {
  return description === undefined
    ? []
    : escapeInPieces(`${label}: ${description}`, LIMITS.section).filter(
        (text) => text.trim() !== "",
      );
}

interface Button {
  readonly element?: JsonObject;
  readonly isWhole: boolean;
}

function pressButton({ token, label, style }: Of<"button">): Button {
  return button({ id: ACTION.press + token, value: token, label, ...(style && { style }) });
}

/**
 * The button carries the form, because the process that hears the press may not know the message.
 */
function formButton({ token, label, form }: Of<"form">): Button {
  const value = packForm({ token, form });
  const modal = modalOf({ token, form }, { chatId: "C0000000000" });
  if (value.length > LIMITS.value || !modal.isWhole) return { isWhole: false };
  return button({ id: ACTION.form + token, value, label });
}

function button({
  id,
  value,
  label,
  style,
}: {
  readonly id: string;
  readonly value: string;
  readonly label: string;
  readonly style?: string;
}): Button {
  const { text, isWhole } = escapeUpTo(label, LIMITS.buttonLabel);
  const element = { type: "button", action_id: id, value, text: plainText(text || "…") };
  return { element: style === undefined ? element : { ...element, style }, isWhole };
}

function selectPart(select: Of<"select">, words: ChannelMessages): Part {
  const { token, label, options, max } = select;
  const shown = options.map(optionOf);
  if (shown.length === 0 || shown.length > LIMITS.options) return { blocks: [], isWhole: false };
  const placeholder = escapeUpTo(label, LIMITS.placeholder);
  const isWhole = placeholder.isWhole && shown.every((option) => option.isWhole);
  const menu = {
    placeholder: plainText(placeholder.text || "…"),
    options: shown.map(({ option }) => option),
  };
  if (max > 1) return { blocks: severalBlocks(select, menu, words), isWhole };
  const element = { type: "static_select", action_id: ACTION.choose + token, ...menu };
  return { blocks: [{ type: "actions", elements: [element] }], isWhole };
}

/** Nothing is sent while a person is still picking: the button below sends everything at once. */
function severalBlocks(
  { token, label, min, max }: Of<"select">,
  menu: JsonObject,
  words: ChannelMessages,
): Block[] {
  const element = {
    type: "multi_static_select",
    action_id: ACTION.pick + token,
    max_selected_items: max,
    ...menu,
  };
  const name = escapeUpTo(label, LIMITS.fieldLabel).text || "…";
  const send = {
    type: "button",
    action_id: ACTION.choose + token,
    value: token,
    text: plainText(words.say("send")),
  };
  const block = { block_id: ACTION.pick + token, label: plainText(name), optional: min === 0 };
  return [
    { type: "input", ...block, element },
    { type: "actions", elements: [send] },
  ];
}

function optionOf({ token, label, description }: Choice): {
  readonly option: JsonObject;
  readonly isWhole: boolean;
} {
  const text = escapeUpTo(label, LIMITS.optionLabel);
  const more = escapeUpTo(description ?? "", LIMITS.optionLabel);
  const option = { text: plainText(text.text || "…"), value: token };
  return {
    option: more.text === "" ? option : { ...option, description: plainText(more.text) },
    isWhole: text.isWhole && more.isWhole,
  };
}

function hintPart({ hint }: Of<"reply">): Part {
  const { text, isWhole } = escapeUpTo(hint, LIMITS.section);
  return { blocks: text.trim() === "" ? [] : [smallText(text)], isWhole };
}
