import type { Generated } from "kysely";

/* The tables of the inbox and of how people sign in; see `tables.ts`. */

export interface TicketTable {
  workspace: string;
  hash: string;
  purpose: string;
  principal: string | null;
  /** 1 or 0; null if it is no link. */
  at_terminal: number | null;
  /** The web session that a link was made in. */
  key: string | null;
  expires_at: number;
}

export interface PasskeyTable {
  workspace: string;
  id: string;
  principal: string;
  name: string;
  rp_id: string;
  credential_id: string;
  public_key: string;
  counter: number;
  /** JSON array. */
  transports: string;
  created_at: number;
  last_used_at: number | null;
  /** The id of who enrolled it. */
  made_by: string | null;
  /** What a person has signed for it, and with what; nothing writes these yet. */
  statement: Generated<string | null>;
  signature: Generated<string | null>;
}

/** Whether the inbox of an operator has shown a request, and whether they opened it. */
export interface DeliveryTable {
  workspace: string;
  request: string;
  operator: string;
  name: string;
  sent_at: number;
  seen_at: number | null;
}

/** One for each request. */
export interface ClaimTable {
  workspace: string;
  request: string;
  principal: string;
  /** JSON of an Actor. */
  claimed_by: string;
  claimed_at: number;
}

/** One for each request that somebody has given to somebody. */
export interface AssignmentTable {
  workspace: string;
  request: string;
  /** Whose it is. */
  operator: string;
  name: string;
  /** JSON of an Actor. */
  assigned_by: string;
  assigned_at: number;
}

export interface SavedRepliesTable {
  workspace: string;
  operator: string;
  /** JSON of SavedReplies without its operator. */
  body: string;
}

/** No request: `planted.ts` of the domain. */
export interface PlantedTable {
  workspace: string;
  id: string;
  operator: string;
  moment: string;
  created_at: number;
  expires_at: number;
  ended_at: number | null;
  outcome: string | null;
  /** JSON of what is wrong in it, and of what it shows for as long as it is open. */
  body: string;
}

export interface SnoozeTable {
  workspace: string;
  operator: string;
  request: string;
  until: number;
}
