import type { Outcome } from "./calibration.ts";

interface Block {
  /** Mean score in it. */
  readonly at: number;
  readonly accepted: number;
  readonly count: number;
}

/**
 * The rising step curve that fits best (pool adjacent violators), read off between the middles of its
 * steps, so that it rises without jumps. Each step is pulled towards the middle by one outcome of either
 * kind: a step of few outcomes is never 0 or 1.
 */
export function isotonicOf(outcomes: readonly Outcome[]): (score: number) => number {
  const steps = pooled(outcomes);
  return (score) => readOff(steps, score);
}

function pooled(outcomes: readonly Outcome[]): readonly Block[] {
  const sorted = [...outcomes].sort((one, other) => one.score - other.score);
  const blocks: Block[] = [];
  for (const { score, accepted } of sorted) {
    let block: Block = { at: score, accepted: accepted ? 1 : 0, count: 1 };
    let last = blocks.at(-1);
    while (last !== undefined && (last.at === block.at || heightOf(last) >= heightOf(block))) {
      blocks.pop();
      block = merged(last, block);
      last = blocks.at(-1);
    }
    blocks.push(block);
  }
  return blocks;
}

function merged(one: Block, other: Block): Block {
  const count = one.count + other.count;
  return {
    at: (one.at * one.count + other.at * other.count) / count,
    accepted: one.accepted + other.accepted,
    count,
  };
}

function heightOf({ accepted, count }: Block): number {
  return (accepted + 1) / (count + 2);
}

function readOff(steps: readonly Block[], score: number): number {
  const above = steps.findIndex(({ at }) => at >= score);
  const [low, high] = [steps[above - 1], steps[above]];
  if (high === undefined) return heightOf(steps.at(-1) ?? { at: 0, accepted: 0, count: 0 });
  if (low === undefined || high.at === low.at) return heightOf(high);
  const share = (score - low.at) / (high.at - low.at);
  return heightOf(low) + share * (heightOf(high) - heightOf(low));
}
