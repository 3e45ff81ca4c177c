import { type EarshotError, ERRORS } from "./errors.ts";
import type { JsonObject } from "./json.ts";

/** What a model does next where a call of a tool has failed. */
export const NEXT_STEPS = {
  again: "Wait a moment, then make the same call; what was asked already is joined.",
  never: "The same call will not help. Do what the message says, or go on without it.",
} as const;

/** What a model is told where not its call was wrong but the way to the server, or the server. */
export function failedCall({ code, message }: EarshotError): JsonObject {
  const recoverable = ERRORS[code].retry !== "never";
  return {
    error_type: recoverable ? "ExecutionFailedRecoverable" : "ExecutionFailed",
    message,
    recoverable,
    next_step: recoverable ? NEXT_STEPS.again : NEXT_STEPS.never,
  };
}
