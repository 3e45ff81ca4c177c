import type { Clarification } from "../../domain/liaison/liaison.ts";
import type { SuggestedQuestion } from "../../ports/model/understanding.ts";
import { artefactIn } from "../cases/artefacts.ts";
import { closeCases, findCase } from "../cases/find-case.ts";
import { CASE_LIBRARY } from "../cases/library.ts";
import type { Nearness } from "../cases/nearness.ts";
import type { TaskCase } from "../cases/task-case.ts";
import { onlyTells } from "../specification/background.ts";
import type { Statement } from "../specification/statement.ts";
import { saysWish } from "../specification/wish-words.ts";
import { contentOf } from "../text/words.ts";
import type { LiaisonMessages } from "../wording/liaison-messages.ts";
import { namesObject } from "./told-facts.ts";

/** What is asked where nothing but a deed or a wish is named. */
const BROKEN =
  /^\W{0,5}(?:(?:please|can you|could you|just|bitte|por favor|help|hey|hi)[\s,]+){0,3}(?:fix|repair|mend|sort out|debug|repariere?|reparier|arregla|répare|ripara|conserta|repareer|napraw|(?:it|this|that) (?:is|does) ?(?:n['’]?t|not)? ?(?:broken|work\p{L}*))/iu;

const KIND_TOPIC = "kind of task";

export interface FoundCase {
  readonly found: TaskCase | undefined;
  /** Either may be meant, and nobody has said which. */
  readonly close: readonly [TaskCase, TaskCase] | undefined;
}

const NAMED_WELL = 6;

interface Words {
  readonly goal: string;
  /** The first message. */
  readonly opening: string;
  readonly rest: string;
  readonly clarifications: readonly Clarification[];
  /** How near the opening is to each kind, where an encoder tells. */
  readonly near: Nearness | undefined;
}

/** The kind of task: as the person said when asked for it, or else by the words. */
export function caseOf({ goal, opening, rest, clarifications, near }: Words): FoundCase {
  const asked = clarifications.find(({ topic }) => topic === KIND_TOPIC);
  const answer = asked?.answer?.toLowerCase() ?? "";
  const said =
    answer === ""
      ? undefined
      : CASE_LIBRARY.find((one) => answer.includes(one.name) || answer === labelOf(one));
  if (said !== undefined) return { found: said, close: undefined };
  const isFirst = clarifications.length === 0;
  const first = opening.includes(goal) ? goal : "";
  const close = isFirst ? closeCases(first, opening, near) : undefined;
  // Who has named the thing is not asked what it is, though two kinds fit: none is taken for theirs.
  if (close !== undefined && contentOf(opening).size >= NAMED_WELL) {
    return { found: undefined, close: undefined };
  }
  const found = findCase(first, opening, near) ?? findCase(goal, `${opening}\n${rest}`, near);
  return { found: found === undefined || isSubject(found, goal) ? undefined : found, close };
}

/** What is bought, kept or done may be what a text is about. */
const SUBJECTS: ReadonlySet<string> = new Set([
  "gift",
  "pet",
  "purchase",
  "home",
  "health",
  "booking",
  "workout",
  "entertainment",
  "event",
]);
const WRITTEN =
  /^(?:(?:please|can you|could you|bitte|por favor|hi|hey)[\s,]+){0,2}(?:write|draft|compose|schreib\p{L}*|escrib\p{L}*|écri\p{L}*|scriv\p{L}*|escrev\p{L}*|schrijf|napisz)(?!\p{L})/iu;
/** More words say what it is, and what they name may well matter for it. */
const FEW_NAMED = 4;
/** They tell when and where it is. */
const OF_AN_EVENT =
  /invit|einlad|convite|uitnodig|zaprosz|announce|ankündig|programm?e|speech|reminder|notice|招待|邀请/iu;

function isSubject({ name }: TaskCase, goal: string): boolean {
  if (!SUBJECTS.has(name)) return false;
  const isText =
    artefactIn(goal) === "text" || (WRITTEN.test(goal) && contentOf(goal).size <= FEW_NAMED);
  // "Shopping list for lasagne": the list is wanted, and nothing is bought.
  const isList = name === "purchase" && /^(?:\p{L}+ ){0,2}list(?:s|e|a|ę)?(?!\p{L})/iu.test(goal);
  return isList || (isText && !(name === "event" && OF_AN_EVENT.test(goal)));
}

const NOTHING_NAMED =
  /(?<!\p{L})(?:some ?thing|any ?thing|some (?:kind|sort) of|thing|stuff|irgendwas|irgendetwas|etwas|algo|quelque chose|qualcosa|alguma coisa|iets|coś|何か|什么)(?!\p{L})/iu;
const FEW_WORDS = 3;
/** Who says more has named the thing after all. */
const MANY_WORDS = 8;

/** How well the words say what is to be done at all, 0 to 1. */
export function clarityOf(said: string, { found }: FoundCase): number {
  const isNamed = namesObject(said);
  const named = isNamed ? (contentOf(said).size >= FEW_WORDS ? 0.8 : 0.5) : 0.15;
  const own = found === undefined ? named : isNamed ? 1 : 0.7;
  return NOTHING_NAMED.test(said) && contentOf(said).size <= MANY_WORDS ? own * 0.6 : own;
}

/** Nothing said so far asks for anything. */
const NO_TASK = {
  topic: "task",
  question: "What do you want to have done?",
  options: [],
  value: 1,
};

const BROKEN_THING = {
  topic: "what is broken",
  question: "What exactly is broken, and what happens?",
  options: [],
  value: 1,
};

/** "Vegetables? Or flowers. I don't know": they are helped along, and nothing begins. */
export const UNSURE_OUTCOME = {
  topic: "outcome",
  question: "What should come out of it, and what matters for it: when, where, how much?",
  options: ["A text", "A list or plan", "Something done or bought"],
  value: 1,
};

/** Whether the first words tell of something, and not what is to come of it. */
export function asksForNothing(statements: readonly Statement[], { found }: FoundCase): boolean {
  const told = statements.filter(({ kind }) => kind !== "small_talk");
  const wanted = told.some(
    ({ kind, isRequest, said }) =>
      isRequest || kind === "question" || saysWish(said) || artefactIn(said) !== undefined,
  );
  return found === undefined && !wanted && told.some(({ said }) => onlyTells(said));
}

/** What has to be known before any detail. */
export function firstQuestions(
  said: string | undefined,
  { close }: FoundCase,
  { say, isUnsure }: { readonly say: LiaisonMessages["say"]; readonly isUnsure: boolean },
): readonly SuggestedQuestion[] {
  if (said === undefined) return [{ ...NO_TASK, why: say("why.no.task") }];
  if (!namesObject(said) && BROKEN.test(said.slice(0, 200))) {
    return [{ ...BROKEN_THING, why: say("why.broken") }];
  }
  if (isUnsure) return [{ ...UNSURE_OUTCOME, why: say("why.most") }];
  return close === undefined ? [] : [{ ...kindQuestion(close), why: say("why.close") }];
}

function kindQuestion([one, other]: readonly [TaskCase, TaskCase]) {
  return {
    topic: KIND_TOPIC,
    question: `Is this about ${labelOf(one)} or ${labelOf(other)}?`,
    options: [labelOf(one), labelOf(other)],
    value: 1,
  };
}

/** These are said without an article. */
const UNCOUNTED =
  /^(?:data |.*(?:copy|writing|media|ing|support|health|news|security|maintenance|automation|documentation|research|refactoring|entertainment|design)$|tests$)/;

function labelOf({ name }: TaskCase): string {
  if (UNCOUNTED.test(name)) return name;
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}
