import { z } from "zod";
import { MAX_ACKNOWLEDGED } from "../../domain/limits.ts";
import type { OperationText } from "../schemas/operation.ts";
import { page } from "../schemas/parameters.ts";
import * as wire from "../schemas/requests.ts";

export const MAILBOX = {
  mailbox: {
    summary: "Answers and messages from people that an agent has not acknowledged",
    input: z.strictObject({ limit: page.limit, order: z.enum(["oldest", "newest"]).optional() }),
    output: wire.Mailbox,
  },
  acknowledge: {
    summary: "Take items out of the agent's mailbox for good",
    input: z.strictObject({
      ids: z
        .array(z.union([wire.RequestId, wire.MessageId]))
        .meta({ description: `1 to ${MAX_ACKNOWLEDGED}; one that is not there changes nothing.` }),
    }),
    output: z.strictObject({ acknowledged: z.int() }),
  },
} as const satisfies Record<string, OperationText>;
