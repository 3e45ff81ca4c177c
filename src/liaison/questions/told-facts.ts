import type { SlotKind } from "../cases/slot-kind.ts";
import type { Statement } from "../specification/statement.ts";
import { contentOf, shareIn } from "../text/words.ts";
import { type Detail, keyWords } from "./detail.ts";

/** What the person's words have settled already. */
export interface ToldFacts {
  readonly kinds: ReadonlySet<SlotKind>;
  /** Those that are told beside the goal, for their own sake. */
  readonly besideKinds: ReadonlySet<SlotKind>;
  /** Words of the goal, which say nothing about its details. */
  readonly goal: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

/** This many wishes beside the goal say what the result contains. */
const MANY_WISHES = 3;
const SILENT: ReadonlySet<string> = new Set(["question", "small_talk"]);

export function toldFacts(
  statements: readonly Statement[],
  goal: Statement | undefined,
): ToldFacts {
  const heard = statements.filter((one) => !SILENT.has(one.kind) || one === goal);
  const beside = heard.filter((statement) => statement !== goal);
  const wishes = beside.filter(({ kind }) => kind === "requirement").length;
  return {
    kinds: new Set([
      ...heard.flatMap(kindsOf),
      ...(goal !== undefined && namesObject(goal) ? (["goal"] as const) : []),
      ...(wishes >= MANY_WISHES ? (["contents"] as const) : []),
    ]),
    besideKinds: new Set(beside.flatMap(kindsOf)),
    goal: contentOf(goal?.text ?? ""),
    words: new Set(beside.flatMap(({ text }) => [...contentOf(text)])),
  };
}

const TASK_WORDS = new Set(
  "write create build draft design develop plan find search look book buy order fix translate summarize analyze compare clean collect monitor track deploy test review edit generate prepare produce give show tell explain teach recommend suggest organize schedule set send post publish calculate research investigate identify provide add update help new good best article blog email report post text idea name story poem song video podcast presentation unit code app logo poster product image watch learn brainstorm forecast predict hire recruit".split(
    " ",
  ),
);

/**
 * Whether it names its subject: "write an article" does not, "write an article about cats" does.
 */
function namesObject({ text }: Statement): boolean {
  for (const word of contentOf(text)) if (!TASK_WORDS.has(word)) return true;
  return false;
}

function kindsOf({ kind, slots }: Statement): readonly SlotKind[] {
  const own = slots.map((slot) => slot.kind);
  if (kind === "criterion") return [...own, "quality"];
  return kind === "constraint" ? [...own, "constraints"] : own;
}

/** A task has one of each, and few words express it reliably anywhere. */
const FIRM: ReadonlySet<SlotKind> = new Set<SlotKind>([
  "budget",
  "deadline",
  "frequency",
  "duration",
  "period",
  "audience",
  "people",
  "language",
]);
/** "Formal" in "a formal event" sets no style; alone it does. */
const TOLD_BESIDE: ReadonlySet<SlotKind> = new Set<SlotKind>([
  "level",
  "style",
  "format",
  "environment",
  "place",
  "purpose",
  "constraints",
]);

/**
 * Whether a detail has been given, by its kind or in its own words. Learned details are finer than
 * their kind: two of one kind can both be missing.
 */
export function isTold(
  { topic, kind, isLearned = false }: Pick<Detail, "topic" | "kind" | "isLearned">,
  facts: ToldFacts,
): boolean {
  if (kind !== undefined && isKindTold(kind, isLearned, facts)) return true;
  const telling = new Set([...keyWords(topic)].filter((word) => !facts.goal.has(word)));
  return telling.size > 0 && shareIn(telling, facts.words) === 1;
}

function isKindTold(kind: SlotKind, isLearned: boolean, facts: ToldFacts): boolean {
  if (!isLearned || FIRM.has(kind)) return facts.kinds.has(kind);
  return TOLD_BESIDE.has(kind) && facts.besideKinds.has(kind);
}
