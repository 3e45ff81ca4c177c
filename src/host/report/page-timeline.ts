import { HOUR_MS } from "../../domain/time.ts";
import { type Html, html } from "./html.ts";
import type { CycleSummary } from "./summary.ts";
import type { DrawnSpan, Lane, Timeline } from "./timeline.ts";
import { callsText, counted, shortTime } from "./wording.ts";

const ROW = 18;
const BAR = 14;
/** Space below a lane, where a cross marks failures. */
const MARKS = 12;
/** A rectangle without width is not drawn, and dashes need some length to be visible. */
const LEAST: Readonly<Record<DrawnSpan["outcome"], number>> = {
  good: 0.001,
  failed: 0.001,
  cut: 0.012,
};
/** Narrower ones have no room for the waiting time. */
const LABELLED = 0.14;

/** The lanes with their legend. Only the bars stretch, so labels stay readable at any width. */
export function timelineSection(timeline: Timeline, cycles: readonly CycleSummary[]): Html {
  const lanes = timeline.lanes.map((lane, index) => laneItem(lane, cycles[index]));
  return html`<section aria-labelledby="timeline">
<h2 id="timeline">Timeline</h2>
<p class="hint">One lane a cycle, each from its own beginning. Time in which only the operator was waited for, or the run was down, is drawn shortened; beside a shortened wait (//) stands its true length.</p>
<ul class="legend">
<li><span class="key model"></span>model</li>
<li><span class="key tool"></span>tool</li>
<li><span class="key wait"></span>waiting for the operator</li>
<li><span class="cross" aria-hidden="true">✕</span>failed</li>
<li><span class="key cut"></span>cut off, or still open</li>
<li><span class="key break"></span>the run was down</li>
</ul>
<ol class="lanes">${lanes}</ol>
${scaleBar(timeline)}
</section>`;
}

function laneItem(lane: Lane, cycle: CycleSummary | undefined): Html {
  if (cycle === undefined) return html``;
  const hasFailure = lane.spans.some(({ outcome }) => outcome === "failed");
  const height = lane.rows * ROW + (hasFailure ? MARKS : 0);
  return html`<li class="lane"><div class="lane-name"><b>Cycle ${lane.cycle}</b> <span>${shortTime(cycle.ms)}</span></div>
<svg role="img" aria-label="${laneLabel(cycle)}" width="100%" height="${height}">${lane.breaks.map((gap) => breakMark(gap, height))}${inDrawingOrder(lane.spans).map(bar)}${lane.spans.filter(({ outcome }) => outcome === "failed").map((span) => cross(span, lane.rows))}</svg></li>`;
}

/** Calls of tools come last: they are often so short that a neighbour's edge would cover them. */
function inDrawingOrder(spans: readonly DrawnSpan[]): DrawnSpan[] {
  const isTool = ({ kind }: DrawnSpan) => kind === "tool";
  return [...spans.filter((span) => !isTool(span)), ...spans.filter(isTool)];
}

function laneLabel(cycle: CycleSummary): string {
  const failures =
    cycle.modelFailures === 0
      ? ""
      : `, ${counted(cycle.modelFailures, "call")} of the model failed`;
  const waits =
    cycle.questions === 0
      ? ""
      : `, ${shortTime(cycle.operatorMs)} waiting for the operator in ${counted(cycle.questions, "question")}`;
  return `Cycle ${cycle.cycle}, ${shortTime(cycle.ms)}: ${counted(cycle.steps, "step")} of the model${failures}, tools: ${callsText(cycle)}${waits}.`;
}

function bar(span: DrawnSpan): Html {
  const y = span.row * ROW + (ROW - BAR) / 2;
  const x = percent(span.x);
  const width = percent(Math.max(span.width, LEAST[span.outcome]));
  const rect = html`<rect class="${span.kind} ${span.outcome}" x="${x}" y="${y}" width="${width}" height="${BAR}" rx="2"><title>${spanTitle(span)}</title></rect>`;
  if (span.kind !== "wait" || span.width < LABELLED) return rect;
  const shortened = span.isShortened ? "// " : "";
  return html`${rect}<svg class="wait-label" x="${x}" y="${y}" width="${width}" height="${BAR}"><text x="6" y="11">${shortened}${shortTime(span.ms)}</text></svg>`;
}

function spanTitle({ kind, tool, outcome, ms }: DrawnSpan): string {
  const what = { model: "model", tool, wait: "waiting for the operator" }[kind];
  const how = { good: "", failed: ", failed", cut: ", cut off or still open" }[outcome];
  return `${what}, ${shortTime(ms)}${how}`;
}

function cross({ x }: DrawnSpan, rows: number): Html {
  return html`<svg class="cross-mark" x="${percent(x)}" y="${rows * ROW + 5}"><path d="M0 -3.5 7 3.5 M7 -3.5 0 3.5"/></svg>`;
}

function breakMark(
  { x, width }: { readonly x: number; readonly width: number },
  height: number,
): Html {
  return html`<rect class="break" x="${percent(x)}" y="0" width="${percent(width)}" height="${height}"><title>the run was down, then resumed</title></rect>`;
}

/** The length of the scale: the roundest time near a sixth of the width. */
function scaleBar({ widthMs }: Timeline): Html {
  const ms = roundTime(widthMs / 6);
  return html`<div class="scale"><svg role="img" aria-label="This length is ${shortTime(ms)}." width="100%" height="10"><line x1="0.5" x2="0.5" y1="1" y2="9"/><line x1="0" x2="${percent(ms / widthMs)}" y1="5" y2="5"/><svg x="${percent(ms / widthMs)}"><line x1="-0.5" x2="-0.5" y1="1" y2="9"/></svg></svg><span>${shortTime(ms)}</span></div>`;
}

const ROUND_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500]
  .concat([1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800].map((s) => s * 1_000))
  .concat([1, 2, 5, 10, 20, 50, 100].map((h) => h * HOUR_MS));

function roundTime(ms: number): number {
  return ROUND_MS.findLast((round) => round <= ms) ?? 1;
}

export function percent(fraction: number): string {
  return `${Math.round(fraction * 1_000_000) / 10_000}%`;
}
