import type { Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import { rightsOf } from "../../domain/people/rights.ts";
import type { Context } from "../call/context.ts";

/**
 * An operator as their linked account speaks for them: with the rights that their keys carry, since
 * whoever has none left is no operator any more, and what they decide would not stand. No key is
 * behind what they do: what wants a terminal, a passphrase or a passkey is refused there.
 */
export async function callerOf(
  { people }: Pick<Context, "people">,
  principal: PersonPrincipal,
): Promise<Caller | undefined> {
  const keys = (await people.keys(principal.workspace)).map(({ key }) => key);
  const good = keys.filter((key) => key.principal === principal.id && key.revokedAt === undefined);
  const rights = rightsOf(principal).filter((right) =>
    good.some(({ scopes }) => scopes.includes(right)),
  );
  return rights.length === 0 ? undefined : { principal, rights: new Set(rights) };
}
