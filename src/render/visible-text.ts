/*
 * Text from agents and people as it may be shown: nothing in it is obeyed by a terminal or hides.
 * By class of character, not by list, since lists miss new ones: controls, formats (among them the
 * bidirectional ones), private use, surrogates, line and paragraph separators, unassigned, whatever
 * is ignorable by default or blank without being a space, and variation selectors.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}\u{2800}\u{1D159}\u{FFFC}]/u;
const ALL_HIDDEN = new RegExp(HIDDEN, "gu");

/** More marks on one letter than any script needs, which can cover the lines around it. */
const MARKS = /\p{M}{9,}/gu;

/** Each character as an escape. */
export function escapeAll(text: string): string {
  return Array.from(text, escaped).join("");
}

function escaped(char: string): string {
  return `\\u{${char.codePointAt(0)?.toString(16)}}`;
}

/**
 * Makes every character visible: hidden and controlling ones are written as `\u{1b}`. Line ends and
 * tabs stay where `keepLines` says so; a tab or carriage return elsewhere is written as well.
 */
export function visibleText(text: string, { keepLines = true } = {}): string {
  if (!HIDDEN.test(text) && !/\p{M}{9,}/u.test(text)) return text;
  return text
    .replace(/\r\n/g, keepLines ? "\n" : "\r\n")
    .replace(ALL_HIDDEN, (char) => {
      if (keepLines && (char === "\n" || char === "\t")) return char;
      return escaped(char);
    })
    .replace(MARKS, escapeAll);
}

/** The text on one line, cut to `width` characters. */
export function oneLine(text: string, width: number): string {
  const flat = visibleText(text.replace(/\s+/g, " ").trim(), { keepLines: false });
  const characters = Array.from(flat);
  return characters.length <= width ? flat : `${characters.slice(0, width - 1).join("")}…`;
}
