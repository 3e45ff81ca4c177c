import type { ConversationId } from "../domain/id.ts";
import { present } from "../domain/present.ts";
import { answerText } from "../domain/requests/question.ts";
import type {
  AuthorizationRequest,
  ClosedRequest,
  Shown,
  ShownRequest,
  Waited,
} from "../domain/requests/request.ts";
import { toMs } from "../domain/timestamp.ts";
import type { CallOptions } from "../ports/earshot/call.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { Model } from "../ports/model/model.ts";
import type { ToolDispatcher } from "../tools/registry/dispatcher.ts";
import type { ToolRegistry } from "../tools/registry/registry.ts";
import type { ToolResult } from "../tools/registry/tool.ts";
import type { OpenRun } from "./run-folders.ts";
import type { RunFact, RunRecord } from "./run-log.ts";
import type { OpenCall, OpenCycle, RunState } from "./run-state.ts";

export interface RunnerOptions {
  readonly run: OpenRun;
  /** With the remaining budget. */
  readonly model: Model;
  readonly registry: ToolRegistry;
  readonly dispatcher: ToolDispatcher;
  /** Earshot as the agent. */
  readonly earshot: Earshot;
  readonly conversation: ConversationId;
  /** Stops the run, which can be resumed. */
  readonly signal: AbortSignal;
  /** Hears of each record once it is on disk, and of the state of the run after it. */
  readonly onRecord: (record: RunRecord, state: RunState) => void;
  /** A question is open. Without a terminal somebody has to answer it elsewhere. */
  readonly onQuestion: (request: ShownRequest) => void;
  /** The first pause before a call of the model is repeated; it doubles. 1,000 by default. */
  readonly retryMs?: number;
}

/** What the parts of a runner share: the state of the run, and the only way to change it. */
export interface Runner extends RunnerOptions {
  state(): RunState;
  note(fact: RunFact): void;
}

interface Place {
  readonly cycle: number;
  readonly step: number;
}

/**
 * Makes the unfinished calls of one reply, all at once. A call that an earlier process began is
 * repeated only if its tool says that this has no second effect. Otherwise the model is told that
 * its outcome is unknown.
 */
export async function runTools(runner: Runner, { cycle, steps, calls }: OpenCycle): Promise<void> {
  const open = calls.filter(({ reply }) => reply === undefined);
  const place = { cycle, step: steps };
  // Waits for all of them, whatever becomes of one: nothing may be recorded after the end of the
  // run.
  const made = await Promise.allSettled(open.map((call) => runCall(runner, call, place)));
  const failed = made.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

async function runCall(runner: Runner, call: OpenCall, place: Place): Promise<void> {
  const { registry, signal, note } = runner;
  const about = { ...place, call: call.id, tool: call.name };
  if (call.isStarted && registry.find(call.name)?.tool.annotations.repeatable !== true) {
    const text = `${call.name} was interrupted and nobody knows whether it had its effect. Look before you call it again.`;
    note({ type: "tool.failed", ...about, text, errorType: "OutcomeUnknown", ms: 0 });
    return;
  }
  signal.throwIfAborted();
  if (!call.isStarted) note({ type: "tool.started", ...about, args: call.args });
  const began = performance.now();
  const result = await dispatch(runner, call, place);
  const ms = Math.round(performance.now() - began);
  // A call that the end of this process cut off is not done; the next process makes it again.
  if (signal.aborted && !result.ok && result.error.error_type === "Cancelled") throw signal.reason;
  if (result.ok) note({ type: "tool.succeeded", ...about, text: result.text, ms });
  else {
    note({
      type: "tool.failed",
      ...about,
      text: result.text,
      errorType: result.error.error_type,
      ms,
    });
  }
}

async function dispatch(runner: Runner, call: OpenCall, place: Place): Promise<ToolResult> {
  const { dispatcher, conversation, onQuestion, signal, note } = runner;
  const { run, experiment } = runner.state();
  const about = { ...place, call: call.id };
  let { isAsked, isAnswered } = call;
  let isOver = false;
  // An abandoned tool may go on for a while; what it still hears belongs to no open call.
  const isOpen = () => !isOver && !signal.aborted;
  const earshot = operatorLine(runner.earshot, {
    conversation,
    onAsk(message) {
      // A question on record was asked by an earlier process, and is found again.
      if (!isAsked && isOpen()) note({ type: "operator.asked", ...about, message });
      isAsked = true;
    },
    onOpen(request) {
      if (isOpen()) onQuestion(request);
    },
    onAnswer({ createdAt, closedAt }, text) {
      const ms = Math.max(toMs(closedAt) - toMs(createdAt), 0);
      if (!isAnswered && isOpen()) note({ type: "operator.answered", ...about, text, ms });
      isAnswered = true;
    },
  });
  const { operator: operators } = experiment;
  const context = { earshot, run, call: call.key, signal, ...present({ operators }) };
  return await dispatcher.dispatch(call.name, call.args, context).finally(() => {
    isOver = true;
  });
}

/** What becomes of a call's questions to people, in the order in which it happens. */
interface OperatorLineOptions {
  /** The group that the questions of the run belong to. */
  readonly conversation: ConversationId;
  /** Returns once it is recorded that this is asked. */
  onAsk(message: string): void;
  /** The question is open and waits for its answer. */
  onOpen(request: ShownRequest): void;
  /** It is answered or decided. */
  onAnswer(request: Shown<ClosedRequest>, text: string): void;
}

/**
 * Earshot as the tools of a run have it: their questions are grouped, and the dialogue hears of
 * them.
 */
function operatorLine(earshot: Earshot, options: OperatorLineOptions): Earshot {
  const { conversation, onAsk, onOpen, onAnswer } = options;
  const answered = new Set<string>();

  function hear(waited: Waited): Waited {
    const { request } = waited;
    if (request.status === "open" || answered.has(request.id)) return waited;
    const text = wordsOf(request);
    if (text === undefined) return waited;
    answered.add(request.id);
    onAnswer(request, text);
    return waited;
  }

  /** Waits only after it is recorded that people are asked. */
  async function held(asked: Waited, holdMs: number, callOptions?: CallOptions): Promise<Waited> {
    if (asked.outcome !== "pending") return hear(asked);
    onOpen(asked.request);
    if (holdMs === 0) return asked;
    return hear(await earshot.wait({ id: asked.request.id, holdMs }, callOptions));
  }

  return {
    ...earshot,
    async ask({ holdMs = 0, ...input }, callOptions) {
      onAsk(input.text);
      const asked = await earshot.ask({ ...input, conversation }, callOptions);
      return await held(asked, holdMs, callOptions);
    },
    async authorize({ holdMs = 0, ...input }, callOptions) {
      onAsk(`May ${input.tool} run? ${input.reason}`);
      const asked = await earshot.authorize({ ...input, conversation }, callOptions);
      return await held(asked, holdMs, callOptions);
    },
    wait: async (input, callOptions) => hear(await earshot.wait(input, callOptions)),
    async waitMany(input, callOptions) {
      const many = await earshot.waitMany(input, callOptions);
      for (const waited of many.requests) hear(waited);
      return many;
    },
  };
}

/** What people said; undefined if nobody said anything. */
function wordsOf(request: Shown<ClosedRequest>): string | undefined {
  if (request.status === "answered") return answerText(request.answer);
  if (request.status === "responded") return request.response;
  if (request.status === "approved" || request.status === "rejected") return decisionOf(request);
  return undefined;
}

function decisionOf(request: Shown<AuthorizationRequest>): string {
  if (request.status !== "rejected") return request.status;
  return request.reason === undefined ? "rejected" : `rejected: ${request.reason}`;
}
