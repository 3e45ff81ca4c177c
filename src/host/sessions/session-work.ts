import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { SessionEntryBody } from "../../domain/sessions/session.ts";
import type { ClaimedSession, EndSessionInput, HeldSession } from "../../ports/earshot/sessions.ts";
import { fittingEntry } from "./fitting-entry.ts";
import { pause } from "./pause.ts";
import type { RunSignals } from "./runner.ts";
import type { AgentRuntime } from "./runtime.ts";
import type { SessionPoint } from "./session-point.ts";
import { advanceSession, type SessionState, stateOf } from "./session-state.ts";
import type { SessionTools, SessionToolsOptions } from "./session-tools.ts";

/** How a session has to end, and with which text. */
export type Ending = Pick<EndSessionInput, "outcome" | "text">;

/** How long to wait for a model that cannot be reached. */
export interface Patience {
  /** The first pause; it doubles. */
  readonly retryMs: number;
  /** After this long the session is given back. */
  readonly outageMs: number;
}

/**
 * What the parts of a runner share: the claim, the session's state, and the only way to change it.
 */
export interface SessionWork {
  readonly runtime: AgentRuntime;
  readonly claimed: ClaimedSession;
  readonly held: HeldSession;
  readonly signals: RunSignals;
  readonly tools: SessionTools;
  /** The tools that workers and checks choose from as well, and the listeners of their calls. */
  readonly pool: Pick<SessionToolsOptions, "tools" | "listeners">;
  readonly patience: Patience;
  /** Aborts with the claim or on a person's request; tools and the model get it. */
  readonly signal: AbortSignal;
  state(): SessionState;
  /** Resolves once it is stored. */
  record(...entries: SessionEntryBody[]): Promise<void>;
  /** Whether the person who started it has heard something. */
  hasPosted(): boolean;
  setPosted(): void;
  /** Tokens that are in no reply of the session. */
  spend(tokens: number): void;
  spent(): number;
  at(point: SessionPoint): void;
  /** Writes to the log of the host. */
  onNote(text: string): void;
  /** Throws SESSION_LOST once another host has the claim. */
  assertHeld(): void;
  /** Makes a step of the host, repeatedly while its server cannot be reached. */
  step<T>(call: () => Promise<T>): Promise<T>;
}

export interface OpenWorkOptions {
  readonly runtime: AgentRuntime;
  readonly claimed: ClaimedSession;
  readonly signals: RunSignals;
  readonly tools: SessionTools;
  readonly pool: SessionWork["pool"];
  readonly patience: Patience;
  readonly onPoint?: ((point: SessionPoint) => void) | undefined;
  readonly onNote?: ((text: string, about: { readonly session: string }) => void) | undefined;
}

/** A call whose server is away, or whose answer was lost. Every step of a host can be repeated. */
const AWAY = new Set([
  "UNREACHABLE",
  "TIMED_OUT",
  "STORE_UNAVAILABLE",
  "SHUTTING_DOWN",
  "RATE_LIMITED",
]) as ReadonlySet<string>;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export function openWork(options: OpenWorkOptions): SessionWork {
  const { runtime, claimed, signals, tools, pool, patience, onPoint = () => {}, onNote } = options;
  const { id, epoch } = claimed.session;
  const held = { id, epoch };
  let state = stateOf(claimed.entries.map(({ body }) => body));
  let posted = claimed.session.posted;
  let spent = 0;

  function assertHeld(): void {
    if (!signals.lost.aborted) return;
    throw new EarshotError(
      "SESSION_LOST",
      `Session ${id} is not this host's any more. Stop working on it.`,
      { details: { id }, cause: signals.lost.reason },
    );
  }

  async function step<T>(call: () => Promise<T>): Promise<T> {
    for (let failures = 1; ; failures++) {
      assertHeld();
      try {
        return await call();
      } catch (error) {
        if (!isEarshotError(error) || !AWAY.has(error.code)) throw error;
        const ms = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
        await pause(ms, signals.lost);
      }
    }
  }

  /** One after another: a worker may still record its work while its caller is told to end. */
  let last: Promise<void> = Promise.resolve();
  async function append(entries: readonly SessionEntryBody[]): Promise<void> {
    const after = state.entries;
    await step(() => runtime.earshot.recordEntries({ ...held, after, entries }));
    state = entries.reduce(advanceSession, state);
  }

  return {
    runtime,
    claimed,
    held,
    signals,
    tools,
    pool,
    patience,
    assertHeld,
    step,
    signal: AbortSignal.any([signals.lost, signals.cancelled]),
    state: () => state,
    async record(...bodies) {
      const recorded = last.then(() => append(bodies.map(fittingEntry)));
      last = recorded.catch(() => {});
      await recorded;
    },
    hasPosted: () => posted,
    setPosted() {
      posted = true;
    },
    spend(tokens) {
      spent += tokens;
    },
    spent: () => spent,
    onNote: (text) => onNote?.(text, { session: id }),
    at(point) {
      onPoint(point);
    },
  };
}
