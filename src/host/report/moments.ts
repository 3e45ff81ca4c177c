import type { TokenUsage } from "../../ports/model/model.ts";
import type { RunRecordOf } from "../run-log.ts";

/*
 * What happens within a cycle, from two records each: its beginning and its end. A moment that a
 * kill interrupted is `cut`; one without an end in the last record is `open`.
 */

export interface Span {
  readonly startMs: number;
  endMs: number;
}

/** One call of the model. */
export interface ModelMoment extends Span {
  readonly kind: "model";
  readonly step: number;
  outcome: "open" | "cut" | "replied" | "failed";
  text: string;
  /** Names of the tools that it wants to call. */
  wants: readonly string[];
  usage: TokenUsage;
  /** Why it ended, or the code and message of the failure. */
  ending: string;
  ms: number;
}

/** One call of a tool. A call that a resumed run repeats occurs twice, with the same `call`. */
export interface ToolMoment extends Span {
  readonly kind: "tool";
  readonly step: number;
  readonly call: string;
  readonly tool: string;
  readonly args: unknown;
  outcome: "open" | "cut" | "succeeded" | "failed";
  text: string;
  errorType: string | undefined;
  ms: number;
}

/** A question to the operator. It stays one question if a resumed run asks it again. */
export interface QuestionMoment extends Span {
  readonly kind: "question";
  readonly step: number;
  readonly call: string;
  readonly message: string;
  outcome: "open" | "cut" | "answered";
  answer: string;
  ms: number;
}

/** The time between the last record before a kill or stop and the resumption. */
export interface BreakMoment extends Span {
  readonly kind: "break";
}

export type Moment = ModelMoment | ToolMoment | QuestionMoment | BreakMoment;

/** Receives the moments. */
interface HasMoments {
  readonly moments: Moment[];
}

const NO_TOKENS: TokenUsage = { inputTokens: 0, outputTokens: 0 };

/** Ends whatever has not ended here; as `open` it may still go on. */
export function closeOpen(cycle: HasMoments, endMs: number, outcome: "open" | "cut"): void {
  for (const moment of cycle.moments) {
    if (moment.kind === "break" || moment.outcome !== "open") continue;
    moment.endMs = endMs;
    moment.outcome = outcome;
  }
}

export function aModelCall(step: number, startMs: number): ModelMoment {
  return {
    kind: "model",
    step,
    startMs,
    endMs: startMs,
    outcome: "open",
    text: "",
    wants: [],
    usage: NO_TOKENS,
    ending: "",
    ms: 0,
  };
}

export function endModelCall(
  { moments }: HasMoments,
  record: RunRecordOf<"model.replied"> | RunRecordOf<"model.failed">,
  endMs: number,
): void {
  let call = moments
    .filter((moment) => moment.kind === "model")
    .findLast(({ step, outcome }) => step === record.step && outcome === "open");
  if (call === undefined) {
    call = aModelCall(record.step, endMs);
    moments.push(call);
  }
  call.endMs = endMs;
  call.ms = record.ms;
  if (record.type === "model.failed") {
    call.outcome = "failed";
    call.ending = `${record.code}: ${record.message}`;
    return;
  }
  call.outcome = "replied";
  call.text = record.text;
  call.wants = record.calls.map(({ name }) => name);
  call.usage = record.usage;
  call.ending = record.finishReason;
}

type ToolRecord = RunRecordOf<"tool.started" | "tool.succeeded" | "tool.failed">;

export function aToolCall(record: ToolRecord, startMs: number): ToolMoment {
  const { step, call, tool } = record;
  return {
    kind: "tool",
    step,
    call,
    tool,
    args: record.type === "tool.started" ? record.args : undefined,
    startMs,
    endMs: startMs,
    outcome: "open",
    text: "",
    errorType: undefined,
    ms: 0,
  };
}

/** A call that was cut ends here too: a resumed run says that its outcome is unknown. */
export function endToolCall(
  { moments }: HasMoments,
  record: RunRecordOf<"tool.succeeded" | "tool.failed">,
  endMs: number,
): void {
  let use = moments
    .filter((moment) => moment.kind === "tool")
    .findLast((moment) => isSame(moment, record) && !hasEnded(moment));
  if (use === undefined) {
    use = aToolCall(record, endMs);
    moments.push(use);
  }
  if (use.outcome === "open") use.endMs = endMs;
  use.outcome = record.type === "tool.failed" ? "failed" : "succeeded";
  use.text = record.text;
  use.errorType = record.type === "tool.failed" ? record.errorType : undefined;
  use.ms = record.ms;
}

export function askOperator(
  cycle: HasMoments,
  record: RunRecordOf<"operator.asked">,
  startMs: number,
): void {
  const known = questionOf(cycle, record);
  if (known !== undefined) {
    if (known.outcome === "cut") known.outcome = "open";
    return;
  }
  const { step, call, message } = record;
  cycle.moments.push({
    kind: "question",
    step,
    call,
    message,
    startMs,
    endMs: startMs,
    outcome: "open",
    answer: "",
    ms: 0,
  });
}

export function answerOperator(
  cycle: HasMoments,
  record: RunRecordOf<"operator.answered">,
  endMs: number,
): void {
  const question = questionOf(cycle, record);
  if (question === undefined || question.outcome === "answered") return;
  question.endMs = endMs;
  question.outcome = "answered";
  question.answer = record.text;
  question.ms = record.ms;
}

function questionOf({ moments }: HasMoments, record: CallPlace): QuestionMoment | undefined {
  return moments
    .filter((moment) => moment.kind === "question")
    .find((moment) => isSame(moment, record));
}

interface CallPlace {
  readonly step: number;
  readonly call: string;
}

function isSame(moment: CallPlace, record: CallPlace): boolean {
  return moment.step === record.step && moment.call === record.call;
}

function hasEnded({ outcome }: ToolMoment): boolean {
  return outcome === "succeeded" || outcome === "failed";
}
