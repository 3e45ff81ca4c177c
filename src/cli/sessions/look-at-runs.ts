import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { EarshotError } from "../../domain/errors.ts";
import { isId } from "../../domain/id.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import type { LogContent } from "../../host/log-text.ts";
import { compareRuns, comparisonRows, tableLines } from "../../host/report/compare.ts";
import { followLog } from "../../host/report/follow-log.ts";
import { reportPage } from "../../host/report/page.ts";
import {
  findRun,
  readRun,
  type StoredRun,
  storedRun,
  storedRuns,
} from "../../host/report/runs-folder.ts";
import { type LoggedState, type RunSummary, summarize } from "../../host/report/summary.ts";
import { createTranscript } from "../../host/report/transcript.ts";
import {
  allTokens,
  callsText,
  cyclesText,
  grouped,
  questionsText,
  short,
  shortTime,
} from "../../host/report/wording.ts";
import { oneLine } from "../../render/visible-text.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { isLocked } from "../../system/lock.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { Output, Style } from "../terminal/output.ts";
import type { RunContext } from "../terminal/run-context.ts";

/** What became of a run; one that a process holds at this moment is `running`. */
type RunState = LoggedState | "running";

function stateOf(stored: StoredRun, { state }: RunSummary): RunState {
  return state === "unfinished" && isLocked(stored.lock) ? "running" : state;
}

/** Where runs are stored. */
function folderOf({ options }: RunContext): string {
  return dataPaths(options.data).root;
}

/** A damaged log is shown as far as it can be read. */
function readTelling({ output }: RunContext, stored: StoredRun): LogContent {
  const content = readRun(stored);
  const { fault } = content;
  if (fault !== undefined) {
    output.note(
      `Line ${fault.line} of ${stored.log} is not a record: ${fault.reason}. What follows it is left out.`,
    );
  }
  return content;
}

export async function list(context: RunContext, limit: number): Promise<number> {
  const { output } = context;
  const all = storedRuns(folderOf(context));
  const items = all.slice(0, limit).map((stored) => {
    const summary = summarize(readTelling(context, stored).records);
    return { ...summary, run: stored.id, state: stateOf(stored, summary) };
  });
  if (context.options.json === true) {
    output.json({ items });
    return EXIT_CODES.answered;
  }
  for (const item of items) output.line(row(item, output));
  if (items.length === 0) output.note(`No runs in ${folderOf(context)}.`);
  const rest = all.length - items.length;
  if (rest > 0) output.note(`${grouped(rest)} older: npx earshot runs --limit ${all.length}`);
  return EXIT_CODES.answered;
}

type ListedRun = Omit<RunSummary, "state"> & { readonly state: RunState };

/** If no terminal tells the width, names are cut here. */
const NAME_WIDTH = 60;

function row(run: ListedRun, { style, columns }: Output): string {
  const { total } = run;
  const cells = [
    `${run.cyclesDone}/${run.cyclesPlanned ?? "?"} cycles`.padEnd(12),
    shortTime(total.ms).padStart(8),
    `${short(allTokens(total)).padStart(5)} tokens`,
    `${String(total.questions).padStart(3)} asked`,
  ].join("  ");
  const taken = `${run.run}  unfinished  ${cells}  `.length;
  const name = oneLine(run.name, Math.max((columns ?? taken + NAME_WIDTH) - taken, 12));
  return `${style.dim(run.run ?? "")}  ${painted(run, style)}  ${cells}  ${name}`;
}

function painted({ state, stop }: ListedRun, style: Style): string {
  const text = state.padEnd("unfinished".length);
  if (state === "finished") return style.good(text);
  return stop?.reason === "failed" ? style.bad(text) : text;
}

export interface ShowOptions {
  /** Id of the run or its beginning. */
  readonly run: string | undefined;
  readonly isFull: boolean;
}

export async function show(context: RunContext, { run, isFull }: ShowOptions): Promise<number> {
  const stored = findRun(folderOf(context), run);
  const { records } = readTelling(context, stored);
  const { output, options } = context;
  if (options.json === true) {
    for (const record of records) output.json(record);
    return EXIT_CODES.answered;
  }
  const { style, columns } = output;
  for (const line of headLines(stored, summarize(records), style)) output.line(line);
  const { lines } = createTranscript({ style, columns, isFull });
  for (const line of records.flatMap(lines)) output.line(line);
  return EXIT_CODES.answered;
}

function headLines(stored: StoredRun, summary: RunSummary, style: Style): string[] {
  const { total, stop } = summary;
  const { inputTokens, outputTokens } = total.usage;
  const state = stateOf(stored, summary);
  const field = (name: string, value: string) => `${name.padEnd(11)}${value}`;
  return [
    `${style.bold(stored.id)}  ${state}${stop === undefined ? "" : ` (${stop.reason})`}`,
    ...(summary.startedAt === undefined ? [] : [field("started", summary.startedAt)]),
    field("elapsed", shortTime(total.ms)),
    field("cycles", cyclesText(summary)),
    field("tokens", `${grouped(inputTokens)} in, ${grouped(outputTokens)} out`),
    field("tools", callsText(total)),
    field("questions", questionsText(total)),
    "",
  ];
}

export async function follow(context: RunContext, { run, isFull }: ShowOptions): Promise<number> {
  const { output, options, signal } = context;
  const data = folderOf(context);
  const isWhole = run !== undefined && isId("run", run);
  const stored = isWhole ? storedRun(data, run) : findRun(data, run);
  const { style, columns } = output;
  const { lines } = createTranscript({ style, columns, isFull });
  for await (const record of followLog(stored.log, { signal })) {
    if (options.json === true) output.json(record);
    else for (const line of lines(record)) output.line(line);
  }
  return signal.aborted ? EXIT_CODES.interrupted : EXIT_CODES.answered;
}

export async function compare(context: RunContext, runs: readonly [a: string, b: string]) {
  const data = folderOf(context);
  const [a, b] = [findRun(data, runs[0]), findRun(data, runs[1])];
  const comparison = compareRuns(readTelling(context, a).records, readTelling(context, b).records);
  const { output } = context;
  if (context.options.json === true) {
    output.json(comparison);
    return EXIT_CODES.answered;
  }
  const { columns, style } = output;
  const lines = tableLines(comparisonRows(comparison), { columns, mark: style.bold });
  for (const line of lines) output.line(line);
  return EXIT_CODES.answered;
}

export interface ReportOptions {
  readonly run: string | undefined;
  /** `-` is standard output. */
  readonly file: string | undefined;
}

export async function report(context: RunContext, { run, file }: ReportOptions): Promise<number> {
  const stored = findRun(folderOf(context), run);
  const page = reportPage(stored.id, readTelling(context, stored).records);
  const { output } = context;
  if (file === "-") {
    output.line(page.trimEnd());
    return EXIT_CODES.answered;
  }
  const path = resolve(file ?? `${stored.id}.html`);
  write(path, page);
  if (context.options.json === true) output.json({ run: stored.id, file: path });
  else output.line(path);
  return EXIT_CODES.answered;
}

const FILE_MODE = 0o600;

/** What agents and operators said is for the owner of the folder, until they pass it on. */
function write(file: string, page: string): void {
  try {
    writeFileSync(file, page, { mode: FILE_MODE });
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The report could not be written to ${file}: ${whyRefused(cause)}. Name another file with --output.`,
      { details: { file }, cause },
    );
  }
}
