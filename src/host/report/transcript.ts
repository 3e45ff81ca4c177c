import { toMs } from "../../domain/timestamp.ts";
import type { TokenUsage } from "../../ports/model/model.ts";
import { wrapText } from "../../render/fit.ts";
import { withoutSigns } from "../../render/signs.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";
import type { RunRecord, RunRecordOf } from "../run-log.ts";
import { experimentFacts } from "./experiment-facts.ts";
import { argsText, counted, grouped, offset, short, shortTime } from "./wording.ts";

/** Styles of a line. Without colours, each returns the text unchanged. */
export interface Dress {
  dim(text: string): string;
  bold(text: string): string;
  good(text: string): string;
  bad(text: string): string;
}

export interface TranscriptOptions {
  readonly style: Dress;
  /** The width at which lines are wrapped; undefined wraps none. */
  readonly columns: number | undefined;
  /** Shows prompts, arguments, results and notes in full instead of cut to a line. */
  readonly isFull: boolean;
}

/** Turns records, in their order, into lines for people. Each line begins with time and tokens. */
export interface Transcript {
  lines(record: RunRecord): string[];
}

/** The tool whose calls are shown as a dialogue. */
const DIALOGUE_TOOL = "send_message_to_operator";
const MARGIN = 23;
/** Where texts are cut to a line if no terminal reports its width. */
const DEFAULT_WIDTH = 160;
const MIN_WIDTH = 24;
/** With less room after its label, a text is cut together with the label. */
const MIN_CUT = 8;

export function createTranscript(options: TranscriptOptions): Transcript {
  const telling: Telling = {
    ...createLayout(options),
    planned: undefined,
    lastText: "",
    inDialogue: new Set(),
  };
  return { lines: (record) => linesOf(telling, record) };
}

function linesOf(telling: Telling, record: RunRecord): string[] {
  const { style, isFull, labelled, cut, beside } = telling;
  const { at } = record;
  switch (record.type) {
    case "run.started":
      return startLines(telling, record);
    case "run.resumed":
      return ["", ...beside(at, [style.bold(`Resumed at cycle ${record.cycle}`)])];
    case "cycle.started":
      return cycleLines(telling, record);
    case "model.called":
      return [];
    case "model.replied":
      return replyLines(telling, record);
    case "model.failed":
      return beside(at, labelled(`✗ model ${record.code}  `, record.message, style.bad));
    case "tool.started": {
      if (record.tool === DIALOGUE_TOOL && !isFull) return [];
      const label = `→ ${oneLine(record.tool, 40)} `;
      return beside(at, cut(label, argsText(record.args), style.dim));
    }
    case "tool.succeeded":
      return resultLines(telling, record);
    case "tool.failed": {
      const label = `✗ ${oneLine(record.tool, 40)} ${oneLine(record.errorType, 40)}  `;
      return beside(at, cut(label, record.text, style.bad));
    }
    case "operator.asked":
      telling.inDialogue.add(record.call);
      return beside(at, labelled("[AGENT]: ", record.message, style.bold));
    case "operator.answered":
      return beside(at, labelled("[OPERATOR]: ", record.text, style.bold));
    case "cycle.finished":
      return finishLines(telling, record);
    case "run.finished":
      return ["", ...beside(at, [style.good("Finished")])];
    case "run.stopped":
      return [
        "",
        ...beside(at, labelled(`Stopped (${record.reason}): `, record.message, style.bad)),
      ];
  }
}

function startLines(
  telling: Telling,
  { at, run, name, file, experiment }: RunRecordOf<"run.started">,
): string[] {
  const { style, isFull, room, labelled, cut, beside } = telling;
  const { model, system, cycles } = experimentFacts(experiment);
  telling.planned = cycles;
  const by = model === undefined ? "" : ` with ${model}`;
  const body = [
    style.bold(oneLine(name, room)),
    ...cut("", `${run}${by}, ${file}`).map(style.dim),
    ...(isFull && system !== undefined ? labelled("system  ", system, style.dim) : []),
  ];
  return [style.dim("    time    in   out"), ...beside(at, body)];
}

function cycleLines(
  telling: Telling,
  { at, cycle, prompt }: RunRecordOf<"cycle.started">,
): string[] {
  const { style, cut, beside } = telling;
  const of = telling.planned === undefined ? "" : style.dim(` of ${telling.planned}`);
  telling.lastText = "";
  return [
    "",
    ...beside(at, [style.bold(`Cycle ${cycle}`) + of, ...cut("prompt  ", prompt, style.dim)]),
  ];
}

function replyLines(
  telling: Telling,
  { at, text, calls, usage, finishReason }: RunRecordOf<"model.replied">,
) {
  const { style, labelled, beside } = telling;
  telling.lastText = text.trim();
  const names = calls.map(({ name }) => oneLine(name, 40)).join(", ");
  const wants = names === "" ? "(no text)" : `(calls ${names})`;
  const body = telling.lastText === "" ? [style.dim(wants)] : labelled("", text.trimEnd());
  const hasEndedWell = finishReason === "stop" || finishReason === "tool-calls";
  const ending = hasEndedWell ? [] : [style.bad(`(ended by ${oneLine(finishReason, 40)})`)];
  return beside(at, [...body, ...ending], usage);
}

function resultLines(telling: Telling, record: RunRecordOf<"tool.succeeded">): string[] {
  const { style, isFull, cut, beside } = telling;
  const { at, tool, call, text, ms } = record;
  if (telling.inDialogue.has(call) && !isFull) return [];
  return beside(at, cut(`← ${oneLine(tool, 40)} ${shortTime(ms)}  `, text, style.dim));
}

function finishLines(
  telling: Telling,
  { at, cycle, notes, steps, usage, ms }: RunRecordOf<"cycle.finished">,
) {
  const { style, cut, own, beside } = telling;
  const tokens = usage.inputTokens + usage.outputTokens;
  const done = `Cycle ${cycle} finished: ${counted(steps, "step")}, ${grouped(tokens)} tokens, ${shortTime(ms)}.`;
  // The notes are mostly the text of the last reply, which is right above.
  const isSaid = notes.trim() === telling.lastText || notes.trim() === "";
  return beside(at, [
    ...own(done).map(style.dim),
    ...(isSaid ? [] : cut("notes  ", notes, style.dim)),
  ]);
}

/** How texts are laid out beside the margin of time and tokens. */
function createLayout({ style, columns, isFull }: TranscriptOptions) {
  const room = Math.max((columns ?? DEFAULT_WIDTH) - MARGIN, MIN_WIDTH);
  let startMs: number | undefined;

  /** A text after its label: further lines are indented by the label's width. */
  function labelled(label: string, text: string, paint = same): string[] {
    const whole = withoutSigns(visibleText(text));
    if (columns !== undefined && label.length > room / 2) {
      return [paint(label.trimEnd()), ...wrapText(whole, room - 2).map((line) => `  ${line}`)];
    }
    const indent = " ".repeat(label.length);
    const lines = columns === undefined ? whole.split("\n") : wrapText(whole, room - label.length);
    return lines.map((line, index) =>
      index === 0 ? paint(label) + line : line === "" ? "" : indent + line,
    );
  }

  function cut(label: string, text: string, paint = same): string[] {
    if (isFull) return labelled(label, text, paint);
    const left = room - label.length;
    if (left < MIN_CUT) return [paint(withoutSigns(oneLine(label + text, room)))];
    return [paint(label) + withoutSigns(oneLine(text, left))];
  }

  function own(text: string): string[] {
    return columns === undefined ? [text] : wrapText(text, room);
  }

  /** The body beside its margin; only its first line has a time. */
  function beside(at: string, body: readonly string[], usage?: TokenUsage): string[] {
    const ms = toMs(at);
    startMs ??= ms;
    const tokens = usage === undefined ? ["", ""] : [usage.inputTokens, usage.outputTokens];
    const [taken = "", given = ""] = tokens.map((count) =>
      typeof count === "number" ? short(count) : count,
    );
    const margin = `${offset(ms - startMs).padStart(8)} ${taken.padStart(5)} ${given.padStart(5)}   `;
    const blank = " ".repeat(MARGIN);
    return body.map((line, index) => {
      if (index === 0) return (style.dim(margin) + line).trimEnd();
      return line === "" ? "" : blank + line;
    });
  }

  return { style, isFull, room, labelled, cut, own, beside };
}

/** The layout, and the facts of earlier records that decide how a later one is shown. */
interface Telling extends ReturnType<typeof createLayout> {
  planned: number | undefined;
  lastText: string;
  readonly inDialogue: Set<string>;
}

function same(text: string): string {
  return text;
}
