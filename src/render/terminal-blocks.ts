import { type EvidenceBlock, isAllSeen } from "../domain/evidence/evidence-block.ts";
import type { EvidenceView } from "../domain/evidence/evidence-view.ts";
import type { WordBlock } from "../ports/channels/word-blocks.ts";
import type { ActionBlock, AgentBlock, Block } from "./blocks.ts";
import { padded, textWidth } from "./fit.ts";
import type { RenderMessages } from "./messages/messages.ts";
import { readWords } from "./read-words.ts";
import type { ShownValue } from "./shown-json.ts";
import { withoutSigns } from "./signs.ts";
import { visibleText } from "./visible-text.ts";
import { cut, lineText, type Paint, type Line as RunLine, wordLines } from "./word-lines.ts";

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
  /** How styles of the agent's words are shown, if the terminal shows any. */
  readonly paint?: Paint | undefined;
}

export function terminalLines(
  blocks: readonly Block[],
  words: RenderMessages,
  page: Page = {},
): readonly string[] {
  return blocks
    .flatMap((block) => linesOf(block, words, page))
    .flatMap((line) => broken(line, page));
}

/**
 * What an agent says, next to Earshot's words: each line is marked as the agent's, broken or not.
 */
export function agentTextLines(text: string, page: Page): readonly string[] {
  const lines = wordsWithin(text, page, AGENT.length) ?? unstyled(visibleText(text).split("\n"));
  return lines.flatMap(({ runs }) => broken({ prefix: AGENT, runs }, page));
}

/** The same of blocks that were read already. */
export function agentBlockLines(blocks: readonly WordBlock[], page: Page): readonly string[] {
  return linesWithin(blocks, page, AGENT.length).flatMap(({ runs }) =>
    broken({ prefix: AGENT, runs }, page),
  );
}

/** Words with markup, with tables for the room behind a mark; `broken` breaks the lines. */
function wordsWithin(text: string, page: Page, taken: number): readonly RunLine[] | undefined {
  const words = readWords(text);
  return words === undefined ? undefined : linesWithin(words, page, taken);
}

function linesWithin(
  blocks: readonly WordBlock[],
  { width = Number.POSITIVE_INFINITY, paint }: Page,
  taken: number,
): readonly RunLine[] {
  const tableColumns = Math.max(width, NARROWEST) - taken;
  return wordLines(blocks, { tableColumns, isStyled: paint !== undefined });
}

function unstyled(lines: readonly string[]): readonly RunLine[] {
  return lines.map((text) => ({ runs: [{ text }] }));
}

/** How much a channel can show. */
export interface Room extends Page {
  readonly words: RenderMessages;
  readonly maxLines: number;
  readonly maxChars: number;
}

/** Whether people see all of it there: only then may it be approved there. */
export function fits(blocks: readonly Block[], room: Room): boolean {
  return areWithin(terminalLines(blocks, room.words, { width: room.width }), room);
}

/** Blocks for a channel with limited room: in full, or their beginning and end. */
export function layOut(
  blocks: readonly Block[],
  room: Room,
): { readonly lines: readonly string[]; readonly isWhole: boolean } {
  const lines = terminalLines(blocks, room.words, { width: room.width });
  const isSeen = blocks.every((block) => block.kind !== "evidence" || isAllSeen(block));
  if (areWithin(lines, room)) {
    return { lines: terminalLines(blocks, room.words, room), isWhole: isSeen };
  }
  const half = Math.max(Math.floor(room.maxLines / 2) - 1, 1);
  const most = Math.floor(room.maxChars / (2 * half));
  const head = lines.slice(0, half);
  const tail = lines.slice(Math.max(lines.length - half, half));
  const shortened = (line: string) =>
    line.length <= most ? line : `${Array.from(line).slice(0, Math.max(most, 1)).join("")} …`;
  const left = lines.length - head.length - tail.length;
  return {
    lines: [
      ...head.map(shortened),
      room.words.say("cut.lines", { count: left }),
      ...tail.map(shortened),
    ],
    isWhole: false,
  };
}

function areWithin(
  lines: readonly string[],
  { maxLines, maxChars, width }: Omit<Room, "words">,
): boolean {
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
  const [first = "", ...more] = broken(plain(VALUE, text), { width: width - 1 });
  return more.length === 0 ? first : `${first}…`;
}

/** Earshot's own words with a value, broken at the width. */
export function labelledLines(label: string, value: string, width: number): readonly string[] {
  return broken(labelled(ACTION, label, value), { width });
}

/** A line before it is broken. */
interface Line extends RunLine {
  readonly prefix: string;
}

function plain(prefix: string, text: string): Line {
  return { prefix, runs: [{ text }] };
}

function linesOf(block: Block, words: RenderMessages, page: Page): Line[] {
  switch (block.kind) {
    case "title":
      return [bare(titleLine(block, words))];
    case "notice":
      return [bare(`! ${block.text}`)];
    case "action":
      return actionLines(block, words);
    case "evidence":
      return evidenceLines(block, words);
    case "agent":
      return agentLines(block, words, page);
  }
}

function titleLine(
  { id, level, status }: Extract<Block, { kind: "title" }>,
  words: RenderMessages,
): string {
  return words.say("zone.title", { id, level, status: words.say(`status.${status}`) });
}

function bare(text: string): Line {
  return plain("", text);
}

function labelled(prefix: string, label: string, value: string): Line {
  return labelledRuns(prefix, label, plain("", value));
}

function labelledRuns(prefix: string, label: string, value: RunLine): Line {
  const columns = Math.max(LABEL_WIDTH, textWidth(label) + 1);
  if (lineText(value) === "") return plain(prefix, label);
  return { prefix, runs: [{ text: padded(label, columns) }, ...value.runs] };
}

function actionLines(block: ActionBlock, words: RenderMessages): Line[] {
  const { heading, tool, level, digest, unreadable, args, facts } = block;
  const mark = unreadable.length === 0 ? "" : `UNINSPECTABLE: ${unreadable.join(" ")}`;
  return [
    plain(HEADING, words.say("zone.action")),
    // Marked as a value, since it has values in it; no value begins without a path.
    plain(VALUE, heading),
    labelled(ACTION, words.say("fact.tool"), tool),
    labelled(ACTION, words.say("fact.level"), level),
    labelled(ACTION, words.say("label.arguments"), mark),
    ...args.flatMap((arg) => valueLines(arg, words)),
    // As short as possible, so that all of it fits one line of 80 columns.
    plain(ACTION, `${words.say("fact.digest")} sha256:${digest}`),
    ...facts.map(({ label, value }) => labelled(ACTION, label, value)),
  ];
}

function evidenceLines({ views, unseen }: EvidenceBlock, words: RenderMessages): Line[] {
  return [
    plain(HEADING, words.say("zone.evidence")),
    ...views.flatMap((view) => viewLines(view, words)),
    ...(unseen === 0 ? [] : [plain(ACTION, words.say("evidence.unseen"))]),
  ];
}

function viewLines(
  { heading, warnings, facts, lines, more, files }: EvidenceView,
  words: RenderMessages,
): Line[] {
  return [
    plain(VALUE, heading),
    ...warnings.map((text) => plain(ACTION, `! ${text}`)),
    ...facts.map(({ label, value }) => plain(VALUE, `${label}: ${value}`)),
    ...lines.map(({ sign, text }) => plain(`${VALUE}│ `, `${sign} ${text}`)),
    ...(more === 0 ? [] : [plain(ACTION, words.say("evidence.more", { count: more }))]),
    ...files.map(({ role, digest }) =>
      plain(VALUE, `${words.say(`evidence.role.${role}`)}: ${digest}`),
    ),
  ];
}

function valueLines(shown: ShownValue, words: RenderMessages): Line[] {
  const path = shown.path === "" ? words.say("args.all") : shown.path;
  if ("value" in shown) return [plain(VALUE, `${path} = ${shown.value}`)];
  return [
    plain(VALUE, `${path} = ${words.say("args.lines", { count: shown.count })}`),
    ...shown.lines.map((text) => plain(`${VALUE}│ `, text)),
  ];
}

function agentLines(block: AgentBlock, words: RenderMessages, page: Page): Line[] {
  const { name, onBehalfOf, reason, text, more, exchange } = block;
  const said = wordsWithin(text, page, AGENT.length + LABEL_WIDTH) ?? unstyled(reason);
  return [
    plain(HEADING, words.say("zone.agent")),
    labelled(AGENT, words.say("label.name"), name),
    ...(onBehalfOf === undefined ? [] : [labelled(AGENT, words.say("label.for"), onBehalfOf)]),
    ...said.map((line, index) =>
      labelledRuns(AGENT, index === 0 ? words.say("label.reason") : "", line),
    ),
    ...(more === 0 ? [] : [bare(`└ ${words.say("cut.reason", { count: more })}`)]),
    ...exchange.flatMap(({ asker, asked, answer }) => [
      labelled(AGENT, words.say("label.asked"), words.say("label.asked_it", { asker, asked })),
      labelled(AGENT, words.say("label.answered"), answer ?? words.say("label.not_yet")),
    ]),
  ];
}

/** A base with its marks, which no line end may separate. */
const CLUSTERS = /\P{M}\p{M}*|\p{M}+/gu;

/** Breaks a line at the width; each part after the first is marked as a continuation. */
function broken(line: Line, { width, paint }: Page): readonly string[] {
  const { prefix } = line;
  const said = lineText(line);
  const text = withoutSigns(said);
  const on = prefix === "" || prefix === HEADING ? ON : `${prefix.slice(0, 2)}${ON}`;
  const lines = partsOf(`${prefix}${text}`, { prefix, on, width });
  // What stands for a sign of ours has no style.
  return paint === undefined || text !== said ? lines : painted(line, lines, { on, paint });
}

/** The styles of the line, in the parts it was broken into; the marks before them have none. */
function painted(
  { prefix, runs }: Line,
  lines: readonly string[],
  { on, paint }: { readonly on: string; readonly paint: Paint },
): readonly string[] {
  let at = 0;
  return lines.map((line, index) => {
    const mark = index === 0 ? prefix : on;
    const from = at;
    at += line.length - mark.length;
    return mark + lineText({ runs: cut(runs, from, at) }, paint);
  });
}

interface Breaking {
  readonly prefix: string;
  /** What a continuation begins with. */
  readonly on: string;
  readonly width: number | undefined;
}

function partsOf(whole: string, { prefix, on, width }: Breaking): readonly string[] {
  const room = Math.max(width ?? Number.POSITIVE_INFINITY, NARROWEST);
  if (columns(whole) <= room) return [whole];
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
