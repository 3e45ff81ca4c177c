import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isSignedOut } from "../server/me.ts";
import { isNoAnswer, returns } from "../server/reach.ts";

export interface Loaded<T> {
  /** The newest value; it stays during a reload, and if that fails. */
  readonly value: T | undefined;
  readonly error: unknown;
  readonly isBusy: boolean;
  reload(): void;
  /** Replaces it with what a change has returned, without asking again. */
  set(value: T): void;
}

/**
 * Loads what a screen shows, again when `key` changes. The old value stays until then, and an
 * answer that is overtaken is dropped.
 */
export function useLoad<T>(load: () => Promise<T>, key = ""): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, "reload" | "set">>(EMPTY);
  const turn = useRef(0);
  const current = useRef(load);
  current.current = load;
  const reload = useCallback(() => {
    turn.current += 1;
    const mine = turn.current;
    const settle = (change: Partial<Loaded<T>>) => {
      if (mine === turn.current) setState((old) => ({ ...old, ...change, isBusy: false }));
    };
    setState((old) => ({ ...old, isBusy: true }));
    current.current().then(
      (value) => settle({ value, error: undefined }),
      (error: unknown) => {
        if (!isSignedOut(error)) settle({ error });
      },
    );
  }, []);
  useEffect(() => {
    reload();
    return () => {
      turn.current += 1;
    };
  }, [key, reload]);
  // What could not be loaded while the server was away is loaded once it is back.
  const isLost = isNoAnswer(state.error);
  useEffect(() => {
    if (!isLost) return undefined;
    const before = returns.peek();
    return returns.subscribe((now) => {
      if (now !== before) reload();
    });
  }, [isLost, reload]);
  const set = useCallback((value: T) => setState((old) => ({ ...old, value })), []);
  return { ...state, reload, set };
}

const EMPTY = { value: undefined, error: undefined, isBusy: true };
