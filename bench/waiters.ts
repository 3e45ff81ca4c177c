import { setTimeout as sleep } from "node:timers/promises";
import type { Figure } from "./figure.ts";
import { askMany, runMany } from "./load.ts";
import { untilWaiting } from "./memory.ts";
import { across, withNodes } from "./nodes.ts";
import { answerText } from "./question-text.ts";
import { median, quantile } from "./statistics.ts";
import type { Target } from "./target.ts";

const ANSWERS_A_SECOND = 100;

export const waiters: Figure = {
  name: "waiters.10k",
  what: "10,000 attached waiters over two nodes, 100 answers/s: answer sent until its waiter has it, p99",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 250,
  aim: 50,

  async measure({ isQuick, note }) {
    const [attached, counted] = isQuick ? [200, 50] : [10_000, 2_000];
    return await withNodes(async ({ first, second, home }) => {
      // Whoever waits at one node is answered at the other.
      const sides = [across(first, second, home), across(second, first, home)];
      const held = await Promise.all(sides.map((side) => attach(side, attached / sides.length)));
      const times = await Promise.all(
        held.map((waiting) => answerSteadily(waiting, counted / sides.length)),
      );
      await Promise.all(held.map(release));
      const all = times.flat();
      note(`${all.length} answers; half of them take at most ${median(all).toFixed(1)} ms`);
      return { value: quantile(all, 0.99) };
    });
  },
};

interface Waiting {
  readonly target: Target;
  readonly ids: readonly string[];
  readonly heard: readonly Promise<string>[];
  next: number;
}

async function attach(target: Target, count: number): Promise<Waiting> {
  const ids = await askMany(target, count);
  const heard = ids.map((id) => target.wait(id));
  await untilWaiting(target, count);
  return { target, ids, heard, next: 0 };
}

/** Half of all answers: the other side gives the other half at the same time. */
async function answerSteadily(waiting: Waiting, count: number): Promise<number[]> {
  const apartMs = 2_000 / ANSWERS_A_SECOND;
  const began = performance.now();
  const times: Promise<number>[] = [];
  for (let n = 0; n < count; n++) {
    await sleep(Math.max(began + n * apartMs - performance.now(), 0));
    times.push(wakeMs(waiting));
  }
  return await Promise.all(times);
}

async function wakeMs(waiting: Waiting): Promise<number> {
  const n = waiting.next++;
  const sent = performance.now();
  const answered = waiting.target.answer(waiting.ids[n] ?? "", answerText(n));
  const heard = await waiting.heard[n];
  const ms = performance.now() - sent;
  if (heard !== answerText(n)) throw new Error(`A waiter heard "${heard}".`);
  await answered;
  return ms;
}

/** Answers the rest, so that every wait ends as it should. */
async function release(waiting: Waiting): Promise<void> {
  const { target, ids, heard, next } = waiting;
  await runMany({ count: ids.length - next, concurrency: 64 }, (n) =>
    target.answer(ids[next + n] ?? "", answerText(next + n)),
  );
  const texts = await Promise.all(heard);
  if (texts.some((text, n) => text !== answerText(n))) throw new Error("A waiter heard nonsense.");
}
