import { closeCases, findCase } from "../../src/liaison/cases/find-case.ts";
import type { Nearness, NearnessFinder } from "../../src/liaison/cases/nearness.ts";
import { rankCases } from "../../src/liaison/cases/rank-cases.ts";
import { heldKinds, type KindOfRequest, openKinds } from "./dialogue.ts";
import { type LookOptions, lookAt } from "./held-runs.ts";

const PART = "kinds";
const PART_ENCODER = "kinds with an encoder";
const SHOWN = 3;

export interface KindsOptions extends LookOptions {
  /** Tells them beside the words. */
  readonly nearness?: NearnessFinder | undefined;
}

type Line = KindOfRequest & { readonly near: Nearness | undefined };

/** How often the right kind of task is found in what people write, and none where none fits. */
export async function measureKinds({ nearness, ...look }: KindsOptions) {
  return await lookAt(nearness === undefined ? PART : PART_ENCODER, look, {
    async judge() {
      if ((await nearness?.ready()) === false) throw new Error("The encoder fails.");
      const all: Line[] = [];
      for (const one of look.held ? heldKinds() : openKinds()) {
        all.push({ ...one, near: await nearness?.of(one.says) });
      }
      return all;
    },
    print: printWrong,
    figures: (all) =>
      Object.fromEntries(
        [...Map.groupBy(all, ({ language }) => language)].map(
          ([language, some]) => [language, figuresOf(some)] as const,
        ),
      ),
  });
}

function figuresOf(all: readonly Line[]) {
  const fitting = all.filter(({ kind }) => kind !== "-");
  const others = all.filter(({ kind }) => kind === "-");
  const share = (some: readonly Line[], holds: (one: Line) => boolean) =>
    some.length === 0
      ? undefined
      : Math.round((some.filter(holds).length / some.length) * 1000) / 1000;
  const isNamed = ({ says, near }: Line) => findCase(says, "", near) !== undefined;
  return {
    requests: fitting.length,
    rightFirst: share(fitting, (one) => isAmong(one, 1)),
    rightInThree: share(fitting, (one) => isAmong(one, SHOWN)),
    named: share(fitting, isNamed),
    asked: share(fitting, ({ says, near }) => closeCases(says, "", near) !== undefined),
    others: others.length,
    wronglyNamed: share(others, isNamed),
  };
}

function isAmong({ says, kind, near }: Line, first: number): boolean {
  const wanted = kind.split("|");
  return rankCases(says, "", near)
    .slice(0, first)
    .some(({ found }) => wanted.includes(found.name));
}

function printWrong(one: Line): void {
  if (isAmong(one, 1)) return;
  const found = rankCases(one.says, "", one.near).slice(0, SHOWN);
  const named = found.map(({ found: { name }, score }) => `${name} ${score.toFixed(2)}`);
  console.log(`${one.kind}: ${one.says} → ${named.join(", ")}`);
}
