import type { Generated, Insertable, Selectable } from "kysely";
import type {
  CheckpointTable,
  GrantTable,
  PassphraseTable,
  PermissionTable,
  PolicyTable,
  ToolDefinitionTable,
  ToolOfferTable,
  ToolPinTable,
} from "./authority-tables.ts";
import type { ContentTable } from "./content-tables.ts";
import type {
  AssignmentTable,
  ClaimTable,
  DeliveryTable,
  PasskeyTable,
  PlantedTable,
  SavedRepliesTable,
  SnoozeTable,
  TicketTable,
} from "./inbox-tables.ts";
import type { GraphEdgeTable, GraphNodeTable, LiaisonTable } from "./liaison-tables.ts";
import type {
  AttentionTable,
  LinkTable,
  OutboxPostTable,
  OutboxTable,
  RiderTable,
  SubscriptionTable,
} from "./outbox-tables.ts";
import type {
  AgentProfileTable,
  MarkTable,
  SessionEntryTable,
  SessionTable,
} from "./session-tables.ts";
import type { SignerChainTable, StatementTable } from "./vote-tables.ts";

/*
 * The tables, the same on every engine: text ids, moments as integers (milliseconds since 1970),
 * JSON as text. Every key begins with the workspace.
 */

interface WorkspaceTable {
  id: string;
  created_at: number;
  /** The number of the event by which the log went back, until a person accepts it. */
  set_back: number | null;
}

interface PrincipalTable {
  workspace: string;
  id: string;
  kind: string;
  name: string;
  role: string | null;
  created_at: number;
  /** Of an agent: the id of the person who made it. */
  owner: string | null;
  /** Of the subject of a token: the id of who has said whose it is, if it is not theirs. */
  tied_by: string | null;
  /** Of an agent: since when its calls are refused. */
  halted_at: number | null;
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
  /** 1 or null. */
  unattended: number | null;
  label: Generated<string | null>;
  expires_at: Generated<number | null>;
  /** JSON of WebFacts; null unless it is a web session. */
  web: string | null;
  /** The id of who made it, as the log has it; null for the keys that come with a workspace. */
  made_by: string | null;
  /** The key that it was made with, or by whose sign-in link it came; null where no key was. */
  made_with: string | null;
  /** Who invited the person that made it for themselves. */
  invited_by: string | null;
  /** Until when it can be accepted; null unless it is an invitation. */
  invited_until: number | null;
  /** What a person has signed for it, and with what; nothing writes these yet. */
  statement: Generated<string | null>;
  signature: Generated<string | null>;
  used_at: Generated<number | null>;
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
  corrects: string | null;
  asks_back: string | null;
}

interface RequestTable {
  workspace: string;
  id: string;
  status: string;
  version: number;
  agent: string;
  agent_name: string;
  /** Null for the agent's own conversation, whose id follows from the agent's. */
  conversation: string | null;
  /** JSON array of operators' names; null for any. */
  asked: string | null;
  /** JSON of a Question; of an authorization the text `null`. */
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
  /** Left out for a question, like all that follows: its row is the one written most often. */
  kind: Generated<string>;
  /** JSON of an Action. */
  action: string | null;
  digest: string | null;
  /** JSON of an Authorization without the two columns above. */
  authorization: string | null;
  /** JSON of how it was approved or rejected. */
  decision: string | null;
  /** The secret arguments, encrypted. */
  sealed: string | null;
  erased_at: number | null;
  /** The rule of the policy that decided or asked. */
  rule: string | null;
  /** 1 to 4, see `levelNumber`; the insert of a question leaves it out. */
  level: Generated<number>;
  /** JSON array of the ids of people who approved; null for nobody. */
  voters: string | null;
  /** The approvers that are demanded, see `approversToColumn`; null for nobody and for a question. */
  approvers: string | null;
  /** The traceparent of the span in which it was asked; null without tracing. */
  trace: string | null;
  /** A digest of the question and the people asked; null if nothing may share its answer. */
  likeness: string | null;
  /** Set for an open question whose time begins when somebody sees it; otherwise null. */
  life_ms: number | null;
  /** The URL that is called once it is closed. */
  notify: string | null;
  /** JSON of what its agent was asked before the decision; null if nothing. */
  asked_back: string | null;
  /** JSON of a Held without its end; null unless a decision is held. */
  held: Generated<string | null>;
  /** When the held decision is sent. */
  held_until: Generated<number | null>;
}

interface OnceTable {
  workspace: string;
  principal: string;
  key: string;
  digest: string;
  result: string;
}

/** The hashed body is rebuilt from the columns: what is stored once cannot disagree. */
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
  /** Empty for entries that are kept over all runs. */
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

/** The totals of a place, updated with each change: adding entries up would cost too much. */
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
  /** Unique for each agent. */
  digest: string | null;
  /** Null for a request that is open. */
  ready_at: number | null;
}

interface TallyTable {
  /** Empty for counts of no workspace. */
  workspace: string;
  /** The moment at which the bucket begins. */
  bucket: number;
  kind: string;
  count: number;
}

/** Leases. A row stays when nobody holds the lease, to keep the epoch. */
interface LeaseTable {
  /** Empty: a lease belongs to no workspace. */
  workspace: string;
  name: string;
  holder: string;
  epoch: number;
  until: number;
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
  grants: GrantTable;
  permissions: PermissionTable;
  policies: PolicyTable;
  tool_pins: ToolPinTable;
  tool_offers: ToolOfferTable;
  tool_definitions: ToolDefinitionTable;
  passphrases: PassphraseTable;
  checkpoints: CheckpointTable;
  signer_chain: SignerChainTable;
  statements: StatementTable;
  tickets: TicketTable;
  passkeys: PasskeyTable;
  deliveries: DeliveryTable;
  claims: ClaimTable;
  assignments: AssignmentTable;
  saved_replies: SavedRepliesTable;
  planted: PlantedTable;
  snoozes: SnoozeTable;
  outbox: OutboxTable;
  outbox_posts: OutboxPostTable;
  links: LinkTable;
  attention: AttentionTable;
  subscriptions: SubscriptionTable;
  riders: RiderTable;
  sessions: SessionTable;
  session_entries: SessionEntryTable;
  marks: MarkTable;
  agent_profiles: AgentProfileTable;
  liaisons: LiaisonTable;
  graph_nodes: GraphNodeTable;
  graph_edges: GraphEdgeTable;
  contents: ContentTable;
  leases: LeaseTable;
  migrations: MigrationTable;
}

export type Row<T extends keyof Tables> = Selectable<Tables[T]>;
export type NewRow<T extends keyof Tables> = Insertable<Tables[T]>;
