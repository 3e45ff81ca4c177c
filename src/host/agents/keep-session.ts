import { isEarshotError } from "../../domain/errors.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { ClaimedSession } from "../../ports/earshot/sessions.ts";
import { pause } from "../sessions/pause.ts";

/** The claim of a session while a runner works on it. */
export interface KeptSession {
  readonly lost: AbortSignal;
  readonly cancelled: AbortSignal;
  /** Stops keeping it. */
  end(): void;
}

const WATCH_MS = 25_000;
const RETRY_MS = 500;

/**
 * Renews the claim after a third of its time, and listens meanwhile for a request to end the
 * session. If the claim cannot be renewed before it runs out it is lost: another host may then have
 * it.
 */
export function keepSession(
  earshot: Pick<Earshot, "renewSession" | "watchSession">,
  { session: { id, epoch }, leaseMs }: ClaimedSession,
  now: () => number,
): KeptSession {
  const held = { id, epoch };
  const [lost, cancelled, over] = [
    new AbortController(),
    new AbortController(),
    new AbortController(),
  ];
  const quiet = AbortSignal.any([lost.signal, over.signal]);
  let goodUntil = now() + leaseMs;

  function hear({ cancelAsked }: { readonly cancelAsked: boolean }): void {
    if (cancelAsked) cancelled.abort();
  }

  /** True for errors that end the claim; anything else is retried. */
  function ends(error: unknown): boolean {
    const isOver =
      isEarshotError(error, "SESSION_LOST") ||
      isEarshotError(error, "NOT_ALLOWED") ||
      isEarshotError(error, "NOT_SIGNED_IN");
    if (isOver && !over.signal.aborted) lost.abort(error);
    return isOver;
  }

  async function renewing(): Promise<void> {
    let waitMs = leaseMs / 3;
    while (!quiet.aborted) {
      await pause(waitMs, quiet);
      if (quiet.aborted) return;
      const began = now();
      try {
        hear(await earshot.renewSession(held));
        goodUntil = began + leaseMs;
        waitMs = leaseMs / 3;
      } catch (error) {
        if (ends(error)) return;
        waitMs = Math.min(RETRY_MS, leaseMs / 10);
      }
    }
  }

  /** A hanging call must not keep a host at work past its claim. */
  async function minding(): Promise<void> {
    while (!quiet.aborted) {
      const leftMs = goodUntil - now();
      if (leftMs <= 0) {
        lost.abort(new Error(`The claim of session ${id} ran out before it could be renewed.`));
        return;
      }
      await pause(leftMs, quiet);
    }
  }

  async function watchOnce(): Promise<void> {
    try {
      hear(await earshot.watchSession({ ...held, holdMs: WATCH_MS }, { signal: quiet }));
    } catch (error) {
      if (!quiet.aborted) ends(error);
    }
  }

  async function watching(): Promise<void> {
    while (!quiet.aborted && !cancelled.signal.aborted) {
      const began = now();
      await watchOnce();
      // A server that stops turns every caller away at once.
      if (now() - began < RETRY_MS) await pause(RETRY_MS, quiet);
    }
  }

  void renewing();
  void minding();
  void watching();
  return {
    lost: lost.signal,
    cancelled: cancelled.signal,
    end: () => over.abort(),
  };
}
