import { EarshotError, isEarshotError } from "../../../domain/errors.ts";
import { errorText } from "../../parts/error-text.ts";
import { say } from "./messages/messages.ts";

/** What went wrong, for the person who pressed; what they typed is still there. */
export function problemWords(error: unknown): string {
  if (isEarshotError(error, "DIGEST_MISMATCH")) {
    return say("problem.changed");
  }
  if (isEarshotError(error, "NOT_FOUND")) {
    return say("problem.none");
  }
  if (error instanceof EarshotError) return errorText(error);
  if (error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name)) {
    return say("problem.passkey");
  }
  return say("problem.other");
}

/** Whether the request may have changed since it was shown. */
export function isOutdated(error: unknown): boolean {
  return (
    error instanceof EarshotError &&
    [
      "REQUEST_CLOSED",
      "ALREADY_VOTED",
      "DIGEST_MISMATCH",
      "ALREADY_CLAIMED",
      "NOT_ALLOWED",
    ].includes(error.code)
  );
}
