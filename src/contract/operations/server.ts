import { z } from "zod";
import { nothing } from "../schemas/common-errors.ts";
import type { Operation } from "../schemas/operation.ts";
import * as wire from "../schemas/requests.ts";

export const SERVER = {
  status: {
    method: "GET",
    path: "/v1/status",
    right: "key",
    summary: "What was counted in the last 24 hours, and how the server is now",
    input: nothing,
    output: wire.Status,
    status: 200,
    media: "application/json",
  },
  metrics: {
    method: "GET",
    path: "/metrics",
    right: "metrics",
    summary: "Figures for Prometheus",
    input: nothing,
    output: z.string(),
    status: 200,
    media: "text/plain",
  },
  stop: {
    method: "POST",
    path: "/v1/stop",
    right: "operate",
    summary: "Stop the server: waits end with pending, nothing is lost",
    input: nothing,
    output: z.strictObject({ stopping: z.literal(true) }),
    status: 202,
    media: "application/json",
  },
} as const satisfies Record<string, Operation>;
