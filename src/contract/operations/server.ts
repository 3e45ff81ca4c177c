import { z } from "zod";
import { inTime } from "../../domain/in-words.ts";
import { STATUS_COUNTS_MS } from "../../domain/limits.ts";
import type { OperationText } from "../schemas/operation.ts";
import { nothing } from "../schemas/parameters.ts";
import * as wire from "../schemas/requests.ts";

export const SERVER = {
  status: {
    summary: `Counts of the last ${inTime(STATUS_COUNTS_MS)}, and the server's state now`,
    input: nothing,
    output: wire.Status,
  },
  metrics: {
    summary: "Figures for Prometheus",
    input: nothing,
    output: z.string(),
  },
  stop: {
    summary: "Stop the server: waits end with pending, nothing is lost",
    input: nothing,
    output: z.strictObject({ stopping: z.literal(true) }),
  },
} as const satisfies Record<string, OperationText>;
