import type { ChainHead } from "../../domain/log/chain.ts";
import type { Event } from "../../domain/log/event.ts";
import { explains, type SetBack } from "../../domain/log/set-back.ts";
import type { SettleLoss } from "../../ports/store/store.ts";
import { rowToEvent } from "../events/rows.ts";
import type { Row } from "../schema/tables.ts";
import { type Settling, settleWorkspace } from "./settle-workspace.ts";

const SAID = `select workspace, seq, type, at, actor, subject, agent, data from events
  where workspace = ? and seq > ? and type in ('log.went_back', 'log.restored') order by seq`;
const WAIT = "update workspaces set set_back = ? where id = ?";
const OF_SESSION =
  "The record lost what it had committed, and this may have run in that time. Look at what was done, then resume it.";

export interface SettledLoss {
  readonly head: ChainHead;
  readonly setBack: SetBack;
}

/**
 * Settles a workspace whose log ends at `head` and has lost another; undefined if another node has
 * done that already. What is queued for people goes out: twice is better than never.
 */
export async function settleLoss(
  target: Settling,
  { lost, read, at, nextGrantId }: SettleLoss,
  head: ChainHead,
): Promise<SettledLoss | undefined> {
  const { workspace, seq: from, by } = lost;
  const said = await target.all<Omit<Row<"events">, "hash">>(SAID, [workspace, read]);
  if (said.map((row): Event => rowToEvent(row)).some((event) => explains(event, lost))) {
    return undefined;
  }
  const data = { kind: by, version: head.seq, from };
  const event = { type: "log.went_back", at, subject: workspace, data } as const;
  const cause = { event, ofSession: OF_SESSION };
  const settled = await settleWorkspace(target, { workspace, head, at, nextGrantId, cause });
  const number = head.seq + 1;
  await target.all(WAIT, [number, workspace]);
  return { head: settled.head, setBack: { event: number, from, to: head.seq, at, by } };
}
