import { z } from "zod";
import { nothing } from "../schemas/common-errors.ts";
import type { OperationText } from "../schemas/operation.ts";
import * as wire from "../schemas/requests.ts";

export const SERVER = {
  status: {
    summary: "What was counted in the last 24 hours, and how the server is now",
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
