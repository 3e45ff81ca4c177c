const LISTED =
  /^([^\n]{2,200}):[ \t]*\n((?:[ \t]{0,8}(?:[-*•·–]|\d{1,2}[.)])[ \t]+[^\n]{1,60}(?:\n|$)){2,20})/gm;
const MARKER = /^\s*(?:[-*•·–]|\d{1,2}[.)])\s+/;
const MAX_ITEM_WORDS = 4;

/**
 * "It should show:" and a few short bullets below it are one sentence; longer ones speak for
 * themselves.
 */
export function joinShortLists(text: string): string {
  return text.replaceAll(LISTED, (whole, head: string, listed: string) => {
    const items = listed
      .split("\n")
      .map((line) => line.replace(MARKER, "").replace(/[\s.;,]+$/, ""))
      .filter((item) => item !== "");
    const isShort = items.every((item) => item.split(/\s+/).length <= MAX_ITEM_WORDS);
    if (!isShort) return whole;
    return `${head}: ${items.slice(0, -1).join(", ")} and ${items.at(-1)}.\n`;
  });
}
