import type { WorkspaceId } from "../../domain/id.ts";
import { type NotedHead, toHex } from "../../domain/log/chain-check.ts";
import { isSameCheckpoint, parseAnchorLine, readCheckpoint } from "../../domain/log/checkpoint.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Context } from "../call/context.ts";
import { settleLost } from "./set-back.ts";

/**
 * Settles and reports each workspace whose log lacks the last sealed head of the store or the anchor.
 * It reads one event per log; `verifyAudit` checks the rest. A log that says itself why the head is
 * missing is reported and no more.
 */
export async function settleLostHeads(ctx: Context): Promise<readonly string[]> {
  const anchored = await anchoredHeads(ctx);
  const told: string[] = [];
  for (const workspace of await ctx.store.listWorkspaces()) {
    const stored = await ctx.store.lastCheckpoint(workspace);
    const heads = [stored, anchored.get(workspace)].filter((head) => head !== undefined);
    for (const head of heads) {
      const fault = await faultOf(ctx, workspace, head);
      if (fault === undefined) continue;
      const { seq, at } = head;
      const setBack = await settleLost(ctx, { workspace, seq, at, by: "checkpoint" });
      told.push(fault);
      if (setBack !== undefined) told.push(HELD);
    }
  }
  return [...new Set(told)];
}

const HELD =
  "Approvals that could have been used are void, and none is used until an owner has accepted the record: npx earshot record show.";

interface AnchoredHead extends NotedHead {
  readonly at: Timestamp;
}

/** The last head of each workspace in the anchor, as far back as its end is read. */
export async function anchoredHeads({
  anchor,
  signer,
}: Context): Promise<Map<WorkspaceId, AnchoredHead>> {
  const heads = new Map<WorkspaceId, AnchoredHead>();
  for (const text of await anchor.tail()) {
    const line = parseAnchorLine(text);
    if (line === undefined) continue;
    const checkpoint = readCheckpoint((await signer.verify("checkpoint", line.token)) ?? {});
    if (checkpoint === undefined || !isSameCheckpoint(line, checkpoint)) continue;
    heads.set(checkpoint.workspace, checkpoint);
  }
  return heads;
}

async function faultOf(
  { store }: Context,
  workspace: WorkspaceId,
  { seq, hash }: NotedHead,
): Promise<string | undefined> {
  if (seq === 0) return undefined;
  const [found] = await store.readLog({ workspace, after: seq - 1, limit: 1 });
  if (found === undefined) {
    const { seq: last } = await store.head(workspace);
    return `The log of ${workspace} ends at event ${last}, and was sealed up to ${seq}: it was cut, or an earlier record was put in its place.`;
  }
  if (found.event.seq === seq && toHex(found.hash) === hash) return undefined;
  return `Event ${seq} of the log of ${workspace} is not the one that was sealed: the log was rewritten.`;
}
