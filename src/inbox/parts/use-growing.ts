import { useEffect, useRef, useState } from "preact/hooks";
import type { Json } from "../../domain/json.ts";
import { isSignedOut } from "../server/me.ts";

const POLL_MS = 2_000;
/** As many as one answer carries: if it is full, more are there already. */
export const FULL = 200;

/** One thing that was said or done. */
export interface Step {
  /** Counted from 1. */
  readonly place: number;
  readonly at: string;
  /** Its colour; the words tell it without one. */
  readonly kind: string;
  readonly kindText: string;
  /** The line above its text, ready to be shown. */
  readonly head: string;
  readonly text: string;
  /** What can be unfolded below it. */
  readonly data: readonly { readonly name: string; readonly value: Json }[];
}

/** What one answer adds to something that grows. */
export interface Growth {
  readonly entries: readonly Step[];
  /** More may be appended. */
  readonly isLive: boolean;
}

export interface Grown<G extends Growth> {
  readonly entries: readonly Step[];
  /** The newest answer. */
  readonly latest?: G;
  readonly error?: unknown;
}

/**
 * What was said and done, from its beginning. While it may go on and the page is visible, new
 * entries are fetched.
 */
export function useGrowing<G extends Growth>(
  id: string,
  readAfter: (place: number) => Promise<G>,
): Grown<G> {
  const [grown, setGrown] = useState<Grown<G>>({ entries: [] });
  const after = useRef(0);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function read(): Promise<void> {
      clearTimeout(timer);
      const pause = await readOnce().catch((error: unknown) => {
        if (isSignedOut(error)) return undefined;
        setGrown((old) => ({ ...old, error }));
        return POLL_MS * 2;
      });
      if (pause === undefined || isOver || document.hidden) return;
      timer = setTimeout(() => void read(), pause);
    }

    /** How long to wait before the next reading; undefined if nothing can follow. */
    async function readOnce(): Promise<number | undefined> {
      const latest = await readAfter(after.current);
      const { entries, isLive } = latest;
      if (isOver) return undefined;
      after.current = Math.max(after.current, entries.at(-1)?.place ?? 0);
      setGrown((old) => ({ latest, entries: appended(old.entries, entries) }));
      if (entries.length >= FULL) return 0;
      return isLive ? POLL_MS : undefined;
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
  return grown;
}

/** The entries that follow the known ones, each once: an answer may arrive twice. */
export function appended<S extends Pick<Step, "place">>(
  known: readonly S[],
  read: readonly S[],
): readonly S[] {
  const last = known.at(-1)?.place ?? 0;
  return [...known, ...read.filter(({ place }) => place > last)];
}
