import { type EarshotError, ERRORS, isEarshotError } from "../../domain/errors.ts";
import { TOOL_ERRORS, type ToolErrorType } from "./error-types.ts";
import type { ToolResult } from "./tool.ts";

/** A tool's own words about its failure may hold anything of any length. */
const MAX_MESSAGE_LENGTH = 2_000;

export type FailedResult = Extract<ToolResult, { readonly ok: false }>;

/** A failed call, as the model is told of it. */
export function failed(tool: string, error_type: ToolErrorType, message: string): FailedResult {
  const error = {
    tool_name: tool,
    error_type,
    message: message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed(),
    recoverable: TOOL_ERRORS[error_type].recoverable,
  };
  return { ok: false, error, text: `Error (${error_type}): ${error.message}` };
}

/** A thrown error by the table of errors; anything but an EarshotError is an ordinary failure. */
export function failedWith(tool: string, thrown: unknown): FailedResult {
  if (isEarshotError(thrown)) {
    return { ...failed(tool, typeOf(thrown), thrown.message), code: thrown.code };
  }
  return failed(tool, "ExecutionFailed", `${tool} failed: ${messageOf(thrown)}`);
}

function typeOf({ code }: EarshotError): ToolErrorType {
  if (code === "INVALID_INPUT") return "InvalidArguments";
  if (code === "NOT_ALLOWED") return "NotAllowed";
  return ERRORS[code].retry === "never" ? "ExecutionFailed" : "ExecutionFailedRecoverable";
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
