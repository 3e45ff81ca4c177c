import { signal } from "@preact/signals";
import { api } from "./api.ts";
import { onEvent, onReset } from "./live.ts";
import { isSignedOut } from "./me.ts";

/** How many deliveries were given up, of all channels. */
export const failedDeliveries = signal(0);

const CHANGES = /^delivery\.(?:failed|resent|dropped)$/;
/** Several events, one question about them. */
const ASK_MS = 1_000;
let asking: ReturnType<typeof setTimeout> | undefined;

/** Keeps the count true until what it returns is called. */
export function startFailedDeliveries(): () => void {
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
    const { items } = await api.channels();
    failedDeliveries.value = items.reduce((sum, { failed }) => sum + failed, 0);
  } catch (error) {
    // The count of before stays; the screen itself says what is wrong.
    isSignedOut(error);
  }
}
