import { setTimeout as pause } from "node:timers/promises";
import { type EarshotError, ERRORS, isEarshotError, isErrorCode } from "../domain/errors.ts";
import type { ModelReply, ToolCall } from "../ports/model/model.ts";
import { promptOf } from "./prompt.ts";
import { advance, type NextStep, nextStep, type OpenCycle, type RunState } from "./run-state.ts";
import { type Runner, type RunnerOptions, runTools } from "./run-tools.ts";

/** How it ended, according to its last record. */
export type RunEnd =
  | { readonly end: "finished" }
  | { readonly end: "interrupted" | "budget" | "failed"; readonly message: string };

/** Calls of the model for one step, beyond its adapter's own retries. */
const MAX_ATTEMPTS = 3;
const RETRY_MS = 1_000;

/**
 * Brings a run from its current state to its end. Everything it does is recorded before anything
 * follows from it, so that it can be killed at any moment and resumed.
 */
export async function runExperiment(options: RunnerOptions): Promise<RunEnd> {
  const { run, onRecord } = options;
  let { state } = run;
  const runner: Runner = {
    ...options,
    state: () => state,
    note(fact) {
      const record = run.log.append(fact);
      state = advance(state, record);
      onRecord(record, state);
    },
  };
  try {
    for (;;) {
      const next = nextStep(state);
      if (next.do === "nothing") return { end: "finished" };
      options.signal.throwIfAborted();
      await take(runner, next);
    }
  } catch (error) {
    return stop(runner, error);
  }
}

async function take(runner: Runner, next: Exclude<NextStep, { do: "nothing" }>): Promise<void> {
  const state = runner.state();
  switch (next.do) {
    case "start-cycle": {
      const { cycle } = next;
      const prompt = promptOf(state.experiment, { cycle, notes: state.notes });
      return runner.note({ type: "cycle.started", cycle, prompt });
    }
    case "call-model":
      return await callModel(runner, next.open);
    case "run-tools":
      return await runTools(runner, next.open);
    case "finish-cycle": {
      const { cycle, steps, usage, sinceMs } = next.open;
      const ms = state.elapsedMs - sinceMs;
      const notes = cutNotes(next.notes);
      return runner.note({ type: "cycle.finished", cycle, notes, steps, usage, ms });
    }
    case "finish-run":
      return runner.note({ type: "run.finished", usage: state.usage, ms: state.elapsedMs });
  }
}

async function callModel(runner: Runner, { cycle, messages, steps }: OpenCycle): Promise<void> {
  const { model, dispatcher, signal, note } = runner;
  const at = { cycle, step: steps + 1 };
  const tools = dispatcher.getToolDefinitions("mcp").map(({ inputSchema, ...tool }) => ({
    ...tool,
    input: inputSchema,
  }));
  note({ type: "model.called", ...at });
  const began = performance.now();
  const elapsed = () => Math.round(performance.now() - began);
  const { system } = runner.state().experiment;
  let reply: ModelReply;
  try {
    reply = await model.reply({ system, messages, tools, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!isEarshotError(error)) throw error;
    const { code, message } = error;
    note({ type: "model.failed", ...at, code, message, ms: elapsed() });
    return await beforeRepeat(runner, error);
  }
  const { text, usage, finishReason } = reply;
  const calls = distinct(reply.calls, { ...at, known: runner.state().callIds });
  note({ type: "model.replied", ...at, text, calls, usage, finishReason, ms: elapsed() });
}

/** Makes the ids of calls unique in the whole run: some servers start counting with every reply. */
function distinct(
  calls: readonly ToolCall[],
  { cycle, step, known }: { cycle: number; step: number; known: ReadonlySet<string> },
): (ToolCall & { args: unknown })[] {
  const taken = new Set(known);
  return calls.map((call, index) => {
    let { id } = call;
    for (let turn = 0; id === "" || taken.has(id); turn++) {
      id = `call_${[cycle, step, index + 1, ...(turn === 0 ? [] : [turn])].join("_")}`;
    }
    taken.add(id);
    return { ...call, id };
  });
}

/** Whether the model is called again after it has failed with this code, as often as the state says. */
export function isRepeated(code: string, { open }: RunState): boolean {
  const isHopeless = !isErrorCode(code) || ERRORS[code].retry === "never";
  return !isHopeless && (open?.failures ?? 0) < MAX_ATTEMPTS;
}

/** Returns when the call may be repeated; throws the error again if that cannot help. */
async function beforeRepeat(runner: Runner, error: EarshotError): Promise<void> {
  if (!isRepeated(error.code, runner.state())) throw error;
  const failures = runner.state().open?.failures ?? 0;
  const told = error.details?.["retryAfterMs"];
  const ms = (runner.retryMs ?? RETRY_MS) * 2 ** (failures - 1);
  await pause(Math.max(ms, typeof told === "number" ? told : 0), undefined, {
    signal: runner.signal,
  });
}

/** Records why the run does not go on. If that fails, the log says as much as it can. */
function stop({ signal, note, state }: Runner, error: unknown): RunEnd {
  if (signal.aborted) {
    const message = "Interrupted.";
    note({ type: "run.stopped", reason: "interrupted", message });
    return { end: "interrupted", message };
  }
  const end = isEarshotError(error, "BUDGET_SPENT") ? "budget" : "failed";
  const message = error instanceof Error ? error.message : String(error);
  note({ type: "run.stopped", reason: end, message });
  if (!isEarshotError(error)) throw error;
  return { end, message: end === "budget" ? budgetMessage(message, state()) : message };
}

function budgetMessage(message: string, { file }: RunState): string {
  return `${message} The limits stand in ${file}.`;
}

/** Characters of an earlier cycle that a model can be given without crowding out its own work. */
export const MAX_NOTES = 8_000;

/** The notes as they are carried over: long ones are cut at a line end, and say so. */
export function cutNotes(text: string): string {
  if (text.length <= MAX_NOTES) return text;
  const remark = `\n(These notes were cut: they had ${text.length} characters, and ${MAX_NOTES} are carried.)`;
  const room = MAX_NOTES - remark.length;
  const end = text.lastIndexOf("\n", room);
  // One line that fills most of the room is cut within, rather than lost.
  const kept = text.slice(0, end > room / 2 ? end : room);
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}${remark}`;
}
