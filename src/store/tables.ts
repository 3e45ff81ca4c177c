import type { Insertable, Selectable } from "kysely";

/*
 * The tables, the same on every engine: text ids, moments as integers (milliseconds since 1970),
 * JSON as text. Every key begins with the workspace.
 */

interface WorkspaceTable {
  id: string;
  created_at: number;
}

interface PrincipalTable {
  workspace: string;
  id: string;
  kind: string;
  name: string;
  role: string | null;
  created_at: number;
}

interface KeyTable {
  workspace: string;
  id: string;
  principal: string;
  secret_hash: string;
  /** JSON array of rights. */
  scopes: string;
  created_at: number;
  revoked_at: number | null;
  hold_ms: number | null;
}

interface ConversationTable {
  workspace: string;
  id: string;
  agent: string;
  title: string;
  created_at: number;
}

interface MessageTable {
  workspace: string;
  id: string;
  conversation: string;
  /** JSON of an Actor. */
  sender: string;
  text: string;
  created_at: number;
  salt: string;
  late_answer_to: string | null;
}

interface RequestTable {
  workspace: string;
  id: string;
  status: string;
  version: number;
  agent: string;
  agent_name: string;
  /** Null for the agent's own conversation, which its id names. */
  conversation: string | null;
  /** JSON array of operators' names; null for any. */
  asked: string | null;
  /** JSON of a Question. */
  question: string;
  salt: string;
  created_at: number;
  expires_at: number | null;
  closed_at: number | null;
  /** JSON of an Actor. */
  closed_by: string | null;
  /** JSON of an Answer. */
  answer: string | null;
  reason: string | null;
  tool: string | null;
}

interface OnceTable {
  workspace: string;
  principal: string;
  key: string;
  digest: string;
  result: string;
}

/** The body that is hashed is made of the columns again: what is stored once cannot disagree. */
interface EventTable {
  workspace: string;
  seq: number;
  type: string;
  at: number;
  actor: string | null;
  subject: string;
  agent: string | null;
  /** JSON of EventData. */
  data: string | null;
  hash: Uint8Array;
}

/** The newest version of each entry. */
interface MemoryEntryTable {
  workspace: string;
  /** The id of a principal, or `people`. */
  agent: string;
  /** Empty for what is kept over all runs. */
  run: string;
  key: string;
  id: string;
  version: number;
  /** Null for a deletion. */
  value: string | null;
  bytes: number;
  salt: string;
  written_at: number;
  writer: string;
  writer_name: string;
  via: string;
  restored_from: number | null;
}

/** What the entries of a place come to, kept with each change: to add them up would cost too much. */
interface MemoryUsageTable {
  workspace: string;
  agent: string;
  run: string;
  keys: number;
  bytes: number;
}

interface MailboxTable {
  workspace: string;
  agent: string;
  /** The id of a request or of a message. */
  item: string;
  /** Unique among those of one agent. */
  digest: string | null;
  /** Null for a request that is open. */
  ready_at: number | null;
}

interface TallyTable {
  /** Empty for what belongs to none. */
  workspace: string;
  /** The moment at which the bucket begins. */
  bucket: number;
  kind: string;
  count: number;
}

interface MigrationTable {
  name: string;
  applied_at: number;
}

export interface Tables {
  workspaces: WorkspaceTable;
  principals: PrincipalTable;
  keys: KeyTable;
  conversations: ConversationTable;
  messages: MessageTable;
  requests: RequestTable;
  once: OnceTable;
  events: EventTable;
  memory_entries: MemoryEntryTable;
  /** Earlier versions, in the same columns. */
  memory_versions: MemoryEntryTable;
  memory_usage: MemoryUsageTable;
  mailbox: MailboxTable;
  tally: TallyTable;
  migrations: MigrationTable;
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>;
