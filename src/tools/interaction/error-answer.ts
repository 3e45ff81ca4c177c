import { EarshotError, type ErrorCode, NEXT_STEPS } from "../../domain/errors.ts";
import type { Json } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import type { ToolAnswer } from "../../ports/earshot/tool-door.ts";
import type { ToolErrorType } from "../registry/error-types.ts";
import type { FailedResult } from "../registry/outcome.ts";

interface Told {
  /** Used if the tool named none itself. */
  readonly code: ErrorCode;
  readonly nextStep: string;
}

const TOLD: Readonly<Record<ToolErrorType, Told>> = {
  UnknownTool: {
    code: "NOT_FOUND",
    nextStep: "Call get_capabilities to see which tools there are.",
  },
  InvalidArguments: { code: "INVALID_INPUT", nextStep: "Mend the arguments as the message says." },
  NotAllowed: {
    code: "NOT_ALLOWED",
    nextStep: "Go on without it; only an operator can give a key another right.",
  },
  ExecutionFailed: { code: "INTERNAL", nextStep: NEXT_STEPS.never },
  ExecutionFailedRecoverable: { code: "STORE_UNAVAILABLE", nextStep: NEXT_STEPS.again },
  TimedOut: { code: "TIMED_OUT", nextStep: "Check what became of it before you call again." },
  Cancelled: { code: "INTERRUPTED", nextStep: "Nothing: the caller has ended it." },
};

/** A failed call, in the same form at every door. */
export function errorAnswer(
  action: string,
  { error, code }: FailedResult,
  { timestamp, details }: { timestamp: string; details?: Readonly<Record<string, Json>> },
): ToolAnswer & { readonly error: EarshotError } {
  const { error_type, message, recoverable } = error;
  const told = TOLD[error_type];
  const { retryAfterSeconds } = details ?? {};
  const data = {
    error_type,
    message,
    recoverable,
    next_step: told.nextStep,
    ...present({ retry_after_s: retryAfterSeconds }),
  };
  return {
    envelope: { status: "error", action, data, timestamp },
    isError: true,
    error: new EarshotError(code ?? told.code, message, details === undefined ? {} : { details }),
  };
}
