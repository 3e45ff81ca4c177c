import { deliverByWebhook, type Webhook } from "./deliver-by-webhook.ts";
import { CallRefused } from "./refused-call.ts";

export type FakeUpdate = Readonly<Record<string, unknown>> & { readonly update_id: number };

/** The kinds of Telegram updates that a bot gets without asking for them. */
const BY_DEFAULT = ["message", "callback_query", "edited_message"];

const POLLED_ELSEWHERE =
  "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running";
const WEBHOOK_ACTIVE =
  "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first";

export interface PollArgs {
  readonly offset?: number;
  readonly timeout?: number;
  readonly limit?: number;
  readonly allowed_updates?: readonly string[];
}

/** Updates until the bot has confirmed them, by polling or by webhook. */
export interface UpdateQueue {
  /** Gives its number, or undefined for a kind that the bot has not asked for. */
  add(update: Readonly<Record<string, unknown>>): number | undefined;
  /** Delivers the last one once more, though it was confirmed. */
  repeatLast(): void;
  /** Delivers those that wait in the opposite order. */
  reverse(): void;
  poll(args: PollArgs, gone: AbortSignal): Promise<readonly FakeUpdate[]>;
  setWebhook(webhook: Webhook | undefined, allowed: readonly string[] | undefined): void;
  readonly webhook: Webhook | undefined;
  /** Those that nobody has confirmed. */
  readonly pending: readonly FakeUpdate[];
  close(): void;
}

export function createUpdateQueue(): UpdateQueue {
  let pending: FakeUpdate[] = [];
  let repeated: FakeUpdate[] = [];
  let last: FakeUpdate | undefined;
  let nextId = 700_001;
  let allowed: readonly string[] = BY_DEFAULT;
  let webhook: Webhook | undefined;
  let wake: ((reason: "changed" | "superseded") => void) | undefined;
  const closing = new AbortController();

  function deliver(update: FakeUpdate): void {
    if (webhook === undefined) wake?.("changed");
    else void deliverByWebhook(() => webhook, update, closing.signal).then(() => drop(update));
  }

  function drop(update: FakeUpdate): void {
    pending = pending.filter((other) => other !== update);
  }

  function due(limit: number): readonly FakeUpdate[] {
    const again = repeated;
    repeated = [];
    return [...again, ...pending].slice(0, limit);
  }

  async function hold(ms: number, gone: AbortSignal): Promise<void> {
    const reason = await new Promise<string>((resolve) => {
      const timer = setTimeout(resolve, ms, "timeout");
      wake = (why) => {
        clearTimeout(timer);
        resolve(why);
      };
      for (const signal of [gone, closing.signal]) {
        signal.addEventListener("abort", () => wake?.("changed"), { once: true });
      }
    });
    if (reason === "superseded") throw new CallRefused(409, POLLED_ELSEWHERE);
    wake = undefined;
  }

  return {
    get webhook() {
      return webhook;
    },
    get pending() {
      return pending;
    },
    add(update) {
      if (!Object.keys(update).some((kind) => allowed.includes(kind))) return undefined;
      last = { update_id: nextId, ...update };
      nextId += 1;
      pending.push(last);
      deliver(last);
      return last.update_id;
    },
    repeatLast() {
      if (last === undefined) return;
      if (webhook === undefined) repeated.push(last);
      deliver(last);
    },
    reverse() {
      pending = pending.toReversed();
    },
    async poll({ offset, timeout = 0, limit = 100, allowed_updates }, gone) {
      if (webhook !== undefined) throw new CallRefused(409, WEBHOOK_ACTIVE);
      allowed = allowed_updates ?? allowed;
      wake?.("superseded");
      wake = undefined;
      pending = pending.filter(({ update_id }) => update_id >= (offset ?? 0));
      const now = due(limit);
      if (now.length > 0 || timeout === 0) return now;
      await hold(timeout * 1_000, gone);
      return gone.aborted ? [] : due(limit);
    },
    setWebhook(given, kinds) {
      allowed = kinds ?? allowed;
      webhook = given;
      if (given !== undefined) for (const update of pending) deliver(update);
    },
    close: () => closing.abort(),
  };
}
