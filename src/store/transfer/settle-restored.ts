import type { GrantId, WorkspaceId } from "../../domain/id.ts";
import type { ChainHead } from "../../domain/log/chain.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Target } from "./record.ts";
import { type SettledWorkspace, settleWorkspace } from "./settle-workspace.ts";

const OF_DELIVERY =
  "A backup was restored, and this may have been sent after it was taken. Look at the chat, then resend or drop it.";
const OF_SESSION =
  "A backup was restored, and this may have run since it was taken. Look at what was done, then resume it.";

export interface SettleOptions {
  readonly at: Timestamp;
  readonly heads: ReadonlyMap<WorkspaceId, ChainHead>;
  readonly nextGrantId: () => GrantId;
}

export interface Settled extends Pick<SettledWorkspace, "voided" | "ended"> {
  readonly heads: ReadonlyMap<WorkspaceId, ChainHead>;
}

/**
 * Makes a restored record safe to go on, and has its log say that there was a restore. Deliveries that
 * were queued at the backup may have been sent: they are sent only if a person wants that.
 */
export async function settleRestored(
  target: Target,
  { at, nextGrantId, heads: given }: SettleOptions,
): Promise<Settled> {
  const heads = new Map<WorkspaceId, ChainHead>();
  let voided = 0;
  let ended = 0;
  for (const [workspace, head] of given) {
    const data = { version: head.seq };
    const event = { type: "log.restored", at, subject: workspace, data } as const;
    const cause = { event, ofSession: OF_SESSION, ofDelivery: OF_DELIVERY };
    const one = await settleWorkspace(target, { workspace, head, at, nextGrantId, cause });
    heads.set(workspace, one.head);
    voided += one.voided;
    ended += one.ended;
  }
  return { heads, voided, ended };
}
