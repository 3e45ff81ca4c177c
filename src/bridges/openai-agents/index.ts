/** People behind the OpenAI Agents SDK (package `@openai/agents`). Everything exported here is public. */
import { isEarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { jsonSchemaOf } from "../../guard/json-schema-of.ts";
import { modelQuestion } from "../model-question.ts";
import type { Given, SoughtCall } from "../outcomes.ts";
import { calledBy, commonOf, type PeopleOptions } from "../people-options.ts";
import { type Matter, type PutOptions, putToPeople } from "../put-to-people.ts";
import { takeOrSay } from "../take-for-model.ts";
import { type Interruption, idOf, inputOf } from "./interruption.ts";
import { type Approvals, type AskTool, askTool, type FunctionTool, guardedTool } from "./tools.ts";

export type { PeopleOptions } from "../people-options.ts";
export type { AskTool, FunctionTool, Interruption };

type Asker = Approvals["earshot"];

/** A `RunState`. */
export interface RunState {
  getInterruptions(): readonly Interruption[];
  approve(item: never): void;
  reject(item: never, options: { message: string }): void;
  toString(): string;
}

/** What a run of the SDK gives. */
export interface RunResult {
  readonly interruptions: readonly unknown[];
  readonly state: RunState;
}

/** An `Agent`. */
export interface RunAgent {
  readonly name: string;
  readonly handoffs: readonly unknown[];
  clone(config: never): object;
}

export interface RunOptions<R> {
  readonly agent: RunAgent;
  /** The class of this name, from `@openai/agents`. */
  readonly RunState: { fromString(agent: never, text: string): Promise<RunState> };
  /** For a thread that has not begun. */
  readonly input: unknown;
  /** What `save` heard last, if the thread has begun. */
  readonly state?: string | undefined;
  /** Hears of the state before people are waited for, and at the end. */
  readonly save?: ((state: string) => unknown) | undefined;
  /** Runs the agent from what it is given: the input, or a `RunState`. */
  readonly run: (from: never) => Promise<R>;
  readonly signal?: AbortSignal | undefined;
}

export interface People {
  /** The same tools, whose calls run once they are approved, as they were approved, and at most once. */
  tools<T extends FunctionTool | AskTool>(tools: readonly T[]): T[];
  /** A tool by which the model asks a person. Pass it through `tools`. */
  readonly ask: AskTool;
  /** Puts all that interrupts a state to people, waits, and approves or rejects it there as they said. */
  answer(state: RunState, options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /** Runs and answers in turn until nothing interrupts it, from wherever the state stands. */
  run<R extends RunResult>(options: RunOptions<R>): Promise<R>;
}

/**
 * Puts people behind an agent of the OpenAI Agents SDK. Where its state is kept, it may be killed at any moment: the
 * next process finds what was asked and what people said.
 * @example
 * ```ts
 * import { withPeople } from "earshot/bridges/openai-agents";
 * import { createClient } from "earshot/client";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const people = withPeople(earshot, { thread: "invoice-4711" });
 * console.log(people.tools([people.ask])[0]?.name);
 * ```
 */
export function withPeople(earshot: Asker, options: PeopleOptions): People {
  const approvals: Approvals = {
    earshot,
    onAskedBack: options.onAskedBack,
    keyOf: (callId) => [options.thread, callId],
    callOf: (tool, input, argsSchema) => calledBy(options, { tool, input, argsSchema }),
    questionOf: (input) => ({ ...modelQuestion(input, options), ...commonOf(options) }),
  };
  const ask = askTool(approvals, options);
  const asks = (tool: object) => "invoke" in tool && tool.invoke === ask.invoke;
  /** The tools that take their calls themselves, with their schemas. */
  const guarded = new WeakMap<object, JsonObject | undefined>();

  function openCall(item: Interruption): OpenCall {
    const { agent, name = "" } = item;
    const tool = agent.tools.find((one) => "name" in one && one.name === name);
    const key = approvals.keyOf(idOf(item));
    const input = inputOf(item);
    if (tool !== undefined && asks(tool)) {
      return { item, isBound: true, matter: { key, question: approvals.questionOf(input) } };
    }
    const call = approvals.callOf(name, input, tool && guarded.get(tool));
    return { item, isBound: tool !== undefined && guarded.has(tool), matter: { key, call } };
  }

  const people: People = {
    ask,
    tools: (tools) =>
      tools.map((tool) => {
        if (asks(tool)) return tool;
        const argsSchema = jsonSchemaOf(tool.parameters, tool.name);
        const bound = guardedTool(tool, argsSchema, approvals);
        guarded.set(bound, argsSchema);
        return bound;
      }),
    async answer(state, { signal } = {}) {
      const open = state.getInterruptions().map(openCall);
      const matters = open.map(({ matter }) => matter);
      const { onAskedBack } = options;
      const outcomes = await outcomesOf(earshot, matters, { signal, onAskedBack });
      for (const [index, one] of open.entries()) {
        const message = await refusal(earshot, one, outcomes[index]);
        if (message === undefined) state.approve(one.item as never);
        else state.reject(one.item as never, { message });
      }
    },
    async run({ agent, RunState, input, state, save, run, signal }) {
      let from: unknown = input;
      let waiting = state && (await RunState.fromString(namedAsIn(state, agent) as never, state));
      for (;;) {
        if (waiting) {
          await people.answer(waiting, { signal });
          from = waiting;
        }
        const result = await run(from as never);
        await save?.(result.state.toString());
        if (result.interruptions.length === 0) return result;
        waiting = result.state;
      }
    },
  };
  return people;
}

/** A state knows its agents by their names, and an agent that hands off to nobody is the only one in it. */
function namedAsIn(state: string, agent: RunAgent): object {
  const { currentAgent } = JSON.parse(state) as { readonly currentAgent?: { name?: string } };
  const name = currentAgent?.name ?? agent.name;
  if (name === agent.name || agent.handoffs.length > 0) return agent;
  return agent.clone({ name } as never);
}

interface OpenCall {
  readonly item: Interruption;
  readonly matter: Matter;
  /** Whether the tool itself takes what people say. */
  readonly isBound: boolean;
}

/** What people say, or why the server would not ask them. */
type Outcome = SoughtCall | Given | string;

async function outcomesOf(
  earshot: Asker,
  matters: readonly Matter[],
  put: Pick<PutOptions, "signal" | "onAskedBack">,
): Promise<readonly Outcome[]> {
  try {
    return await putToPeople(earshot, matters, put);
  } catch (error) {
    if (!isEarshotError(error, "INVALID_INPUT")) throw error;
  }
  // Thrown, it would come again at each start; the model can write the call anew.
  return await Promise.all(
    matters.map(async (matter): Promise<Outcome> => {
      try {
        const [outcome] = await putToPeople(earshot, [matter], put);
        return outcome;
      } catch (error) {
        if (isEarshotError(error, "INVALID_INPUT")) return error.message;
        throw error;
      }
    }),
  );
}

/** Why a call does not run, for the model; undefined if it may. */
async function refusal(
  earshot: Asker,
  { matter, isBound }: OpenCall,
  outcome: Outcome | undefined,
): Promise<string | undefined> {
  if (typeof outcome === "string") return outcome;
  if ("question" in matter) return undefined;
  const sought = outcome as SoughtCall;
  if (sought.outcome !== "approved") return sought.says;
  if (isBound) return undefined;
  // It would run as the model called it.
  if (sought.patch !== undefined)
    return `This call cannot be changed, so it has not run. ${sought.says}`;
  const taken = await takeOrSay(earshot, sought);
  return typeof taken === "string" ? taken : undefined;
}
