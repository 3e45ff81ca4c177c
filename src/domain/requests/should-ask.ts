import type { ConversationId, PermissionId, RequestId } from "../id.ts";
import { DAY_MS } from "../time.ts";
import { type Timestamp, toMs } from "../timestamp.ts";
import { namesOption } from "./named-option.ts";
import { textSimilarity } from "./similarity.ts";

/*
 * Whether an agent should ask its question. Only what people have said is evidence; the words of the
 * agent can make it ask, and never go on. Nothing here approves an action.
 */

export const COSTS_OF_WRONG = ["low", "medium", "high"] as const;
/** What it costs if the agent goes on and is wrong, by the agent's own judgement. */
export type CostOfWrong = (typeof COSTS_OF_WRONG)[number];

/** Why an agent is told to ask. */
export const ASKING_REFUSALS = [
  "high_cost",
  /** It seeks leave for something, or names a deed that is hard to take back. */
  "needs_leave",
  /** Somebody let an answer to it stand, and took that back. */
  "permission_withdrawn",
  /** It was answered before, and nobody lets the answer stand. */
  "no_permission",
  "no_options",
  "unclear_task",
  "divided",
  "no_evidence",
  /** Some evidence, but people are there, or being wrong costs too much for it. */
  "little_evidence",
] as const;
export type AskingRefusal = (typeof ASKING_REFUSALS)[number];

/** A person's answer to an earlier question of the same agent. */
export interface EarlierDecision {
  readonly request: RequestId;
  readonly question: string;
  readonly answer: string;
  readonly by: string;
  readonly at: Timestamp;
}

/** An answer that its person lets stand. */
export interface StandingDecision extends EarlierDecision {
  readonly permission: PermissionId;
  readonly until: Timestamp;
}

/** The person's own words in the task, which name one of the options. */
export interface ToldOption {
  readonly option: string;
  readonly words: string;
  readonly conversation: ConversationId;
  readonly by: string;
}

export interface AskingFacts {
  readonly question: string;
  readonly options: readonly string[];
  readonly cost: CostOfWrong;
  readonly now: Timestamp;
  readonly standing?: StandingDecision | undefined;
  /** A standing answer to this very question was taken back. */
  readonly isWithdrawn: boolean;
  /** The newest first; without those whose permission was taken back. */
  readonly earlier: readonly EarlierDecision[];
  readonly told?: ToldOption | undefined;
  /** 0 to 1: how clear the task is, by the liaison; absent without a task. */
  readonly clarity?: number | undefined;
  /** Somebody who may answer is there now. */
  readonly isThere: boolean;
  /** Whether a text seeks leave, or names a deed that is hard to take back. */
  readonly isWeighty: (text: string) => boolean;
}

export type AskingAdvice =
  | {
      readonly advice: "earlier";
      readonly why: "answer_stands";
      readonly earlier: StandingDecision;
    }
  | {
      readonly advice: "go_on";
      readonly why: "chosen_alike" | "told_in_task";
      /** One of the options. */
      readonly assumption: string;
      readonly sources: readonly EarlierDecision[];
      readonly told?: ToldOption;
    }
  | {
      readonly advice: "ask";
      readonly why: AskingRefusal;
      /** How people chose among these options before; nothing to go on with. */
      readonly sources: readonly EarlierDecision[];
    };

/** Questions below this share too little to say anything of each other. */
const LEAST_ALIKE = 0.6;
/** More decide nothing. */
const MOST_LIKE = 20;
/** Nobody is held to what they preferred longer ago. */
const STALE_MS = 365 * DAY_MS;
/** A task less clear than this is no ground for an assumption. */
const LEAST_CLEAR = 0.5;
/** So many like questions have to be decided alike; undefined where no number is enough. */
const ENOUGH: Readonly<Record<CostOfWrong, { readonly there?: number; readonly away?: number }>> = {
  low: { there: 3, away: 2 },
  medium: { away: 3 },
  high: {},
};

export function shouldAsk(facts: AskingFacts): AskingAdvice {
  const { question, options, cost, standing, isWeighty } = facts;
  const like = decisionsLike(facts);
  const sources = like.filter(({ answer }) => options.includes(answer));
  const ask = (why: AskingRefusal): AskingAdvice => ({ advice: "ask", why, sources });
  if (cost === "high") return ask("high_cost");
  if (standing !== undefined) {
    return { advice: "earlier", why: "answer_stands", earlier: standing };
  }
  if (isWeighty(question)) return ask("needs_leave");
  if (facts.isWithdrawn) return ask("permission_withdrawn");
  if (like.some((one) => textSimilarity(one.question, question) === 1)) return ask("no_permission");
  if (options.length < 2) return ask("no_options");
  return assumed(facts, like) ?? ask(whyNot(facts, like));
}

/** Each question once, by its newest answer. */
function decisionsLike({
  question,
  earlier,
  now,
  isWeighty,
}: AskingFacts): readonly EarlierDecision[] {
  const since = toMs(now) - STALE_MS;
  const like: EarlierDecision[] = [];
  for (const one of earlier) {
    if (like.length === MOST_LIKE) break;
    if (toMs(one.at) < since || textSimilarity(one.question, question) < LEAST_ALIKE) continue;
    if (isWeighty(one.question)) continue;
    if (like.some((newer) => textSimilarity(newer.question, one.question) === 1)) continue;
    like.push(one);
  }
  return like;
}

function assumed(facts: AskingFacts, like: readonly EarlierDecision[]): AskingAdvice | undefined {
  const { told, options, cost, isThere, isWeighty, clarity = 1 } = facts;
  if (clarity < LEAST_CLEAR) return undefined;
  const chosen = new Set(like.map(({ answer }) => answer));
  const [habit = told?.option] = chosen;
  const option = told?.option ?? habit;
  if (option === undefined || !options.includes(option)) return undefined;
  if (chosen.size > 1 || habit !== option || isWeighty(option)) return undefined;
  const base = { assumption: option, sources: like };
  if (told !== undefined) return { advice: "go_on", why: "told_in_task", ...base, told };
  const enough = ENOUGH[cost][isThere ? "there" : "away"];
  const isEnough = enough !== undefined && like.length >= enough;
  return isEnough && !namesAnother(facts, option)
    ? { advice: "go_on", why: "chosen_alike", ...base }
    : undefined;
}

/** "Which tag for the beta image?" is not answered by how others were tagged, if `beta` is an option. */
function namesAnother({ question, options }: AskingFacts, option: string): boolean {
  const named = options.filter((label) => namesOption([{ label }], question));
  return named.length > 0 && !named.includes(option);
}

function whyNot(
  { told, clarity = 1 }: AskingFacts,
  like: readonly EarlierDecision[],
): AskingRefusal {
  const chosen = new Set(like.map(({ answer }) => answer));
  if (told !== undefined) chosen.add(told.option);
  if (chosen.size === 0) return "no_evidence";
  if (chosen.size > 1) return "divided";
  return clarity < LEAST_CLEAR ? "unclear_task" : "little_evidence";
}
