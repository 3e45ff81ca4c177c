import { parseMessage, stringifyMessage } from "messageformat";

const LATIN = "abcdefghijklmnopqrstuvwxyz";
const ARABIC = "ابثدعفغهيجكلمنوقرستطحخصشظض";

/** A message with Arabic letters in place of ours: read from right to left, and still told apart. */
export function pseudoArabic(text: string): string {
  const message = parseMessage(text);
  const patterns =
    message.type === "select" ? message.variants.map(({ value }) => value) : [message.pattern];
  for (const pattern of patterns) {
    for (const [at, piece] of pattern.entries()) {
      if (typeof piece === "string") pattern[at] = letters(piece);
    }
  }
  return stringifyMessage(message);
}

/** It is written the same in every language. */
const NAME = "Earshot";

function letters(text: string): string {
  return text.split(NAME).map(lettersOf).join(NAME);
}

function lettersOf(text: string): string {
  return Array.from(text, (char) => {
    const at = LATIN.indexOf(char.toLowerCase());
    return at === -1 ? char : (ARABIC[at] ?? char);
  }).join("");
}
