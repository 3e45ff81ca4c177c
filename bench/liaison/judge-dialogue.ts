import type { Exchange, Liaison, RoundFeedback } from "../../src/domain/liaison/liaison.ts";
import { derivedTask } from "../../src/domain/liaison/liaison.ts";
import { present } from "../../src/domain/present.ts";
import type { LiaisonTurns } from "../../src/ports/model/liaison-turns.ts";
import { asksFor, type Dialogue, fits, normalised, type Patterns, type Said } from "./dialogue.ts";
import { openMemoryDoors } from "./memory-doors.ts";
import { withoutWordsOf } from "./without-words.ts";

/** What each fault takes off the five points of a dialogue. */
export const COSTS = {
  "accepted what nobody accepted": 5,
  "read another verdict": 3,
  "asked what nobody would ask": 2,
  "asked what was told": 2,
  "began too early or too late": 2,
  "worked on or waited wrongly": 2,
  "did not ask what it must": 1.5,
  "left a question without an answer": 1.5,
  "holds what it must not": 1.5,
  "takes something else for the purpose": 1,
  "makes a limit of what is none": 1,
  "says what it must not": 1,
  "asked beside the point": 1,
  "asked more than three questions": 1,
  "has a wrong title": 1,
  "holds less than was told": 0.75,
  "suggests something else": 0.75,
  "has another opinion of a side": 0.5,
  "replies without what it must say": 0.5,
} as const satisfies Record<string, number>;

export interface Fault {
  readonly kind: keyof typeof COSTS;
  readonly what: string;
}

export interface Judged {
  readonly dialogue: Dialogue;
  readonly faults: readonly Fault[];
  /** 5 without a fault, at least 0. */
  readonly points: number;
  /** The confidence after the first message, and whether a person would begin there. */
  readonly opening?: { readonly score: number; readonly isClear: boolean };
  /** The confidence with which it began, and whether everything that was told was held then. */
  readonly beginning?: { readonly score: number; readonly holdsAll: boolean };
}

const MOST_QUESTIONS = 3;

/** Holds a dialogue with the liaison and judges each of its replies. */
export async function judgeDialogue(turns: LiaisonTurns, dialogue: Dialogue): Promise<Judged> {
  const { person, worker } = openMemoryDoors(turns);
  const known: Known = { never: [], told: [] };
  const heard: (Heard & { readonly found: readonly Fault[] })[] = [];
  let liaison: Liaison | undefined;

  async function say(step: Said, before: Liaison | undefined): Promise<Liaison> {
    const { conversation_id } =
      before === undefined
        ? await person.beginConversation({ initial_message: step.says })
        : await person.continueConversation({ conversation_id: before.id, message: step.says });
    const after = await person.showLiaison({ conversation_id });
    known.never.push(...(step.never_ask ?? []));
    known.told.push(...(step.tells ?? []));
    const one = { step, before, after, known };
    heard.push({ ...one, found: faultsOf(one) });
    return after;
  }

  for (const step of dialogue.steps) {
    if ("says" in step) {
      liaison = await say(step, liaison);
    } else if (liaison?.phase === "awaiting_task_completion") {
      const { id: conversation_id } = liaison;
      await worker.taskCompleted({ conversation_id, task_result: step.result });
      liaison = await person.showLiaison({ conversation_id });
    } else break;
  }
  const faults = [
    ...heard.flatMap(({ found }) => found),
    ...titleFaults(dialogue.title, liaison === undefined ? "" : titleOf(liaison)),
  ];
  const cost = faults.reduce((sum, { kind }) => sum + COSTS[kind], 0);
  const [first] = heard;
  const isClear = first?.step.begun;
  const begun = heard.find(({ after }) => after.phase !== "problem_definition");
  return {
    dialogue,
    faults,
    points: Math.max(0, 5 - cost),
    ...present({
      opening: first && isClear !== undefined ? { score: scoreOf(first), isClear } : undefined,
      beginning: begun && {
        score: scoreOf(begun),
        holdsAll: !begun.found.some(({ kind }) => kind.startsWith("holds")),
      },
    }),
  };
}

function scoreOf({ after }: Heard): number {
  return after.confidence_history.at(-1)?.score ?? 0;
}

interface Known {
  readonly never: string[];
  readonly told: string[];
}

interface Heard {
  readonly step: Said;
  readonly before: Liaison | undefined;
  readonly after: Liaison;
  readonly known: Known;
}

function faultsOf(heard: Heard): readonly Fault[] {
  return [
    ...questionFaults(heard),
    ...replyFaults(heard),
    ...begunFaults(heard),
    ...heldFaults(heard),
    ...itemFaults(heard),
    ...titleFaults(heard.step.title, titleOf(heard.after)),
    ...feedbackFaults(heard),
  ];
}

function questionFaults({ step, after, known }: Heard): readonly Fault[] {
  const reply = after.exchanges.at(-1);
  const asked = after.clarifications
    .filter(({ asked_in }) => asked_in === reply?.id)
    .map(({ question }) => question);
  const spoken = asked.length > 0 ? asked : questionsIn(reply);
  const { must_ask: must = [], may_ask: may } = step;
  const allowed = may === undefined ? undefined : [...must, ...may];
  return [
    ...(asked.length > MOST_QUESTIONS
      ? [fault("asked more than three questions", `${asked.length}`)]
      : []),
    ...must
      .filter((entry) => !spoken.some((question) => asksFor(question, entry)))
      .map((entry) => fault("did not ask what it must", entry)),
    ...asked
      .filter((question) => allowed?.some((entry) => asksFor(question, entry)) === false)
      .map((question) => fault("asked beside the point", question)),
    ...askedOf(spoken, known.never).map((what) => fault("asked what nobody would ask", what)),
    ...askedOf(asked, known.told).map((what) => fault("asked what was told", what)),
  ];
}

function replyFaults({ step, after }: Heard): readonly Fault[] {
  const reply = after.exchanges.at(-1)?.content ?? "";
  const own = withoutWordsOf(step.says, reply);
  return [
    ...(step.replies ?? [])
      .filter((pattern) => !fits(reply, pattern))
      .map((pattern) => fault("replies without what it must say", pattern)),
    ...(step.never_replies ?? [])
      .filter((pattern) => fits(reply, pattern))
      .map((pattern) => fault("says what it must not", pattern)),
    ...(step.answers ?? [])
      .filter((pattern) => !fits(own, pattern))
      .map((pattern) => fault("left a question without an answer", pattern)),
  ];
}

function askedOf(questions: readonly string[], entries: readonly string[]): readonly string[] {
  return questions.filter((question) => entries.some((entry) => asksFor(question, entry)));
}

function questionsIn(reply: Exchange | undefined): readonly string[] {
  return reply?.content.match(/[^.!?？。\n]{2,400}[?？]/g) ?? [];
}

function begunFaults({ step, before, after }: Heard): readonly Fault[] {
  // What was withdrawn before anything was published has not begun.
  const isWithdrawn = after.phase === "completed" && before?.phase === "problem_definition";
  const hasBegun = after.phase !== "problem_definition" && !isWithdrawn;
  const { begun = hasBegun, round = after.round } = step;
  return [
    ...(begun === hasBegun
      ? []
      : [fault("began too early or too late", hasBegun ? "begun" : "not begun")]),
    ...(round === after.round
      ? []
      : [fault("worked on or waited wrongly", `round ${after.round} instead of ${round}`)]),
  ];
}

function heldFaults({ step, after }: Heard): readonly Fault[] {
  const text = normalised(specificationText(after));
  return [
    ...(step.holds ?? [])
      .filter((pattern) => !fits(text, pattern))
      .map((pattern) => fault("holds less than was told", pattern)),
    ...(step.never_holds ?? [])
      .filter((pattern) => fits(text, pattern))
      .map((pattern) => fault("holds what it must not", pattern)),
  ];
}

function itemFaults({ step, after }: Heard): readonly Fault[] {
  const task = derivedTask(after);
  if (task === undefined) return [];
  const items = task.requirements.map(({ description }) => description);
  const limits = [...task.constraints, ...task.requirements.flatMap((one) => one.constraints)];
  const all = [...items, ...limits, ...task.assumptions];
  const [purpose = ""] = items;
  return [
    ...unlike(step.purpose, purpose).map(() =>
      fault("takes something else for the purpose", purpose),
    ),
    ...found(all, step.never_items).map((one) => fault("holds what it must not", one)),
    ...found(limits, step.never_limits).map((one) => fault("makes a limit of what is none", one)),
  ];
}

/** Each pattern counts once, by the first item that fits. */
function found(items: readonly string[], never: readonly string[] = []): readonly string[] {
  return never.flatMap((pattern) =>
    items.filter((one) => fits(normalised(one), pattern)).slice(0, 1),
  );
}

/** All but the title, pasted material, and what only names or explains. */
function specificationText(liaison: Liaison): string {
  const task = derivedTask(liaison);
  if (task === undefined) return "";
  const { material: _, questions: __, ...context } = task.context;
  return [
    task.description,
    ...task.requirements.flatMap(({ description, constraints, examples }) => [
      description,
      ...constraints,
      ...examples,
    ]),
    ...task.constraints,
    ...task.success_criteria,
    JSON.stringify(context),
    ...task.assumptions,
  ].join("\n");
}

function titleOf(liaison: Liaison): string {
  return derivedTask(liaison)?.title ?? "";
}

function titleFaults(wanted: Patterns | undefined, title: string): readonly Fault[] {
  return unlike(wanted, title).map(() => fault("has a wrong title", title));
}

/** The first pattern that a text does not meet. */
export function unlike({ any = [], never = [] }: Patterns = {}, text: string): readonly string[] {
  return [
    ...any.filter((one) => !fits(text, one)),
    ...never.filter((one) => fits(text, one)),
  ].slice(0, 1);
}

function feedbackFaults({ step, before, after }: Heard): readonly Fault[] {
  const published = publishedNow(before, after);
  const verdicts = verdictFaults(step.verdict, published?.metrics.acceptance_status ?? "none");
  // What was said of an earlier round's result is not said of this one's.
  const ofRound = after.feedback.findLast(({ round }) => round === after.round);
  const metrics = (published ?? ofRound)?.metrics;
  const { positive = [], negative = [] } = step.dimensions ?? {};
  const sides = (metrics?.dimension_feedback ?? []).map(
    ({ dimension, supporting_quotes, score }) => ({
      text: [dimension, ...supporting_quotes].join("\n"),
      score,
    }),
  );
  const lacks = (pattern: string, isMeant: (score: number) => boolean) =>
    !sides.some(({ text, score }) => isMeant(score) && fits(text, pattern));
  return [
    ...verdicts,
    ...positive
      .filter((pattern) => lacks(pattern, (score) => score > 0.5))
      .map((pattern) => fault("has another opinion of a side", `praised: ${pattern}`)),
    ...negative
      .filter((pattern) => lacks(pattern, (score) => score < 0.5))
      .map((pattern) => fault("has another opinion of a side", `criticised: ${pattern}`)),
    ...suggestionFaults(step.suggestions, metrics?.improvement_suggestions ?? []),
  ];
}

/** The feedback that this message changed. */
function publishedNow(before: Liaison | undefined, after: Liaison): RoundFeedback | undefined {
  const last = after.feedback.at(-1);
  return last === before?.feedback.at(-1) ? undefined : last;
}

function verdictFaults(expected: string | undefined, verdict: string): readonly Fault[] {
  const wanted = expected?.split("|") ?? [verdict];
  if (wanted.includes(verdict)) return [];
  const what = `${verdict} instead of ${wanted.join(" or ")}`;
  return [
    fault(verdict === "accepted" ? "accepted what nobody accepted" : "read another verdict", what),
  ];
}

function suggestionFaults(
  wanted: Said["suggestions"],
  suggestions: readonly string[],
): readonly Fault[] {
  const { count: [least, most] = [0, suggestions.length], any = [], never = [] } = wanted ?? {};
  const isCountWrong = suggestions.length < least || suggestions.length > most;
  return [
    ...(isCountWrong ? [fault("suggests something else", `${suggestions.length} in all`)] : []),
    ...any
      .filter((pattern) => !suggestions.some((one) => fits(one, pattern)))
      .map((pattern) => fault("suggests something else", `without ${pattern}`)),
    ...never
      .filter((pattern) => suggestions.some((one) => fits(one, pattern)))
      .map((pattern) => fault("suggests something else", `with ${pattern}`)),
  ];
}

function fault(kind: Fault["kind"], what: string): Fault {
  return { kind, what };
}
