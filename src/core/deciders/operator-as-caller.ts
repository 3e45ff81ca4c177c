import type { Caller, PersonPrincipal } from "../../domain/people/principal.ts";
import { rightsOf } from "../../domain/people/rights.ts";
import type { Context } from "../call/context.ts";

/**
 * An operator who acts through a linked account, with the rights their unrevoked keys still carry.
 * Undefined without any: they are no longer an operator, and their decision would not stand. The
 * caller holds no key itself, so whatever needs a terminal, a passphrase or a passkey is refused.
 */
export async function callerByKeys(
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
