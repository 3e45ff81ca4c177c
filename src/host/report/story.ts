import { toMs } from "../../domain/timestamp.ts";
import type { RunRecord, RunRecordOf } from "../run-log.ts";
import {
  aModelCall,
  answerOperator,
  askOperator,
  aToolCall,
  type BreakMoment,
  closeOpen,
  endModelCall,
  endToolCall,
  type Moment,
  type Span,
} from "./moments.ts";

/*
 * A log as a story: calls have a beginning and an end, moments belong to cycles, and interruptions
 * by a kill are marked. Any beginning of a log is a story too, since a kill can leave any. Times
 * are milliseconds since 1970 that never run backwards, whatever the run's clock did.
 */

export interface CycleStory extends Span {
  readonly cycle: number;
  prompt: string;
  isFinished: boolean;
  notes: string;
  readonly moments: Moment[];
}

export type Stop = Pick<RunRecordOf<"run.stopped">, "reason" | "message">;

export interface RunStory {
  /** Undefined if not even the first record was written. */
  readonly start: RunRecordOf<"run.started"> | undefined;
  readonly startMs: number;
  readonly endMs: number;
  readonly cycles: readonly CycleStory[];
  readonly breaks: readonly BreakMoment[];
  /** How it ended; undefined for a run that goes on, or was killed. */
  readonly ending: "finished" | Stop | undefined;
}

interface Draft {
  start: RunRecordOf<"run.started"> | undefined;
  startMs: number;
  nowMs: number;
  readonly cycles: Map<number, CycleStory>;
  readonly breaks: BreakMoment[];
  ending: "finished" | Stop | undefined;
}

export function tellStory(records: readonly RunRecord[]): RunStory {
  const [first] = records;
  const startMs = first === undefined ? 0 : toMs(first.at);
  const draft: Draft = {
    start: undefined,
    startMs,
    nowMs: startMs,
    cycles: new Map(),
    breaks: [],
    ending: undefined,
  };
  for (const record of records) tell(draft, record);
  const { start, nowMs: endMs, breaks, ending } = draft;
  for (const cycle of draft.cycles.values()) closeOpen(cycle, endMs, "open");
  return { start, startMs, endMs, cycles: [...draft.cycles.values()], breaks, ending };
}

function tell(draft: Draft, record: RunRecord): void {
  const earlierMs = draft.nowMs;
  draft.nowMs = Math.max(earlierMs, toMs(record.at));
  switch (record.type) {
    case "run.started":
      draft.start = record;
      return;
    case "run.resumed":
      resume(draft, earlierMs);
      return;
    case "run.finished":
      draft.ending = "finished";
      return;
    case "run.stopped":
      draft.ending = { reason: record.reason, message: record.message };
      return;
    default:
      tellOfCycle(draft, record);
      return;
  }
}

type CycleRecord = Exclude<RunRecord, { type: `run.${string}` }>;

function tellOfCycle(draft: Draft, record: CycleRecord): void {
  const cycle = cycleOf(draft, record.cycle);
  cycle.endMs = draft.nowMs;
  switch (record.type) {
    case "cycle.started":
      cycle.prompt = record.prompt;
      return;
    case "cycle.finished":
      cycle.isFinished = true;
      cycle.notes = record.notes;
      return;
    case "model.called":
      cycle.moments.push(aModelCall(record.step, draft.nowMs));
      return;
    case "model.replied":
    case "model.failed":
      endModelCall(cycle, record, draft.nowMs);
      return;
    case "tool.started":
      cycle.moments.push(aToolCall(record, draft.nowMs));
      return;
    case "tool.succeeded":
    case "tool.failed":
      endToolCall(cycle, record, draft.nowMs);
      return;
    case "operator.asked":
      askOperator(cycle, record, draft.nowMs);
      return;
    case "operator.answered":
      answerOperator(cycle, record, draft.nowMs);
      return;
  }
}

function cycleOf({ cycles, nowMs }: Draft, number: number): CycleStory {
  const known = cycles.get(number);
  if (known !== undefined) return known;
  const cycle: CycleStory = {
    cycle: number,
    startMs: nowMs,
    endMs: nowMs,
    prompt: "",
    isFinished: false,
    notes: "",
    moments: [],
  };
  cycles.set(number, cycle);
  return cycle;
}

/** Whatever had begun was lost with its process, at some time after its last record. */
function resume(draft: Draft, lastMs: number): void {
  draft.ending = undefined;
  const pause: BreakMoment = { kind: "break", startMs: lastMs, endMs: draft.nowMs };
  draft.breaks.push(pause);
  const current = [...draft.cycles.values()].at(-1);
  for (const cycle of draft.cycles.values()) closeOpen(cycle, lastMs, "cut");
  if (current !== undefined && !current.isFinished) {
    current.moments.push(pause);
    current.endMs = draft.nowMs;
  }
}
