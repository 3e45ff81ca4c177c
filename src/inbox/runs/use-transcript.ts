import { useEffect, useRef, useState } from "preact/hooks";
import type { RunId } from "../../domain/id.ts";
import type { ListedRun, RunEntry } from "../../ports/earshot/runs.ts";
import { api } from "../server/api.ts";
import { isSignedOut } from "../server/me.ts";
import { appended, isRunning } from "./run-words.ts";

const POLL_MS = 2_000;
/** As many as one answer carries: then more are there already. */
const FULL = 200;

export interface Transcript {
  readonly run?: ListedRun;
  readonly entries: readonly RunEntry[];
  readonly error?: unknown;
}

/** A run's transcript; while it runs and the page is seen, what is appended is asked for. */
export function useTranscript(id: RunId): Transcript {
  const [transcript, setTranscript] = useState<Transcript>({ entries: [] });
  const after = useRef(0);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function read(): Promise<void> {
      clearTimeout(timer);
      const pause = await readOnce().catch((error: unknown) => {
        if (isSignedOut(error)) return undefined;
        setTranscript((old) => ({ ...old, error }));
        return POLL_MS * 2;
      });
      if (pause === undefined || isOver || document.hidden) return;
      timer = setTimeout(() => void read(), pause);
    }

    /** How long to wait before the next reading; undefined where nothing can follow. */
    async function readOnce(): Promise<number | undefined> {
      const { run, entries, next } = await api.showRun({ id, after: after.current });
      if (isOver) return undefined;
      after.current = next;
      setTranscript((old) => ({ run, entries: appended(old.entries, entries) }));
      if (entries.length >= FULL) return 0;
      return isRunning(run) ? POLL_MS : undefined;
    }

    const seen = () => (document.hidden ? clearTimeout(timer) : void read());
    document.addEventListener("visibilitychange", seen);
    void read();
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [id]);
  return transcript;
}
