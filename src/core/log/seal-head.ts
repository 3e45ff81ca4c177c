import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import { toHex } from "../../domain/log/chain-check.ts";
import { anchorLine, checkpointClaims, readCheckpoint } from "../../domain/log/checkpoint.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import { present } from "../../domain/present.ts";
import type { Checkpoint } from "../../ports/earshot/authority.ts";
import type { Once, Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { commitError } from "../call/once.ts";

/** What is committed with a checkpoint. */
export interface Sealing {
  readonly events: readonly EventDraft[];
  /** The conditions of that commit. */
  readonly guard?: readonly Write[];
  readonly once?: Once | undefined;
}

/**
 * Signs the log's head, appends it to the anchor, then stores it. So a stored checkpoint is always
 * in the anchor, and one that did not get that far is made again.
 */
export async function sealHead(
  ctx: Context,
  workspace: WorkspaceId,
  sealingOf: (checkpoint: Checkpoint) => Sealing,
): Promise<Checkpoint> {
  const previous = await ctx.store.lastCheckpoint(workspace);
  const head = await ctx.store.head(workspace);
  const isSealed = previous?.seq === head.seq && previous.hash === toHex(head.hash);
  if (isSealed) return previous;
  const claims = checkpointClaims({ workspace, head, at: nowOf(ctx), previous });
  const token = await ctx.signer.sign("checkpoint", { ...claims });
  const { seq, hash, at } = claims;
  const checkpoint = { workspace, seq, hash, at, token };
  await ctx.anchor.append(anchorLine(checkpoint));
  return await store(ctx, checkpoint, sealingOf(checkpoint));
}

async function store(
  ctx: Context,
  checkpoint: Checkpoint,
  { events, guard = [], once }: Sealing,
): Promise<Checkpoint> {
  const { workspace } = checkpoint;
  const change = {
    workspace,
    ...present({ once }),
    writes: [...guard, { type: "checkpoint.insert", checkpoint } as const],
    events,
  };
  const done = await ctx.commit(change);
  switch (done.outcome) {
    case "committed":
      return checkpoint;
    case "replayed":
      return await checkpointOf(ctx, done.result);
    case "conflict":
      // Somebody sealed the same head meanwhile, or another node seals now.
      return (await ctx.store.lastCheckpoint(workspace)) ?? checkpoint;
    default:
      throw commitError(done, change);
  }
}

/** The checkpoint in a token of this server. */
export async function checkpointOf(ctx: Context, token: string): Promise<Checkpoint> {
  const claims = (await ctx.signer.verify("checkpoint", token)) ?? {};
  const checkpoint = readCheckpoint(claims);
  if (checkpoint === undefined) {
    throw new EarshotError(
      "STORE_UNAVAILABLE",
      "The checkpoint that this idempotency key made is signed by none of this server's keys. Seal again with a new idempotency key.",
    );
  }
  const { workspace, seq, hash, at } = checkpoint;
  return { workspace, seq, hash, at, token };
}
