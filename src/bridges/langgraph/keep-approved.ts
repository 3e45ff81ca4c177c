import type { JsonObject } from "../../domain/json.ts";
import { isSameJson } from "../../domain/json-equal.ts";
import { isObject } from "../model-question.ts";
import type { Decision, Interrupt, Review } from "./interrupts.ts";

/** As the checkpoint has a thread. */
export interface GraphState {
  readonly next: readonly unknown[];
  readonly tasks: readonly { readonly name?: string; readonly interrupts: readonly Interrupt[] }[];
  readonly values?: unknown;
}

export interface ToolCall {
  readonly id?: string;
  readonly name: string;
  readonly args: JsonObject;
}

/** What stops at the human-in-the-loop middleware of an agent: its model's message, and the calls of it. */
export interface Stopped {
  readonly message: { readonly tool_calls: readonly ToolCall[] };
  /** In the order of the reviews. */
  readonly calls: readonly ToolCall[];
}

/** The middleware's place in the graph of an agent of LangChain. */
export const MIDDLEWARE_NODE = "HumanInTheLoopMiddleware.after_model";

/** Undefined where the agent is a part of another graph, whose state is not that of its messages. */
export function stoppedAt(
  { tasks, values }: GraphState,
  { id }: Interrupt,
  reviews: readonly Review[],
): Stopped | undefined {
  const task = tasks.find(({ interrupts }) => interrupts.some((one) => one.id === id));
  const { messages } = Object(values) as { readonly messages?: readonly unknown[] };
  if (task?.name !== MIDDLEWARE_NODE || !Array.isArray(messages)) return undefined;
  const message = messages.findLast(
    (one): one is Stopped["message"] => isObject(one) && Array.isArray(one["tool_calls"]),
  );
  const left = [...(message?.tool_calls ?? [])];
  const calls = reviews.flatMap(({ name, args }) => {
    const at = left.findIndex((call) => call.name === name && isSameJson(call.args, args));
    return at === -1 ? [] : left.splice(at, 1);
  });
  return message === undefined || calls.length < reviews.length ? undefined : { message, calls };
}

/** Whether the middleware would drop calls that were approved, because of one beside them. */
export function dropsApproved(decisions: readonly Decision[]): boolean {
  const rejected = decisions.filter(({ type }) => type === "reject").length;
  return rejected > 0 && rejected < decisions.length;
}

/** What the middleware writes for calls that are decided alike, for those that are not. */
export function messagesOf(
  { message, calls }: Stopped,
  decisions: readonly Decision[],
): readonly object[] {
  const revised = message.tool_calls.map((call) => {
    const decision = decisions[calls.indexOf(call)];
    return decision?.type === "edit" ? Object.assign({}, call, decision.editedAction) : call;
  });
  const copy = Object.create(Object.getPrototypeOf(message));
  const rejections = calls.flatMap(({ id, name }, index) => {
    const decision = decisions[index];
    if (decision?.type !== "reject") return [];
    return [{ role: "tool", status: "error", content: decision.message, name, tool_call_id: id }];
  });
  return [Object.assign(copy, message, { tool_calls: revised }), ...rejections];
}
