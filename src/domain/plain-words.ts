/** More than any line has that people read; each takes time in proportion to its square at worst. */
const MOST_CHARS = 4_000;
/** What may be Markdown in a line; anything else is as it was written. */
const SIGN = /[*`[]/;
const CODE = /(?<!`)(`+)(?!`)([^`]+)\1(?!`)/g;
const LINK = /!?\[([^[\]]*)\]\(([^()\s]*)\)/g;
/** Stars around words, which letters right beside them would make a sum or a name. */
const STARS = /(?<![\p{L}\p{N}*])(\*{1,3})(?=[^\s*])([^*]+)(?<=\S)\1(?![\p{L}\p{N}*])/gu;

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

/**
 * Words without the signs of their Markdown, for a place that has no formatting: a button, a subject, a
 * row. A link is its words and its whole address. Nothing else is left out, and what only looks like
 * Markdown stays.
 */
export function plainWords(text: string): string {
  if (text.length > MOST_CHARS || !SIGN.test(text)) return text;
  const edits: Edit[] = [];
  let mask = text;
  // Stars within stars have a turn of their own: `**all *but* one**`.
  for (const found of [codeIn, linksIn, starsIn, starsIn]) {
    const more = found(mask, text);
    edits.push(...more);
    mask = blanked(mask, more);
  }
  return edited(text, edits);
}

/** What stands at the beginning of a line of Markdown: a heading, a quotation, an item. */
const BEFORE = /^[ \t]*(?:(?:#{1,6}|[>*-]|\d{1,9}[.)])[ \t]+)*/;
const AFTER_HEADING = /[ \t]+#+[ \t]*$/;
const ROW = /^[ \t]*\|(.*)\|[ \t]*$/;

/** The same of a whole line, which may be a heading, an item or a row of a table. */
export function plainLine(line: string): string {
  if (line.length > MOST_CHARS) return line;
  const inRow = line.replace(ROW, "$1").trim();
  const bare = inRow.replace(BEFORE, "");
  return plainWords(inRow.startsWith("#") ? bare.replace(AFTER_HEADING, "") : bare);
}

const FENCE = /^[ \t]*(?:```|~~~)/;

/** The same of a whole text; lines of code stay as they are. */
export function plainText(text: string): string {
  let isCode = false;
  const lines = text.split("\n").flatMap((line) => {
    if (!FENCE.test(line)) return [isCode ? line : plainLine(line)];
    isCode = !isCode;
    return [];
  });
  return lines.join("\n");
}

/** A code span, whose text holds no other signs. */
function codeIn(mask: string): readonly Edit[] {
  return Array.from(mask.matchAll(CODE), ({ 0: whole, 2: code = "", index }) => ({
    from: index,
    to: index + whole.length,
    put: code,
  }));
}

function linksIn(mask: string, text: string): readonly Edit[] {
  return [...mask.matchAll(LINK)].flatMap(({ 0: whole, 1: label = "", 2: target = "", index }) => {
    const end = index + whole.length;
    const open = index + whole.indexOf("[") + 1;
    const close = open + label.length;
    const address = text.slice(end - 1 - target.length, end - 1);
    if (label.trim() === "" || text.slice(open, close) === address) {
      return [{ from: index, to: end, put: address }];
    }
    const behind = address === "" ? "" : ` (${address})`;
    return [
      { from: index, to: open, put: "" },
      { from: close, to: end, put: behind },
    ];
  });
}

function starsIn(mask: string): readonly Edit[] {
  return [...mask.matchAll(STARS)].flatMap(({ 0: whole, 1: stars = "", index }) => {
    const end = index + whole.length;
    return [
      { from: index, to: index + stars.length, put: "" },
      { from: end - stars.length, to: end, put: "" },
    ];
  });
}

/** Signs that are used up are letters of no meaning for those that come later. */
function blanked(mask: string, edits: readonly Edit[]): string {
  return edits.reduce(
    (text, { from, to }) => text.slice(0, from) + ".".repeat(to - from) + text.slice(to),
    mask,
  );
}

function edited(text: string, edits: readonly Edit[]): string {
  let shown = "";
  let at = 0;
  for (const { from, to, put } of edits.toSorted((one, other) => one.from - other.from)) {
    // Within a link that was taken whole.
    if (from < at) continue;
    shown += text.slice(at, from) + put;
    at = to;
  }
  return shown + text.slice(at);
}
