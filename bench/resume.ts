import { setTimeout as sleep } from "node:timers/promises";
import type { Figure } from "./figure.ts";
import { ATTACH_MS, resumeMs } from "./load.ts";
import { inPairs } from "./pairs.ts";
import { answerText, questionText } from "./question-text.ts";
import { type Target, withBoth } from "./target.ts";

export const resume: Figure = {
  name: "resume.sqlite.c1",
  what: "answer sent until its waiter has it, one at a time, p50; product ÷ limit",
  unit: "ms",
  judged: "ratio",
  better: "less",
  atLeast: 1.5,
  aim: 1.3,

  async measure({ isQuick, note }) {
    const [pairs, size, warmUp] = isQuick ? [2, 10, 10] : [21, 60, 600];
    return await withBoth(async (product, limit) => {
      for (const target of [product, limit]) {
        await checkAttached(target);
        await resumeMs(target, warmUp);
      }
      const compared = await inPairs({
        pairs,
        first: () => resumeMs(product, size),
        second: () => resumeMs(limit, size),
      });
      note(`${pairs} pairs of ${size} answers; half of the ratios lie in ${compared.spread}`);
      return { value: compared.first, reference: compared.second, ratio: compared.ratio };
    });
  },
};

async function checkAttached(target: Target): Promise<void> {
  const id = await target.ask(questionText(0));
  const waited = target.wait(id);
  await sleep(ATTACH_MS * 10);
  if ((await target.countWaiters()) !== 1) throw new Error(`${target.name} has not one waiter.`);
  await target.answer(id, answerText(0));
  await waited;
}
