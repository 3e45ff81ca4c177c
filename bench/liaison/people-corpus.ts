import { createMind } from "../../src/liaison/create-mind.ts";
import { heldDialogues, openDialogues } from "./dialogue.ts";
import { type LookOptions, lookAt } from "./held-runs.ts";
import { COSTS, type Judged, judgeDialogue } from "./judge-dialogue.ts";

const PART = "dialogues2";
const SURE = 0.8;

export interface PeopleOptions extends LookOptions {
  /** Only dialogues whose id contains it. */
  readonly only?: string | undefined;
}

/** What a person would expect of the replies, and what came. */
export async function measurePeople({ only = "", ...look }: PeopleOptions): Promise<void> {
  const turns = await createMind().turns();
  const figures = await lookAt(PART, look, {
    async judge() {
      const judged: Judged[] = [];
      for (const dialogue of look.held ? heldDialogues() : openDialogues()) {
        if (dialogue.id.includes(only)) judged.push(await judgeDialogue(turns, dialogue));
      }
      return judged;
    },
    print: printFaults,
    figures(judged) {
      printByField(judged);
      printByKind(judged);
      return figuresOf(judged);
    },
  });
  console.log(JSON.stringify(figures));
}

function figuresOf(judged: readonly Judged[]) {
  const clean = judged.filter(({ faults }) => faults.length === 0).length;
  const points = judged.reduce((sum, one) => sum + one.points, 0);
  const faults = judged.reduce((sum, one) => sum + one.faults.length, 0);
  const sure = judged.flatMap(({ beginning }) =>
    beginning !== undefined && beginning.score >= SURE ? [beginning] : [],
  );
  const wrong = judged.flatMap(({ faults }) =>
    faults.filter(({ kind }) => kind === "accepted what nobody accepted"),
  );
  return {
    dialogues: judged.length,
    withoutFault: rounded(clean / judged.length),
    mean: rounded(points / judged.length),
    faults: rounded(faults / judged.length),
    wronglyAccepted: wrong.length,
    openings: rounded(rocOf(judged)),
    sure: sure.length,
    sureAndWhole: rounded(sure.filter(({ holdsAll }) => holdsAll).length / sure.length),
  };
}

/** How often a vague opening has less confidence than a clear one; ties count half. */
function rocOf(judged: readonly Judged[]): number {
  const openings = judged.flatMap(({ opening }) => (opening === undefined ? [] : [opening]));
  const [clear, vague] = [true, false].map((isClear) =>
    openings.filter((one) => one.isClear === isClear),
  ) as [typeof openings, typeof openings];
  let right = 0;
  for (const one of clear) {
    for (const other of vague) {
      right += one.score > other.score ? 1 : one.score === other.score ? 0.5 : 0;
    }
  }
  return right / (clear.length * vague.length);
}

function printFaults({ dialogue, faults, points }: Judged): void {
  if (faults.length === 0) return;
  console.log(`${dialogue.id}: ${points}`);
  for (const { kind, what } of faults) console.log(`  ${kind}: ${what}`);
}

function printByField(judged: readonly Judged[]): void {
  const groups = Map.groupBy(judged, ({ dialogue: { field, language } }) =>
    language === "en" ? field : `in ${language}`,
  );
  for (const [name, all] of [...groups].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const { dialogues, withoutFault, mean } = figuresOf(all);
    console.log(`${name.padEnd(28)} ${String(dialogues).padStart(3)}  ${withoutFault}  ${mean}`);
  }
}

function printByKind(judged: readonly Judged[]): void {
  for (const [kind, cost] of Object.entries(COSTS)) {
    const faults = judged.flatMap((one) => one.faults.filter((fault) => fault.kind === kind));
    console.log(`${String(faults.length).padStart(4)}  ${kind} (${cost})`);
  }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
