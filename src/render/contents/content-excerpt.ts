import { present } from "../../domain/present.ts";
import type { ContentBlock } from "../../ports/channels/channel.ts";
import type { RenderMessages } from "../messages/messages.ts";
import { readWords } from "../read-words.ts";
import { type Fence, fenced, openFence } from "../words/fences.ts";
import { note } from "./content-blocks.ts";

/** How much of one block is shown. */
export interface ExcerptRoom {
  readonly chars: number;
  readonly lines: number;
}

interface Excerpt extends ExcerptRoom {
  readonly words: RenderMessages;
}

/**
 * The beginning and the end of each long block, with a note about what was left out between them.
 */
export function excerpt(blocks: readonly ContentBlock[], room: Excerpt): readonly ContentBlock[] {
  return blocks.flatMap((block) => excerptOf(block, room));
}

/** Characters in spoken text and in the lines and values of the action. */
export function sizeOf(blocks: readonly ContentBlock[]): number {
  return blocks.reduce((sum, block) => sum + sizeOfBlock(block), 0);
}

function sizeOfBlock(block: ContentBlock): number {
  if (block.kind === "said") return block.text.length;
  if (block.kind === "lines") return block.lines.reduce((sum, { length }) => sum + length, 0);
  if (block.kind !== "facts") return 0;
  return block.facts.reduce((sum, { value }) => sum + value.length, 0);
}

function excerptOf(block: ContentBlock, room: Excerpt): readonly ContentBlock[] {
  switch (block.kind) {
    case "said":
      return excerptOfSaid(block, room);
    case "lines":
      return excerptOfLines(block, room);
    case "facts":
      return excerptOfFacts(block, room);
    default:
      return [block];
  }
}

type Of<K extends ContentBlock["kind"]> = Extract<ContentBlock, { kind: K }>;

function excerptOfSaid(
  block: Of<"said">,
  { chars, lines, words }: Excerpt,
): readonly ContentBlock[] {
  const { by, text, blocks } = block;
  const rows = text.split("\n");
  if (text.length <= chars && rows.length <= lines) return [block];
  const half = Math.ceil(lines / 2);
  const most = Math.floor(chars / 2);
  const first = head(rows.slice(0, half).join("\n"), most);
  const last = tail(rows.slice(-half).join("\n"), most);
  // A text of few long lines is cut within them.
  const left = Math.max(text.length - first.length - last.length, 0);
  const piece = (part: string, before?: Fence): ContentBlock => ({
    kind: "said",
    by,
    text: part,
    ...present({ blocks: blocks && readWords(fenced(part, before)) }),
  });
  return [
    piece(first),
    note(words.say("cut.chars", { count: left })),
    piece(last, openFence(text.slice(0, text.length - last.length))),
  ];
}

function excerptOfLines(
  block: Of<"lines">,
  { chars, lines, words }: Excerpt,
): readonly ContentBlock[] {
  const { label, lines: all } = block;
  const most = Math.max(Math.floor(chars / lines), 1);
  const cut = (line: string) => shortened(line, most);
  const half = Math.ceil(lines / 2);
  if (all.length <= 2 * half && all.every(({ length }) => length <= most)) return [block];
  if (all.length <= 2 * half) return [{ kind: "lines", label, lines: all.map(cut) }];
  return [
    { kind: "lines", label, lines: all.slice(0, half).map(cut) },
    note(words.say("cut.lines", { count: all.length - 2 * half })),
    { kind: "lines", label: words.say("cut.end", { label }), lines: all.slice(-half).map(cut) },
  ];
}

function excerptOfFacts(
  { facts }: Of<"facts">,
  { chars, lines, words }: Excerpt,
): readonly ContentBlock[] {
  // A digest is never cut.
  const most = Math.max(Math.floor(chars / lines), 80);
  const shown = facts
    .slice(0, Math.max(lines, 4))
    .map(({ label, value }) => ({ label, value: shortened(value, most) }));
  const left = facts.length - shown.length;
  return [
    { kind: "facts", facts: shown },
    ...(left === 0 ? [] : [note(words.say("cut.more", { count: left }))]),
  ];
}

function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${head(text, max)} …`;
}

function head(text: string, max: number): string {
  const cut = text.slice(0, max);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

function tail(text: string, max: number): string {
  const cut = text.slice(Math.max(text.length - max, 0));
  return cut.isWellFormed() ? cut : cut.slice(1);
}
