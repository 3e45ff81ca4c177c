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
  clock: {
    summary: "The server's time, and whether the clock of its system is right",
    input: nothing,
    output: wire.ClockState,
  },
  acceptClock: {
    summary: "Accept a jump of the system's clock, so that the server goes on at its time",
    input: z.strictObject({
      told: z.iso.datetime({ precision: 3 }).meta({
        description:
          "The accepted time, as `told` by `clock`; ten minutes more or less do no harm.",
      }),
    }),
    output: wire.ClockState,
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
