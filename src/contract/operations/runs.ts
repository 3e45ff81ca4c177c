import { z } from "zod";
import type { OperationText } from "../schemas/operation.ts";
import { nothing } from "../schemas/parameters.ts";
import * as wire from "../schemas/requests.ts";
import { ListedRun, RunTranscript } from "./inbox.ts";

export const RUNS = {
  listRuns: {
    summary: "Runs of experiments in the data folder, newest first, for people",
    input: nothing,
    output: z.strictObject({ items: z.array(ListedRun) }),
  },
  showRun: {
    summary: "What was said and done in a run, a part at a time",
    input: z.strictObject({
      id: wire.RunId,
      after: z.coerce.number().int().min(0).optional().meta({
        description: "Only entries with a greater index.",
      }),
    }),
    output: RunTranscript,
  },
  runReport: {
    summary: "The report about a run, as a page that needs nothing else",
    input: z.strictObject({ id: wire.RunId }),
    output: z.string(),
  },
} as const satisfies Record<string, OperationText>;
