import { z } from "zod";
import { flag, nothing } from "../schemas/common-errors.ts";
import type { Operation } from "../schemas/operation.ts";
import * as wire from "../schemas/requests.ts";

export const EVENTS = {
  events: {
    method: "GET",
    path: "/v1/events",
    right: "read",
    summary: "Events as server-sent events; resumes after Last-Event-ID",
    input: z.strictObject({
      after: z.coerce.number().int().min(0).optional().meta({
        description: "Only events with a greater sequence number; Last-Event-ID comes first.",
      }),
      follow: flag.meta({ description: "Go on with what is appended." }),
    }),
    output: wire.Event,
    status: 200,
    media: "text/event-stream",
  },
  lastEvent: {
    method: "GET",
    path: "/v1/events/last",
    right: "read",
    summary: "The sequence number of the newest event",
    input: nothing,
    output: z.strictObject({ seq: z.int() }),
    status: 200,
    media: "application/json",
  },
} as const satisfies Record<string, Operation>;
