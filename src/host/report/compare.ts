import { padded, textWidth, wrapText } from "../../render/fit.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";
import type { RunRecord } from "../run-log.ts";
import { type ExperimentFacts, experimentFacts } from "./experiment-facts.ts";
import { type RunSummary, summarize, type ToolSummary } from "./summary.ts";
import { cyclesText, grouped, questionsText, shortTime } from "./wording.ts";

/** What differs between the experiments of two runs; false if both recorded the same. */
export interface Changed {
  readonly model: boolean;
  readonly system: boolean;
  readonly prompt: boolean;
  readonly tools: boolean;
}

export interface Comparison {
  readonly a: RunSummary;
  readonly b: RunSummary;
  readonly changed: Changed;
}

export function compareRuns(a: readonly RunRecord[], b: readonly RunRecord[]): Comparison {
  const [factsA, factsB] = [factsOf(a), factsOf(b)];
  const differ = (part: keyof ExperimentFacts) => factsA[part] !== factsB[part];
  return {
    a: summarize(a),
    b: summarize(b),
    changed: {
      model: differ("model") || differ("url"),
      system: differ("system"),
      prompt: differ("prompt"),
      tools: differ("tools"),
    },
  };
}

function factsOf(records: readonly RunRecord[]): ExperimentFacts {
  const [first] = records;
  return experimentFacts(first?.type === "run.started" ? first.experiment : undefined);
}

export interface ComparisonRow {
  readonly what: string;
  readonly a: string;
  readonly b: string;
}

/**
 * The comparison as a table: the first row names the runs, the last holds what each left behind.
 */
export function comparisonRows({ a, b, changed }: Comparison): ComparisonRow[] {
  const row = (what: string, cell: (run: RunSummary) => string): ComparisonRow => ({
    what,
    a: cell(a),
    b: cell(b),
  });
  const note = (what: string, isChanged: boolean): ComparisonRow => ({
    what,
    a: isChanged ? "" : "the same",
    b: isChanged ? "changed" : "the same",
  });
  return [
    row("run", ({ run }) => run ?? ""),
    row("name", ({ name }) => oneLine(name, 200)),
    row("started", ({ startedAt }) => startedAt ?? ""),
    row("state", stateText),
    row("model", ({ model }) => oneLine(model ?? "", 200)),
    note("system prompt", changed.system),
    note("prompt", changed.prompt),
    note("tools", changed.tools),
    row("cycles", cyclesText),
    row("steps", ({ total }) => grouped(total.steps)),
    row("model failures", ({ total }) => grouped(total.modelFailures)),
    row("tokens in", ({ total }) => grouped(total.usage.inputTokens)),
    row("tokens out", ({ total }) => grouped(total.usage.outputTokens)),
    row("time", ({ total }) => shortTime(total.ms)),
    row("  in the model", ({ total }) => shortTime(total.modelMs)),
    row("  for the operator", ({ total }) => shortTime(total.operatorMs)),
    row("questions", ({ total }) => questionsText(total)),
    row("tool calls", ({ total }) => callCell(total.toolCalls, total.toolFailures)),
    ...toolRows(a, b),
    row("final notes", ({ finalNotes }) => visibleText(finalNotes).trim()),
  ];
}

function stateText({ state, stop }: RunSummary): string {
  return stop === undefined ? state : `${state} (${stop.reason})`;
}

function toolRows(a: RunSummary, b: RunSummary): ComparisonRow[] {
  const names = [...new Set([...a.tools, ...b.tools].map(({ tool }) => tool))];
  const cell = (tools: readonly ToolSummary[], name: string) => {
    const found = tools.find(({ tool }) => tool === name);
    return callCell(found?.calls ?? 0, found?.failures ?? 0);
  };
  return names.map((name) => ({
    what: `  ${oneLine(name, 40)}`,
    a: cell(a.tools, name),
    b: cell(b.tools, name),
  }));
}

function callCell(calls: number, failures: number): string {
  return failures === 0 ? grouped(calls) : `${grouped(calls)}, ${grouped(failures)} failed`;
}

const DEFAULT_COLUMNS = 120;
const MIN_COLUMNS = 12;
const GAP = 2;

export interface TableOptions {
  readonly columns?: number | undefined;
  /** Highlights what differs. */
  readonly mark?: (text: string) => string;
}

/** The rows side by side, wrapped to fit. */
export function tableLines(
  rows: readonly ComparisonRow[],
  { columns = DEFAULT_COLUMNS, mark = same }: TableOptions,
): string[] {
  const labels = Math.max(...rows.map(({ what }) => textWidth(what)));
  const room = Math.max(Math.floor((columns - labels - 2 * GAP) / 2), MIN_COLUMNS);
  const widest = Math.max(...rows.flatMap(({ a }) => wrapText(a, room).map(textWidth)));
  return rows.flatMap(({ what, a, b }) => {
    const [left, right] = [wrapText(a, room), wrapText(b, room)];
    const paint = a === b ? same : mark;
    return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
      const label = padded(index === 0 ? what : "", labels + GAP);
      const cell = padded(left[index] ?? "", widest + GAP);
      return (label + paint(cell + (right[index] ?? ""))).trimEnd();
    });
  });
}

function same(text: string): string {
  return text;
}
