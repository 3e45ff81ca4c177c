import type { MessageId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import { slotKindOf } from "../cases/library.ts";
import type { SlotKind } from "../cases/slot-kind.ts";
import { kindOfTopic } from "../cases/topic-kind.ts";
import { isAsked } from "../text/asked.ts";
import { cleanRequest } from "../text/clean-request.ts";
import { listedIn, listItems } from "../text/list-items.ts";
import { capitalised } from "../text/words.ts";
import { findSlots } from "./find-slots.ts";
import { importanceOf, PLAIN } from "./modality.ts";
import type { Statement, StatementKind } from "./statement.ts";
import { isRequest, isSmallTalk, kindOf } from "./statement-kind.ts";

const GREETING =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks(?: a lot)?|thank you|great|perfect|ok(?:ay)?|yes|sure)(?: (?:there|all|team|everyone))?[\s,!.–-]+(?=\S)/i;
/** A short fragment that names a limit is one: "budget 2000 euros". */
const MAX_FRAGMENT_WORDS = 8;
const LIMITS: ReadonlySet<SlotKind> = new Set<SlotKind>(["budget", "deadline", "permissions"]);
const ANSWER_KINDS: Readonly<Partial<Record<SlotKind, StatementKind>>> = {
  budget: "constraint",
  deadline: "constraint",
  constraints: "constraint",
  permissions: "constraint",
  quality: "criterion",
};
/** A fact and not a wish: it holds, but nobody demands it. */
const FACTS: ReadonlySet<SlotKind> = new Set<SlotKind>([
  "period",
  "frequency",
  "duration",
  "audience",
  "people",
  "place",
  "level",
  "purpose",
  "data",
  "environment",
  "language",
]);
const FACT_IMPORTANCE = 0.8;

/** What a clause says about the task. */
export function makeStatement(said: string, source: MessageId): Statement {
  const clause = isSmallTalk(said) ? said : said.replace(GREETING, "");
  const slots = findSlots(clause);
  const found = kindOf(clause, isAsked(clause));
  const isLimit =
    found === "requirement" &&
    !isRequest(clause) &&
    clause.split(/\s+/, MAX_FRAGMENT_WORDS + 1).length <= MAX_FRAGMENT_WORDS &&
    slots.some(({ kind }) => LIMITS.has(kind));
  const kind = isLimit ? "constraint" : found;
  return {
    kind,
    text: kind === "requirement" ? cleanRequest(clause) : plainText(clause),
    said: clause,
    importance: importanceOf(clause),
    examples: listedIn(clause),
    slots,
    sources: [source],
    isRequest: isRequest(clause),
  };
}

export interface Answer {
  readonly topic: string;
  readonly answer: string;
  readonly sources: readonly MessageId[];
}

/** An answer, in the words of its question's topic: "Audience: executives". */
export function answerStatement({ topic, answer, sources }: Answer): Statement {
  const kind = slotKindOf(topic);
  const own = findSlots(answer).filter((slot) => slot.kind !== kind);
  const examples = listedIn(answer);
  return {
    kind: (kind === undefined ? undefined : ANSWER_KINDS[kind]) ?? "requirement",
    text: `${capitalised(nameOf(topic))}: ${answer}`,
    said: answer,
    importance: answerImportance(answer, kind),
    examples: examples.length > 0 ? examples : listItems(answer),
    slots: kind === undefined ? own : [{ kind, value: answer }, ...own],
    sources,
    topic,
    ...present({ topicKind: kind }),
    isRequest: false,
  };
}

function answerImportance(answer: string, kind: SlotKind | undefined): number {
  const own = importanceOf(answer);
  const isFact = kind !== undefined && FACTS.has(kind) && own <= PLAIN;
  return isFact ? FACT_IMPORTANCE : Math.max(FACT_IMPORTANCE, own);
}

/** "Audience for the dashboard" is its audience: the task itself is stated elsewhere. */
function nameOf(topic: string): string {
  const [, name = ""] = /^(\p{L}+) (?:for|of) (?:the )?\S.*$/u.exec(topic) ?? [];
  const kind = kindOfTopic(name);
  return kind !== undefined && kind === slotKindOf(topic) ? name : topic;
}

function plainText(clause: string): string {
  const text = clause
    .replaceAll(/\s+/g, " ")
    .replace(/^(?:and|but|also|please|oh|so|then)[\s,]+(?=\S)/i, "")
    .replace(/[\s.!;:,]{1,20}$/, "");
  return capitalised(text.slice(0, 400));
}
