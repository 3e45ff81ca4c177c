import { visibleText } from "../../render/visible-text.ts";
import { joined, plainText, type TelegramText } from "./telegram-text.ts";

/*
 * Telegram turns anything that looks like one into a mention, command, hashtag, cashtag, address,
 * card number or link. Only text of `pre` and `code` is exempt.
 */
const ALIVE = /[@/#$]|[.:](?=\S)|\d(?:[\s-]*\d){6}/u;
/** Words, and digits that belong together. */
const WORDS = /\d(?:[\s-]*\d){6,}\S*|\S+/gu;
/** A message has few entities, so with more words than this the whole text gets a fixed width. */
const MOST_FIXED = 8;

/**
 * A text in which nothing is a link, mention or command: whatever could be one has a fixed width.
 */
export function inertWords(text: string, style: "bold" | "italic"): TelegramText {
  const shown = visibleText(text).trim();
  if (shown === "") return plainText("");
  const words = aliveRanges(shown);
  if (words.length > MOST_FIXED) return fixedText(shown, "code");
  const parts: TelegramText[] = [];
  let done = 0;
  for (const { from, to } of words) {
    parts.push(styled(shown.slice(done, from), style), fixedText(shown.slice(from, to), "code"));
    done = to;
  }
  return joined([...parts, styled(shown.slice(done), style)]);
}

/** Where the words stand that Telegram could bring to life. */
export function aliveRanges(
  text: string,
): readonly { readonly from: number; readonly to: number }[] {
  return [...text.matchAll(WORDS)]
    .filter(([word]) => ALIVE.test(word))
    .map(({ index, 0: word }) => ({ from: index, to: index + word.length }));
}

/** A text of fixed width, which Telegram does not search for links. */
export function fixedText(text: string, type: "pre" | "code"): TelegramText {
  const shown = visibleText(text);
  if (shown.trim() === "") return plainText("");
  return { text: shown, entities: [{ type, offset: 0, length: shown.length }] };
}

function styled(text: string, type: "bold" | "italic"): TelegramText {
  if (text.trim() === "") return plainText(text);
  return { text, entities: [{ type, offset: 0, length: text.length }] };
}
