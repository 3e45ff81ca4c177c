import { isEarshotError } from "../../domain/errors.ts";
import type { ClaimedSession } from "../../ports/earshot/sessions.ts";
import { pause } from "../sessions/pause.ts";
import type { HostedAgent } from "./hosted-agent.ts";
import { keepSession } from "./keep-session.ts";
import { createSlots, type Slots } from "./slots.ts";

export interface ClaimLoopOptions {
  /** Name of this host: unique, and new with every start. */
  readonly host: string;
  /** Shared by all agents of the host. */
  readonly slots: Slots;
  /** After it no session is taken up, and those that run are given back. */
  readonly stopping: AbortSignal;
  /** After it running sessions are dropped; another host continues from what is stored. */
  readonly dropped: AbortSignal;
  readonly now: () => number;
  /** Hears of faults that are retried, and of sessions that a fault has ended. */
  readonly onFault: (error: unknown, about: { readonly agent: string }) => void;
}

const HOLD_MS = 25_000;
/** For a halted agent: how soon the host notices that it may go on. */
const HALTED_MS = 1_000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 30_000;

/** Takes up an agent's sessions until the host stops; several run at once if there is room. */
export async function runClaimLoop(agent: HostedAgent, options: ClaimLoopOptions): Promise<void> {
  const { slots, stopping } = options;
  const own = createSlots(agent.sessions);
  const running = new Set<Promise<void>>();
  let failures = 0;
  while (!stopping.aborted) {
    const giveBack = await own.take(stopping);
    if (giveBack === undefined) break;
    await slots.free(stopping);
    const claimed = await claim(agent, options).catch(async (error: unknown) => {
      failures += 1;
      await afterFailure(agent, options, { error, failures });
      return undefined;
    });
    if (claimed === undefined) {
      giveBack();
      continue;
    }
    failures = 0;
    const work = runSession(agent, claimed, options).finally(() => {
      running.delete(work);
      giveBack();
    });
    running.add(work);
  }
  await Promise.all(running);
}

async function claim(
  { earshot }: HostedAgent,
  { host, stopping }: ClaimLoopOptions,
): Promise<ClaimedSession | undefined> {
  if (stopping.aborted) return undefined;
  const { claimed } = await earshot.claimSession({ host, holdMs: HOLD_MS }, { signal: stopping });
  return claimed;
}

async function afterFailure(
  { name }: HostedAgent,
  { stopping, onFault }: ClaimLoopOptions,
  { error, failures }: { readonly error: unknown; readonly failures: number },
): Promise<void> {
  if (stopping.aborted) return;
  // A halted agent is reported once, not every second while it is halted.
  const isHalted = isEarshotError(error, "NOT_ALLOWED");
  if (!isHalted || failures === 1) onFault(error, { agent: name });
  const backOffMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
  await pause(isHalted ? HALTED_MS : backOffMs, stopping);
}

/** Works on a claimed session; it never rejects. */
async function runSession(
  { name, earshot, run }: HostedAgent,
  claimed: ClaimedSession,
  { slots, stopping, dropped, now, onFault }: ClaimLoopOptions,
): Promise<void> {
  const kept = keepSession(earshot, claimed, now);
  const lost = AbortSignal.any([kept.lost, dropped]);
  // The claim is kept while the session waits for its turn: with more agents than slots, each may
  // hold one.
  const giveBack = await slots.take(AbortSignal.any([lost, stopping]));
  try {
    if (lost.aborted) return;
    await run(claimed, { lost, stopping, cancelled: kept.cancelled });
  } catch (error) {
    const isEnd = isEarshotError(error, "SESSION_LOST") || isEarshotError(error, "NOT_ALLOWED");
    if (!isEnd && !lost.aborted) onFault(error, { agent: name });
  } finally {
    kept.end();
    giveBack?.();
  }
}
