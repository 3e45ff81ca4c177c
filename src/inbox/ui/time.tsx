import { nowMs } from "./clock.ts";
import { exact, relative } from "./time-words.ts";

/** When it was or will be, as one says it; exactly, on a closer look. */
export function Time({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={exact(at)}>
      {relative(at, nowMs.value)}
    </time>
  );
}
