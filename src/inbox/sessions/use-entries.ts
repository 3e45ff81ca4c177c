import { useEffect, useRef, useState } from "preact/hooks";
import type { SessionId } from "../../domain/id.ts";
import type { SessionEntry } from "../../domain/sessions/session.ts";
import { api } from "../server/api.ts";
import { isSignedOut } from "../server/me.ts";
import { isLive } from "./session-words.ts";

const POLL_MS = 2_000;
/** As many as one answer carries: then more are there already. */
const FULL = 200;

export interface Entries {
  readonly entries: readonly SessionEntry[];
  readonly error?: unknown;
}

/** A session's entries; while it may go on and the page is seen, what is appended is asked for. */
export function useEntries(id: SessionId): Entries {
  const [shown, setShown] = useState<Entries>({ entries: [] });
  const after = useRef(0);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function read(): Promise<void> {
      clearTimeout(timer);
      const pause = await readOnce().catch((error: unknown) => {
        if (isSignedOut(error)) return undefined;
        setShown((old) => ({ ...old, error }));
        return POLL_MS * 2;
      });
      if (pause === undefined || isOver || document.hidden) return;
      timer = setTimeout(() => void read(), pause);
    }

    /** How long to wait before the next reading; undefined where nothing can follow. */
    async function readOnce(): Promise<number | undefined> {
      const behind = after.current;
      const { items, session } = await api.sessionEntries({ id, after: behind, limit: FULL });
      if (isOver) return undefined;
      after.current = Math.max(behind, items.at(-1)?.seq ?? 0);
      setShown((old) => ({ entries: appended(old.entries, items) }));
      if (items.length >= FULL) return 0;
      return isLive(session) ? POLL_MS : undefined;
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
  return shown;
}

/** Each once: an answer may come twice. */
function appended(known: readonly SessionEntry[], read: readonly SessionEntry[]) {
  const last = known.at(-1)?.seq ?? 0;
  return [...known, ...read.filter(({ seq }) => seq > last)];
}
