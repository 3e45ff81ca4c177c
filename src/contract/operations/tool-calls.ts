import { z } from "zod";
import type { OperationText } from "../schemas/operation.ts";

export const TOOL_CALLS = {
  recordToolCall: {
    summary: "Record in the log that a tool was called, and how that went",
    input: z.strictObject({
      tool: z.string().meta({ description: "Its name: letters, digits and . _ : / -." }),
      call: z.string().meta({ description: "Id of the call: printable ASCII without spaces." }),
      run: z.string().optional().meta({ description: "Name of the run that it belongs to." }),
      argsDigest: z
        .string()
        .meta({ description: "SHA-256 of the canonical arguments (RFC 8785), base64url." }),
      error: z
        .string()
        .optional()
        .meta({ description: "Type of the error, for a call that failed." }),
    }),
    output: z.strictObject({ seq: z.int() }),
  },
} as const satisfies Record<string, OperationText>;
