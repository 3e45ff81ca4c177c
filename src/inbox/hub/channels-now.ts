import { signal } from "@preact/signals";
import type { ChannelState } from "../../ports/earshot/hub.ts";
import { api } from "../server/api.ts";
import { beFollowing, onEvent, onReset } from "../server/live.ts";
import { isSignedOut } from "../server/me.ts";

/** How many deliveries were given up, of all channels. */
export const failedDeliveries = signal(0);
/** The channels on which people can do what they like, and nothing comes of it. */
export const unheardChannels = signal<readonly ChannelState["channel"][]>([]);

const CHANGES = /^delivery\.(?:failed|resent|dropped)$|^channel\.(?:un)?heard$/;
/** Several events, one question about them. */
const ASK_MS = 1_000;
/** What is over sooner than it is told in the log is not told here. */
const TOLD_AFTER_MS = 30_000;
let asking: ReturnType<typeof setTimeout> | undefined;

/** Keeps both true until what it returns is called. */
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
    // What was known before stays; the screen itself says what is wrong.
    isSignedOut(error);
  }
}

function isUnheard({ state, since }: ChannelState): boolean {
  // What could not even be opened is no more heard later.
  if (state === "failed") return true;
  return since !== undefined && Date.now() - Date.parse(since) >= TOLD_AFTER_MS;
}
