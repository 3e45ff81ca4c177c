import { setTimeout as sleep } from "node:timers/promises";
import type { ChannelError, ChannelHearing } from "../../ports/channels/channel.ts";
import { RUNNING } from "../../ports/channels/channel-hearing.ts";
import { HEARD_UPDATES } from "./heard-updates.ts";
import { fieldsOf, wholeNumber } from "./json-fields.ts";
import type { TelegramApi } from "./open-api.ts";
import { toChannelError } from "./to-channel-error.ts";

export interface Polling {
  readonly api: TelegramApi;
  /** Resolves once the update may be forgotten. */
  readonly hear: (update: unknown) => Promise<void>;
  readonly log: (line: string) => void;
  readonly now: () => number;
  /** Receives the state of hearing after each poll. */
  readonly tell: (hearing: ChannelHearing) => void;
  readonly signal: AbortSignal;
}

/** How long Telegram holds a poll when it has nothing to deliver. */
const HOLD_SECONDS = 25;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
const CONFIRM_MS = 3_000;
/** When two programs poll with one token, each gets a poll through now and then. */
const CONFLICT_MS = 20_000;

/**
 * Polls for updates until the signal. An update is confirmed only after it was heard, by asking for
 * the ones after it, so anything that fails before comes again.
 */
export async function pollUpdates(polling: Polling): Promise<void> {
  const { api, log, signal } = polling;
  let offset: number | undefined;
  const tell = tellingOf(polling);
  let pauseMs = FIRST_PAUSE_MS;
  let holdSeconds = HOLD_SECONDS;
  while (!signal.aborted) {
    const turn = await pollOnce(polling, { offset, holdSeconds });
    offset = turn.offset ?? offset;
    holdSeconds = holdBehind(turn);
    if (!signal.aborted) tell(turn);
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
  /** The offset after the last update that was heard. */
  readonly offset?: number;
  readonly fault?: string;
  /** Why Telegram refused the poll. */
  readonly refusal?: ChannelError;
  readonly retryAfterMs?: number | undefined;
}

/**
 * After a fault the next poll is not held, so that it is soon known whether hearing works again.
 * With two programs on one token, that would only end the other's poll sooner.
 */
function holdBehind({ fault }: Turn): number {
  return fault === undefined || conflictIn(fault) !== undefined ? HOLD_SECONDS : 0;
}

/** The state of hearing, derived from the result of each poll. */
function tellingOf({ now, tell }: Pick<Polling, "now" | "tell">): (turn: Turn) => void {
  let conflictMs = Number.NEGATIVE_INFINITY;
  return ({ fault, refusal }) => {
    const conflict = conflictIn(fault);
    if (conflict !== undefined) {
      conflictMs = now();
      return tell({ state: "deaf", why: conflict });
    }
    if (fault === undefined) {
      if (now() - conflictMs >= CONFLICT_MS) tell(RUNNING);
      return;
    }
    tell({ state: refusal?.kind === "permanent" ? "deaf" : "reconnecting", why: fault });
  };
}

function conflictIn(fault = ""): string | undefined {
  if (!/\b409\b/.test(fault)) return undefined;
  return /webhook/i.test(fault)
    ? "A webhook is set, and Telegram allows no polling next to one. See whose it is: npx earshot channels check telegram. Remove it with Telegram's deleteWebhook, or set mode to webhook."
    : "Another program polls with the same token, and Telegram delivers each update to only one of the two. End that program, or give it its own bot.";
}

interface Asked {
  readonly offset: number | undefined;
  readonly holdSeconds: number;
}

async function pollOnce(polling: Polling, { offset, holdSeconds }: Asked): Promise<Turn> {
  const { api, signal } = polling;
  const asked = { timeout: holdSeconds, allowed_updates: HEARD_UPDATES };
  try {
    const updates = await api.call(
      (raw, aborted) =>
        raw.getUpdates(offset === undefined ? asked : { ...asked, offset }, aborted),
      signal,
    );
    return await hearAll(polling, updates);
  } catch (error) {
    const refusal = toChannelError(error);
    return { fault: refusal.message, refusal, retryAfterMs: refusal.retryAfterMs };
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

/**
 * Keeps the next start from getting the last update again, although its key would show that it is
 * known.
 */
async function confirm(api: TelegramApi, offset: number): Promise<void> {
  const asked = { offset, limit: 1, timeout: 0, allowed_updates: HEARD_UPDATES };
  await api
    .call((raw, signal) => raw.getUpdates(asked, signal), AbortSignal.timeout(CONFIRM_MS))
    .catch(() => {});
}
