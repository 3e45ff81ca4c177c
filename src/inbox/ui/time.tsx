import { nowMs } from "./clock.ts";
import { exact, relative } from "./time-words.ts";

/** When it was or will be, in words; exactly, on hover. */
export function Time({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={exact(at)}>
      {relative(at, nowMs.value)}
    </time>
  );
}
