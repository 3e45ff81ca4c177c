/** People behind LangGraph.js and the agents of LangChain. Everything exported here is public. */
import type { ConversationId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { OnAskedBack } from "../answer-asked.ts";
import type { Given, SoughtCall } from "../outcomes.ts";
import { type Called, putToPeople } from "../put-to-people.ts";
import {
  type Decision,
  decisionOf,
  type Interrupt,
  mattersOf,
  notRun,
  type Review,
  resumeOf,
  reviewsIn,
} from "./interrupts.ts";
import {
  dropsApproved,
  type GraphState,
  MIDDLEWARE_NODE,
  messagesOf,
  type Stopped,
  stoppedAt,
} from "./keep-approved.ts";

export { editsTold } from "./edits-told.ts";
export type { Interrupt };

type Asker = Pick<
  Earshot,
  "ask" | "authorize" | "waitMany" | "answerBack" | "collect" | "redeem" | "readFile"
>;

/** A compiled graph with a checkpointer; of an agent of LangChain, its `graph`. */
export interface Graph<Result> {
  getState(config: never): Promise<GraphState>;
  updateState(config: never, values: never, asNode: string): Promise<unknown>;
  invoke(input: never, config: never): Promise<Result>;
}

export interface GraphRun {
  /** For a thread that has not begun. */
  readonly input: unknown;
  /** With `configurable.thread_id`, which names the thread for good. */
  readonly config: { readonly configurable: { readonly thread_id: string } };
  /** The class of this name, from `@langchain/langgraph`. */
  readonly Command: new (given: {
    resume: Record<string, unknown>;
  }) => unknown;
  readonly conversation?: ConversationId;
  /** How long people have: what nobody decides or answers by then has expired. */
  readonly expiresInMs?: number;
  /** What else people should know of a call. Always the same for one call. */
  readonly about?: (
    tool: string,
    args: JsonObject,
  ) => Partial<Pick<Called, "reason" | "secrets" | "to" | "session" | "onBehalfOf">>;
  readonly signal?: AbortSignal | undefined;
  /** Answers what people ask before they decide: the graph waits, so this is the program's own. */
  readonly onAskedBack?: OnAskedBack | undefined;
}

/**
 * Runs a graph to its end, from wherever its checkpoint stands: what interrupts it is put to people, and what they
 * say resumes it. Interrupts of the human-in-the-loop middleware are approvals, all others are questions.
 * @example
 * ```ts
 * import { type Graph, type GraphRun, runWithPeople } from "earshot/bridges/langgraph";
 * import { createClient } from "earshot/client";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * export function pay(graph: Graph<unknown>, Command: GraphRun["Command"]) {
 *   const config = { configurable: { thread_id: "invoice-4711" } };
 *   return runWithPeople(earshot, graph, { input: {}, config, Command });
 * }
 * ```
 */
export async function runWithPeople<Result>(
  earshot: Asker,
  graph: Graph<Result>,
  run: GraphRun,
): Promise<Result> {
  const { config, input } = run;
  const state = await graph.getState(config as never);
  let open: readonly Interrupt[] = state.tasks.flatMap(({ interrupts }) => interrupts);
  let result: Result | undefined;
  if (open.length === 0) {
    const isUnderWay = state.next.length > 0;
    result = await graph.invoke((isUnderWay ? null : input) as never, config as never);
    open = interruptsOf(result);
  }
  while (open.length > 0) {
    const said = await heard(earshot, open, run);
    result = await graph.invoke(
      (await nextInput(earshot, said, { graph, run })) as never,
      config as never,
    );
    open = interruptsOf(result);
  }
  return result as Result;
}

function interruptsOf(result: unknown): readonly Interrupt[] {
  const { __interrupt__: interrupts } = Object(result) as { __interrupt__?: readonly Interrupt[] };
  return interrupts ?? [];
}

/** What stops a graph, and what people have said to it. */
type Heard = readonly (readonly [Interrupt, readonly (SoughtCall | Given)[]])[];

async function heard(
  earshot: Asker,
  open: readonly Interrupt[],
  { config, about, signal, conversation, expiresInMs, onAskedBack }: GraphRun,
): Promise<Heard> {
  const common = present({ conversation, expiresInMs });
  const callOf = ({ name, args, description, argsSchema }: Review): Called => {
    const more = about?.(name, args) ?? {};
    const reason = description ?? "The model called it.";
    return { ...common, tool: name, args, reason, ...present({ argsSchema }), ...more };
  };
  const thread = config.configurable.thread_id;
  const matters = open.map((one) => mattersOf(one, { thread, common, callOf }));
  const outcomes = await putToPeople(earshot, matters.flat(), { signal, onAskedBack });
  let at = 0;
  return open.map((one, index) => {
    const said = outcomes.slice(at, at + (matters[index]?.length ?? 0));
    at += said.length;
    return [one, said];
  });
}

/** What the graph goes on with. Nothing, if it stands in its checkpoint already. */
async function nextInput(
  earshot: Asker,
  said: Heard,
  { graph, run: { config, Command } }: { graph: Graph<unknown>; run: GraphRun },
): Promise<unknown> {
  const resume: Record<string, unknown> = {};
  for (const [one, outcomes] of said) {
    const reviews = reviewsIn(one.value);
    if (reviews === undefined) {
      resume[one.id ?? ""] = await resumeOf(earshot, one, outcomes);
      continue;
    }
    const sought = outcomes as readonly SoughtCall[];
    const stopped =
      said.length === 1 && reviews.length > 1
        ? stoppedAt(await graph.getState(config as never), one, reviews)
        : undefined;
    const decisions = await decisionsOf(earshot, sought, stopped);
    if (stopped !== undefined && dropsApproved(decisions)) {
      const messages = messagesOf(stopped, decisions);
      await graph.updateState(config as never, { messages } as never, MIDDLEWARE_NODE);
      return null;
    }
    resume[one.id ?? ""] = { decisions };
  }
  return new Command({ resume });
}

async function decisionsOf(
  earshot: Asker,
  sought: readonly SoughtCall[],
  stopped: Stopped | undefined,
): Promise<readonly Decision[]> {
  const isKept = stopped !== undefined || sought.every(({ outcome }) => outcome === "approved");
  const decisions: Decision[] = [];
  for (const outcome of sought) {
    decisions.push(isKept ? await decisionOf(earshot, outcome) : notRun(outcome));
  }
  return decisions;
}
