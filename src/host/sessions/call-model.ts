import { ERRORS, isEarshotError } from "../../domain/errors.ts";
import type { ModelInput, ModelReply } from "../../ports/model/model.ts";
import { pause } from "./pause.ts";
import type { Ending, Patience, SessionWork } from "./session-work.ts";

export type Called = { readonly reply: ModelReply } | { readonly ending: Ending };

const LONGEST_PAUSE_MS = 30_000;

/** How long a model may be away before people hear of it: many servers restart in that time. */
const NOTED_AFTER_MS = 10_000;

/** One outage of a model, from the first call that failed. */
interface ModelOutage {
  /** Sends the reports that are due by now; the error is that of the last call. */
  failed(error: unknown): Promise<void>;
  /** Milliseconds until the next report is due; infinite once all were sent. */
  nextMs(): number;
  /** The model is back. */
  over(): Promise<void>;
}

/**
 * Calls the model, repeatedly while its server cannot be reached. A call has no effect, so a host
 * that stops aborts it at once.
 */
export async function callModel(
  work: SessionWork,
  input: Omit<ModelInput, "signal">,
  { retryMs, outageMs }: Patience,
): Promise<Called> {
  const { runtime, signal, signals } = work;
  const ends = AbortSignal.any([signal, signals.stopping]);
  const until = runtime.now() + outageMs;
  let outage: ModelOutage | undefined;
  for (let failures = 1; ; failures++) {
    const asked = endingAsked(work);
    if (asked !== undefined) return { ending: asked };
    const { reply, error } = await tried(work, { ...input, signal: ends });
    if (reply !== undefined) {
      await outage?.over();
      return { reply };
    }
    const pauseMs = pauseAfter(error, retryMs * 2 ** (failures - 1));
    const ending = endingAsked(work) ?? givenUp(error, pauseMs, until);
    if (ending !== undefined) return { ending };
    outage ??= openOutage(work, until);
    await outage.failed(error);
    await pauseTelling(outage, { error, pauseMs, ends });
  }

  function givenUp(error: unknown, pauseMs: number, lastMs: number): Ending | undefined {
    const text = error instanceof Error ? error.message : String(error);
    if (!isOutage(error)) return { outcome: "failed", text };
    if (runtime.now() + pauseMs <= lastMs) return undefined;
    const why = `The host gave the session back since the model could not be reached: ${text}`;
    return { outcome: "released", text: why };
  }
}

interface Tried {
  readonly reply?: ModelReply;
  readonly error?: unknown;
}

async function tried({ runtime, assertHeld }: SessionWork, input: ModelInput): Promise<Tried> {
  try {
    const reply = await runtime.model.reply(input);
    assertHeld();
    return { reply };
  } catch (error) {
    return { error };
  }
}

/** Reports that are due meanwhile go out on time. */
async function pauseTelling(
  outage: ModelOutage,
  given: { readonly error: unknown; readonly pauseMs: number; readonly ends: AbortSignal },
): Promise<void> {
  let leftMs = given.pauseMs;
  while (leftMs > 0 && !given.ends.aborted) {
    const ms = Math.min(leftMs, outage.nextMs());
    await pause(ms, given.ends);
    leftMs -= ms;
    if (!given.ends.aborted) await outage.failed(given.error);
  }
}

/**
 * How the session has to end if somebody asked for that; throws SESSION_LOST if it is no longer
 * ours.
 */
export function endingAsked({ signals, assertHeld }: SessionWork): Ending | undefined {
  assertHeld();
  if (signals.cancelled.aborted) return { outcome: "cancelled" };
  if (signals.stopping.aborted) {
    return { outcome: "released", text: "The host stops and gives the session back." };
  }
  return undefined;
}

/** Whether the model may come back later, and the same call may then succeed. */
function isOutage(error: unknown): boolean {
  if (!isEarshotError(error) || ERRORS[error.code].retry === "never") return false;
  if (error.code !== "MODEL_FAILED") return true;
  const { status, contextTooLong } = error.details ?? {};
  return contextTooLong !== true && (typeof status !== "number" || status >= 500);
}

/** As long as its server asks for, if that is longer. */
function pauseAfter(error: unknown, ms: number): number {
  const asked = isEarshotError(error) ? error.details?.["retryAfterMs"] : undefined;
  return Math.max(Math.min(ms, LONGEST_PAUSE_MS), typeof asked === "number" ? asked : 0);
}

/**
 * Reports that a model is away: after ten seconds in the logs of the host and the session, and
 * where the session was started once the person who waits has to be told.
 */
function openOutage(work: SessionWork, untilMs: number): ModelOutage {
  const { runtime, held, claimed } = work;
  const begunMs = runtime.now();
  const awayMs = () => runtime.now() - begunMs;
  const isHeard = claimed.session.cause !== "schedule";
  let notedAtMs = NOTED_AFTER_MS;
  let postedAtMs = isHeard ? runtime.limits.acknowledgeAfterMs : Number.POSITIVE_INFINITY;

  async function note(text: string): Promise<void> {
    notedAtMs = Number.POSITIVE_INFINITY;
    work.onNote(text);
    await work.record({ kind: "note", text });
  }

  async function post(text: string): Promise<void> {
    postedAtMs = Number.POSITIVE_INFINITY;
    // The same for each host that finds it away at this step, so that it is posted once.
    const call = `model away at ${work.state().steps}`;
    try {
      await work.step(() => runtime.earshot.postInSession({ ...held, call, text }));
    } catch {
      // A failed report is no reason to end what the session is for.
      work.assertHeld();
    }
  }

  return {
    async failed(error) {
      const why = error instanceof Error ? error.message : String(error);
      const until = new Date(untilMs).toISOString();
      const text = `My model does not answer: ${why} I try until ${until}, and go on by myself as soon as it does.`;
      if (awayMs() >= notedAtMs) await note(text);
      if (awayMs() >= postedAtMs) await post(text);
    },
    nextMs: () => Math.max(Math.min(notedAtMs, postedAtMs) - awayMs(), 0),
    async over() {
      if (notedAtMs === NOTED_AFTER_MS) return;
      const text = "The model answers again.";
      work.onNote(text);
      await work.record({ kind: "note", text });
    },
  };
}
