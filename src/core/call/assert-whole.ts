import { EarshotError } from "../../domain/errors.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Context } from "./context.ts";

/**
 * Throws when a stored action no longer matches its digest: nobody is shown, or decides on, an
 * action that was tampered with.
 */
export function assertWhole({ digest }: Pick<Context, "digest">, request: Request): void {
  // An erased action has nothing left to hash or to show.
  if (request.kind !== "authorization" || request.erasedAt !== undefined) return;
  const { id, authorization } = request;
  if (digest.action(authorization.action) === authorization.digest) return;
  throw new EarshotError(
    "RECORD_CHANGED",
    `The stored action of ${id} does not match its digest ${authorization.digest}: the record was changed, so it is not shown. Reject it if it is open (npx earshot reject ${id}), and look for other changes: npx earshot audit verify.`,
    { details: { id, digest: authorization.digest } },
  );
}
