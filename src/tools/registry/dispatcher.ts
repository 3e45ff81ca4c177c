import { formatDuration } from "../../domain/duration.ts";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { MAX_TOOL_NAME_LENGTH } from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";
import { exportDefinitions, type ToolDefinitions, type ToolFormat } from "./definitions.ts";
import { explainIssues, signature } from "./explain-issues.ts";
import { didYouMean } from "./nearest.ts";
import { failed, failedWith } from "./outcome.ts";
import { type ReadArguments, readArguments } from "./read-arguments.ts";
import type { RegisteredTool, ToolRegistry } from "./registry.ts";
import { runBounded } from "./run-bounded.ts";
import type {
  ToolEvent,
  ToolExecutionContext,
  ToolHolder,
  ToolListener,
  ToolResult,
} from "./tool.ts";

export interface ToolDispatcherOptions {
  readonly registry: ToolRegistry;
  /**
   * Who calls; `agent` by default. Tools that it may not hold are neither shown to it nor callable.
   */
  readonly holder?: ToolHolder;
  /** For tools without a time limit of their own; 60,000 by default. */
  readonly timeoutMs?: number;
  readonly listeners?: readonly ToolListener[];
  /**
   * Hears of faults of a tool or a listener, but not of a call: an unexpected error, or output that
   * does not fit its schema.
   */
  readonly onFault?: (error: unknown) => void;
}

/** An agent's loop calls its tools through this. Any number of calls may run at once. */
export interface ToolDispatcher {
  /**
   * Calls a tool and resolves with what the model is told. It never throws, even if the tool does
   * not exist, its arguments are wrong, it fails, its time is over or the signal aborts.
   */
  dispatch(name: string, args: unknown, context: ToolExecutionContext): Promise<ToolResult>;
  /** What a model is told of the tools, in the format of its API. */
  getToolDefinitions<F extends ToolFormat>(format: F): ToolDefinitions[F];
}

const DEFAULT_TIMEOUT_MS = 60_000;

const MAX_NAMES = 40;
const OWN_FAULT =
  "It is a fault of the tool, not of the call: calling it again will not help. Go on without it.";

/**
 * Throws INVALID_INPUT for an invalid time-out; nothing throws later.
 * @example
 * ```ts
 * import { createClient } from "earshot/client";
 * import { createToolDispatcher, createToolRegistry, TOOL_SETS } from "earshot/tools";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const dispatcher = createToolDispatcher({ registry: createToolRegistry(TOOL_SETS.classic) });
 * const context = { earshot, call: "call-1", signal: AbortSignal.timeout(60_000) };
 * const { text } = await dispatcher.dispatch("list", {}, context);
 * ```
 */
export function createToolDispatcher(options: ToolDispatcherOptions): ToolDispatcher {
  const { registry, holder = "agent", listeners = [], onFault = () => {} } = options;
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  if (!(timeoutMs > 0)) {
    throw new EarshotError("INVALID_INPUT", `A time-out of ${timeoutMs} ms lets no tool run.`);
  }
  const held = registry.tools.filter(({ tool }) => tool.heldBy.includes(holder));
  const heldNames = held.map(({ tool }) => tool.name);

  function tellFault(error: unknown): void {
    try {
      onFault(error);
    } catch {
      // Nobody is left to be told.
    }
  }

  function tell(event: ToolEvent): void {
    for (const listen of listeners) {
      try {
        const told = listen(event);
        if (told !== undefined) Promise.resolve(told).catch(tellFault);
      } catch (error) {
        tellFault(error);
      }
    }
  }

  /** The tool and its checked input, or what the model is told because the call cannot be made. */
  function admit({ name, shown, read }: Call): Admitted | ToolResult {
    const entry = registry.find(name);
    if (entry === undefined) return failed(shown, "UnknownTool", unknown(name, heldNames));
    if (!entry.tool.heldBy.includes(holder)) {
      return failed(name, "NotAllowed", notHeld(name, holder));
    }
    if (!read.ok) return failed(name, "InvalidArguments", refused(entry, read.problem));
    const parsed = entry.input.safeParse(read.args);
    if (parsed.success) return { entry, input: parsed.data };
    const said = explainIssues(entry, parsed.error.issues, read.args);
    return failed(name, "InvalidArguments", said);
  }

  async function run({ entry, input }: Admitted, context: ToolExecutionContext) {
    const { tool } = entry;
    const boundMs = tool.timeoutMs ?? timeoutMs;
    const ended = await runBounded((signal) => tool.execute(input, { ...context, signal }), {
      signal: context.signal,
      timeoutMs: boundMs,
    });
    switch (ended.kind) {
      case "returned":
        return succeeded(entry, ended.value);
      case "threw":
        if (!isEarshotError(ended.error)) tellFault(ended.error);
        return failedWith(tool.name, ended.error);
      case "timed-out":
        return failed(tool.name, "TimedOut", timedOut(tool.name, boundMs));
      case "cancelled":
        return failed(tool.name, "Cancelled", `${tool.name} was cancelled before it ended.`);
    }
  }

  async function answerTo(call: Call): Promise<ToolResult> {
    try {
      const admitted = admit(call);
      return "ok" in admitted ? admitted : await run(admitted, call.context);
    } catch (error) {
      tellFault(error);
      return failed(call.shown, "ExecutionFailed", `${call.shown} failed. ${OWN_FAULT}`);
    }
  }

  return {
    async dispatch(name, args, context) {
      const began = performance.now();
      const most = registry.find(name)?.tool.maxCharacters;
      const call = callOf(name, { args, most }, context);
      const about = aboutOf(call);
      tell({ type: "tool.started", ...about });
      const result = await answerTo(call);
      const type = result.ok ? "tool.succeeded" : "tool.failed";
      tell({ type, ...about, result, ms: performance.now() - began });
      return result;
    },
    getToolDefinitions: (format) => exportDefinitions(held, format),
  };
}

interface Call {
  readonly name: string;
  /** The name in a form that can be shown: a model may write anything there. */
  readonly shown: string;
  readonly read: ReadArguments;
  readonly context: ToolExecutionContext;
}

interface Admitted {
  readonly entry: RegisteredTool;
  readonly input: Record<string, unknown>;
}

function callOf(
  name: string,
  { args, most }: { readonly args: unknown; readonly most: number | undefined },
  context: ToolExecutionContext,
): Call {
  const text = typeof name === "string" ? name : `(${typeof name})`;
  const shown = text.slice(0, MAX_TOOL_NAME_LENGTH).toWellFormed();
  return { name: text, shown, read: readArguments(args, most), context };
}

function aboutOf({ shown, read, context }: Call) {
  return {
    tool: shown,
    call: context.call,
    ...present({ run: context.run }),
    args: read.ok ? read.args : read.seen,
  };
}

function succeeded({ tool }: RegisteredTool, value: unknown): ToolResult {
  const parsed = tool.output.safeParse(value);
  if (!parsed.success) {
    throw new EarshotError(
      "INTERNAL",
      `What the tool ${tool.name} returned does not fit its own output schema. Mend one of them.`,
      { cause: parsed.error, details: { tool: tool.name } },
    );
  }
  const output = parsed.data;
  return { ok: true, output, text: tool.toText?.(output) ?? textOf(output) };
}

function textOf(output: unknown): string {
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "");
}

function unknown(name: string, names: readonly string[]): string {
  const shown = JSON.stringify(name.slice(0, MAX_TOOL_NAME_LENGTH));
  const listed = names.slice(0, MAX_NAMES).join(", ");
  const more = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : "";
  const known = names.length === 0 ? "There are no tools." : `The tools are ${listed}${more}.`;
  return `There is no tool ${shown}.${didYouMean(name, names)} ${known}`;
}

function notHeld(name: string, holder: ToolHolder): string {
  return holder === "worker"
    ? `A worker may not call ${name}. Return to the agent you work for and say what you need.`
    : `An agent that talks with people may not call ${name}. Go on without it.`;
}

function refused({ tool, parameters }: RegisteredTool, problem: string): string {
  const sentence = problem.charAt(0).toUpperCase() + problem.slice(1);
  return `${sentence}. ${signature(tool.name, parameters)}`;
}

function timedOut(name: string, boundMs: number): string {
  const bound = boundMs < 1_000 ? `${boundMs} ms` : formatDuration(boundMs);
  return `${name} took longer than ${bound} and was given up; nobody knows whether it had an effect. Look before you call it again.`;
}
