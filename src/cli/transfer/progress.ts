import type { OnProgress } from "../../store/transfer/record.ts";
import { createProgressLine } from "../experiment/progress-line.ts";
import type { RunContext } from "../run-context.ts";

const EVERY_MS = 100;

export interface Progress {
  readonly onProgress: OnProgress;
  /** Takes the line away again. */
  end(): void;
}

/** One line on a terminal that says how far a copy has got; nothing elsewhere. */
export function createProgress({ options, output }: RunContext, verb: string): Progress {
  if (options.plain === true || options.json === true) return { onProgress: () => {}, end() {} };
  const line = createProgressLine({ stream: process.stderr, dress: output.style.dim });
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    onProgress(table, rows) {
      const now = performance.now();
      if (now - shownAt < EVERY_MS) return;
      shownAt = now;
      line.set(`${verb} ${table}: ${rows} rows`);
    },
    end: () => line.close(),
  };
}
