import type { ModelMessage, TokenUsage, ToolCall, ToolReply } from "../ports/model/model.ts";
import type { Experiment } from "./experiment.ts";
import type { RunRecord, RunRecordOf } from "./run-log.ts";

/*
 * Where a run stands, as its log tells it. The same function makes it from the log of an earlier
 * process and from each record as it is appended, so a resumed run stands exactly where the one that
 * was killed stood.
 *
 *   run.started       nothing is done yet
 *   cycle.started     the cycle is open; its messages begin with the prompt
 *   model.replied     the reply is a message; its calls are open
 *   tool.started      the call may have had its effect
 *   tool.succeeded,
 *   tool.failed       the call is done and never made again; with the last of a reply's calls the
 *                     results are a message
 *   cycle.finished    its notes are what the next one is given
 *   run.finished      nothing follows
 *   run.stopped       the run can be taken up again
 *   run.resumed       what lies between the record before and this one was no time of the run, and
 *                     the limits are those that the file has now
 */

export interface RunState {
  readonly run: string;
  readonly file: string;
  readonly experiment: Experiment;
  /** Cycles that have finished. */
  readonly cycles: number;
  /** Of the last cycle that finished. */
  readonly notes: string;
  readonly open: OpenCycle | undefined;
  readonly usage: TokenUsage;
  /** Calls of the model, and the time spent on them. */
  readonly modelCalls: number;
  readonly modelMs: number;
  /** Ids of all calls so far. They make ids unique if a server counts from 1 in every reply. */
  readonly callIds: ReadonlySet<string>;
  /** Time during which the run was running. */
  readonly elapsedMs: number;
  readonly lastAt: number;
  readonly isOver: boolean;
}

export interface OpenCycle {
  readonly cycle: number;
  readonly messages: readonly ModelMessage[];
  /** Replies of the model. */
  readonly steps: number;
  /** Failed calls of the model since the last reply, or since the run was resumed. */
  readonly failures: number;
  /** The calls of the last reply, until all are done. */
  readonly calls: readonly OpenCall[];
  readonly usage: TokenUsage;
  /** `elapsedMs` at its start. */
  readonly sinceMs: number;
}

export interface OpenCall extends ToolCall {
  /**
   * The same for the same call of the run, however often it is made, and different for every other
   * call of any run. It makes effects happen once.
   */
  readonly key: string;
  readonly isStarted: boolean;
  readonly isAsked: boolean;
  readonly isAnswered: boolean;
  readonly reply: ToolReply | undefined;
}

const NO_TOKENS: TokenUsage = { inputTokens: 0, outputTokens: 0 };

/** The state after one more record; undefined is the state before the first. */
export function advance(state: RunState | undefined, record: RunRecord): RunState {
  if (record.type === "run.started") return begin(record);
  if (state === undefined) throw new Error(`A log begins with run.started, not ${record.type}.`);
  return change(elapse(state, record), record);
}

function begin({ run, file, experiment, at }: RunRecordOf<"run.started">): RunState {
  return {
    run,
    file,
    // Checked when the log is read.
    experiment: experiment as Experiment,
    cycles: 0,
    notes: "",
    open: undefined,
    usage: NO_TOKENS,
    modelCalls: 0,
    modelMs: 0,
    callIds: new Set(),
    elapsedMs: 0,
    lastAt: Date.parse(at),
    isOver: false,
  };
}

function elapse(state: RunState, record: RunRecord): RunState {
  const at = Date.parse(record.at);
  // The clock may have been set back.
  const ms = record.type === "run.resumed" ? 0 : Math.max(at - state.lastAt, 0);
  return { ...state, lastAt: at, elapsedMs: state.elapsedMs + ms };
}

function change(state: RunState, record: RunRecord): RunState {
  switch (record.type) {
    case "run.started":
      return state;
    case "run.resumed":
      return changeOpen({ ...state, experiment: limited(state.experiment, record) }, () => ({
        failures: 0,
      }));
    case "cycle.started":
      return { ...state, open: openCycle(record, state.elapsedMs) };
    case "model.called":
      return { ...state, modelCalls: state.modelCalls + 1 };
    case "model.failed":
      return failure(state, record);
    case "model.replied":
      return reply(state, record);
    case "tool.started":
      return changeCall(state, record.call, () => ({ isStarted: true }));
    case "operator.asked":
      return changeCall(state, record.call, () => ({ isAsked: true }));
    case "operator.answered":
      return changeCall(state, record.call, () => ({ isAnswered: true }));
    case "tool.succeeded":
    case "tool.failed":
      return changeCall(state, record.call, ({ id, name }) => ({
        reply: { call: id, name, text: record.text, isError: record.type === "tool.failed" },
      }));
    case "cycle.finished":
      return { ...state, cycles: record.cycle, notes: record.notes, open: undefined };
    case "run.finished":
      return { ...state, isOver: true };
    case "run.stopped":
      return state;
  }
}

function limited(experiment: Experiment, { limits }: RunRecordOf<"run.resumed">): Experiment {
  return limits === undefined
    ? experiment
    : { ...experiment, limits: limits as Experiment["limits"] };
}

/** A call that the budget refused does not count as one. */
function failure(state: RunState, { code, ms }: RunRecordOf<"model.failed">): RunState {
  const refused = code === "BUDGET_SPENT" ? 1 : 0;
  const next = changeOpen(state, ({ failures }) => ({ failures: failures + 1 }));
  return {
    ...next,
    modelCalls: state.modelCalls - refused,
    modelMs: state.modelMs + ms,
  };
}

function openCycle({ cycle, prompt }: RunRecordOf<"cycle.started">, sinceMs: number): OpenCycle {
  return {
    cycle,
    messages: [{ role: "user", text: prompt }],
    steps: 0,
    failures: 0,
    calls: [],
    usage: NO_TOKENS,
    sinceMs,
  };
}

function reply(state: RunState, record: RunRecordOf<"model.replied">): RunState {
  const { cycle, step, text, usage } = record;
  // Sent again unchanged: a server may check what it wrote itself.
  const calls = record.calls as readonly ToolCall[];
  const open = calls.map((call, index) => ({
    ...call,
    key: `${state.run}:${cycle}.${step}.${index + 1}`,
    isStarted: false,
    isAsked: false,
    isAnswered: false,
    reply: undefined,
  }));
  const next = changeOpen(state, (now) => ({
    messages: [...now.messages, { role: "assistant", text, calls }],
    steps: now.steps + 1,
    failures: 0,
    calls: open,
    usage: addUsage(now.usage, usage),
  }));
  return {
    ...next,
    usage: addUsage(state.usage, usage),
    modelMs: state.modelMs + record.ms,
    callIds: new Set([...state.callIds, ...calls.map(({ id }) => id)]),
  };
}

function changeCall(
  state: RunState,
  id: string,
  by: (call: OpenCall) => Partial<OpenCall>,
): RunState {
  return changeOpen(state, ({ calls, messages }) => {
    const now = calls.map((call) => (call.id === id ? { ...call, ...by(call) } : call));
    const replies = now.flatMap((call) => (call.reply === undefined ? [] : [call.reply]));
    if (replies.length < now.length) return { calls: now };
    return { calls: [], messages: [...messages, { role: "tool", replies }] };
  });
}

function changeOpen(state: RunState, by: (open: OpenCycle) => Partial<OpenCycle>): RunState {
  return state.open === undefined
    ? state
    : { ...state, open: { ...state.open, ...by(state.open) } };
}

function addUsage(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}

/** What a run has to do next. */
export type NextStep =
  | { readonly do: "start-cycle"; readonly cycle: number }
  | { readonly do: "call-model"; readonly open: OpenCycle }
  | { readonly do: "run-tools"; readonly open: OpenCycle }
  | { readonly do: "finish-cycle"; readonly open: OpenCycle; readonly notes: string }
  | { readonly do: "finish-run" }
  | { readonly do: "nothing" };

export function nextStep(state: RunState): NextStep {
  if (state.isOver) return { do: "nothing" };
  const { open, cycles, experiment } = state;
  if (open === undefined) {
    return cycles < experiment.cycles
      ? { do: "start-cycle", cycle: cycles + 1 }
      : { do: "finish-run" };
  }
  if (open.calls.length > 0) return { do: "run-tools", open };
  const last = open.messages.at(-1);
  if (last?.role === "assistant") return { do: "finish-cycle", open, notes: last.text };
  const { steps } = experiment.limits;
  if (open.steps < steps) return { do: "call-model", open };
  return { do: "finish-cycle", open, notes: notesAtLimit(open, state.notes, steps) };
}

/** The result of a cycle that ends at its limit: its last words, or else the notes before it. */
function notesAtLimit({ messages }: OpenCycle, earlier: string, steps: number): string {
  const said = messages.flatMap((message) =>
    message.role === "assistant" && message.text.trim() !== "" ? [message.text] : [],
  );
  const limit = `(The cycle before this one was ended at its limit of ${steps} calls of the model.)`;
  return [said.at(-1) ?? earlier, limit].filter((part) => part !== "").join("\n\n");
}
