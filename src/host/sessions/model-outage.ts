import type { SessionWork } from "./session-work.ts";

/** How long a model may be away before people hear of it: many servers restart in that time. */
const NOTED_AFTER_MS = 10_000;

/** One outage of a model, from the first call that failed. */
export interface ModelOutage {
  /** Sends the reports that are due by now; the error is that of the last call. */
  failed(error: unknown): Promise<void>;
  /** Milliseconds until the next report is due; infinite once all were sent. */
  nextMs(): number;
  /** The model is back. */
  over(): Promise<void>;
}

/**
 * Reports that a model is away: after ten seconds in the logs of the host and the session, and
 * where the session was started once the person who waits has to be told.
 */
export function openOutage(work: SessionWork, untilMs: number): ModelOutage {
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
