import { fitsKind } from "./fits-kind.ts";
import type { OpenTopic } from "./open-topic.ts";

export interface OrderedAnswer {
  readonly topic: OpenTopic;
  readonly said: string;
}

const NUMBERED = /(?:^|[\s,;])(\d{1,2})\s*[.):-]\s+/g;
/** Of a part of a list that answers question after question. */
const MAX_PART = 200;

/**
 * Answers in the order of the questions: numbered, or one a line, or one between commas. Undefined where
 * the text is none of these, or a part could not answer the question at its place.
 */
export function orderedAnswers(
  text: string,
  open: readonly OpenTopic[],
): readonly OrderedAnswer[] | undefined {
  return numbered(text, open) ?? parted(text, open, /\n+/) ?? parted(text, open, /\s*[;,]\s+/);
}

function numbered(text: string, open: readonly OpenTopic[]): readonly OrderedAnswer[] | undefined {
  const marks = [...text.matchAll(NUMBERED)].slice(0, open.length + 1);
  if (marks[0]?.index !== 0) return undefined;
  const found: OrderedAnswer[] = [];
  for (const [index, mark] of marks.entries()) {
    const topic = open[Number(mark[1]) - 1];
    const end = marks[index + 1]?.index ?? text.length;
    const said = text.slice(mark.index + mark[0].length, end).trim();
    if (topic === undefined || said === "") return undefined;
    found.push({ topic, said });
  }
  return found;
}

function parted(
  text: string,
  open: readonly OpenTopic[],
  by: RegExp,
): readonly OrderedAnswer[] | undefined {
  if (open.length < 2) return undefined;
  const parts = text
    .split(by, open.length + 2)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const answers = parts.map((said, index) => ({ topic: open[index], said }));
  if (parts.length !== open.length || parts.some((part) => part.length > MAX_PART)) {
    return undefined;
  }
  return answers.every(isOrdered) ? answers : undefined;
}

function isOrdered(answer: {
  readonly topic: OpenTopic | undefined;
  readonly said: string;
}): answer is OrderedAnswer {
  return answer.topic !== undefined && fitsKind(answer.said, answer.topic.kind);
}
