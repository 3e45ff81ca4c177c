import type { ActionBlock, AgentBlock, Block } from "./blocks.ts";
import { readWords } from "./read-words.ts";
import type { ShownValue } from "./shown-json.ts";
import { withoutSigns } from "./signs.ts";
import { visibleText } from "./visible-text.ts";
import { plainLines } from "./word-lines.ts";

/*
 * Blocks on a terminal. The first characters of a line say whose it is, even after a line break, so
 * that no value can pass for a line of Earshot's:
 *
 *   `│ label`  Earshot's own words        `│   `  a value of the action
 *   `┊ `       the agent's words          `│ ↪ ` and `┊ ↪ `  continue the line above
 *   anything else begins a part.
 */
const ACTION = "│ ";
const VALUE = "│   ";
const AGENT = "┊ ";
const HEADING = "┌ ";
const ON = "↪ ";
const LABEL_WIDTH = 12;
const NARROWEST = 40;
/** A longer line is broken, whoever says it. */
const LONG_WORD = 16;

export interface Page {
  /** Width in columns; if absent, lines are not broken. */
  readonly width?: number | undefined;
}

export function terminalLines(blocks: readonly Block[], { width }: Page = {}): readonly string[] {
  return blocks.flatMap((block) => linesOf(block, width)).flatMap((line) => broken(line, width));
}

/**
 * What an agent says, next to Earshot's words: each line is marked as the agent's, broken or not.
 */
export function agentTextLines(text: string, width: number | undefined): readonly string[] {
  const lines = wordsWithin(text, width, AGENT.length) ?? visibleText(text).split("\n");
  return lines.flatMap((line) => broken({ prefix: AGENT, text: line }, width));
}

/** Words with markup, with tables for the room behind a mark; `broken` breaks the lines. */
function wordsWithin(
  text: string,
  width = Number.POSITIVE_INFINITY,
  taken = 0,
): readonly string[] | undefined {
  const words = readWords(text);
  const tableColumns = Math.max(width, NARROWEST) - taken;
  return words === undefined ? undefined : plainLines(words, { tableColumns });
}

/** How much a channel can show. */
export interface Room extends Page {
  readonly maxLines: number;
  readonly maxChars: number;
}

/** Whether people see all of it there: only then may it be approved there. */
export function fits(blocks: readonly Block[], room: Room): boolean {
  return areWithin(terminalLines(blocks, room), room);
}

/** Blocks for a channel with limited room: in full, or their beginning and end. */
export function layOut(
  blocks: readonly Block[],
  room: Room,
): { readonly lines: readonly string[]; readonly isWhole: boolean } {
  const lines = terminalLines(blocks, room);
  if (areWithin(lines, room)) return { lines, isWhole: true };
  const half = Math.max(Math.floor(room.maxLines / 2) - 1, 1);
  const most = Math.floor(room.maxChars / (2 * half));
  const head = lines.slice(0, half);
  const tail = lines.slice(Math.max(lines.length - half, half));
  const cut = (line: string) =>
    line.length <= most ? line : `${Array.from(line).slice(0, Math.max(most, 1)).join("")} …`;
  const left = lines.length - head.length - tail.length;
  return {
    lines: [...head.map(cut), `… ${left} lines are not shown …`, ...tail.map(cut)],
    isWhole: false,
  };
}

function areWithin(lines: readonly string[], { maxLines, maxChars, width }: Room): boolean {
  if (width !== undefined && isTooNarrow(width)) return false;
  const chars = lines.reduce((sum, line) => sum + line.length + 1, 0);
  return lines.length <= maxLines && chars <= maxChars;
}

/** Whether the terminal is too narrow to decide anything on it. */
export function isTooNarrow(width: number): boolean {
  // It wraps lines itself, and the rest of a wrapped line no longer shows whose it is.
  return width < NARROWEST;
}

/** A value on one line below Earshot's own words, cut with an ellipsis. */
export function valueOnOneLine(text: string, width: number): string {
  const [first = "", ...more] = broken({ prefix: VALUE, text }, width - 1);
  return more.length === 0 ? first : `${first}…`;
}

/** Earshot's own words with a value, broken at the width. */
export function labelledLines(label: string, value: string, width: number): readonly string[] {
  return broken(labelled(ACTION, label, value), width);
}

/** A line before it is broken. */
interface Line {
  readonly prefix: string;
  readonly text: string;
}

function linesOf(block: Block, width: number | undefined): Line[] {
  switch (block.kind) {
    case "title":
      return [bare(`AUTHORIZATION ${block.id}  ${block.level}  ${block.status}`)];
    case "notice":
      return [bare(`! ${block.text}`)];
    case "action":
      return actionLines(block);
    case "agent":
      return agentLines(block, width);
  }
}

function bare(text: string): Line {
  return { prefix: "", text };
}

function labelled(prefix: string, label: string, value: string): Line {
  return { prefix, text: value === "" ? label : `${label.padEnd(LABEL_WIDTH)}${value}` };
}

function actionLines(block: ActionBlock): Line[] {
  const { heading, tool, level, digest, unreadable, args, facts } = block;
  const mark = unreadable.length === 0 ? "" : `UNINSPECTABLE: ${unreadable.join(" ")}`;
  return [
    { prefix: HEADING, text: "ACTION: what would run, as it is stored" },
    // Marked as a value, since it has values in it; no value begins without a path.
    { prefix: VALUE, text: heading },
    labelled(ACTION, "tool", tool),
    labelled(ACTION, "level", level),
    labelled(ACTION, "arguments", mark),
    ...args.flatMap(valueLines),
    // As short as possible, so that all of it fits one line of 80 columns.
    { prefix: ACTION, text: `digest sha256:${digest}` },
    ...facts.map(({ label, value }) => labelled(ACTION, label, value)),
  ];
}

function valueLines(shown: ShownValue): Line[] {
  const path = shown.path === "" ? "(all)" : shown.path;
  if ("value" in shown) return [{ prefix: VALUE, text: `${path} = ${shown.value}` }];
  return [
    { prefix: VALUE, text: `${path} = ${shown.count} lines` },
    ...shown.lines.map((text) => ({ prefix: `${VALUE}│ `, text })),
  ];
}

function agentLines(block: AgentBlock, width: number | undefined): Line[] {
  const { name, onBehalfOf, reason, text, more, exchange } = block;
  const said = wordsWithin(text, width, AGENT.length + LABEL_WIDTH) ?? reason;
  return [
    { prefix: HEADING, text: "THE AGENT SAYS: unverified, in its own words" },
    labelled(AGENT, "name", name),
    ...(onBehalfOf === undefined ? [] : [labelled(AGENT, "for", onBehalfOf)]),
    ...said.map((line, index) => labelled(AGENT, index === 0 ? "reason" : "", line)),
    ...(more === 0 ? [] : [bare(`└ ${more} more characters of the reason are not shown`)]),
    ...exchange.flatMap(({ asker, asked, answer }) => [
      labelled(AGENT, "asked", `${asker} asked it: ${asked}`),
      labelled(AGENT, "answered", answer ?? "not yet"),
    ]),
  ];
}

/** A base with its marks, which no line end may separate. */
const CLUSTERS = /\P{M}\p{M}*|\p{M}+/gu;

/** Breaks a line at the width; each part after the first is marked as a continuation. */
function broken({ prefix, text }: Line, width: number | undefined): string[] {
  const whole = `${prefix}${withoutSigns(text)}`;
  const room = Math.max(width ?? Number.POSITIVE_INFINITY, NARROWEST);
  if (columns(whole) <= room) return [whole];
  const on = prefix === "" || prefix === HEADING ? ON : `${prefix.slice(0, 2)}${ON}`;
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const [cluster] of whole.matchAll(CLUSTERS)) {
    const size = columns(cluster);
    if (used + size > room) {
      const end = prefix.startsWith(VALUE) ? line.length : endOf(line);
      lines.push(line.slice(0, end));
      line = `${on}${line.slice(end)}`;
      used = columns(line);
    }
    line += cluster;
    used += size;
  }
  return [...lines, line];
}

/** After the last whole word, if that is not far back. A value may be broken anywhere. */
function endOf(line: string): number {
  const end = line.lastIndexOf(" ") + 1;
  return line.length - end < LONG_WORD && end > LONG_WORD ? end : line.length;
}

/** At least as many columns as any terminal uses: what is not plain Latin may be wide. */
function columns(text: string): number {
  let count = 0;
  for (const char of text) count += (char.codePointAt(0) ?? 0) < 0x300 || isFrame(char) ? 1 : 2;
  return count;
}

function isFrame(char: string): boolean {
  return "│┊┌└↪".includes(char);
}
