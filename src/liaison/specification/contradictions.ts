import type { Timestamp } from "../../domain/timestamp.ts";
import { SINGLE_KINDS, type SlotKind } from "../cases/slot-kind.ts";
import { contentOf, shareIn } from "../text/words.ts";
import type { LiaisonMessages } from "../wording/liaison-messages.ts";
import type { Deadline } from "./deadline.ts";
import type { Statement } from "./statement.ts";

export interface Contradiction {
  /** In words for the person. */
  readonly words: string;
  /** What to ask to settle it. */
  readonly topic: string;
  readonly kind: SlotKind;
  readonly options: readonly string[];
}

type Say = LiaisonMessages["say"];

const NAMES: Readonly<Partial<Record<SlotKind, string>>> = {
  frequency: "how often",
  budget: "budget",
  deadline: "deadline",
};
const SAME: Readonly<Record<string, string>> = {
  "every day": "daily",
  "each day": "daily",
  "every week": "weekly",
  "each week": "weekly",
  "once a week": "weekly",
  "every month": "monthly",
  "each month": "monthly",
  "once a month": "monthly",
  "every quarter": "quarterly",
  "every year": "yearly",
  annual: "yearly",
  annually: "yearly",
};
/** Names a day of each week, so that it says more than "weekly" and nothing else. */
const DAY_OF_WEEK = /^(?:every|each) (?:mon|tues|wednes|thurs|fri|satur|sun)day$/;
/** Further statements are not compared with each other. */
const MAX_COMPARED = 40;
/** Kinds of statements that demand nothing, so that they contradict nothing. */
const UNHELD: ReadonlySet<string> = new Set(["question", "non_goal", "small_talk", "also_said"]);
/** How it is by now is no demand: "I currently run twice a week". */
const AS_IT_IS = /\b(?:currently|at the moment|so far|until now|these days|used to)\b/i;
const DENIAL = /^(?:no|not|never|without|avoid|don['’]?t|do not|must not|exclude)\b/i;

/**
 * What cannot hold together. An answer to a question overrides earlier statements about its detail.
 */
export function contradictionsIn(
  statements: readonly Statement[],
  deadlines: readonly Deadline[],
  { now, say }: { readonly now: Timestamp; readonly say: Say },
): readonly Contradiction[] {
  return [
    ...[...SINGLE_KINDS].flatMap((kind) => differing(statements, kind, say)),
    ...datesOf(deadlines, now, say),
    ...denied(statements, say),
    ...exclusive(statements, say),
  ];
}

function differing(
  statements: readonly Statement[],
  kind: SlotKind,
  say: Say,
): readonly Contradiction[] {
  if (kind === "deadline" || statements.some(({ topicKind }) => topicKind === kind)) return [];
  const told = statements
    .filter(({ kind: own, said }) => !UNHELD.has(own) && !AS_IT_IS.test(said))
    .flatMap(({ slots, said }) => slots.filter(({ value }) => !isOfEach(said, value)));
  const values = new Map(
    told
      .filter((slot) => slot.kind === kind)
      .map(({ value }) => [sameOf(value, kind), value] as const),
  );
  values.delete("");
  if (values.size < 2) return [];
  const options = [...values.values()].slice(0, 4);
  const topic = NAMES[kind] ?? kind;
  const words = say("contradiction.both", pairOf(options));
  return [{ words, topic, kind, options }];
}

const EACH = /^\s?(?:\/|(?:an?|per|each|every|pro|por|par|al|alla|za)(?!\p{L}))/iu;

/** "130 euros a night" says nothing of the whole. */
function isOfEach(said: string, value: string): boolean {
  return EACH.test(said.slice(said.indexOf(value) + value.length));
}

/** A budget is compared by its number; a merely "cheap" one contradicts none. */
function sameOf(value: string, kind: SlotKind): string {
  const lower = value.toLowerCase();
  if (kind === "budget") return (/\d[\d,.]*k?/.exec(lower)?.[0] ?? "").replaceAll(/[,.]/g, "");
  return DAY_OF_WEEK.test(lower) ? "weekly" : (SAME[lower] ?? lower);
}

function datesOf(
  deadlines: readonly Deadline[],
  now: Timestamp,
  say: Say,
): readonly Contradiction[] {
  const past = deadlines.find(({ date }) => date.slice(0, 10) < now.slice(0, 10));
  const dates = new Map(deadlines.map((deadline) => [deadline.date.slice(0, 10), deadline.words]));
  const options = [...dates.values()].slice(0, 4);
  const about = { topic: "deadline", kind: "deadline" } as const;
  if (past !== undefined) {
    const day = past.date.slice(0, 10);
    const words =
      past.words === day
        ? say("contradiction.past", { deadline: day })
        : say("contradiction.past.words", { words: past.words, day });
    return [{ ...about, words, options: [] }];
  }
  if (dates.size < 2) return [];
  const words = say("contradiction.deadlines", pairOf(options));
  return [{ ...about, words, options }];
}

/** "No pie charts" beside "use pie charts". */
function denied(statements: readonly Statement[], say: Say): readonly Contradiction[] {
  const limits = statements.filter(({ kind, text }) => kind === "constraint" && DENIAL.test(text));
  const wishes = statements.filter(({ kind }) => kind === "requirement").slice(0, MAX_COMPARED);
  const wished = wishes.map((wish) => ({ wish, words: contentOf(wish.text) }));
  return limits.slice(0, MAX_COMPARED).flatMap((limit) => {
    const own = contentOf(limit.text.replace(DENIAL, ""));
    const found = wished.find(({ words, wish }) => {
      return shareIn(own, words) === 1 && !/\b(?:no|not|without|n['’]t)\b/i.test(wish.text);
    });
    if (found === undefined) return [];
    const options = [found.wish.text, limit.text];
    const words = say("contradiction.clash", pairOf(options));
    return [{ words, topic: topicOf(own), kind: "contents" as const, options }];
  });
}

/** "Only bar charts" beside "add a line chart". */
function exclusive(statements: readonly Statement[], say: Say): readonly Contradiction[] {
  const only = statements.find(
    ({ text, slots }) => /\bonly\b/i.test(text) && slots.some(isExclusive),
  );
  const slot = only?.slots.find(isExclusive);
  if (only === undefined || slot === undefined) return [];
  const own = contentOf(only.text);
  const other = statements.find(
    ({ kind, slots, text }) =>
      kind === "requirement" &&
      slots.some((one) => one.kind === slot.kind && shareIn(contentOf(one.value), own) < 1) &&
      !/\bonly\b/i.test(text),
  );
  if (other === undefined) return [];
  const options = [only.text, other.text];
  const words = say("contradiction.clash", pairOf(options));
  return [{ words, topic: topicOf(contentOf(slot.value)), kind: slot.kind, options }];
}

function isExclusive({ kind }: { readonly kind: SlotKind }): boolean {
  return kind === "presentation" || kind === "format";
}

function pairOf([one = "", other = ""]: readonly string[]) {
  return { one, other };
}

function topicOf(words: ReadonlySet<string>): string {
  return [...words].slice(0, 4).join(" ");
}
