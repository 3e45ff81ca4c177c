import { type BlockParser, type InlineParser, parser, Table } from "@lezer/markdown";

/*
 * The subset of Markdown that is read, in time in proportion to the text: what nests deeper than
 * `MOST_LEVELS`, and what has more signs in one paragraph than `MOST_SIGNS`, is text.
 *
 * HTML, entities and references are no part of it, so they are text as well. Nor are underscores and
 * signs within a word, since `__init__` and `2*3*4` are names and sums.
 */
const MOST_LEVELS = 12;
const MOST_SIGNS = 400;
const MOST_ADDRESS_CHARS = 2_048;

const STAR = 42;
const UNDERSCORE = 95;
/** Letters of scripts that put blanks between words. */
const IN_WORD = /[\p{N}_\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

const deep: BlockParser = {
  name: "Deep",
  before: "IndentedCode",
  parse(cx, line) {
    if (cx.depth <= MOST_LEVELS) return false;
    cx.addElement(cx.elt("Deep", cx.lineStart + line.pos, cx.lineStart + line.text.length));
    cx.nextLine();
    return true;
  },
};

const inWord: InlineParser = {
  name: "InWord",
  before: "Emphasis",
  parse(cx, next, start) {
    if (next !== STAR && next !== UNDERSCORE) return -1;
    let end = start + 1;
    while (cx.char(end) === next) end += 1;
    const isWithin =
      IN_WORD.test(cx.slice(start - 1, start)) && IN_WORD.test(cx.slice(end, end + 1));
    return next === UNDERSCORE || isWithin ? end : -1;
  },
};

const ADDRESS = /^(?:https?:\/\/|mailto:)[^\s<>"`[\]]+/i;
/** What ends a sentence, or closes a bracket around the address. */
const AFTER_ADDRESS = /[.,;:!?'*_~)]/;

const address: InlineParser = {
  name: "Address",
  before: "Escape",
  parse(cx, next, start) {
    if (next !== 104 && next !== 72 && next !== 109 && next !== 77) return -1;
    if (start > cx.offset && /[\p{L}\p{N}_]/u.test(cx.slice(start - 1, start))) return -1;
    const [found] = ADDRESS.exec(cx.slice(start, start + MOST_ADDRESS_CHARS)) ?? [];
    return found === undefined
      ? -1
      : cx.addElement(cx.elt("URL", start, start + lengthOfAddress(found)));
  },
};

function lengthOfAddress(found: string): number {
  let open = found.split("(").length - found.split(")").length;
  let end = found.length;
  for (; AFTER_ADDRESS.test(found[end - 1] ?? ""); end -= 1) {
    if (found[end - 1] !== ")") continue;
    if (open >= 0) break;
    open += 1;
  }
  return end;
}

const subset = parser.configure([
  Table,
  {
    remove: ["HTMLBlock", "HTMLTag", "Entity", "LinkReference", "SetextHeading"],
    defineNodes: [{ name: "Deep", block: true }],
    parseBlock: [deep],
    parseInline: [inWord, address],
  },
]);

const parseInline = subset.parseInline.bind(subset);
// Openers and closers are matched pair by pair, so a paragraph has only so many.
subset.parseInline = (text, offset) => {
  const signs = text.match(/[*[\]`]/g)?.length ?? 0;
  return signs > MOST_SIGNS ? [] : parseInline(text, offset);
};

export const markdown = subset;
