import { EarshotError } from "../../domain/errors.ts";

/** Refuses a token; the reason is a clause without its full stop. */
export function invalidToken(reason: string, cause?: unknown): EarshotError {
  return new EarshotError(
    "NOT_SIGNED_IN",
    `This token is not valid here: ${reason}. Get a new one from the authorization server, for this server.`,
    { cause },
  );
}
