import { EarshotError } from "../../domain/errors.ts";
import type { Caller } from "../../domain/people/principal.ts";

/**
 * Throws NOT_ALLOWED in a web session whose link was not made at a terminal. Nothing done in such a
 * session may make HIGH and CRITICAL decidable without a passkey.
 */
export function assertAtTerminal(
  { web }: Caller,
  { what, command }: { readonly what: string; readonly command: string },
): void {
  if (web === undefined || web.atTerminal) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `${what} in a web session whose link was not made at a terminal. Do it there (${command}), or open the inbox from there (npx earshot open).`,
    { details: { reason: "not_at_a_terminal" } },
  );
}
