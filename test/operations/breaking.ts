import { createServer } from "node:net";
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

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
