import type {
  Choice,
  Content,
  ContentBlock,
  Control,
  WordBlock,
} from "../../ports/channels/channel.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";
import { withoutFormatting } from "../../render/words/without-formatting.ts";
import { type ChannelMessages, wordsOf } from "../messages/messages.ts";
import type { CallbackButton, InlineKeyboard } from "./bot-api.ts";
import { fixedText, inertWords } from "./inert-words.ts";
import {
  cutTo,
  isWithin,
  joined,
  MOST_UNITS,
  plainText,
  type TelegramText,
} from "./telegram-text.ts";
import { wordText } from "./word-text.ts";

export interface RenderedContent extends TelegramText {
  readonly keyboard: InlineKeyboard;
  /** Whether everything is shown, and each control with its whole label. */
  readonly isWhole: boolean;
}

interface Part {
  readonly shown: TelegramText;
  /** If a text is too long, links and instructions stay. */
  readonly isKept: boolean;
}

/**
 * The content as one Telegram message. What does not fit ends in "…"; words whose formatting has no
 * room are shown as they were written.
 */
export function renderContent(content: Content): RenderedContent {
  const rendered = laidOut(content);
  return rendered.isWhole ? rendered : laidOut(withoutFormatting(content));
}

function laidOut(content: Content): RenderedContent {
  const { controls } = content;
  const words = wordsOf(content);
  const parts: readonly Part[] = [
    ...inOrder(content).map((block) => ({
      shown: blockText(block),
      isKept: block.kind === "link",
    })),
    ...controlTexts(controls, words).map((shown) => ({ shown, isKept: true })),
  ].filter(({ shown }) => shown.text.trim() !== "");
  const whole = joinedLines(parts.map(({ shown }) => shown));
  const { rows, isWhole } = keyboardOf(controls);
  const isAllThere = isWithin(whole, MOST_UNITS);
  const { text, entities } = isAllThere ? whole : cutParts(parts);
  const said = text === "" ? words.say("empty") : text;
  return { text: said, entities, keyboard: rows, isWhole: isWhole && isAllThere };
}

/** A notification is the beginning of the message: it has no text of its own here. */
function inOrder({ blocks, opens, subject }: Content): readonly ContentBlock[] {
  const [title, ...rest] = blocks;
  if (title?.kind !== "title") return blocks;
  if (opens === "subject") return [{ ...title, text: subject ?? title.text }, ...rest];
  const asked = opens === "said" ? rest.find(({ kind }) => kind === "said") : undefined;
  if (asked?.kind !== "said") return blocks;
  // The title behind it usually names who asks.
  const by = title.text.includes(asked.by) ? "" : asked.by;
  return [{ ...asked, by }, title, ...rest.filter((block) => block !== asked)];
}

function joinedLines(parts: readonly TelegramText[]): TelegramText {
  return joined(
    parts.filter(({ text }) => text !== ""),
    "\n",
  );
}

/** What must stay gets its room first; of the rest, the first ones win. */
function cutParts(parts: readonly Part[]): TelegramText {
  const others = joinedLines(parts.filter(({ isKept }) => !isKept).map(({ shown }) => shown));
  const kept = joinedLines(parts.filter(({ isKept }) => isKept).map(({ shown }) => shown));
  const end = cutTo(kept, MOST_UNITS / 2);
  const room = MOST_UNITS - end.text.length - 1;
  const cut = joinedLines([cutTo(others, room), end]);
  return cutTo(cut, MOST_UNITS);
}

/**
 * One block as Telegram shows it. Words of agents and people get a fixed width, which makes them
 * inert.
 */
function blockText(block: ContentBlock): TelegramText {
  switch (block.kind) {
    case "title":
      return inertWords(block.text, "bold");
    case "note":
      return inertWords(block.text, "italic");
    case "said":
      return wordsUnder(block.by, block.text, block.blocks);
    case "lines":
      return wordsUnder(block.label, block.lines.join("\n"), block.blocks);
    case "facts":
      return fixedText(block.facts.map(factLine).join("\n"), "pre");
    case "link":
      return linkText(block);
  }
}

function wordsUnder(
  label: string,
  text: string,
  blocks: readonly WordBlock[] | undefined,
): TelegramText {
  const words = blocks === undefined ? undefined : wordText(blocks);
  return joined([...headOf(label), words ?? fixedText(text, "pre")], "\n");
}

/** Nothing over words that open a notification: who says them stands behind. */
function headOf(label: string): readonly TelegramText[] {
  return label === "" ? [] : [inertWords(`${wholeLabel(label)}:`, "bold")];
}

/** Lines after the first are indented, so that no value can pass for another fact. */
function factLine({ label, value }: { readonly label: string; readonly value: string }): string {
  return `${wholeLabel(label)}: ${visibleText(value).replaceAll("\n", "\n  ")}`;
}

function linkText({ label, url }: Extract<ContentBlock, { kind: "link" }>): TelegramText {
  const head = inertWords(`${wholeLabel(label)}:`, "bold");
  const shown = visibleText(url, { keepLines: false });
  const target: TelegramText = {
    text: shown,
    entities: isWebLink(shown)
      ? [{ type: "text_link", offset: 0, length: shown.length, url: shown }]
      : [{ type: "code", offset: 0, length: shown.length }],
  };
  return joined([head, shown === "" ? plainText("") : target], " ");
}

function isWebLink(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/**
 * What does not fit on buttons: multiple choices, descriptions, and how to answer in words. A
 * force-reply would open the keyboard by itself. But Telegram never lets such a message be edited,
 * so it could not say who has answered.
 */
function controlTexts(
  controls: readonly Control[],
  words: ChannelMessages,
): readonly TelegramText[] {
  const described = controls.filter((control) => control.kind === "button").filter(isExplained);
  return [
    ...(described.length === 0 ? [] : [fixedText(described.map(explained).join("\n"), "pre")]),
    ...controls
      .filter((control) => control.kind === "select")
      .map((control) => selectText(control, words)),
    ...hintOf(controls, words),
  ];
}

type Select = Extract<Control, { kind: "select" }>;

function selectText({ label, options, max }: Select, words: ChannelMessages): TelegramText {
  const head = inertWords(`${wholeLabel(label)}:`, "bold");
  if (max === 1) {
    const listed = options.filter(isExplained);
    if (listed.length === 0) return head;
    return joined([head, fixedText(listed.map(explained).join("\n"), "pre")], "\n");
  }
  const numbered = options.map((option, index) => `${index + 1}. ${explained(option)}`);
  const hint = inertWords(words.say("reply.numbers"), "italic");
  return joined([head, fixedText(numbered.join("\n"), "pre"), hint], "\n");
}

function isExplained({ label, description }: Choice): boolean {
  return description !== undefined || isCutOnButton(label);
}

function explained({ label, description }: Choice): string {
  const line = wholeLabel(label);
  return description === undefined ? line : `${line} – ${wholeLabel(description)}`;
}

function hintOf(controls: readonly Control[], words: ChannelMessages): readonly TelegramText[] {
  const hints = controls.flatMap((control) => (control.kind === "reply" ? [control.hint] : []));
  const told = hints.filter((hint) => hint.trim() !== "").map(wholeLabel);
  if (told.length > 0) return [inertWords(told.join("\n"), "italic")];
  const isAnswerable = controls.some(({ kind }) => kind === "reply" || kind === "form");
  return isAnswerable ? [inertWords(words.say("reply.hint"), "italic")] : [];
}

type ButtonControl = Extract<Control, { kind: "button" }>;

/** What a Telegram button can carry, in bytes. */
const MOST_TOKEN_BYTES = 64;
const MOST_BUTTONS = 100;
const ROW_CHARS = 30;
const ROW_BUTTONS = 3;

interface Keyboard {
  readonly rows: InlineKeyboard;
  /** Whether every button is there. */
  readonly isWhole: boolean;
}

/** The buttons under a message; short ones share a row. */
function keyboardOf(controls: readonly Control[]): Keyboard {
  const choices = controls.flatMap(choicesOf);
  const held = choices.filter(isPressable).slice(0, MOST_BUTTONS);
  return { rows: rowsOf(held.map(buttonOf)), isWhole: held.length === choices.length };
}

function choicesOf(control: Control): readonly (Choice | ButtonControl)[] {
  if (control.kind === "button") return [control];
  return control.kind === "select" && control.max === 1 ? control.options : [];
}

function isPressable({ token, label }: Choice): boolean {
  const bytes = Buffer.byteLength(token);
  return bytes > 0 && bytes <= MOST_TOKEN_BYTES && buttonLabel(label) !== "";
}

function buttonOf(choice: Choice | ButtonControl): CallbackButton {
  const button = { text: buttonLabel(choice.label), callback_data: choice.token };
  const style = "style" in choice ? choice.style : undefined;
  return style === undefined ? button : { ...button, style };
}

function rowsOf(buttons: readonly CallbackButton[]): InlineKeyboard {
  const rows: CallbackButton[][] = [];
  let chars = 0;
  for (const button of buttons) {
    const row = rows.at(-1);
    chars += button.text.length;
    if (row === undefined || row.length === ROW_BUTTONS || chars > ROW_CHARS) {
      rows.push([button]);
      chars = button.text.length;
    } else row.push(button);
  }
  return rows;
}

/** Phones cut longer labels. */
const BUTTON_CHARS = 60;

/** The whole label on one line. */
function wholeLabel(label: string): string {
  return oneLine(label, Number.POSITIVE_INFINITY);
}

/** The label as far as it fits on a button. */
function buttonLabel(label: string): string {
  return oneLine(label, BUTTON_CHARS);
}

function isCutOnButton(label: string): boolean {
  return buttonLabel(label) !== wholeLabel(label);
}
