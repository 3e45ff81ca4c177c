import { TALK_AT } from "./case-index.ts";
import type { Nearness } from "./nearness.ts";
import { rankCases, weighWords } from "./rank-cases.ts";
import type { TaskCase } from "./task-case.ts";

/** Below, words that fit no kind would be given one more often than one in twenty. */
const SURE = 2.05;
/** Less does where several words point to one kind alone: it is so many times as near as the next. */
const PLAIN = 1.3;
const SEVERAL = 2;
const ALONE = 2;
/** A task sounds so many times as much like one as like talk. */
const TALK = 1.3;
/** The second is so near to the first that either may be meant. */
const CLOSE = 0.95;

/** With an encoder the score has more parts, and talk is so much farther than the nearest kind. */
const SURE_OF_NEAR = 2.3;
const FROM_TALK = 1.2;

/** The kind of task in the library that fits the words best; undefined if none fits well. */
export function findCase(goal: string, rest: string, near?: Nearness): TaskCase | undefined {
  const { ranked, talk } = weighWords(goal, rest, near);
  const [best, second] = ranked;
  if (best === undefined) return undefined;
  if (near !== undefined) {
    return best.score >= SURE_OF_NEAR && isTask(near) ? best.found : undefined;
  }
  if (best.score < TALK * talk) return undefined;
  const isPlain =
    best.score >= PLAIN && best.terms >= SEVERAL && best.score >= ALONE * (second?.score ?? 0);
  return isPlain || best.score >= SURE ? best.found : undefined;
}

function isTask(near: Nearness): boolean {
  return Math.max(...near.subarray(0, TALK_AT)) >= (near[TALK_AT] ?? 0) + FROM_TALK;
}

/** The two kinds of which either may be meant; undefined if one is nearer or none is near. */
export function closeCases(
  goal: string,
  rest: string,
  near?: Nearness,
): readonly [TaskCase, TaskCase] | undefined {
  const [best, second] = rankCases(goal, rest, near);
  const least = near === undefined ? SURE : SURE_OF_NEAR;
  if (best === undefined || second === undefined || second.score < least) return undefined;
  return second.score >= CLOSE * best.score ? [best.found, second.found] : undefined;
}
