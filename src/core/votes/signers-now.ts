import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import {
  followSigners,
  type SignerEntry,
  type SignerSet,
} from "../../domain/votes/signer-chain.ts";
import { type Context, nowOf } from "../call/context.ts";

/** Who may sign at the moment, and the chain that says so. */
export interface SignersNow {
  readonly entries: readonly SignerEntry[];
  /** Undefined while nobody has a signer. */
  readonly set: SignerSet | undefined;
}

/** Follows the stored chain by its rules; RECORD_CHANGED if it breaks them, so that nothing is built on it. */
export async function signersNow(ctx: Context, workspace: WorkspaceId): Promise<SignersNow> {
  const entries = await ctx.store.signerEntries(workspace, 0);
  if (entries.length === 0) return { entries, set: undefined };
  const { set, fault } = followSigners(entries, { now: nowOf(ctx) }, ctx.statements);
  if (set !== undefined) return { entries, set };
  throw new EarshotError(
    "RECORD_CHANGED",
    `The chain of signers does not hold at entry ${fault.seq}: ${fault.code}. Somebody has changed the record without the server: npx earshot audit verify.`,
    { details: { fault: fault.code, seq: fault.seq } },
  );
}
