import { derivedTask, type Liaison } from "../../domain/liaison/liaison.ts";
import { taskStart } from "../../domain/liaison/liaison-machine.ts";
import type { LiaisonStep } from "../../domain/liaison/liaison-steps.ts";
import type { Turn } from "../../ports/model/liaison-turns.ts";
import { takesBackElsewhere } from "../feedback/find-phrase-book.ts";
import { requirementId } from "../specification/requirement-id.ts";
import { splitSentences } from "../text/sentences.ts";
import { takenBackWords, verdictForm } from "../wording/feedback-words.ts";
import { feedbackTurn } from "./feedback-turn.ts";
import { withImprovements } from "./improvements.ts";
import { ahead, newestWords, type Talk } from "./talk.ts";

const TAKEN_BACK =
  /\b(?:i|we) (?:did not|didn't|never|have not|haven't) (?:accept|accepted|approve|approved|reject|rejected|agree|agreed|say|said)\b|\b(?:i|we) (?:take|took|want to take) (?:it|that|this|my \w+) back\b|\b(?:forget|ignore|disregard|scratch) (?:what i(?:'ve| have)? (?:just )?said|my (?:last|previous|earlier) \w+|my feedback|my comments?)\b|^(?:\W*(?:no|sorry|oh|wait|ah|actually|ok|okay|hm+)\W+)*(?:scratch|strike) (?:that|this|it)\b|\bwrong (?:window|chat|conversation|thread)\b|\b(?:misread|misunderstood) (?:me|what i said)\b|\bwithdraw (?:my|that|the) (?:feedback|acceptance|approval|rejection|comments?)\b/i;
/** "My mistake, the chart is right": what was blamed is right after all. */
const WAS_WRONG = /\b(?:my (?:mistake|bad|fault)|i was wrong|i misread (?:it|that|them))\b/i;
const IS_RIGHT =
  /\b(?:is|are|was|were|'s)(?: all| quite| actually)* (?:right|correct|fine|ok|okay|good)\b/i;
const MAX_READ = 2_000;
const MAX_REASON = 300;

/** What was read as feedback is taken back; undefined if nothing is, or nothing was read. */
export async function takingBackTurn(talk: Talk): Promise<Turn | undefined> {
  const { liaison, wording } = talk;
  const text = newestWords(liaison);
  const last = liaison.feedback.at(-1);
  if (last === undefined || last.round < taskStart(liaison)) return undefined;
  const isUnderWay = liaison.phase === "awaiting_task_completion";
  if (isUnderWay && last.round !== liaison.round - 1) return undefined;
  if (!(await isTakenBack(text.slice(0, MAX_READ).replaceAll("’", "'")))) return undefined;
  // Somebody may have withdrawn it already, which does not bring the task back to the person.
  const withdrawn = last.withdrawn === undefined ? [withdrawal(liaison, last.round)] : [];
  const standing = ahead(talk, withdrawn).liaison;
  const steps: readonly LiaisonStep[] = [
    ...withdrawn,
    ...(isUnderWay ? withoutImprovements(standing, last.metrics.improvement_suggestions) : []),
    isUnderWay ? { ...BACK, formerRound: true } : BACK,
  ];
  if (splitSentences(text).length < 2) {
    return { say: takenBackWords(wording), form: verdictForm(wording), steps };
  }
  const turn = await feedbackTurn(ahead(talk, steps));
  return { ...turn, steps: [...steps, ...turn.steps] };
}

function withdrawal(liaison: Liaison, round: number): LiaisonStep {
  const reason = newestWords(liaison).slice(0, MAX_REASON);
  return { type: "feedback_withdrawn", round, by: liaison.personName, reason };
}

async function isTakenBack(text: string): Promise<boolean> {
  if (WAS_WRONG.test(text) && IS_RIGHT.test(text)) return true;
  return TAKEN_BACK.test(text) || (await takesBackElsewhere(text));
}

const BACK = {
  type: "moved",
  to: "feedback_collection",
  reason: "the person took back what they had said",
} as const;

function withoutImprovements(
  liaison: Liaison,
  suggestions: readonly string[],
): readonly LiaisonStep[] {
  const former = derivedTask(liaison);
  if (former === undefined) return [];
  const taken = new Set(suggestions.map(requirementId));
  const { id: _, version: __, ...rest } = former;
  const requirements = rest.requirements.filter(({ id }) => !taken.has(id));
  return [
    {
      type: "specified",
      specification: withImprovements({ ...rest, requirements }, liaison),
      ownScore: rest.confidence.score,
    },
    { type: "published" },
  ];
}
