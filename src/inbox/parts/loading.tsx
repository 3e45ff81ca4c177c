import type { ComponentChildren } from "preact";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { errorText } from "./error-text.ts";
import { say } from "./messages/messages.ts";
import type { Loaded } from "./use-load.ts";

interface Props<T> {
  readonly from: Loaded<T>;
  /** What it is, as in "Loading the policy…". */
  readonly what: string;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows what was loaded; an error appears above what is still known. */
export function Loading<T>({ from, what, children }: Props<T>) {
  const { value, error, isBusy, reload } = from;
  return (
    <>
      {error === undefined ? null : (
        <Notice kind="error">
          <p>{errorText(error)}</p>
          <Button busy={isBusy} onClick={reload}>
            {say("try-again")}
          </Button>
        </Notice>
      )}
      {value === undefined && error === undefined ? (
        <p class="loading" role="status">
          {say("loading", { what })}
        </p>
      ) : null}
      {value === undefined ? null : children(value)}
    </>
  );
}
