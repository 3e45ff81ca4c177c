import type { RunsReader } from "../../ports/earshot/runs.ts";

/** For a world in which no experiment ever ran. */
export const NO_RUNS: RunsReader = {
  list: async () => [],
  show: async () => undefined,
  report: async () => undefined,
};
