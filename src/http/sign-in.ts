import { EarshotError } from "../domain/errors.ts";
import type { Caller } from "../domain/principal.ts";
import type { Gate } from "../ports/door.ts";

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/** Who calls. Throws NOT_SIGNED_IN without a valid key. */
export async function signIn(header: string | undefined, gate: Gate): Promise<Caller> {
  const secret = header === undefined ? undefined : BEARER.exec(header)?.[1];
  const caller = secret === undefined ? undefined : await gate.authenticate(secret);
  if (caller !== undefined) return caller;
  throw new EarshotError(
    "NOT_SIGNED_IN",
    header === undefined
      ? "This call carries no key. Send one as: Authorization: Bearer KEY."
      : "This key is unknown or was revoked. Make a new one: npx earshot keys create.",
  );
}
