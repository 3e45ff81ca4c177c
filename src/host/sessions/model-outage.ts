import type { SessionWork } from "./session-work.ts";

/** So long a model may be away before people are told: many a server is started again in that time. */
const NOTED_AFTER_MS = 10_000;

/** One time of a model that cannot be reached, from the first call that failed. */
export interface ModelOutage {
  /** Tells what is due to be told by now; the error is that of the last call. */
  failed(error: unknown): Promise<void>;
  /** In how many milliseconds something is due; infinite once all is told. */
  nextMs(): number;
  /** The model is there again. */
  over(): Promise<void>;
}

/**
 * Tells of a model that is away where people look: in the log of the host and the session after ten
 * seconds, and where the session was started once whoever waits is owed a word.
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
    // The same for each host that finds it away at this step: who asked reads it once.
    const call = `model away at ${work.state().steps}`;
    try {
      await work.step(() => runtime.earshot.postInSession({ ...held, call, text }));
    } catch {
      // That nothing may be said there is no reason to end what the session is for.
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
