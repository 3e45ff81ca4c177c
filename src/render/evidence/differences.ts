import { diffArrays } from "diff";
import type { EvidenceLine } from "../../domain/evidence/evidence-view.ts";
import type { RenderMessages } from "../messages/messages.ts";

/** Lines around a change. */
const AROUND = 3;
/** More changed lines than these are not compared, since that takes too long. */
const MOST_CHANGES = 1_000;
const MOST_LINES = 20_000;

export interface Differences {
  readonly lines: readonly EvidenceLine[];
  readonly added: number;
  readonly removed: number;
  /** They have too little in common to be compared line by line. */
  readonly isWhole: boolean;
}

interface Change {
  readonly sign: " " | "+" | "-";
  readonly text: string;
}

/** How two texts differ, line by line, with the lines around each change. */
export function differencesOf(
  before: readonly string[],
  after: readonly string[],
  words: RenderMessages,
): Differences {
  const start = sameAtStart(before, after);
  const end = sameAtEnd(before.slice(start), after.slice(start));
  const [was, is] = [before, after].map((all) => all.slice(start, all.length - end));
  const compared = compare(was ?? [], is ?? []);
  const middle = compared ?? wholeOf(was ?? [], is ?? []);
  const of = (lines: readonly string[]) => lines.map((text): Change => ({ sign: " ", text }));
  const all = [...of(before.slice(0, start)), ...middle, ...of(before.slice(before.length - end))];
  return {
    lines: inHunks(all, words),
    added: middle.filter(({ sign }) => sign === "+").length,
    removed: middle.filter(({ sign }) => sign === "-").length,
    isWhole: compared === undefined,
  };
}

function sameAtStart(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same < most && one[same] === other[same]) same += 1;
  return same;
}

function sameAtEnd(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same < most && one.at(-1 - same) === other.at(-1 - same)) same += 1;
  return same;
}

function compare(was: readonly string[], is: readonly string[]): readonly Change[] | undefined {
  if (was.length + is.length > MOST_LINES) return undefined;
  const found = diffArrays([...was], [...is], { maxEditLength: MOST_CHANGES });
  return found?.flatMap(({ added, removed, value }) => {
    const sign = added ? "+" : removed ? "-" : " ";
    return value.map((text): Change => ({ sign, text }));
  });
}

function wholeOf(was: readonly string[], is: readonly string[]): readonly Change[] {
  return [
    ...was.map((text): Change => ({ sign: "-", text })),
    ...is.map((text): Change => ({ sign: "+", text })),
  ];
}

function inHunks(all: readonly Change[], words: RenderMessages): readonly EvidenceLine[] {
  const near = new Set<number>();
  all.forEach(({ sign }, index) => {
    if (sign === " ") return;
    for (let at = index - AROUND; at <= index + AROUND; at += 1) near.add(at);
  });
  const lines: EvidenceLine[] = [];
  let number = 0;
  let isOpen = false;
  all.forEach((change, index) => {
    if (change.sign !== "-") number += 1;
    if (!near.has(index)) {
      isOpen = false;
      return;
    }
    if (!isOpen) {
      const text = words.say("evidence.file.line", { number: String(Math.max(number, 1)) });
      lines.push({ sign: "#", text });
    }
    isOpen = true;
    lines.push(change);
  });
  return lines;
}
