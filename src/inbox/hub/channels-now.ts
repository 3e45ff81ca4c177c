import { signal } from "@preact/signals";
import type { ChannelState } from "../../ports/earshot/hub.ts";
import { api } from "../server/api.ts";
import { beFollowing, onEvent, onReset } from "../server/live.ts";
import { isSignedOut } from "../server/me.ts";

/** How many deliveries were given up, on all channels. */
export const failedDeliveries = signal(0);
/** The channels on which nothing that people do has any effect now. */
export const unheardChannels = signal<readonly ChannelState["channel"][]>([]);

const CHANGES = /^delivery\.(?:failed|resent|dropped)$|^channel\.(?:un)?heard$/;
/** Several events lead to one question about them. */
const ASK_MS = 1_000;
/** Problems shorter than the log's delay are not reported here. */
const TOLD_AFTER_MS = 30_000;
let asking: ReturnType<typeof setTimeout> | undefined;

/** Keeps both current until the returned function is called. */
export function startChannelsNow(): () => void {
  void ask();
  const stops = [
    onReset(() => void ask()),
    onEvent(({ type }) => {
      if (!CHANGES.test(type) || asking !== undefined) return;
      asking = setTimeout(() => void ask(), ASK_MS);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

async function ask(): Promise<void> {
  asking = undefined;
  try {
    await beFollowing();
    const { items } = await api.channels();
    failedDeliveries.value = items.reduce((sum, { failed }) => sum + failed, 0);
    unheardChannels.value = items.filter(isUnheard).map(({ channel }) => channel);
  } catch (error) {
    // The previous state stays; the screen itself reports the error.
    isSignedOut(error);
  }
}

function isUnheard({ state, since }: ChannelState): boolean {
  // A channel that could not be opened will not be heard later either.
  if (state === "failed") return true;
  return since !== undefined && Date.now() - Date.parse(since) >= TOLD_AFTER_MS;
}
