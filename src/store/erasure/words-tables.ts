import type { WordsPlace } from "../../ports/earshot/words.ts";
import type { Row } from "../schema/tables.ts";

type Column<T extends WordsPlace> = string & keyof Row<T>;

/** The columns of a table that hold words and names. */
export interface WordsTable<C extends string = string> {
  /** The columns of its key after the workspace. */
  readonly key: readonly C[];
  /** The columns with words and names. */
  readonly texts: readonly C[];
  /** How many columns of the key tell which rows go together; by default the whole key. */
  readonly drops?: number;
  /** Which rows are still open. */
  readonly open?: string;
}

/** Every column that can hold words or a name. Ids, digests and names of kinds do not count. */
const TABLES: { readonly [T in WordsPlace]: WordsTable<Column<T>> } = {
  liaisons: { key: ["id"], texts: ["body"], open: "phase <> 'completed' and erased_at is null" },
  graph_nodes: { key: ["id"], texts: ["props"] },
  contents: { key: ["owner", "digest"], texts: ["media_type", "name", "text"] },
  requests: {
    key: ["id"],
    texts: [
      "agent_name",
      "asked",
      "question",
      "closed_by",
      "answer",
      "reason",
      "tool",
      "action",
      "authorization",
      "decision",
      "rule",
      "approvers",
      "notify",
      "asked_back",
      "held",
    ],
    open: "status = 'open'",
  },
  messages: { key: ["id"], texts: ["sender", "text"] },
  conversations: { key: ["id"], texts: ["title"] },
  sessions: {
    key: ["id"],
    texts: ["lane", "scheduled", "place_chat", "place_thread", "body"],
    open: "ended_at is null",
  },
  session_entries: { key: ["session", "seq"], texts: ["body"] },
  memory_entries: { key: ["agent", "run", "key"], texts: ["id", "value", "writer", "writer_name"] },
  memory_versions: {
    key: ["agent", "run", "key", "version"],
    texts: ["id", "value", "writer", "writer_name"],
    drops: 3,
  },
  outbox: { key: ["id"], texts: ["item", "chat", "thread", "text", "error", "body"] },
  outbox_posts: { key: ["delivery", "chat", "message"], texts: ["channel"] },
  deliveries: { key: ["request", "operator"], texts: ["name"] },
  claims: { key: ["request"], texts: ["claimed_by"] },
  assignments: { key: ["request"], texts: ["name", "assigned_by"] },
  saved_replies: { key: ["operator"], texts: ["body"] },
  planted: { key: ["id"], texts: ["body"] },
  permissions: {
    key: ["id"],
    texts: ["agent", "agent_name", "tool", "args", "session", "given_by"],
    open: "revoked_at is null",
  },
  once: { key: ["key", "principal"], texts: ["result"] },
  principals: { key: ["id"], texts: ["name"] },
  keys: { key: ["id"], texts: ["web", "label"] },
  passkeys: { key: ["id"], texts: ["name"] },
  links: { key: ["id"], texts: ["chat", "thread", "account", "name"] },
  attention: { key: ["operator"], texts: ["body"] },
  subscriptions: { key: ["agent"], texts: ["url"] },
  marks: { key: ["channel", "chat", "message", "name"], texts: ["thread"] },
  agent_profiles: { key: ["agent"], texts: ["body"] },
  policies: { key: ["revision"], texts: ["source"] },
  tool_pins: { key: ["agent", "tool"], texts: [] },
  tool_offers: { key: ["agent", "server"], texts: ["tools"] },
  tool_definitions: { key: ["hash"], texts: ["definition"] },
  signer_chain: { key: ["seq"], texts: ["body"] },
  statements: { key: ["digest"], texts: ["body"] },
  events: { key: ["seq"], texts: ["data"] },
};

export const WORDS_TABLES: Readonly<Record<WordsPlace, WordsTable>> = TABLES;

/** The columns by which rows are dropped together. */
export function dropColumns(place: WordsPlace): readonly string[] {
  const { key, drops = key.length } = WORDS_TABLES[place];
  return key.slice(0, drops);
}
