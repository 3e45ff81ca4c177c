import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { Run, WordBlock, WordItem } from "../../ports/channels/channel.ts";
import { plainLines, wordLines } from "../../render/word-lines.ts";
import type { Block, Part } from "./block.ts";
import { LIMITS } from "./slack-limits.ts";
import { escapeInPieces } from "./slack-text.ts";

/*
 * What an agent says as Slack's rich text. That has structure instead of markup: no text in it is a
 * mention, a link or the name of an emoji, and none ends what it stands in.
 */

/** A table in fixed width that most windows show without breaking its lines. */
const TABLE_COLUMNS = 64;
const MOST_INDENT = 6;

/** An element of rich text with the size of its text. */
interface Element {
  readonly json: JsonObject;
  readonly size: number;
}

export function wordsPart(blocks: readonly WordBlock[]): Part {
  const all = blocks.flatMap((block, index) => elementsOf(block, index < blocks.length - 1));
  const shown: Block[] = [];
  let elements: JsonObject[] = [];
  let room: number = LIMITS.section;
  const finish = () => {
    if (elements.length > 0) shown.push({ type: "rich_text", elements });
    elements = [];
    room = LIMITS.section;
  };
  for (const { json, size } of all) {
    if (size > room) finish();
    elements.push(json);
    room -= size;
  }
  finish();
  return { blocks: shown, isWhole: true };
}

function elementsOf(block: WordBlock, isFollowed: boolean): readonly Element[] {
  switch (block.kind) {
    case "paragraph":
      return sections(spaced(block.runs, isFollowed));
    case "heading":
      return sections(spaced(block.runs.map(strong), isFollowed));
    case "code":
      return fixed(block.text);
    case "table":
      return fixed(plainLines([block], { columns: TABLE_COLUMNS }).join("\n"));
    case "quote":
      return quoted(block.blocks);
    case "list":
      return listed(block.items, 0);
    case "rule":
      return sections(spaced([{ text: "---" }], isFollowed));
  }
}

function strong(run: Run): Run {
  return { ...run, isStrong: true };
}

/** Sections stand below each other without space. */
function spaced(runs: readonly Run[], isFollowed: boolean): readonly Run[] {
  return isFollowed ? [...runs, { text: "\n" }] : runs;
}

function sections(runs: readonly Run[]): readonly Element[] {
  return pieces(runs).map((some) => elementOf("rich_text_section", some));
}

function quoted(blocks: readonly WordBlock[]): readonly Element[] {
  const runs = wordLines(blocks, { isStyled: true }).flatMap(({ runs: line }, index) => [
    ...(index === 0 ? [] : [{ text: "\n" }]),
    ...line,
  ]);
  return pieces(runs).map((some) => elementOf("rich_text_quote", some));
}

function fixed(text: string): readonly Element[] {
  return pieces([{ text }]).map((some) => elementOf("rich_text_preformatted", some));
}

/** A text with the style that Slack gives it, escaped. */
interface Piece {
  readonly text: string;
  readonly run: Run;
}

/** Runs in parts that each fit a section. */
function pieces(runs: readonly Run[]): readonly (readonly Piece[])[] {
  const parts: Piece[][] = [];
  let part: Piece[] = [];
  let room: number = LIMITS.section;
  for (const run of runs) {
    for (const text of escapeInPieces(run.text, LIMITS.section)) {
      if (text.length > room) {
        parts.push(part);
        part = [];
        room = LIMITS.section;
      }
      part.push({ text, run });
      room -= text.length;
    }
  }
  return [...parts, part].filter((some) => some.some(({ text }) => text.trim() !== ""));
}

function elementOf(type: string, texts: readonly Piece[]): Element {
  const elements = texts.map(textOf);
  return { json: { type, elements }, size: texts.reduce((sum, { text }) => sum + text.length, 0) };
}

function textOf({ text, run: { isStrong, isEmphasis, isCode, isAddress } }: Piece): JsonObject {
  const style = present({ bold: isStrong, italic: isEmphasis, code: isAddress ?? isCode });
  return Object.keys(style).length === 0
    ? { type: "text", text }
    : { type: "text", text, style: { ...style } };
}

/**
 * Items that hold one paragraph each make a list of Slack's, which numbers by itself; all else stands
 * below, with its sign as text.
 */
function listed(items: readonly WordItem[], indent: number): readonly Element[] {
  const elements: Element[] = [];
  let open: Listed[] = [];
  const finish = () => {
    if (open.length > 0) elements.push(listOf(open, indent));
    open = [];
  };
  for (const item of items) {
    const section = onlySection(item);
    if (section === undefined || !isNext(open.at(-1)?.item, item) || isFull(open)) finish();
    if (section !== undefined) open.push({ item, element: section });
    const more = section === undefined ? asText(item, indent) : below(item.blocks.slice(1), indent);
    if (more.length > 0) finish();
    elements.push(...more);
  }
  finish();
  return elements;
}

interface Listed {
  readonly item: WordItem;
  readonly element: Element;
}

/** The beginning of an item as one section, if it is one. */
function onlySection({ blocks: [first] }: WordItem): Element | undefined {
  const [section, ...more] = first?.kind === "paragraph" ? sections(first.runs) : [];
  return more.length === 0 ? section : undefined;
}

function asText({ sign, blocks }: WordItem, indent: number): readonly Element[] {
  const [first, ...more] = blocks;
  const head = { text: `${sign} ` };
  return first?.kind === "paragraph"
    ? [...sections([head, ...first.runs]), ...below(more, indent)]
    : [...sections([head, { text: "\n" }]), ...below(blocks, indent)];
}

function below(blocks: readonly WordBlock[], indent: number): readonly Element[] {
  return blocks.flatMap((block) =>
    block.kind === "list"
      ? listed(block.items, Math.min(indent + 1, MOST_INDENT))
      : elementsOf(block, false),
  );
}

function isFull(items: readonly Listed[]): boolean {
  return sizeOf(items) > LIMITS.section / 2;
}

function sizeOf(items: readonly Listed[]): number {
  return items.reduce((sum, { element }) => sum + element.size, 0);
}

function listOf(items: readonly Listed[], indent: number): Element {
  const number = numberOf(items[0]?.item);
  const style = number === undefined ? "bullet" : "ordered";
  const json = {
    type: "rich_text_list",
    style,
    indent,
    ...present({ offset: number === undefined || number < 2 ? undefined : number - 1 }),
    elements: items.map(({ element }) => element.json),
  };
  return { json, size: sizeOf(items) };
}

function isNext(before: WordItem | undefined, { sign }: WordItem): boolean {
  if (before === undefined) return true;
  const [last, next] = [numberOf(before), numberOf({ sign })];
  return last === undefined ? next === undefined : next === last + 1;
}

function numberOf(item: Pick<WordItem, "sign"> | undefined): number | undefined {
  return item === undefined || item.sign === "•" ? undefined : Number.parseInt(item.sign, 10);
}
