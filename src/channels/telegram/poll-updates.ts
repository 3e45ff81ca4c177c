import { setTimeout as sleep } from "node:timers/promises";
import { HEARD_UPDATES } from "./heard-updates.ts";
import { fieldsOf, wholeNumber } from "./json-fields.ts";
import type { TelegramApi } from "./open-api.ts";
import { toChannelError } from "./to-channel-error.ts";

export interface Polling {
  readonly api: TelegramApi;
  /** Resolves once the update may be forgotten. */
  readonly hear: (update: unknown) => Promise<void>;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

/** How long Telegram holds a poll that has nothing to tell. */
const HOLD_SECONDS = 25;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
const CONFIRM_MS = 3_000;

/**
 * Asks for updates until the signal. One is confirmed, by asking for those behind it, only after it
 * was heard: whatever fails before has it come again.
 */
export async function pollUpdates(polling: Polling): Promise<void> {
  const { api, log, signal } = polling;
  let offset: number | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const turn = await pollOnce(polling, offset);
    offset = turn.offset ?? offset;
    if (turn.fault === undefined) {
      pauseMs = FIRST_PAUSE_MS;
    } else if (!signal.aborted) {
      log(`telegram: ${turn.fault}`);
      const ms = turn.retryAfterMs ?? pauseMs * (0.5 + Math.random());
      await sleep(ms, undefined, { signal }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }
  if (offset !== undefined) await confirm(api, offset);
}

interface Turn {
  /** Behind the last update that was heard. */
  readonly offset?: number;
  readonly fault?: string;
  readonly retryAfterMs?: number | undefined;
}

async function pollOnce(polling: Polling, offset: number | undefined): Promise<Turn> {
  const { api, signal } = polling;
  const asked = { timeout: HOLD_SECONDS, allowed_updates: HEARD_UPDATES };
  try {
    const updates = await api.call(
      (raw, aborted) =>
        raw.getUpdates(offset === undefined ? asked : { ...asked, offset }, aborted),
      signal,
    );
    return await hearAll(polling, updates);
  } catch (error) {
    const { message, retryAfterMs } = toChannelError(error);
    return { fault: message, retryAfterMs };
  }
}

async function hearAll({ hear, signal }: Polling, updates: readonly unknown[]): Promise<Turn> {
  const numbered = updates
    .map((update) => ({ update, id: wholeNumber(fieldsOf(update)["update_id"]) ?? 0 }))
    .sort((one, other) => one.id - other.id);
  let turn: Turn = {};
  for (const { update, id } of numbered) {
    if (signal.aborted) return turn;
    try {
      await hear(update);
    } catch {
      return { ...turn, fault: "an update could not be stored; it comes again" };
    }
    turn = { offset: id + 1 };
  }
  return turn;
}

/** So that the next start is not told once more; the keys would show that they are the same. */
async function confirm(api: TelegramApi, offset: number): Promise<void> {
  const asked = { offset, limit: 1, timeout: 0, allowed_updates: HEARD_UPDATES };
  await api
    .call((raw, signal) => raw.getUpdates(asked, signal), AbortSignal.timeout(CONFIRM_MS))
    .catch(() => {});
}
