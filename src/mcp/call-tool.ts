import { inputRequired, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { isEarshotError } from "../domain/errors.ts";
import type { SchemaCheck } from "../domain/form-dialect.ts";
import type { JsonObject } from "../domain/json.ts";
import { present } from "../domain/present.ts";
import type { ToolFacts } from "../ports/earshot/agent-surface.ts";
import type { ToolAnswer } from "../ports/earshot/tool-door.ts";
import type { McpExchange } from "./agent.ts";
import { answeredAtClient, clientAnswer, clientForm, withNotice } from "./at-client.ts";
import type { AnyResult } from "./extension.ts";
import type { RequestStates, RoundState } from "./request-state.ts";
import { failureAnswer, handOver, openRequestOf, toResult } from "./result.ts";
import { createTask, TASK_HOLD_MS, TASK_TOOLS } from "./tasks.ts";
import { ASKING_TOOL, AT_CLIENT } from "./tool-list.ts";

/** A `tools/call` over either transport. */
export interface McpCall {
  readonly exchange: McpExchange;
  readonly name: string;
  readonly args: JsonObject;
  readonly signal: AbortSignal;
  /** What this client can do with a call that nobody has answered yet. */
  readonly client: {
    readonly takesTasks: boolean;
    readonly showsForms: boolean;
    /** It calls again by itself when told that its call goes on. */
    readonly continues: boolean;
  };
  /** The state it brings back from an earlier round. */
  readonly requestState?: unknown;
  readonly inputResponses?: Readonly<Record<string, unknown>> | undefined;
}

export interface CallToolDeps {
  readonly tools: readonly ToolFacts[];
  readonly states: RequestStates;
  /** How many times a wait goes on by itself before the model is told that it is pending. */
  readonly continueRounds: number;
  readonly checkSchema: SchemaCheck;
  readonly now: () => number;
}

type ClientForm = ReturnType<typeof clientForm>;

export type CallTool = (call: McpCall) => Promise<AnyResult>;

/**
 * Calls a tool and returns a result of the protocol: that of the call; a task, if the client takes one and
 * nobody has answered at once; or what the client is to bring with the next round.
 */
export function createCallTool(deps: CallToolDeps): CallTool {
  const { tools, states, continueRounds, checkSchema, now } = deps;
  const names = new Set(tools.map(({ name }) => name));
  const mayGoOn = ({ client, exchange }: McpCall, round: number) =>
    client.continues && round < continueRounds && exchange.agent.holdMs !== 0;

  // A waiting function is kept as long as a person thinks, so none waits only to pass a result on.
  return (call) => {
    if (!names.has(call.name)) {
      const said = `Unknown tool: ${call.name}`;
      return Promise.reject(new ProtocolError(ProtocolErrorCode.InvalidParams, said));
    }
    return call.requestState === undefined ? firstRound(call) : laterRound(call);
  };

  function firstRound(call: McpCall): Promise<AnyResult> {
    const { [AT_CLIENT]: atClient, ...args } = call.args;
    if (call.name !== ASKING_TOOL || atClient === undefined) return begin(call, call.args);
    const form = atClient === true && call.client.showsForms ? clientForm(args) : undefined;
    return form === undefined ? begin(call, args) : askBoth(deps, call, { args, form });
  }

  async function laterRound(call: McpCall): Promise<AnyResult> {
    const state = states.open(call.requestState, ownerOf(call));
    return state.kind === "client" ? await afterForm(call, state) : await goOn(call, state);
  }

  function begin(call: McpCall, args: JsonObject): Promise<AnyResult> {
    const { name, client } = call;
    const becomesTask = client.takesTasks && TASK_TOOLS.has(name);
    const bound = becomesTask ? { atMostMs: TASK_HOLD_MS } : {};
    return run(call, { name, args, ...bound }, now).then((answer) =>
      park(call, answer, becomesTask),
    );
  }

  /** The result for an answer that may still be pending. */
  async function park(call: McpCall, answer: ToolAnswer, becomesTask: boolean): Promise<AnyResult> {
    const { name, exchange } = call;
    const open = openRequestOf(answer.envelope);
    if (open === undefined || !TASK_TOOLS.has(name)) return over(call, answer);
    if (becomesTask) return await createTask(exchange.agent, { tool: name, request: open }, now());
    return mayGoOn(call, 0)
      ? nextRound(states, call, { request: open, round: 1 })
      : over(call, answer);
  }

  async function afterForm(call: McpCall, { request }: RoundState): Promise<AnyResult> {
    const { said, notice } = clientAnswer(call.args, call.inputResponses, checkSchema);
    if (said === undefined) {
      const answer = await awaitAnswer(call, { request }, now);
      return over(call, { ...answer, envelope: withNotice(answer.envelope, notice) });
    }
    const asked = await awaitAnswer(call, { request, atMostMs: 0 }, now);
    if (openRequestOf(asked.envelope) === undefined) return over(call, asked);
    const args = { request_id: request, reason: "Answered at the client." };
    const cancelled = await run(call, { name: "cancel_request", args }, now);
    // An operator answered just now.
    if (cancelled.envelope.status !== "cancelled") return over(call, cancelled);
    const { delivered } = cancelled;
    if (delivered !== undefined) call.exchange.onDelivered(delivered);
    const envelope = answeredAtClient(asked.envelope, said, now());
    return toResult({ envelope, isError: false });
  }

  async function goOn(call: McpCall, { request, round }: RoundState): Promise<AnyResult> {
    const answer = await awaitAnswer(call, { request }, now);
    const isOpen = openRequestOf(answer.envelope) !== undefined;
    return isOpen && mayGoOn(call, round)
      ? nextRound(states, call, { request, round: round + 1 })
      : over(call, answer);
  }
}

/** Operators see the question before the person at the client: it is durable either way. */
async function askBoth(
  { states, now }: CallToolDeps,
  call: McpCall,
  { args, form }: { readonly args: JsonObject; readonly form: NonNullable<ClientForm> },
): Promise<AnyResult> {
  const answer = await run(call, { name: call.name, args, atMostMs: 0 }, now);
  const open = openRequestOf(answer.envelope);
  if (open === undefined) return over(call, answer);
  const state: RoundState = { kind: "client", request: open, round: 1 };
  return inputRequired({
    inputRequests: form,
    requestState: states.seal(state, ownerOf(call)),
  });
}

function nextRound(states: RequestStates, call: McpCall, of: Omit<RoundState, "kind">) {
  const state: RoundState = { kind: "wait", ...of };
  return inputRequired({ requestState: states.seal(state, ownerOf(call)) });
}

interface Awaited {
  readonly request: string;
  readonly atMostMs?: number;
}

function awaitAnswer(
  call: McpCall,
  { request, atMostMs }: Awaited,
  now: () => number,
): Promise<ToolAnswer> {
  const { max_wait_s } = call.args;
  const args = { request_ids: [request], ...present({ max_wait_s }) };
  return run(call, { name: "await_response", args, ...present({ atMostMs }) }, now);
}

interface Run {
  readonly name: string;
  readonly args: JsonObject;
  readonly atMostMs?: number;
}

function run(
  { exchange, signal }: McpCall,
  { name, args, atMostMs }: Run,
  now: () => number,
): Promise<ToolAnswer> {
  const hold = atMostMs === undefined ? {} : { holdMs: atMostMs };
  const call = { name, args, signal, via: "mcp" as const, ...hold };
  return exchange.agent.tools.callTool(call).catch((error: unknown) => {
    if (signal.aborted || !isEarshotError(error)) throw error;
    return failureAnswer(name, error, now());
  });
}

function over({ exchange }: McpCall, answer: ToolAnswer): AnyResult {
  return handOver(exchange, answer);
}

function ownerOf({ exchange, name, args }: McpCall) {
  return { principal: exchange.agent.principal, tool: name, args };
}
