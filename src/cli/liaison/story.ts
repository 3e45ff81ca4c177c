import type { Json } from "../../domain/json.ts";
import type {
  Exchange,
  Liaison,
  PhaseTransition,
  RoundFeedback,
  TaskProgress,
  TaskResult,
} from "../../domain/liaison/liaison.ts";
import type { TaskSpecification } from "../../domain/liaison/task-specification.ts";
import { present } from "../../domain/present.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/** One thing that happened in a conversation, as people are told about it. */
export type Moment = { readonly key: string; readonly at: Timestamp } & (
  | { readonly kind: "said"; readonly exchange: Exchange }
  | { readonly kind: "progress"; readonly progress: TaskProgress }
  | {
      readonly kind: "result";
      readonly result: TaskResult;
      /** Whether the liaison has said it within its own words. */
      readonly isSaid: boolean;
    }
  | { readonly kind: "feedback"; readonly feedback: RoundFeedback }
  | {
      readonly kind: "published";
      readonly task: TaskSpecification;
      /** For an update: the version before. */
      readonly former?: TaskSpecification;
      readonly isSaid: boolean;
    }
  | { readonly kind: "moved"; readonly transition: PhaseTransition }
);

/** In one commit: words, what was made of them, and the liaison's reply. */
const ORDER: readonly (Moment["kind"] | "reply")[] = [
  "said",
  "progress",
  "result",
  "feedback",
  "published",
  "moved",
  "reply",
];

/** All of a conversation in chronological order. */
export function storyOf(liaison: Liaison): readonly Moment[] {
  const moments: Moment[] = [
    ...liaison.exchanges.map(
      (exchange): Moment => ({ key: exchange.id, at: exchange.timestamp, kind: "said", exchange }),
    ),
    ...liaison.progress.map(
      (progress, index): Moment => ({
        key: `progress ${progress.at} ${index}`,
        at: progress.at,
        kind: "progress",
        progress,
      }),
    ),
    ...liaison.results.map(
      (result): Moment => ({
        key: `result ${result.at}`,
        at: result.at,
        kind: "result",
        result,
        isSaid: hasSaid(liaison, result.at, [resultText(result.result)]),
      }),
    ),
    // What is said afterwards is understood again, and reported again.
    ...liaison.feedback.map(
      (feedback): Moment => ({
        key: `feedback ${feedback.round} ${feedback.at}`,
        at: feedback.at,
        kind: "feedback",
        feedback,
      }),
    ),
    ...published(liaison),
    ...liaison.phase_transitions.map(
      (transition, index): Moment => ({
        key: `moved ${index}`,
        at: transition.at,
        kind: "moved",
        transition,
      }),
    ),
  ];
  return moments.toSorted((a, b) => a.at.localeCompare(b.at) || rank(a) - rank(b));
}

function rank(moment: Moment): number {
  const isReply = moment.kind === "said" && moment.exchange.role === "assistant";
  return ORDER.indexOf(isReply ? "reply" : moment.kind);
}

/** As text; anything else as readable JSON. */
export function resultText(result: Json): string {
  return typeof result === "string" ? result : JSON.stringify(result, null, 2);
}

/** The versions that workers got: of each task the one that passed the gate, and all later ones. */
function published(liaison: Liaison): Moment[] {
  const tasks = Map.groupBy(liaison.specifications.entries(), ([, { id }]) => id);
  return [...tasks.values()].flatMap((versions) => {
    const dated = versions.map(([index, task]) => ({ task, at: dateOf(liaison, index) }));
    const first = dated[0];
    if (first === undefined) return [];
    const gate = gateOf(liaison, first.at);
    if (gate === undefined) return [];
    const passed = dated.findLastIndex(({ at }) => at <= gate);
    return dated.slice(Math.max(passed, 0)).map(({ task, at }, index, all): Moment => {
      const former = all[index - 1]?.task;
      // One that was good enough without another word passed when the person was done, not when it
      // was made.
      const [when = at] = [at, gate].toSorted().toReversed();
      return {
        key: `published ${task.id} ${task.version}`,
        at: when,
        kind: "published",
        task,
        ...present({ former }),
        isSaid: former === undefined && hasSaid(liaison, when, descriptions(task)),
      };
    });
  });
}

function dateOf({ confidence_history, createdAt }: Liaison, index: number): Timestamp {
  return confidence_history[index]?.at ?? createdAt;
}

/** When the first specified task then passed the gate; undefined if it has not. */
function gateOf({ phase_transitions }: Liaison, since: Timestamp): Timestamp | undefined {
  const behind = phase_transitions.filter(({ at }) => at >= since);
  const next = behind.find(({ from }) => from === "problem_definition");
  return next?.to === "awaiting_task_completion" ? next.at : undefined;
}

function descriptions({ requirements }: TaskSpecification): readonly string[] {
  return requirements.map(({ description }) => description);
}

/** Whether the liaison has reported all of it, at that time or later. */
export function hasSaid(
  { exchanges }: Liaison,
  since: Timestamp,
  texts: readonly string[],
): boolean {
  return exchanges.some(
    ({ role, timestamp, content }) =>
      role === "assistant" && timestamp >= since && texts.every((text) => content.includes(text)),
  );
}
