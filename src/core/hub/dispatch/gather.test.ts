import { expect, test } from "vitest";
import type { Change, CommitResult } from "../../../ports/store.ts";
import { createGather } from "./gather.ts";

const change: Change = { workspace: "default", writes: [], events: [] };
const done: CommitResult = { outcome: "committed", events: [] };

/** Counts commits; its clock's turns happen when told. */
function stage(isBusy: boolean) {
  let commits = 0;
  let turns: (() => void)[] = [];
  const gather = createGather(
    {
      async commit() {
        commits += 1;
        return done;
      },
      clock: { soon: (run) => void turns.push(run) },
    },
    () => isBusy,
  );
  async function turn(): Promise<void> {
    const now = turns;
    turns = [];
    for (const run of now) run();
    await new Promise(setImmediate);
  }
  return { gather, turn, commits: () => commits };
}

test("where little is under way a change is committed at once", async () => {
  const { gather, commits } = stage(false);
  expect(await gather(change)).toBe(done);
  expect(commits()).toBe(1);
});

test("where much is under way changes wait a few turns and are committed together", async () => {
  const { gather, turn, commits } = stage(true);
  const first = gather(change);
  await turn();
  const second = gather(change);
  await turn();
  await turn();
  expect(commits()).toBe(0);
  await turn();
  expect(commits()).toBe(2);
  expect(await Promise.all([first, second])).toEqual([done, done]);
  void gather(change);
  expect(commits()).toBe(2);
});

test("when enough have come together they wait no longer than that turn", async () => {
  const { gather, turn, commits } = stage(true);
  for (let n = 0; n < 96; n++) void gather(change);
  await turn();
  expect(commits()).toBe(96);
});
