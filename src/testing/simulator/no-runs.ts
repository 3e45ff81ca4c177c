import type { RunsReader } from "../../ports/earshot/runs.ts";

/** For where no experiment has ever run. */
export const NO_RUNS: RunsReader = {
  list: async () => [],
  show: async () => undefined,
  report: async () => undefined,
};
