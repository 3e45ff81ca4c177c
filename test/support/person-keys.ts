import type { Context } from "../../src/core/call/context.ts";
import { newKey } from "../../src/core/callers/new-key.ts";
import type { Key, Principal } from "../../src/domain/people/principal.ts";
import { present } from "../../src/domain/present.ts";
import type { CreatedKey } from "../../src/ports/earshot/earshot.ts";

interface Made {
  readonly maker: { readonly principal: Pick<Principal, "id">; readonly key: Pick<Key, "id"> };
  readonly person: Principal;
  readonly unattended?: boolean;
  /** As 0.1 stored it, which did not say with which key it was made. */
  readonly isOfBefore?: boolean;
}

/** A key of a person as somebody has made it, whatever people are asked first. */
export async function keyMadeBy(
  ctx: Context,
  { maker, person, unattended = false, isOfBefore = false }: Made,
): Promise<CreatedKey> {
  const madeWith = isOfBefore ? undefined : maker.key.id;
  const made = newKey(ctx, person, {
    unattended,
    actor: maker.principal.id,
    ...present({ madeWith }),
  });
  const { writes, events, key, secret } = made;
  const done = await ctx.commit({ workspace: person.workspace, writes, events });
  if (done.outcome !== "committed") throw new Error(`The key was not made: ${done.outcome}.`);
  return { key, principal: person, secret };
}
