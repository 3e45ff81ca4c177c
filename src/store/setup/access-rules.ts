import type { Tables } from "../schema/tables.ts";

/**
 * Whose rows the application's role sees in a table:
 * - `own`: those of the workspace that the connection is set to.
 * - `wide`: with `EVERY_WORKSPACE` also those of all, but only to read. Some lookups come before the
 *   workspace is known.
 * - `nobodys`: as `wide`, with rows of no workspace.
 * - `counted`: with `EVERY_WORKSPACE` rows of all can be changed too, since counts are added and dropped
 *   for all at once.
 * - `open`: the table holds nothing of a workspace.
 */
export type Sight = "own" | "wide" | "nobodys" | "counted" | "open";

export type Right = "select" | "insert" | "update" | "delete";

export interface Access {
  readonly sight: Sight;
  readonly rights: readonly Right[];
}

const ALL: readonly Right[] = ["select", "insert", "update", "delete"];

const own: Access = { sight: "own", rights: ALL };
const wide: Access = { sight: "wide", rights: ALL };

/** Rows that are written once and never changed, whatever happens to the program. */
const appended: Access = { sight: "own", rights: ["select", "insert"] };

type Table = keyof Tables | "heads" | "batches" | "timelines" | "secrets";

/** What the application's role may do with each table. It cannot touch a table that is missing here. */
export const ACCESS: Readonly<Record<Table, Access>> = {
  workspaces: wide,
  principals: wide,
  keys: wide,
  conversations: own,
  messages: own,
  requests: wide,
  once: own,
  events: appended,
  memory_entries: own,
  memory_versions: own,
  memory_usage: own,
  mailbox: own,
  tally: { sight: "counted", rights: ALL },
  grants: own,
  permissions: own,
  policies: own,
  tool_pins: own,
  tool_offers: own,
  tool_definitions: own,
  passphrases: own,
  checkpoints: appended,
  signer_chain: appended,
  statements: own,
  tickets: wide,
  passkeys: wide,
  deliveries: own,
  claims: own,
  assignments: own,
  saved_replies: own,
  planted: own,
  snoozes: own,
  outbox: wide,
  outbox_posts: wide,
  links: wide,
  attention: own,
  subscriptions: wide,
  riders: wide,
  sessions: own,
  session_entries: own,
  marks: wide,
  agent_profiles: own,
  liaisons: wide,
  graph_nodes: own,
  graph_edges: own,
  contents: own,
  leases: { sight: "nobodys", rights: ALL },
  heads: wide,
  batches: { sight: "open", rights: ALL },
  timelines: { sight: "open", rights: ["select", "insert"] },
  secrets: { sight: "open", rights: ALL },
  migrations: { sight: "open", rights: ["select"] },
};

const SETTING = "current_setting('earshot.workspace', true)";

export interface Conditions {
  /** The policy `of_workspace`: which rows are seen, written and removed. */
  readonly own: string;
  /** The policy `of_every`: which rows are also seen, and only seen. */
  readonly seen: string | undefined;
}

/** Undefined if the table needs no policies. */
export function conditionsOf(table: string, sight: Sight): Conditions | undefined {
  if (sight === "open") return undefined;
  const isEvery = `${SETTING} = '*'`;
  const column = table === "workspaces" ? "id" : "workspace";
  const isOwn = `${column} = ${SETTING}`;
  if (sight === "own") return { own: isOwn, seen: undefined };
  if (sight === "wide") return { own: isOwn, seen: isEvery };
  const own = `${isOwn} or ${column} = ''`;
  if (sight === "nobodys") return { own, seen: isEvery };
  return { own: `${own} or ${isEvery}`, seen: undefined };
}
