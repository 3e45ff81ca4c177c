import type { Haste, Insights } from "../../ports/earshot/inbox.ts";
import { oneLine } from "../../render/visible-text.ts";
import { counted, percent } from "./words.ts";

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
  if (by === "Level" && name === "QUESTION") return "Questions";
  return oneLine(name, MAX_NAME);
}

export function hasteSentence({ byLevel }: Mine): string {
  const sum = (of: "decided" | "underTwoSeconds") => byLevel.reduce((all, one) => all + one[of], 0);
  const [decided, quick] = [sum("decided"), sum("underTwoSeconds")];
  if (decided === 0) return "You decided nothing in the inbox in this time.";
  const all = `You decided ${counted(decided, "request")} in the inbox`;
  if (quick === 0) return `${all}, none in less than 2 s.`;
  const worst = byLevel.findLast(({ underTwoSeconds }) => underTwoSeconds > 0);
  const where =
    worst === undefined || worst.name === "QUESTION"
      ? ""
      : ` The highest level among those was ${worst.name}, with ${worst.underTwoSeconds} of ${worst.decided}.`;
  return `${all}, ${quick} of them (${percent(quick, decided)}) in less than 2 s, too soon to have read them.${where}`;
}
