import type { Moment, QuestionMoment, ToolMoment } from "./moments.ts";
import type { CycleStory, RunStory } from "./story.ts";
import { ofKind } from "./summary.ts";

/*
 * What a timeline draws: one lane a cycle, each from its own beginning, all to one scale. Next to
 * the hours that an operator may take, seconds of work would be too small to see. So time is
 * shortened while nothing but the operator is waited for, and while the run was down.
 */

export interface DrawnSpan {
  readonly kind: "model" | "tool" | "wait";
  readonly outcome: "good" | "failed" | "cut";
  /** A tool's name; empty for others. */
  readonly tool: string;
  readonly ms: number;
  /** Fractions of the width of the widest lane. */
  readonly x: number;
  readonly width: number;
  /** What overlaps lies in rows below one another, from 0. */
  readonly row: number;
  readonly isShortened: boolean;
}

export interface Lane {
  readonly cycle: number;
  readonly spans: readonly DrawnSpan[];
  readonly rows: number;
  /** Where the run was down. */
  readonly breaks: readonly { readonly x: number; readonly width: number }[];
}

export interface Timeline {
  readonly lanes: readonly Lane[];
  /** Time that the whole width stands for, where none is shortened. */
  readonly widthMs: number;
}

interface Interval {
  readonly startMs: number;
  readonly endMs: number;
}

interface Shortened extends Interval {
  readonly drawnMs: number;
}

type RawSpan = Interval & Pick<DrawnSpan, "kind" | "outcome" | "tool">;

/** A wait takes at most this part of the longest cycle's work, and a break this part of a wait. */
const WAIT_SHARE = 0.3;
const BREAK_SHARE = 0.25;
const MIN_WAIT_MS = 100;

export function timelineOf({ cycles }: RunStory): Timeline {
  const works = cycles.map((cycle) => ({ cycle, spans: spansOf(cycle), idle: idleOf(cycle) }));
  const longest = Math.max(
    0,
    ...works.map(({ cycle, idle }) => length(cycle) - total([...idle, ...breaksOf(cycle)])),
  );
  const waitMs = Math.max(longest * WAIT_SHARE, MIN_WAIT_MS);
  const mapped = works.map(({ cycle, spans, idle }) => ({
    cycle,
    spans,
    at: scaleOf(cycle, [
      ...shorten(idle, waitMs),
      ...shorten(breaksOf(cycle), waitMs * BREAK_SHARE),
    ]),
  }));
  const widthMs = Math.max(1, ...mapped.map(({ cycle, at }) => at(cycle.endMs)));
  return {
    widthMs,
    lanes: mapped.map(({ cycle, spans, at }) => drawLane(cycle, spans, { at, widthMs })),
  };
}

function spansOf({ moments }: CycleStory): RawSpan[] {
  const questions = ofKind<QuestionMoment>(moments, "question");
  const isDialogue = (use: ToolMoment) =>
    questions.some(({ step, call }) => step === use.step && call === use.call);
  return moments
    .flatMap((moment) => {
      if (moment.kind === "break" || (moment.kind === "tool" && isDialogue(moment))) return [];
      return [rawSpan(moment)];
    })
    .sort((a, b) => a.startMs - b.startMs);
}

function rawSpan(moment: Exclude<Moment, { kind: "break" }>): RawSpan {
  const { startMs, endMs, kind, outcome } = moment;
  return {
    startMs,
    endMs: Math.max(endMs, startMs),
    kind: kind === "question" ? "wait" : kind,
    tool: moment.kind === "tool" ? moment.tool : "",
    outcome:
      outcome === "failed" ? "failed" : outcome === "cut" || outcome === "open" ? "cut" : "good",
  };
}

/** When nothing but the operator was waited for. */
function idleOf(cycle: CycleStory): Interval[] {
  const spans = spansOf(cycle);
  const busy = [...spans.filter(({ kind }) => kind !== "wait"), ...breaksOf(cycle)];
  const waits = joined(spans.filter(({ kind }) => kind === "wait"));
  return waits.flatMap((wait) => without(wait, joined(busy)));
}

function breaksOf({ moments }: CycleStory): Interval[] {
  return moments.filter(({ kind }) => kind === "break");
}

/** Merges intervals that touch or overlap, in order. */
function joined(intervals: readonly Interval[]): Interval[] {
  const found: { startMs: number; endMs: number }[] = [];
  for (const { startMs, endMs } of intervals.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = found.at(-1);
    if (last === undefined || startMs > last.endMs) found.push({ startMs, endMs });
    else last.endMs = Math.max(last.endMs, endMs);
  }
  return found;
}

/** The parts of an interval outside others, which are in order and apart. */
function without(interval: Interval, others: readonly Interval[]): Interval[] {
  let { startMs } = interval;
  const left: Interval[] = [];
  for (const other of others) {
    if (other.endMs <= startMs || other.startMs >= interval.endMs) continue;
    left.push({ startMs, endMs: other.startMs });
    startMs = other.endMs;
  }
  left.push({ startMs, endMs: interval.endMs });
  return left.filter(({ startMs: from, endMs: to }) => to > from);
}

function shorten(intervals: readonly Interval[], mostMs: number): Shortened[] {
  return intervals
    .filter((interval) => length(interval) > mostMs)
    .map((interval) => ({ ...interval, drawnMs: mostMs }));
}

/** From a moment to the drawn time since the start of its cycle. */
function scaleOf({ startMs: fromMs }: Interval, parts: readonly Shortened[]) {
  return (ms: number): number => {
    const saved = parts.map((part) => {
      const passed = Math.min(Math.max(ms - part.startMs, 0), length(part));
      return passed * (1 - part.drawnMs / length(part));
    });
    return ms - fromMs - saved.reduce((sum, one) => sum + one, 0);
  };
}

interface Scale {
  at(ms: number): number;
  readonly widthMs: number;
}

function drawLane(cycle: CycleStory, spans: readonly RawSpan[], { at, widthMs }: Scale): Lane {
  const ends: number[] = [];
  const drawn = spans.map(({ startMs, endMs, kind, outcome, tool }) => {
    const free = ends.findIndex((endsMs) => endsMs <= startMs);
    const row = free === -1 ? ends.length : free;
    ends[row] = endMs;
    const drawnMs = at(endMs) - at(startMs);
    const ms = endMs - startMs;
    return {
      kind,
      outcome,
      tool,
      ms,
      row,
      x: at(startMs) / widthMs,
      width: drawnMs / widthMs,
      // Drops fractions of a millisecond, which come only from the arithmetic.
      isShortened: drawnMs < ms - 1,
    };
  });
  return {
    cycle: cycle.cycle,
    spans: drawn,
    rows: Math.max(ends.length, 1),
    breaks: breaksOf(cycle).map(({ startMs, endMs }) => ({
      x: at(startMs) / widthMs,
      width: (at(endMs) - at(startMs)) / widthMs,
    })),
  };
}

function length({ startMs, endMs }: Interval): number {
  return endMs - startMs;
}

function total(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, interval) => sum + length(interval), 0);
}
