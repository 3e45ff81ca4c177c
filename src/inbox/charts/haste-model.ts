import type { Haste, Insights } from "../../ports/earshot/inbox.ts";
import { oneLine } from "../../render/visible-text.ts";
import { say } from "./messages/messages.ts";
import { percent } from "./words.ts";

type Mine = Insights["mine"];

export interface HasteRow {
  readonly by: "Level" | "Tool" | "Agent";
  readonly name: string;
  readonly decided: number;
  readonly underTwoSeconds: number;
}

const MAX_NAME = 40;

/** By level first, so that many at LOW do not hide those at HIGH. */
export function hasteRows({ byLevel, byTool, byAgent }: Mine): readonly HasteRow[] {
  const rows = (by: HasteRow["by"], all: readonly Haste[]) =>
    all.map(({ name, ...counts }) => ({ by, name: nameOf(by, name), ...counts }));
  return [...rows("Level", byLevel), ...rows("Tool", byTool), ...rows("Agent", byAgent)];
}

function nameOf(by: HasteRow["by"], name: string): string {
  if (by === "Level" && name === "QUESTION") return say("questions");
  return oneLine(name, MAX_NAME);
}

/** With how many planted tests were caught: by oneself, and for owners by all. */
export function hasteWords(mine: Mine, sum?: Insights["tests"]): string {
  const { tests } = mine;
  const own =
    tests === undefined || tests.of === 0
      ? []
      : [say("haste.tests", { caught: tests.caught, count: tests.of })];
  const all = sum === undefined ? [] : [sumWords(sum)];
  return [hasteSentence(mine), ...own, ...all].join(" ");
}

function sumWords({ caught, of, people }: NonNullable<Insights["tests"]>): string {
  return say("tests.sum", { caught, of, people });
}

export function hasteSentence({ byLevel }: Mine): string {
  const sum = (of: "decided" | "underTwoSeconds") => byLevel.reduce((all, one) => all + one[of], 0);
  const [decided, quick] = [sum("decided"), sum("underTwoSeconds")];
  if (decided === 0) return say("haste.none");
  if (quick === 0) return say("haste.calm", { count: decided });
  const worst = byLevel.findLast(({ underTwoSeconds }) => underTwoSeconds > 0);
  const share = percent(quick, decided);
  const all = say("haste.all", { count: decided, quick, share });
  if (worst === undefined || worst.name === "QUESTION") return all;
  const { name: level, underTwoSeconds, decided: ofLevel } = worst;
  return [all, say("haste.worst", { level, quick: underTwoSeconds, decided: ofLevel })].join(" ");
}
