import type { WorkspaceId } from "../id.ts";
import type { Timestamp } from "../timestamp.ts";
import type { Event } from "./event.ts";

/**
 * What noticed it: a node that remembers what it heard, or a checkpoint, which the anchor keeps
 * outside the record.
 */
export type LossWitness = "memory" | "checkpoint";

/** An event that was committed, and that the log has no more or never had under this number. */
export interface LostHead {
  readonly workspace: WorkspaceId;
  readonly seq: number;
  /** When it was known to be there. */
  readonly at: Timestamp;
  readonly by: LossWitness;
}

/** A record that lost what it had committed. Nothing is redeemed until a person accepts it. */
export interface SetBack {
  /** The number of the event that says so. A person accepts this one and no later one. */
  readonly event: number;
  /** The last event that is known to be lost. */
  readonly from: number;
  /** Where the log ended when it was noticed. */
  readonly to: number;
  readonly at: Timestamp;
  readonly by: LossWitness;
}

/** What an event says of it; undefined for another event. */
export function setBackOf({ type, seq, at, data }: Event): SetBack | undefined {
  if (type !== "log.went_back") return undefined;
  const { from = 0, version = 0, kind } = data ?? {};
  return { event: seq, from, to: version, at, by: kind === "memory" ? kind : "checkpoint" };
}

/**
 * Whether the log itself says why the head is missing: a restore or an earlier notice, written after
 * the head was last there, over a log that ended before it.
 */
export function explains({ type, seq, at, data }: Event, lost: LostHead): boolean {
  if (type !== "log.went_back" && type !== "log.restored") return false;
  const end = data?.version ?? 0;
  return end < lost.seq && end < seq && at >= lost.at;
}
