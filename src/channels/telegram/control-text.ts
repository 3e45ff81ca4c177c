import type { Choice, Control } from "../../ports/channels/channel.ts";
import { isCutOnButton, wholeLabel } from "./choice-label.ts";
import { fixedText, inertWords } from "./inert-words.ts";
import { joined, type TelegramText } from "./telegram-text.ts";

const REPLY_HINT = "Reply to this message to answer in words.";

/**
 * What buttons have no room for: options of which several may be chosen, descriptions, and how to answer
 * in words. A force-reply would open the keyboard by itself, but Telegram never lets a message with
 * one be edited, so that it could not say who has answered.
 */
export function controlTexts(controls: readonly Control[]): readonly TelegramText[] {
  const described = controls.filter((control) => control.kind === "button").filter(isExplained);
  return [
    ...(described.length === 0 ? [] : [fixedText(described.map(explained).join("\n"), "pre")]),
    ...controls.filter((control) => control.kind === "select").map(selectText),
    ...hintOf(controls),
  ];
}

type Select = Extract<Control, { kind: "select" }>;

function selectText({ label, options, max }: Select): TelegramText {
  const head = inertWords(`${wholeLabel(label)}:`, "bold");
  if (max === 1) {
    const listed = options.filter(isExplained);
    if (listed.length === 0) return head;
    return joined([head, fixedText(listed.map(explained).join("\n"), "pre")], "\n");
  }
  const numbered = options.map((option, index) => `${index + 1}. ${explained(option)}`);
  const hint = inertWords("Reply to this message with the numbers, such as 1,3", "italic");
  return joined([head, fixedText(numbered.join("\n"), "pre"), hint], "\n");
}

function isExplained({ label, description }: Choice): boolean {
  return description !== undefined || isCutOnButton(label);
}

function explained({ label, description }: Choice): string {
  const line = wholeLabel(label);
  return description === undefined ? line : `${line} – ${wholeLabel(description)}`;
}

function hintOf(controls: readonly Control[]): readonly TelegramText[] {
  const hints = controls.flatMap((control) => (control.kind === "reply" ? [control.hint] : []));
  const told = hints.filter((hint) => hint.trim() !== "").map(wholeLabel);
  if (told.length > 0) return [inertWords(told.join("\n"), "italic")];
  const isAnswerable = controls.some(({ kind }) => kind === "reply" || kind === "form");
  return isAnswerable ? [inertWords(REPLY_HINT, "italic")] : [];
}
