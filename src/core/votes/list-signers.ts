import type { PrincipalId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { SignerEntry } from "../../domain/votes/signer-chain.ts";
import type { HeldSigner, SigningPerson } from "../../domain/votes/signer-changes.ts";
import type {
  ListedSigner,
  ListedSigningPerson,
  SignersState,
} from "../../ports/earshot/signers.ts";
import { WAITING_SIGNERS } from "../../ports/store/write.ts";
import { type Context, nowOf } from "../call/context.ts";
import { signersNow } from "./signers-now.ts";

/** Who signs, who says so, and what waits for others to sign. */
export async function listSigners(ctx: Context, caller: Caller): Promise<SignersState> {
  const { workspace } = caller.principal;
  const { entries, set } = await signersNow(ctx, workspace);
  const [first] = entries;
  const now = nowOf(ctx);
  const stored = await ctx.store.listStatements(workspace, WAITING_SIGNERS);
  return {
    ...present({
      root: first === undefined ? undefined : ctx.statements.entryHash(first),
      head: set?.head,
    }),
    people: [...(set?.people.values() ?? [])].map(listed),
    waiting: stored.flatMap(({ digest, signed }) =>
      signed === undefined || signed.statement.until < now ? [] : [{ digest, signed }],
    ),
  };
}

/** The chain as it is stored, for guards and verifiers, which check it themselves. */
export async function signerChain(
  ctx: Context,
  caller: Caller,
  { after = 0 }: { readonly after?: number } = {},
): Promise<{ readonly items: readonly SignerEntry[] }> {
  return { items: await ctx.store.signerEntries(caller.principal.workspace, after) };
}

function listed({ id, name, owner, signers }: SigningPerson): ListedSigningPerson {
  return { id: id as PrincipalId, name, owner, signers: signers.map(listedSigner) };
}

function listedSigner({ id, signer, from, until }: HeldSigner): ListedSigner {
  const kept = signer.grade === "device" ? signer.kept : undefined;
  return { id, grade: signer.grade, from, ...present({ kept, until }) };
}
