import { setTimeout as sleep } from "node:timers/promises";

export interface Webhook {
  readonly url: string;
  readonly secret?: string;
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/** Calls the webhook, as it is set at the time, until it answers with 2xx or the signal comes. */
export async function deliverByWebhook(
  webhook: () => Webhook | undefined,
  update: unknown,
  signal: AbortSignal,
): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const to = webhook();
    if (to === undefined || (await isTaken(to, update, signal))) return;
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

async function isTaken(
  { url, secret }: Webhook,
  update: unknown,
  signal: AbortSignal,
): Promise<boolean> {
  const headers = {
    "content-type": "application/json",
    ...(secret !== undefined && { "x-telegram-bot-api-secret-token": secret }),
  };
  const body = JSON.stringify(update);
  try {
    const reply = await fetch(url, { method: "POST", headers, body, signal });
    await reply.arrayBuffer();
    return reply.ok;
  } catch {
    return false;
  }
}
