import type { Page } from "playwright-core";
import { LEVELS } from "../../src/domain/authority/action.ts";

/** What stands on the page in Latin letters that is not `known`, of a page whose own words have none. */
export async function leftInEnglish(
  page: Pick<Page, "evaluate">,
  known: readonly string[],
): Promise<readonly string[]> {
  const texts = await page.evaluate(textsOfPage, [...READ]);
  const isKnown = new Set([...known, ...NAMES]);
  return [...new Set(texts)].filter((text) => wordsIn(text).some((word) => !isKnown.has(word)));
}

/** Runs in the page: its texts, and attributes that people read, but for code and other languages. */
function textsOfPage(read: readonly string[]): readonly string[] {
  const isRead = (element: Element | null) =>
    element !== null && element.closest("code, kbd, pre, script, style, [lang]:not(html)") === null;
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (isRead(node.parentElement)) texts.push((node.textContent ?? "").trim());
  }
  for (const element of document.body.querySelectorAll("*")) {
    if (isRead(element)) texts.push(...read.map((name) => element.getAttribute(name) ?? ""));
  }
  return texts;
}

const READ = ["alt", "aria-description", "aria-label", "placeholder", "title"] as const;

function wordsIn(text: string): readonly string[] {
  if (ZONE.test(text)) return [];
  return text.replaceAll(ID, "").match(/[A-Za-z]{3,}/g) ?? [];
}

/** Time zones have one name everywhere. */
const ZONE = /^(?:[A-Z][A-Za-z]+\/[\w /-]+|UTC)$/;
/** Whole, or its end; and the beginning of a digest. Either may happen to have no digit. */
const ID = /\b[a-z]{3}_[\da-z…]+|\b(?:[\da-f]{6}|[\da-f]{8})\b/g;

/** They are the same in every language: of levels, products, doors, keys, and of languages in their own. */
const NAMES = (LEVELS as readonly string[]).concat(
  "Earshot Slack Telegram Webhook Firefox Linux http inbox".split(" "),
  "Enter Shift Escape Mod".split(" "),
  "English Deutsch espa fran ais".split(" "),
);
