import { isEarshotError } from "../../domain/errors.ts";
import { MESSAGE_TOOL, tellingOf } from "../../domain/hub/reachable.ts";
import { MAX_TEXT_BYTES } from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";
import { REVIEW_LANE } from "../../domain/sessions/session.ts";
import { startingPrompt } from "../../domain/sessions/starting-prompt.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { ClaimedSession } from "../../ports/earshot/sessions.ts";
import { judgeRequest } from "../../tools/host/judge-request.ts";
import { PAUSED } from "./call-context.ts";
import { callModel, endingAsked } from "./call-model.ts";
import { distinctCalls } from "./distinct-calls.ts";
import { ACKNOWLEDGE, NUDGE } from "./host-words.ts";
import { runCalls } from "./run-calls.ts";
import type { SessionRunner } from "./runner.ts";
import type { AgentRuntime } from "./runtime.ts";
import type { SessionPoint } from "./session-point.ts";
import { openTools, type SessionTools, type SessionToolsOptions } from "./session-tools.ts";
import { type Ending, openWork, type Patience, type SessionWork } from "./session-work.ts";
import { systemPrompt } from "./system-prompt.ts";
import { goneSince, leftBy, takeUpFormer } from "./take-up-former.ts";

export interface ModelRunnerOptions
  extends Pick<SessionToolsOptions, "tools" | "listeners">,
    Partial<Patience> {
  /** Called at each named moment, for tests that kill there. */
  readonly onPoint?: (point: SessionPoint) => void;
  /** Hears what people should know of a session, for instance that its model does not answer. */
  readonly onNote?: (text: string, about: { readonly session: string }) => void;
}

const RETRY_MS = 1_000;
const OUTAGE_MS = 5 * MINUTE_MS;

/**
 * Runs the sessions of an agent with its model. Everything it does is stored before anything
 * follows from it, so that it can be killed at any moment and taken up again. Throws INVALID_INPUT
 * for an unknown tool.
 */
export function createModelRunner(
  runtime: AgentRuntime,
  options: ModelRunnerOptions = {},
): SessionRunner {
  const { tools, listeners, onPoint, onNote, retryMs = RETRY_MS, outageMs = OUTAGE_MS } = options;
  const pool = { ...present({ tools, listeners }) };
  const opened = openTools({ ...pool, names: runtime.tools });
  // Reports an unknown tool of a worker or a precondition now, and not during a session.
  for (const { tools: names } of runtime.workers) openTools({ ...pool, names });
  openTools({ ...pool, names: runtime.preconditions.map(({ check }) => check) });
  const atWork = { opened, system: systemPrompt(runtime) };
  const judging = openJudging(runtime, { pool, opened });
  return async (claimed, signals) => {
    const patience = { retryMs, outageMs };
    const { opened, system } = claimed.session.lane === REVIEW_LANE ? judging : atWork;
    const tools = { ...opened, definitions: await toldTo(runtime, opened.definitions) };
    const to = { runtime, claimed, signals, tools, pool, patience };
    const work = openWork({ ...to, onPoint, onNote });
    const ending = await run(work, system).catch((error: unknown) => endingOf(work, error));
    if (ending === PAUSED) return;
    work.at("before_end");
    const text = ending.text === undefined ? {} : { text: fitting(ending.text) };
    await work.step(() =>
      runtime.earshot.endSession({ ...work.held, outcome: ending.outcome, ...text }),
    );
    work.at("after_end");
  };
}

/**
 * The tools of the daily review. What it judges can hold anybody's words, and nobody has started
 * it. So nothing that changes or sends anything is at hand, whatever those words say.
 */
function openJudging(
  runtime: AgentRuntime,
  { pool, opened }: { readonly pool: Partial<SessionToolsOptions>; readonly opened: SessionTools },
) {
  const names = opened.registry.tools
    .filter(({ tool }) => tool.annotations.readOnly || tool.name === judgeRequest.name)
    .map(({ tool }) => tool.name);
  const system = systemPrompt({ ...runtime, tools: names, workers: [] });
  return { opened: openTools({ ...pool, names }), system };
}

/** Works on it until it pauses or has to end. */
async function run(work: SessionWork, system: string): Promise<Ending | typeof PAUSED> {
  const sinceMs = work.runtime.now();
  work.at("claimed");
  const refused = await takeUp(work);
  if (refused !== undefined) return refused;
  for (;;) {
    const ending = endingAsked(work) ?? (await next(work, { system, sinceMs }));
    if (ending !== undefined) return ending;
  }
}

/** The one step that follows from its current state. */
async function next(
  work: SessionWork,
  { system, sinceMs }: { readonly system: string; readonly sinceMs: number },
): Promise<Ending | typeof PAUSED | undefined> {
  const { isStarted, calls, final } = work.state();
  if (!isStarted) return await start(work);
  if (calls.length > 0) return await runCalls(work);
  if (final !== undefined) return await finish(work, final);
  return limitReached(work, sinceMs) ?? (await think(work, system));
}

async function finish(work: SessionWork, text: string): Promise<Ending | undefined> {
  if (work.state().isNudged || !endsSilently(work, text)) return { outcome: "completed", text };
  await work.record({ kind: "told", text: NUDGE });
  return undefined;
}

/** Whether somebody asked for something and the model ends without a word to them. */
function endsSilently(work: SessionWork, text: string): boolean {
  const { cause } = work.claimed.session;
  return text.trim() === "" && cause !== "schedule" && !work.hasPosted();
}

/** Records that it was taken up again; returns why it is given up if that happened too often. */
async function takeUp(work: SessionWork): Promise<Ending | undefined> {
  const { attempts } = work.claimed.session;
  const { limits } = work.runtime;
  if (attempts <= 1) return undefined;
  if (attempts > limits.attempts) {
    const text = `It was taken up ${limits.attempts} times and never came to an end.`;
    return { outcome: "failed", text };
  }
  await work.record({
    kind: "note",
    text: `A host took the session up again (attempt ${attempts}).`,
  });
  return undefined;
}

async function start(work: SessionWork): Promise<undefined> {
  const { session, former } = work.claimed;
  const resumed = await takeUpFormer(work);
  // A person's wish to end it counts before the model is asked.
  if (endingAsked(work) !== undefined) return;
  work.at("before_prompt");
  const text = startingPrompt({
    session,
    ...(former !== undefined && { former, left: leftBy(former), gone: goneSince(work, former) }),
    ...present({ resumed }),
    now: work.runtime.now(),
  });
  await work.record({ kind: "prompt", text });
  work.at("after_prompt");
}

/** The definitions with the people that messages reach now, if that can be found out. */
async function toldTo(
  { earshot }: AgentRuntime,
  definitions: SessionTools["definitions"],
): Promise<SessionTools["definitions"]> {
  if (definitions.every(({ name }) => name !== MESSAGE_TOOL)) return definitions;
  const found = await earshot.reachable().catch(() => undefined);
  return found === undefined ? definitions : tellingOf(definitions, found.items);
}

/** One call of the model, whose reply is stored before anything follows from it. */
async function think(work: SessionWork, system: string): Promise<Ending | undefined> {
  if (owesWord(work)) await work.record({ kind: "told", text: ACKNOWLEDGE });
  const { messages } = work.state();
  work.at("before_model");
  const input = { system, messages, tools: work.tools.definitions };
  const called = await callModel(work, input, work.patience);
  if ("ending" in called) return called.ending;
  work.at("after_model");
  const { text, usage } = called.reply;
  const { steps, callIds: known } = work.state();
  const calls = distinctCalls(called.reply.calls, { step: steps + 1, known });
  await work.record({ kind: "reply", text: text.toWellFormed(), calls, usage });
  work.at("after_reply");
  return undefined;
}

/** Whether the person who waits has heard nothing for long, and the model was not yet told so. */
function owesWord(work: SessionWork): boolean {
  const { runtime, claimed, tools } = work;
  const { session } = claimed;
  const state = work.state();
  if (session.cause === "schedule" || work.hasPosted() || state.steps === 0) return false;
  if (state.told.has(ACKNOWLEDGE) || tools.registry.find(MESSAGE_TOOL) === undefined) return false;
  const since = toMs(session.startedAt ?? session.createdAt);
  return runtime.now() - since >= runtime.limits.acknowledgeAfterMs;
}

/** Errors that are not the session's fault are thrown again. */
function endingOf({ assertHeld }: SessionWork, error: unknown): Ending {
  assertHeld();
  const isOver = isEarshotError(error, "SESSION_LOST") || isEarshotError(error, "NOT_ALLOWED");
  if (isOver) throw error;
  const text = error instanceof Error ? error.message : String(error);
  return { outcome: "failed", text: `Its host met a fault: ${text}` };
}

const CUT = "\n(The rest was too long to post and stands in the session's log.)";

/** Posts have a maximum length; an entry holds the whole text. */
function fitting(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_TEXT_BYTES) return text;
  const room = MAX_TEXT_BYTES - Buffer.byteLength(CUT);
  // A character that was cut in two reads as U+FFFD.
  return (
    bytes
      .subarray(0, room)
      .toString()
      .replace(/\uFFFD+$/, "") + CUT
  );
}

/** Why the session has to end; undefined while it may go on. */
function limitReached(work: SessionWork, sinceMs: number): Ending | undefined {
  const { steps, tokens, timeMs } = work.runtime.limits;
  const state = work.state();
  const used = state.tokens + work.spent();
  const failed = (what: string): Ending => ({
    outcome: "failed",
    text: `It reached its limit of ${what} before it had finished. The limits stand in the agent's file.`,
  });
  if (state.steps >= steps) return failed(`${steps} calls of the model`);
  if (tokens !== undefined && used >= tokens) return failed(`${tokens} tokens, with ${used} used`);
  if (timeMs === undefined) return undefined;
  const workedMs = workedBefore(work.claimed) + work.runtime.now() - sinceMs;
  return workedMs < timeMs ? undefined : failed(`${Math.round(timeMs / 1_000)} s of work`);
}

/** How long earlier hosts worked on it: for each, from its first stored entry to its last. */
function workedBefore({ session, entries }: ClaimedSession): number {
  const spans = new Map<number, { first: number; last: number }>();
  for (const { epoch, at } of entries) {
    if (epoch === session.epoch) continue;
    const ms = toMs(at);
    const first = spans.get(epoch)?.first ?? ms;
    spans.set(epoch, { first, last: ms });
  }
  return [...spans.values()].reduce((sum, { first, last }) => sum + Math.max(last - first, 0), 0);
}
