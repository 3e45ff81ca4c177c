import { EarshotError, isEarshotError } from "../../../domain/errors.ts";

/** What went wrong, for the person who pressed; what they typed is still there. */
export function problemWords(error: unknown): string {
  if (isEarshotError(error, "DIGEST_MISMATCH")) {
    return "The action has changed since it was shown here. Look at it again, then decide.";
  }
  if (isEarshotError(error, "NOT_FOUND")) {
    return "There is nothing at this address, or you may not see it. Check that you copied all of it.";
  }
  if (error instanceof EarshotError) return error.message;
  if (error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name)) {
    return "The passkey was not used, and nothing was decided. Press again to try once more.";
  }
  return "That did not work, and nothing was decided. Try again.";
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
