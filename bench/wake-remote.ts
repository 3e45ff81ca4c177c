import type { Figure } from "./figure.ts";
import { resumeMs } from "./load.ts";
import { across, withNodes } from "./nodes.ts";
import { inPairs } from "./pairs.ts";

export const wakeRemote: Figure = {
  name: "wake.remote",
  what: "answer sent to one node until its waiter at the other has it, p50; ÷ the same at one node",
  unit: "ms",
  judged: "ratio",
  better: "less",
  atLeast: 3,
  aim: 2,

  async measure({ isQuick, note }) {
    const [pairs, size, warmUp] = isQuick ? [2, 10, 10] : [21, 60, 600];
    return await withNodes(async ({ first, second, home }) => {
      const remote = across(second, first, home);
      const local = across(first, first, home);
      for (const target of [remote, local]) await resumeMs(target, warmUp);
      const compared = await inPairs({
        pairs,
        first: () => resumeMs(remote, size),
        second: () => resumeMs(local, size),
      });
      note(`${pairs} pairs of ${size} answers; half of the ratios lie in ${compared.spread}`);
      return { value: compared.first, reference: compared.second, ratio: compared.ratio };
    });
  },
};
