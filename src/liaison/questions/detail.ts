import type { SlotKind } from "../cases/slot-kind.ts";
import { NARROW_KINDS } from "../cases/slot-kind.ts";
import { contentOf } from "../text/words.ts";

/** Something that a task may need to know, and how to ask for it. */
export interface Detail {
  readonly topic: string;
  readonly kind: SlotKind | undefined;
  /** 0 to 1. */
  readonly importance: number;
  /** P(wanted) × importance × P(the answer changes the work), 0 to 1, as if it were unknown. */
  readonly value: number;
  readonly question: string;
  readonly options: readonly string[];
  readonly default?: string;
  readonly why?: string;
  /** Words that tell it wherever they stand. */
  readonly told?: RegExp;
}

/** Words of topics that say how to ask, not for what. */
const GENERIC = new Set(
  "type kind preference preferred preferences specific level number amount current user detail desired particular area aspect need interest choice range size name available purpose requirement information exact main general".split(
    " ",
  ),
);
const SYNONYMS: Readonly<Record<string, string>> = {
  price: "budget",
  cost: "budget",
  spend: "budget",
  reader: "audience",
  viewer: "audience",
  recipient: "audience",
  length: "duration",
  timeframe: "period",
  date: "period",
  kpi: "metric",
  kpis: "metric",
  figure: "metric",
  measure: "metric",
  place: "location",
  venue: "location",
  destination: "location",
  due: "deadline",
  allergy: "dietary",
  goal: "objective",
  tone: "style",
};
const SAME = 0.5;

/** The same topics are compared in every turn. */
const KNOWN = new Map<string, ReadonlySet<string>>();
const MAX_KNOWN = 2_000;

/** The words that distinguish a topic, each replaced by the representative of its synonyms. */
export function keyWords(topic: string): ReadonlySet<string> {
  const known = KNOWN.get(topic);
  if (known !== undefined) return known;
  if (KNOWN.size >= MAX_KNOWN) KNOWN.clear();
  const words = findKeyWords(topic);
  KNOWN.set(topic, words);
  return words;
}

function findKeyWords(topic: string): ReadonlySet<string> {
  const words = [...contentOf(topic)].map((word) =>
    Object.hasOwn(SYNONYMS, word) ? (SYNONYMS[word] ?? word) : word,
  );
  const telling = words.filter((word) => !GENERIC.has(word));
  return new Set(telling.length > 0 ? telling : words);
}

export type Named = Pick<Detail, "topic" | "kind">;

/** Whether two topics ask for the same thing, by their kind or by the words that matter. */
export function isSameDetail(one: Named, other: Named): boolean {
  if (one.topic.toLowerCase() === other.topic.toLowerCase()) return true;
  const isOneKind = one.kind === other.kind;
  if (one.kind !== undefined && isOneKind && NARROW_KINDS.has(one.kind)) return true;
  if (isUnnamed(one.topic, other.topic) || isUnnamed(other.topic, one.topic)) return true;
  const [words, others] = [keyWords(one.topic), keyWords(other.topic)];
  let common = 0;
  for (const word of words) if (others.has(word)) common += 1;
  const shared = common / (words.size + others.size - common || 1);
  // "Preferences for the trip" and "duration of the trip" only share the task.
  const isOther = !isOneKind && one.kind !== undefined && other.kind !== undefined;
  return shared >= (isOther ? 1 : SAME);
}

/** The object of a detail, which a name such as "size of the room" is about. */
const OBJECT = /\s(?:for|of|in|with)\s.*$/;
const MEASURES = new Set("size scope length number amount depth complexity range".split(" "));

/**
 * "Place and its size" asks for the same as "size of the living room"; it just does not name the
 * object.
 */
function isUnnamed(bare: string, named: string): boolean {
  if (OBJECT.test(bare) || !OBJECT.test(named)) return false;
  const own = contentOf(bare);
  const measures = [...contentOf(named.replace(OBJECT, ""))].filter((word) => MEASURES.has(word));
  return measures.some((word) => own.has(word));
}
