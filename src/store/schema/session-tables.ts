/** Columns hold what queries look for; `body` holds everything. */
export interface SessionTable {
  workspace: string;
  id: string;
  agent: string;
  status: string;
  lane: string;
  root: string;
  /** Unique, as `scheduled` is for each agent. */
  continues: string | null;
  scheduled: string | null;
  /** The id of a request. */
  waits_for: string | null;
  claim_until: number | null;
  place_channel: string | null;
  place_chat: string | null;
  place_thread: string | null;
  place_message: string | null;
  version: number;
  created_at: number;
  ended_at: number | null;
  /** JSON of a Session. */
  body: string;
}

export interface SessionEntryTable {
  workspace: string;
  session: string;
  seq: number;
  at: number;
  epoch: number;
  /** JSON of a SessionEntryBody. */
  body: string;
}

export interface MarkTable {
  workspace: string;
  channel: string;
  chat: string;
  message: string;
  name: string;
  thread: string | null;
  session: string;
  /** 1 if it is on. */
  is_on: number;
  due_at: number | null;
  attempts: number;
  version: number;
}

export interface AgentProfileTable {
  workspace: string;
  agent: string;
  /** JSON of an AgentProfile. */
  body: string;
}
