import { signal } from "@preact/signals";
import type { RecordState } from "../../ports/earshot/audit.ts";
import { api } from "../server/api.ts";
import { beFollowing, onEvent, onReset } from "../server/live.ts";
import { can, isSignedOut, loadMe, me } from "../server/me.ts";

/** What the record waits to be accepted for; undefined if for nothing, or if it is not known. */
export const setBack = signal<RecordState["setBack"]>(undefined);

const CHANGES: ReadonlySet<string> = new Set(["log.went_back", "log.accepted"]);

/** Keeps it current until the returned function is called. */
export function startRecordNow(): () => void {
  void askRecord();
  const stops = [
    onReset(() => void askRecord()),
    onEvent(({ type }) => {
      if (CHANGES.has(type)) void askRecord();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

async function askRecord(): Promise<void> {
  try {
    await beFollowing();
    if (me.value === undefined) await loadMe();
    if (can("audit")) setBack.value = (await api.recordState()).setBack;
  } catch (error) {
    // The previous state stays; the screen itself reports the error.
    isSignedOut(error);
  }
}
