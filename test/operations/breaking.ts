import type { StartStep } from "../../src/compose/server.ts";

/* How a start is ended half-way, and where it would serve. */

export const WAYS = {
  fails: (_: AbortController) => {
    throw new Error("on purpose");
  },
  "is told to end": (ending: AbortController) => ending.abort(new Error("on purpose")),
} as const;

/** Options of a start that ends behind one step, in one way. */
export function endingAt(at: StartStep, end: (typeof WAYS)[keyof typeof WAYS]) {
  const ending = new AbortController();
  const passed: StartStep[] = [];
  return {
    passed,
    options: {
      signal: ending.signal,
      onStartStep(step: StartStep) {
        passed.push(step);
        if (step === at) end(ending);
      },
    },
  };
}
