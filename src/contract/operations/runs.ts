import { z } from "zod";
import { nothing } from "../schemas/common-errors.ts";
import type { Operation } from "../schemas/operation.ts";
import * as wire from "../schemas/requests.ts";
import { ListedRun, RunTranscript } from "./inbox.ts";

export const RUNS = {
  listRuns: {
    method: "GET",
    path: "/v1/runs",
    right: "read",
    summary: "Runs of experiments in the data folder, newest first, for people",
    input: nothing,
    output: z.strictObject({ items: z.array(ListedRun) }),
    status: 200,
    media: "application/json",
  },
  showRun: {
    method: "GET",
    path: "/v1/runs/{id}",
    right: "read",
    summary: "What was said and done in a run, a part at a time",
    input: z.strictObject({
      id: wire.RunId,
      after: z.coerce.number().int().min(0).optional().meta({
        description: "Only entries with a greater index.",
      }),
    }),
    output: RunTranscript,
    status: 200,
    media: "application/json",
  },
  runReport: {
    method: "GET",
    path: "/v1/runs/{id}/report",
    right: "read",
    summary: "The report about a run, as a page that needs nothing else",
    input: z.strictObject({ id: wire.RunId }),
    output: z.string(),
    status: 200,
    media: "text/html",
  },
} as const satisfies Record<string, Operation>;
