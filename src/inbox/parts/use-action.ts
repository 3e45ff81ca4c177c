import { useState } from "preact/hooks";
import { isSignedOut } from "../server/me.ts";
import { errorText } from "./error-text.ts";

export interface Action {
  readonly isBusy: boolean;
  /** What went wrong the last time, in words. */
  readonly error: string | undefined;
  /** Runs one change at a time; a second press meanwhile does nothing. */
  run(change: () => Promise<void>): void;
  forget(): void;
}

/** A change that a button makes, with what it takes to say how it went. */
export function useAction(): Action {
  const [state, setState] = useState<Pick<Action, "isBusy" | "error">>(REST);
  return {
    ...state,
    run(change) {
      if (state.isBusy) return;
      setState({ isBusy: true, error: undefined });
      change().then(
        () => setState(REST),
        (error: unknown) => {
          isSignedOut(error);
          setState({ isBusy: false, error: errorText(error) });
        },
      );
    },
    forget: () => setState(REST),
  };
}

const REST = { isBusy: false, error: undefined };
