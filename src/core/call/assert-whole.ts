import { EarshotError } from "../../domain/errors.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Context } from "./context.ts";

/** Nobody is shown, and nobody decides on, an action that was changed behind the back of this server. */
export function assertWhole({ digest }: Pick<Context, "digest">, request: Request): void {
  // Erased, an action makes no digest any more: there is nothing left to be shown.
  if (request.kind !== "authorization" || request.erasedAt !== undefined) return;
  const { id, authorization } = request;
  if (digest.action(authorization.action) === authorization.digest) return;
  throw new EarshotError(
    "RECORD_CHANGED",
    `The stored action of ${id} does not make its digest ${authorization.digest}: the record was changed, and it is not shown. Reject it where it is open (npx earshot reject ${id}), and see what else was changed: npx earshot audit verify.`,
    { details: { id, digest: authorization.digest } },
  );
}
