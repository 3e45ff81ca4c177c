import type { Tables } from "../schema/tables.ts";

/**
 * Whose rows the application's role sees in a table. `own`: those of the workspace that a connection
 * is set to. `wide`: those of all are seen as well, and only seen, where it is set to
 * `EVERY_WORKSPACE`, for what must be looked into before the workspace is known. `nobodys`: `wide`, and
 * those that belong to none. `counted`: those of all are also changed by that setting, since counts are
 * added and dropped for all at once. `open`: the table holds nothing of a workspace.
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

/** What is written once and never changed, whatever becomes of the program. */
const appended: Access = { sight: "own", rights: ["select", "insert"] };

type Table = keyof Tables | "heads" | "batches" | "secrets";

/** What the application's role may do with each table; one that is not named it cannot touch. */
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
  tool_definitions: own,
  passphrases: own,
  checkpoints: appended,
  tickets: wide,
  passkeys: wide,
  deliveries: own,
  claims: own,
  snoozes: own,
  outbox: wide,
  outbox_posts: wide,
  links: wide,
  attention: own,
  riders: wide,
  sessions: own,
  session_entries: own,
  marks: wide,
  agent_profiles: own,
  liaisons: wide,
  graph_nodes: own,
  graph_edges: own,
  leases: { sight: "nobodys", rights: ALL },
  heads: wide,
  batches: { sight: "open", rights: ALL },
  secrets: { sight: "open", rights: ALL },
  migrations: { sight: "open", rights: ["select"] },
};

const SETTING = "current_setting('earshot.workspace', true)";

export interface Conditions {
  /** Of the policy `of_workspace`: which rows are seen, written and removed. */
  readonly own: string;
  /** Of the policy `of_every`: which are seen besides, and no more than seen. */
  readonly seen: string | undefined;
}

/** Undefined where the table needs no policies. */
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
