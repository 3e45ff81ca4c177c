import { z } from "zod";
import { page } from "../schemas/common-errors.ts";
import type { Operation } from "../schemas/operation.ts";
import * as wire from "../schemas/requests.ts";

export const MAILBOX = {
  mailbox: {
    method: "GET",
    path: "/v1/mailbox",
    right: "read",
    summary: "What people said to an agent that it has not acknowledged",
    input: z.strictObject({ limit: page.limit, order: z.enum(["oldest", "newest"]).optional() }),
    output: wire.Mailbox,
    status: 200,
    media: "application/json",
  },
  acknowledge: {
    method: "POST",
    path: "/v1/mailbox/acknowledge",
    right: "read",
    summary: "Take items out of the agent's mailbox for good",
    input: z.strictObject({
      ids: z
        .array(z.union([wire.RequestId, wire.MessageId]))
        .meta({ description: "1 to 100; one that is not there changes nothing." }),
    }),
    output: z.strictObject({ acknowledged: z.int() }),
    status: 200,
    media: "application/json",
  },
} as const satisfies Record<string, Operation>;
