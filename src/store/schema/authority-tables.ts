import type { Generated } from "kysely";

/* The tables of authority beside the requests themselves; see `tables.ts`. */

/** One for each request: a new grant replaces the one before. */
export interface GrantTable {
  workspace: string;
  request: string;
  id: string;
  agent: string;
  digest: string;
  minted_at: number;
  expires_at: number;
  consumed_at: number | null;
}

export interface PermissionTable {
  workspace: string;
  id: string;
  scope: string;
  agent: string;
  agent_name: string;
  tool: string;
  args_digest: string | null;
  /** JSON of ArgumentConditions. */
  args: string | null;
  session: string | null;
  tool_schema_hash: string | null;
  level: string;
  until: number;
  /** JSON of an Actor. */
  given_by: string;
  key: string | null;
  created_at: number;
  revoked_at: number | null;
  uses: number;
}

/** Every policy that was ever in force; one that returns keeps its row. */
export interface PolicyTable {
  workspace: string;
  revision: string;
  /** JSON. */
  source: string;
  at: number;
  /** 1 for the one in force, else null. */
  in_force: number | null;
  /** The id of who put it in force last, as the log has it; null where the start of a server did. */
  made_by: string | null;
  /** What a person has signed for it, and with what; nothing writes these yet. */
  statement: Generated<string | null>;
  signature: Generated<string | null>;
}

export interface ToolPinTable {
  workspace: string;
  agent: string;
  tool: string;
  hash: string;
}

export interface ToolOfferTable {
  workspace: string;
  agent: string;
  server: string;
  /** JSON of the OfferedTools. */
  tools: string;
}

export interface ToolDefinitionTable {
  workspace: string;
  hash: string;
  /** JSON of a ToolDefinition. */
  definition: string;
}

export interface PassphraseTable {
  workspace: string;
  principal: string;
  hash: string;
}

export interface CheckpointTable {
  workspace: string;
  seq: number;
  hash: string;
  at: number;
  token: string;
}
