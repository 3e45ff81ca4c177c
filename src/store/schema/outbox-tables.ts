/** The delivery of one item to one address. */
export interface OutboxTable {
  workspace: string;
  id: string;
  /** The part of the hub that brings it: `shardOf` its address. */
  shard: number;
  channel: string;
  chat: string;
  thread: string | null;
  /** The id of a request or of a message. */
  item: string;
  agent: string;
  operator: string | null;
  /** Empty if it was erased. */
  text: string | null;
  status: string;
  job: string | null;
  due_at: number | null;
  held_for: string | null;
  /** The id of the delivery whose post tells of this one. */
  behind: string | null;
  attempts: number;
  nonce: string;
  /** JSON of a DeliveryError. */
  error: string | null;
  /** JSON of the fields without a column. */
  body: string;
  created_at: number;
  sent_at: number | null;
  version: number;
}

/** Each message of a platform that shows a delivery, former ones included. */
export interface OutboxPostTable {
  workspace: string;
  delivery: string;
  channel: string;
  chat: string;
  message: string;
}

export interface LinkTable {
  workspace: string;
  id: string;
  channel: string;
  chat: string;
  thread: string | null;
  operator: string | null;
  /** Unique on its channel, over all workspaces. */
  account: string | null;
  name: string;
  rank: number;
  created_at: number;
  created_by: string;
  heard_at: number | null;
  /** JSON of a Device, for a browser that is notified. */
  device: string | null;
}

export interface AttentionTable {
  workspace: string;
  operator: string;
  /** JSON of an Attention without its operator. */
  body: string;
}

/** Where an agent is called, and what signs the calls. */
export interface SubscriptionTable {
  workspace: string;
  agent: string;
  url: string | null;
  /** The secret, sealed by the vault, and the one before with the end of its time. */
  sealed: string;
  former: string | null;
  former_until: number | null;
  created_at: number;
  version: number;
}

/** A request that shares the answer of another. */
export interface RiderTable {
  workspace: string;
  request: string;
  leader: string;
}
