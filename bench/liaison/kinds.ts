import { closeCases, findCase } from "../../src/liaison/cases/find-case.ts";
import { rankCases } from "../../src/liaison/cases/rank-cases.ts";
import { heldKinds, type KindOfRequest, openKinds } from "./dialogue.ts";
import { assertMayLook, noteHeldRun } from "./held-runs.ts";

const PART = "kinds";
const SHOWN = 3;

/** How often the right kind of task is found in what people write, and none where none fits. */
export function measureKinds({
  held,
  verbose,
}: {
  readonly held: boolean;
  readonly verbose: boolean;
}): void {
  if (held) assertMayLook(PART);
  const all = held ? heldKinds() : openKinds();
  const figures = Object.fromEntries(
    [...Map.groupBy(all, ({ language }) => language)].map(
      ([language, some]) => [language, figuresOf(some)] as const,
    ),
  );
  if (verbose && !held) for (const one of all) printWrong(one);
  console.log(JSON.stringify(figures));
  if (held) noteHeldRun(PART, figures);
}

function figuresOf(all: readonly KindOfRequest[]) {
  const fitting = all.filter(({ kind }) => kind !== "-");
  const others = all.filter(({ kind }) => kind === "-");
  const share = (some: readonly KindOfRequest[], count: number) =>
    some.length === 0 ? undefined : Math.round((count / some.length) * 1000) / 1000;
  return {
    requests: fitting.length,
    rightFirst: share(fitting, fitting.filter((one) => isAmong(one, 1)).length),
    rightInThree: share(fitting, fitting.filter((one) => isAmong(one, SHOWN)).length),
    named: share(fitting, fitting.filter(({ says }) => findCase(says, "") !== undefined).length),
    asked: share(fitting, fitting.filter(({ says }) => closeCases(says, "") !== undefined).length),
    others: others.length,
    wronglyNamed: share(
      others,
      others.filter(({ says }) => findCase(says, "") !== undefined).length,
    ),
  };
}

function isAmong({ says, kind }: KindOfRequest, first: number): boolean {
  const wanted = kind.split("|");
  return rankCases(says, "")
    .slice(0, first)
    .some(({ found }) => wanted.includes(found.name));
}

function printWrong(one: KindOfRequest): void {
  if (isAmong(one, 1)) return;
  const found = rankCases(one.says, "").slice(0, SHOWN);
  const named = found.map(({ found: { name }, score }) => `${name} ${score.toFixed(2)}`);
  console.log(`${one.kind}: ${one.says} → ${named.join(", ")}`);
}
