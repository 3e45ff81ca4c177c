import { EarshotError } from "../../domain/errors.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import { MAX_SEALED_EVENTS } from "../../domain/limits.ts";
import type { ChainHead } from "../../domain/log/chain.ts";
import { toHex } from "../../domain/log/chain-check.ts";
import {
  anchorLine,
  checkpointClaims,
  readCheckpoint,
  type Sealed,
} from "../../domain/log/checkpoint.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import { present } from "../../domain/present.ts";
import type { Checkpoint } from "../../ports/earshot/authority.ts";
import type { Once, Write } from "../../ports/store/store.ts";
import { type Context, nowOf } from "../call/context.ts";
import { commitError } from "../call/once.ts";
import { assertNotWaiting } from "../call/unless-waiting.ts";

/** What is committed with a checkpoint. */
export interface Sealing {
  readonly events: readonly EventDraft[];
  /** The conditions of that commit. */
  readonly guard?: readonly Write[];
  readonly once?: Once | undefined;
}

/**
 * Signs the log's head and the tree over what is new, appends both to the anchor, then stores them.
 * So a stored checkpoint is always in the anchor, and one that did not get that far is made again.
 * What is too much for one checkpoint gets several.
 */
export async function sealHead(
  ctx: Context,
  workspace: WorkspaceId,
  sealingOf: (checkpoint: Checkpoint) => Sealing,
): Promise<Checkpoint> {
  for (;;) {
    // The anchor is written before the store, which would refuse the checkpoint then.
    assertNotWaiting(ctx.clock);
    const previous = await ctx.store.lastCheckpoint(workspace);
    const newest = await ctx.store.head(workspace);
    const isSealed = previous?.seq === newest.seq && previous.hash === toHex(newest.hash);
    if (isSealed) return previous;
    const checkpoint = await signPart(ctx, workspace, { previous, newest });
    const sealing = sealingOf(checkpoint);
    const isPart = checkpoint.seq !== newest.seq;
    const stored = await store(
      ctx,
      { checkpoint, previous },
      isPart ? { ...sealing, events: [], once: undefined } : sealing,
    );
    if (stored.seq >= newest.seq) return stored;
    // Another node has the job now, and seals the rest.
    if (stored.token !== checkpoint.token && sealing.guard !== undefined) return stored;
  }
}

/** What a seal begins behind, and the head that it is for. */
interface Unsealed {
  readonly previous: Checkpoint | undefined;
  readonly newest: ChainHead;
}

/** A checkpoint over what is new, as much as one can seal, in the anchor. */
async function signPart(
  ctx: Context,
  workspace: WorkspaceId,
  unsealed: Unsealed,
): Promise<Checkpoint> {
  const { previous } = unsealed;
  const { head, root } = await partToSeal(ctx, workspace, unsealed);
  const deployment = await ctx.deployment();
  const claims = checkpointClaims({ deployment, workspace, head, at: nowOf(ctx), previous, root });
  const token = await ctx.signer.sign("checkpoint", { ...claims });
  const { seq, hash, at } = claims;
  const checkpoint = { workspace, seq, hash, at, token };
  await ctx.anchor.append(anchorLine(checkpoint));
  return checkpoint;
}

/** A log that went back behind its last checkpoint has no new events, and so no tree. */
async function partToSeal(
  { store }: Context,
  workspace: WorkspaceId,
  { previous, newest }: Unsealed,
): Promise<{ readonly head: ChainHead; readonly root?: Uint8Array }> {
  const after = previous?.seq ?? 0;
  const upTo = Math.min(newest.seq, after + MAX_SEALED_EVENTS);
  if (upTo <= after) return { head: newest };
  const tree = await store.readTree({ workspace, after, upTo });
  if (tree !== undefined) return tree;
  throw new EarshotError(
    "STORE_UNAVAILABLE",
    `An event between ${after + 1} and ${upTo} is missing in the log of ${workspace}, so nothing was sealed. npx earshot audit verify names it; put the record back from a backup.`,
    { details: { workspace, after, upTo } },
  );
}

/** The last one that is stored if that is not this one. */
async function store(
  ctx: Context,
  { checkpoint, previous }: { readonly checkpoint: Checkpoint } & Pick<Sealed, "previous">,
  { events, guard = [], once }: Sealing,
): Promise<Checkpoint> {
  const { workspace } = checkpoint;
  const insert = { type: "checkpoint.insert", checkpoint, after: previous?.seq ?? 0 } as const;
  const change = {
    workspace,
    ...present({ once }),
    writes: [...guard, insert],
    events,
  };
  const done = await ctx.commit(change);
  switch (done.outcome) {
    case "committed":
      return checkpoint;
    case "replayed":
      return await checkpointOf(ctx, done.result);
    case "conflict":
      // Somebody else has sealed meanwhile, or another node seals now.
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
