import type { Page } from "playwright-core";

/** What stands on the page in Latin letters, of a page whose own words have none. */
export async function leftInEnglish(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate(textsOfPage, [...SHOWN]);
  return [...new Set(texts)].filter((text) => wordsIn(text).some((word) => !KNOWN.has(word)));
}

/** Runs in the page: its texts, and attributes that people read, but for code and what agents said. */
function textsOfPage(shown: readonly string[]): readonly string[] {
  const isLeft = (element: Element | null) =>
    element !== null && element.closest("code, kbd, pre, script, style, [lang]:not(html)") === null;
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (isLeft(node.parentElement)) texts.push((node.textContent ?? "").trim());
  }
  for (const element of document.body.querySelectorAll("*")) {
    if (!isLeft(element)) continue;
    for (const name of shown) texts.push(element.getAttribute(name) ?? "");
  }
  return texts;
}

const SHOWN = ["alt", "aria-label", "aria-description", "placeholder", "title"] as const;

function wordsIn(text: string): readonly string[] {
  if (ZONE.test(text)) return [];
  return text.match(/[A-Za-z]{3,}/g) ?? [];
}

/** Time zones have one name everywhere. */
const ZONE = /^[A-Z][A-Za-z]+\/[\w /-]+$/;
const KNOWN = new Set(["Earshot"]);
