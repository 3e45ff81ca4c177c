import type { MessageId } from "../../domain/id.ts";
import { slotKindOf } from "../cases/library.ts";
import type { SlotKind } from "../cases/slot-kind.ts";
import type { Denial } from "../corrections/denials.ts";
import { answerStatement } from "../specification/make-statement.ts";
import type { Statement } from "../specification/statement.ts";
import { contentOf } from "../text/words.ts";
import type { NamedDetail, NamedFact } from "../values/named-detail.ts";

/** Details of which a task has one. */
const SINGLE: ReadonlySet<NamedDetail> = new Set<NamedDetail>([
  "audience",
  "budget",
  "deadline",
  "duration",
  "format",
  "language",
  "name",
  "place",
]);

export function isSingle(detail: NamedDetail): boolean {
  return SINGLE.has(detail);
}

/** Whether a topic is about the detail that was named. */
export function isTopicOf(topic: string, detail: NamedDetail): boolean {
  if (detail === "name") return contentOf(topic).has("name");
  return slotKindOf(topic.toLowerCase()) === detail;
}

/** A detail told by its name takes the place of what was known of it; false if it is new. */
export function tellNamed(
  statements: Statement[],
  { detail, value }: NamedFact,
  { topics, source }: { readonly topics: readonly string[]; readonly source: MessageId },
): boolean {
  if (!SINGLE.has(detail)) return false;
  const at = statements.findIndex(({ topic }) => topic !== undefined && isTopicOf(topic, detail));
  const topic = statements[at]?.topic ?? topics.find((one) => isTopicOf(one, detail));
  const isKnown = statements.some((one) => gives(one, detail));
  if (topic === undefined && !isKnown) return false;
  for (const [index, one] of statements.entries()) statements[index] = withoutDetail(one, detail);
  const told = answerStatement({ topic: topic ?? detail, answer: value, sources: [source] });
  if (at === -1) statements.push(told);
  else statements.splice(at, 1, told);
  return true;
}

/** Takes a detail from what was wrongly taken for it; false if nothing was. */
export function deny(
  statements: Statement[],
  { detail, value }: Denial,
  source: MessageId,
): boolean {
  const words = contentOf(value);
  const isMeant = ({ text, sources }: Statement) => {
    const isOld = sources.some((one) => one !== source);
    if (!isOld) return false;
    return words.size === 0 || [...contentOf(text)].some((word) => words.has(word));
  };
  const meant = statements.filter((one) => isMeant(one) && gives(one, detail));
  for (const one of meant) {
    const at = statements.indexOf(one);
    const isLine = one.topic !== undefined && isTopicOf(one.topic, detail);
    if (isLine) statements.splice(at, 1);
    else statements.splice(at, 1, withoutDetail(one, detail));
  }
  return meant.length > 0;
}

/** A deadline is found in the words of any line. */
function gives({ topic, slots }: Statement, detail: NamedDetail): boolean {
  if (topic !== undefined && isTopicOf(topic, detail)) return true;
  return detail === "deadline" || slots.some(({ kind }) => kind === detail);
}

function withoutDetail(statement: Statement, detail: NamedDetail): Statement {
  if (!gives(statement, detail) || detail === "name") return statement;
  const kind: SlotKind = detail;
  return {
    ...statement,
    slots: statement.slots.filter((slot) => slot.kind !== kind),
    denied: [...new Set([...(statement.denied ?? []), kind])],
  };
}
