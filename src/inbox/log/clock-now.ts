import { signal } from "@preact/signals";
import type { ClockState } from "../../ports/earshot/status.ts";
import { api } from "../server/api.ts";
import { beFollowing, onEvent, onReset } from "../server/live.ts";
import { isSignedOut } from "../server/me.ts";

/** How the server's clock stands; undefined until it is known. */
export const clockNow = signal<ClockState | undefined>(undefined);

/** While a jump waits, no event tells of anything. */
const ASKED_EVERY_MS = 60_000;

/** Keeps it current until the returned function is called. */
export function startClockNow(): () => void {
  void askClock();
  const timer = setInterval(() => void askClock(), ASKED_EVERY_MS);
  const stops = [
    onReset(() => void askClock()),
    onEvent(({ type }) => {
      if (type.startsWith("clock.")) void askClock();
    }),
  ];
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}

async function askClock(): Promise<void> {
  try {
    await beFollowing();
    clockNow.value = await api.clock();
  } catch (error) {
    // The previous state stays; the screen itself reports the error.
    isSignedOut(error);
  }
}
