import type { OnProgress } from "../../store/transfer/record.ts";
import { createProgressLine } from "./progress-line.ts";
import type { RunContext } from "./run-context.ts";

const EVERY_MS = 100;

export interface Progress {
  readonly onProgress: OnProgress;
  /** Removes the line again. */
  end(): void;
}

/**
 * A line on a terminal that says how far a copy or a check has got; nothing without a terminal. Throws if the
 * command is told to end, so that what was begun is removed again.
 */
export function createProgress(
  { options, output, signal }: RunContext,
  verb: string,
  unit = "rows",
): Progress {
  if (options.plain === true || options.json === true) {
    return { onProgress: () => signal.throwIfAborted(), end() {} };
  }
  const line = createProgressLine({ stream: process.stderr, dress: output.style.dim });
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    onProgress(table, rows) {
      signal.throwIfAborted();
      const now = performance.now();
      if (now - shownAt < EVERY_MS) return;
      shownAt = now;
      line.set(`${verb} ${table}: ${rows} ${unit}`);
    },
    end: () => line.close(),
  };
}
