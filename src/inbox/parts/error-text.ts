import { type ErrorCode, isEarshotError } from "../../domain/errors.ts";
import { visibleText } from "../../render/visible-text.ts";
import { say } from "./messages/messages.ts";

/** Those that people meet; what the server says of one is English, after a sentence of the page's. */
const MET = [
  "INVALID_INPUT",
  "NOT_SIGNED_IN",
  "NOT_ALLOWED",
  "NOT_FOUND",
  "REQUEST_CLOSED",
  "DECISION_HELD",
  "ALREADY_VOTED",
  "ALREADY_CLAIMED",
  "DIGEST_MISMATCH",
  "STEP_UP_NEEDED",
  "SECOND_OWNER_NEEDED",
  "CONFLICT",
  "TOO_LARGE",
  "RATE_LIMITED",
  "STORE_UNAVAILABLE",
  "RECORD_WENT_BACK",
  "INTERNAL",
] as const satisfies readonly ErrorCode[];

/** What went wrong, for people: Earshot's own errors say what to do next. */
export function errorText(error: unknown): string {
  if (isEarshotError(error)) {
    const code = MET.find((one) => one === error.code) ?? "other";
    return say(`code.${code}`, { detail: visibleText(error.message) });
  }
  if (error instanceof Error) return say("error", { detail: visibleText(error.message) });
  return say("error.unknown");
}
