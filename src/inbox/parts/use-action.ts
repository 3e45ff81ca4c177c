import { useState } from "preact/hooks";
import { isSignedOut } from "../server/me.ts";
import { type Failure, failureOf, wordsOf } from "../server/reach.ts";
import { errorText } from "./error-text.ts";

export interface Action {
  readonly isBusy: boolean;
  /** What went wrong last time, in words. */
  readonly error: string | undefined;
  /** Runs one change at a time; a second press in the meantime does nothing. */
  run(change: () => Promise<void>): void;
  forget(): void;
}

/** A change that a button makes, with what is needed to report how it went. */
export function useAction(): Action {
  const [state, setState] = useState<State>(REST);
  return {
    isBusy: state.isBusy,
    error: wordsOf(state.failure),
    run(change) {
      if (state.isBusy) return;
      setState({ isBusy: true });
      change().then(
        () => setState(REST),
        (error: unknown) => {
          isSignedOut(error);
          setState({ isBusy: false, failure: failureOf(error, errorText(error)) });
        },
      );
    },
    forget: () => setState(REST),
  };
}

interface State {
  readonly isBusy: boolean;
  readonly failure?: Failure;
}

const REST: State = { isBusy: false };
