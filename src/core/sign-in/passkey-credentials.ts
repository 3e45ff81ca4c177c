import { EarshotError } from "../../domain/errors.ts";
import type { PersonPrincipal } from "../../domain/people/principal.ts";
import type { Site } from "../../ports/earshot/operators.ts";
import type { PasskeyCredential } from "../../ports/system/passkeys.ts";
import type { Context } from "../call/context.ts";

/** A person's passkeys that work on this page. */
export async function credentialsFor(
  ctx: Context,
  { workspace, id }: PersonPrincipal,
  { rpId }: Site,
): Promise<readonly PasskeyCredential[]> {
  const stored = await ctx.store.listPasskeys(workspace, id);
  return stored.filter(({ passkey }) => passkey.rpId === rpId).map(({ credential }) => credential);
}

/** The same; throws NOT_ALLOWED without any, because a browser would then offer every passkey. */
export async function ownCredentials(
  ctx: Context,
  person: PersonPrincipal,
  site: Site,
): Promise<readonly PasskeyCredential[]> {
  const credentials = await credentialsFor(ctx, person, site);
  if (credentials.length > 0) return credentials;
  throw new EarshotError(
    "NOT_ALLOWED",
    `You have no passkey for ${site.rpId}. Register one in the settings of an inbox that you have opened by a link made at a terminal: npx earshot open.`,
    { details: { reason: "no_passkey", rpId: site.rpId } },
  );
}
