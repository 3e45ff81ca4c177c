import type { SlotKind } from "../cases/slot-kind.ts";
import { listItems } from "../text/list-items.ts";
import { capitalised, contentOf, shareIn } from "../text/words.ts";
import type { Statement } from "./statement.ts";

const MAX_LENGTH = 600;
const MAX_BESIDE = 2;
const LEAST_IMPORTANCE = 0.5;
const MAX_DETAIL_WORDS = 6;
/** What reads well after the goal, in this order. */
const BEHIND: readonly (readonly [SlotKind, (value: string) => string])[] = [
  ["period", (value) => ` for ${value.replace(/^(?:for|in|of|over|during) /i, "")}`],
  ["contents", (value) => ` with ${value}`],
  ["audience", (value) => `, for ${value.replace(/^(?:for|to) /i, "")}`],
  ["budget", (value) => `, budget ${value}`],
];

/** A sentence or two from the person's words: the goal, and the most important of the rest. */
export function describeTask(
  goal: Statement | undefined,
  statements: readonly Statement[],
): string {
  if (goal === undefined) return "Not said yet.";
  const answers = statements.filter(({ topic }) => topic !== undefined);
  const details = BEHIND.map(([kind, word]) => {
    const value = answers.find(({ topicKind }) => topicKind === kind)?.said;
    const isTold = value === undefined || !isShort(value) || isIn(value, goal);
    return isTold ? "" : word(inSentence(value));
  });
  const beside = statements
    .filter(({ kind, topic, importance }) => {
      const isSaid = kind === "requirement" || kind === "criterion" || kind === "constraint";
      return isSaid && topic === undefined && importance >= LEAST_IMPORTANCE;
    })
    .filter((statement) => statement !== goal)
    .slice(0, MAX_BESIDE);
  const first = `${goal.text.replace(/[.!?…\s]{1,10}$/, "")}${details.join("")}`;
  const whole = [first, ...beside.map(({ text }) => text)].map(sentence).join(" ");
  return whole.length <= MAX_LENGTH ? whole : `${whole.slice(0, MAX_LENGTH - 1)}…`;
}

const RELATIVE = /^(?:Last|This|Next|The|Past|Current|Previous|Coming|All|Our|My)\b/;

/** Answers begin with a capital, which is wrong in mid-sentence; names keep theirs. */
function inSentence(value: string): string {
  const [, ...others] = listItems(value);
  const isList = others.length > 0 && others.every((item) => /^\p{Ll}/u.test(item));
  const isPlain = RELATIVE.test(value) || (isList && /^\p{Lu}\p{Ll}/u.test(value));
  return isPlain ? value.slice(0, 1).toLowerCase() + value.slice(1) : value;
}

/** A longer answer is a sentence of its own, and is among the requirements. */
function isShort(value: string): boolean {
  return value.split(/\s+/).length <= MAX_DETAIL_WORDS || listItems(value).length >= 2;
}

function isIn(value: string, { text }: Statement): boolean {
  return shareIn(contentOf(value), contentOf(text)) === 1;
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? capitalised(text) : `${capitalised(text)}.`;
}
