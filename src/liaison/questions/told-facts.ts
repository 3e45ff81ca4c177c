import type { SlotKind } from "../cases/slot-kind.ts";
import type { Statement } from "../specification/statement.ts";
import { contentOf, shareIn, wordsOf } from "../text/words.ts";
import { type Detail, keyWords } from "./detail.ts";
import { hasMaterial, tellsKind } from "./told-words.ts";

/** What the person's words have settled already. */
export interface ToldFacts {
  /** Kinds that the statements give. */
  readonly kinds: ReadonlySet<SlotKind>;
  /** Topics that were answered. */
  readonly topics: ReadonlySet<string>;
  /** Words of the goal, which say nothing about its details. */
  readonly goal: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  /** A text, a log or a table came with the words. */
  readonly isPasted: boolean;
  /** Everything that was said, as far as it is read for this. */
  readonly said: string;
}

/** This many wishes beside the goal say what the result contains. */
const MANY_WISHES = 3;
const SILENT: ReadonlySet<string> = new Set(["question", "small_talk"]);
const MAX_SAID = 6_000;

export function toldFacts(
  statements: readonly Statement[],
  goal: Statement | undefined,
  isPasted = false,
): ToldFacts {
  const heard = statements.filter((one) => !SILENT.has(one.kind) || one === goal);
  const beside = heard.filter((statement) => statement !== goal);
  const wishes = beside.filter(({ kind }) => kind === "requirement").length;
  return {
    kinds: new Set([
      ...heard.flatMap(kindsOf),
      ...(goal !== undefined && namesObject(goal.said) ? (["goal"] as const) : []),
      ...(wishes >= MANY_WISHES ? (["contents", "purpose"] as const) : []),
    ]),
    topics: new Set(heard.flatMap(({ topic }) => (topic === undefined ? [] : [topic]))),
    goal: contentOf(goal?.text ?? ""),
    isPasted,
    words: new Set(beside.flatMap(({ text }) => [...contentOf(text)])),
    said: heard
      .map(({ said }) => said)
      .join("\n")
      .slice(0, MAX_SAID),
  };
}

const TASK_WORDS = new Set(
  "write create build draft design develop plan find search look book buy order fix translate summarize analyze compare clean collect monitor track deploy test review edit generate prepare produce give show tell explain teach recommend suggest organize schedule set send post publish calculate research investigate identify provide add update help new good best article blog email report post text idea name story poem song video podcast presentation unit code app logo poster product image watch learn brainstorm forecast predict hire recruit nice something anything some kind".split(
    " ",
  ),
);

/**
 * Whether it names its subject: "write an article" does not, "write an article about cats" does.
 */
export function namesObject(text: string): boolean {
  for (const word of contentOf(text)) if (!TASK_WORDS.has(word)) return true;
  return false;
}

function kindsOf({ kind, slots }: Statement): readonly SlotKind[] {
  const own = slots.map((slot) => slot.kind);
  if (kind === "criterion") return [...own, "quality"];
  return kind === "constraint" ? [...own, "constraints"] : own;
}

/** What such details look like tells them wherever it stands; of others only their own words do. */
const FIRM: ReadonlySet<SlotKind> = new Set<SlotKind>([
  "budget",
  "deadline",
  "frequency",
  "duration",
  "period",
  "audience",
  "people",
  "language",
  "quantity",
]);
/** Their options are values that a person would name in the same words. */
const LISTED: ReadonlySet<SlotKind> = new Set<SlotKind>([
  "style",
  "format",
  "environment",
  "presentation",
  "preferences",
  "level",
]);
/** A detail without words of its own counts as told by a goal of so many. */
const LONG_GOAL = 9;
/** Of languages without spaces. */
const LONG_SIGNS = 30;
/** The library's words are English; in other languages only forms and lengths are read. */
const ENGLISH =
  /(?<!\p{L})(?:the|i|my|to|for|and|is|of|it|we|our|please|with|what|how|this|not)(?!\p{L})/iu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

export type Asked = Pick<Detail, "topic" | "kind" | "told" | "options">;

/** Whether a detail has been given: by its type, its options, or in its own words. */
export function isTold({ topic, kind, told, options = [] }: Asked, facts: ToldFacts): boolean {
  if (facts.topics.has(topic)) return true;
  if (told?.test(facts.said) === true) return true;
  if (
    kind !== undefined &&
    isKindTold({ kind, isWorded: told !== undefined && ENGLISH.test(facts.said) }, facts)
  )
    return true;
  if (kind !== undefined && LISTED.has(kind) && namesOption(options, facts)) return true;
  const telling = new Set([...keyWords(topic)].filter((word) => !facts.goal.has(word)));
  return telling.size > 1 && shareIn(telling, facts.words) === 1;
}

function isKindTold(
  { kind, isWorded }: { readonly kind: SlotKind; readonly isWorded: boolean },
  facts: ToldFacts,
): boolean {
  if (FIRM.has(kind)) return tellsKind(kind, facts.said) || facts.kinds.has(kind);
  if (kind === "place" && tellsKind(kind, facts.said)) return true;
  if (kind === "data" && (facts.isPasted || hasMaterial(facts.said))) return true;
  if (isWorded) return false;
  if (kind === "goal" || kind === "contents" || kind === "purpose") {
    return facts.kinds.has(kind) || isLong(facts);
  }
  return tellsKind(kind, facts.said) || facts.kinds.has(kind);
}

function isLong({ goal, said }: ToldFacts): boolean {
  return UNSPACED.test(said) ? said.length >= LONG_SIGNS : goal.size >= LONG_GOAL;
}

function namesOption(options: readonly string[], { said }: ToldFacts): boolean {
  const all = wordsOf(said).join(" ");
  return options.some((option) => {
    const name = wordsOf(option).join(" ");
    return name.length > 2 && ` ${all} `.includes(` ${name} `);
  });
}
