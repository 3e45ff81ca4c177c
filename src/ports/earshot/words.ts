import type { WorkspaceId } from "../../domain/id.ts";

/** The tables that hold people's words or names. */
export const WORDS_PLACES = [
  "liaisons",
  "graph_nodes",
  "contents",
  "requests",
  "messages",
  "conversations",
  "sessions",
  "session_entries",
  "memory_entries",
  "memory_versions",
  "outbox",
  "outbox_posts",
  "deliveries",
  "claims",
  "assignments",
  "saved_replies",
  "planted",
  "permissions",
  "once",
  "principals",
  "keys",
  "passkeys",
  "links",
  "attention",
  "subscriptions",
  "marks",
  "agent_profiles",
  "policies",
  "tool_pins",
  "tool_offers",
  "tool_definitions",
  "signer_chain",
  "statements",
  "events",
] as const;
export type WordsPlace = (typeof WORDS_PLACES)[number];

/** A row by its primary key without the workspace, in the order of its columns. */
export type WordsKey = readonly (string | number)[];

/** Columns by name. */
export type Texts = Readonly<Record<string, string | null>>;

export interface WordsRow {
  readonly key: WordsKey;
  readonly texts: Texts;
}

export interface WordsQuery {
  readonly workspace: WorkspaceId;
  readonly place: WordsPlace;
  /** The last key of the previous page. */
  readonly after?: WordsKey;
  readonly limit: number;
  /** Only this row. */
  readonly only?: WordsKey;
  /** Only what is not closed, ended or taken back; nothing for a place without such states. */
  readonly open?: true;
}

/** Reads and writes texts in rows without knowing what they mean; a part of the store. */
export interface Words {
  /** Rows in order of their keys. */
  wordsPage(query: WordsQuery): Promise<readonly WordsRow[]>;
  /**
   * Removes what was erased from everything that the engine keeps and this process can reach. Returns,
   * in words for people, what it could not reach.
   */
  scrub(): Promise<readonly string[]>;
}
