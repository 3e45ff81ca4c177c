import { type Timestamp, toTimestamp } from "../../domain/timestamp.ts";
import type { TokenUsage } from "../../ports/model/model.ts";
import type { RunRecord } from "../run-log.ts";
import { experimentFacts } from "./experiment-facts.ts";
import type { ModelMoment, Moment, QuestionMoment, ToolMoment } from "./moments.ts";
import { type CycleStory, type RunStory, type Stop, tellStory } from "./story.ts";

/** What a log alone can say: a killed run and a running one are both `unfinished`. */
export type LoggedState = "finished" | "stopped" | "unfinished";

/** What was done, in a cycle or in all of them. */
export interface Work {
  /** Calls of the model that got a reply. */
  readonly steps: number;
  readonly modelFailures: number;
  readonly usage: TokenUsage;
  /** A call that was repeated after a kill counts once. */
  readonly toolCalls: number;
  readonly toolFailures: number;
  readonly questions: number;
  readonly answers: number;
  /** Time at work, without the time between a kill or stop and the resumption. */
  readonly ms: number;
  readonly modelMs: number;
  /** How long operators took for their answers. */
  readonly operatorMs: number;
}

export interface CycleSummary extends Work {
  readonly cycle: number;
  readonly isFinished: boolean;
  /** What it left to the next one; empty before it has finished. */
  readonly notes: string;
}

export interface ToolSummary {
  readonly tool: string;
  readonly calls: number;
  readonly failures: number;
  /** Neither result nor failure is known: it was killed, or is still running. */
  readonly unknown: number;
  readonly ms: number;
}

export interface RunSummary {
  /** Undefined for a run of which not even the first record was written. */
  readonly run: string | undefined;
  readonly name: string;
  readonly file: string | undefined;
  readonly model: string | undefined;
  readonly state: LoggedState;
  readonly stop: Stop | undefined;
  readonly startedAt: Timestamp | undefined;
  /** Of the last record. */
  readonly lastAt: Timestamp | undefined;
  readonly resumptions: number;
  readonly cyclesDone: number;
  readonly cyclesPlanned: number | undefined;
  /** Each figure is the sum over the cycles; `ms` also includes the time between them. */
  readonly total: Work;
  readonly cycles: readonly CycleSummary[];
  /** Most called first. */
  readonly tools: readonly ToolSummary[];
  /** Of the last cycle that finished. */
  readonly finalNotes: string;
}

export function summarize(records: readonly RunRecord[]): RunSummary {
  return summaryOf(tellStory(records));
}

export function summaryOf(story: RunStory): RunSummary {
  const { start, ending } = story;
  const facts = experimentFacts(start?.experiment);
  const cycles = story.cycles.map((cycle) => cycleSummary(cycle, story));
  const finished = cycles.filter(({ isFinished }) => isFinished);
  return {
    run: start?.run,
    name: start?.name ?? "",
    file: start?.file,
    model: facts.model,
    state: ending === undefined ? "unfinished" : ending === "finished" ? "finished" : "stopped",
    stop: typeof ending === "object" ? ending : undefined,
    startedAt: start === undefined ? undefined : toTimestamp(story.startMs),
    lastAt: start === undefined ? undefined : toTimestamp(story.endMs),
    resumptions: story.breaks.length,
    cyclesDone: finished.length,
    cyclesPlanned: facts.cycles,
    total: { ...sumOf(cycles), ms: activeMs(story, story) },
    cycles,
    tools: toolSummaries(story),
    finalNotes: finished.at(-1)?.notes ?? "",
  };
}

function cycleSummary(cycle: CycleStory, story: RunStory): CycleSummary {
  const replies = ofKind<ModelMoment>(cycle.moments, "model");
  const uses = ofKind<ToolMoment>(cycle.moments, "tool");
  const questions = ofKind<QuestionMoment>(cycle.moments, "question");
  return {
    cycle: cycle.cycle,
    isFinished: cycle.isFinished,
    notes: cycle.notes,
    steps: replies.filter(({ outcome }) => outcome === "replied").length,
    modelFailures: replies.filter(({ outcome }) => outcome === "failed").length,
    usage: {
      inputTokens: sum(replies.map(({ usage }) => usage.inputTokens)),
      outputTokens: sum(replies.map(({ usage }) => usage.outputTokens)),
    },
    toolCalls: callsOf(uses).length,
    toolFailures: callsOf(uses).filter(({ outcome }) => outcome === "failed").length,
    questions: questions.length,
    answers: questions.filter(({ outcome }) => outcome === "answered").length,
    ms: activeMs(cycle, story),
    modelMs: sum(replies.map(({ ms }) => ms)),
    operatorMs: sum(questions.map(({ ms }) => ms)),
  };
}

export function ofKind<M extends Moment>(moments: readonly Moment[], kind: M["kind"]): M[] {
  return moments.filter((moment): moment is M => moment.kind === kind);
}

/** The calls of the moments. A call that was cut and repeated counts by its final result. */
function callsOf(uses: readonly ToolMoment[]): ToolMoment[] {
  return [...new Map(uses.map((use) => [`${use.step}/${use.call}`, use])).values()];
}

function toolSummaries({ cycles }: RunStory): ToolSummary[] {
  const calls = cycles.flatMap(({ moments }) => callsOf(ofKind<ToolMoment>(moments, "tool")));
  return [...Map.groupBy(calls, ({ tool }) => tool)]
    .map(([tool, uses]) => ({
      tool,
      calls: uses.length,
      failures: uses.filter(({ outcome }) => outcome === "failed").length,
      unknown: uses.filter(({ outcome }) => outcome === "open" || outcome === "cut").length,
      ms: sum(uses.map(({ ms }) => ms)),
    }))
    .sort((a, b) => b.calls - a.calls || (a.tool < b.tool ? -1 : 1));
}

/** The time from start to end, without the breaks in it. */
function activeMs(
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  { breaks }: RunStory,
): number {
  const lost = breaks.map((pause) => {
    const [from, to] = [Math.max(pause.startMs, startMs), Math.min(pause.endMs, endMs)];
    return Math.max(to - from, 0);
  });
  return endMs - startMs - sum(lost);
}

function sumOf(cycles: readonly CycleSummary[]): Omit<Work, "ms"> {
  const total = (figure: (cycle: CycleSummary) => number) => sum(cycles.map(figure));
  return {
    steps: total(({ steps }) => steps),
    modelFailures: total(({ modelFailures }) => modelFailures),
    usage: {
      inputTokens: total(({ usage }) => usage.inputTokens),
      outputTokens: total(({ usage }) => usage.outputTokens),
    },
    toolCalls: total(({ toolCalls }) => toolCalls),
    toolFailures: total(({ toolFailures }) => toolFailures),
    questions: total(({ questions }) => questions),
    answers: total(({ answers }) => answers),
    modelMs: total(({ modelMs }) => modelMs),
    operatorMs: total(({ operatorMs }) => operatorMs),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
