import { setTimeout as sleep } from "node:timers/promises";
import { answerText, questionText } from "./question-text.ts";
import { median } from "./statistics.ts";

/** Whatever a question can be asked of, waited for and answered at. */
export interface Cycled {
  /** Resolves with the id once the question is on disk. */
  ask(text: string): Promise<string>;
  /** Resolves with the answer's text once it is there. */
  wait(id: string): Promise<string>;
  answer(id: string, text: string): Promise<void>;
}

let asked = 0;

/**
 * Asks, waits, answers: three calls, two commits. Throws if the answer is not the one that was
 * given.
 */
async function runCycle(target: Cycled): Promise<void> {
  asked += 1;
  const said = answerText(asked);
  const id = await target.ask(questionText(asked));
  const waited = target.wait(id);
  const [heard] = await Promise.all([waited, target.answer(id, said)]);
  if (heard !== said) throw new Error(`${id} was answered "${said}", its waiter heard "${heard}".`);
}

/** Runs `task` `count` times, at most `concurrency` at once; the results are in order. */
export async function runMany<T>(
  { count, concurrency }: { count: number; concurrency: number },
  task: (index: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const loop = async () => {
    while (next < count) {
      const index = next++;
      results[index] = await task(index);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  return results;
}

export interface Load {
  readonly concurrency: number;
  readonly ms: number;
}

export interface Done {
  readonly cycles: number;
  readonly perSecond: number;
}

/** Runs cycles in `concurrency` loops, each of which ends with the first cycle that ends after `ms`. */
export async function runCycles(target: Cycled, { concurrency, ms }: Load): Promise<Done> {
  const started = performance.now();
  const passed = () => performance.now() - started;
  let cycles = 0;
  const loop = async () => {
    while (passed() < ms) {
      await runCycle(target);
      cycles += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  return { cycles, perSecond: cycles / (passed() / 1_000) };
}

/** Long enough for a wait to reach a server, which `resume.sqlite.c1` also checks. */
export const ATTACH_MS = 2;

/** The median over `size` answers, each to a waiter that had arrived before. */
export async function resumeMs(target: Cycled, size: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < size; n++) {
    const id = await target.ask(questionText(n));
    const waited = target.wait(id);
    await sleep(ATTACH_MS);
    const sent = performance.now();
    const answered = target.answer(id, answerText(n));
    const heard = await waited;
    times.push(performance.now() - sent);
    if (heard !== answerText(n)) throw new Error(`The waiter for ${id} heard "${heard}".`);
    await answered;
  }
  return median(times);
}

/** Asks many questions, fast; returns their ids. */
export async function askMany(target: Cycled, count: number): Promise<readonly string[]> {
  return await runMany({ count, concurrency: 64 }, (n) => target.ask(questionText(n)));
}
