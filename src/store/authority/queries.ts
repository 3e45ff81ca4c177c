import { type Compilable, type Kysely, sql } from "kysely";
import { LEVELS, type Level } from "../../domain/authority/action.ts";
import type { ToolDefinition } from "../../domain/authority/tool-definition.ts";
import type { ToolOffer } from "../../domain/authority/tool-offer.ts";
import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import { toTimestamp } from "../../domain/timestamp.ts";
import type { Store } from "../../ports/store/store.ts";
import { rowToPrincipal } from "../people/rows.ts";
import { joinReads } from "../schema/join-reads.ts";
import type { Tables } from "../schema/tables.ts";
import { rowToCheckpoint, rowToGrant, rowToPermission, rowToPolicy } from "./rows.ts";

const MOST_LOOKED_AT = 100_000;

export function createAuthorityQueries(kysely: Kysely<Tables>) {
  return joinReads(authorizationQueries(kysely), standingQueries(kysely), toolQueries(kysely));
}

/** An unknown one, which a later version may have stored, counts as the highest. */
function levelOf(stored: number): Level {
  return LEVELS[stored - 1] ?? "CRITICAL";
}

interface OldestQuery extends Compilable {
  execute(): Promise<readonly { readonly level: number; readonly at: number }[]>;
}

/** When the oldest open authorization of each level was sought. It reads no others. */
export function oldestByLevel(kysely: Kysely<Tables>, workspace: WorkspaceId): OldestQuery {
  const open = kysely
    .selectFrom("requests")
    .select(["level", "created_at"])
    .where("workspace", "=", workspace)
    .where("status", "=", sql.lit("open"))
    .where("kind", "=", sql.lit("authorization"))
    // Without it SQLite takes the index of all authorizations, or by level that of all open requests.
    .orderBy("agent")
    .limit(MOST_LOOKED_AT);
  return kysely
    .selectFrom(open.as("open"))
    .select((is) => ["level", is.fn.min("created_at").as("at")])
    .groupBy("level");
}

/** What is kept beside an authorization: secrets, trace, grants. */
function authorizationQueries(
  kysely: Kysely<Tables>,
): Pick<
  Store,
  "countOpenAuthorizations" | "oldestAuthorizations" | "findSealed" | "findTrace" | "findGrants"
> {
  return {
    async countOpenAuthorizations(workspace, agent) {
      const row = await kysely
        .selectFrom("requests")
        .select((is) => is.fn.countAll<number>().as("open"))
        .where("workspace", "=", workspace)
        // As literals, or the engine could not use the index of open authorizations.
        .where("status", "=", sql.lit("open"))
        .where("kind", "=", sql.lit("authorization"))
        .$if(agent !== undefined, (q) => q.where("agent", "=", agent ?? ""))
        .executeTakeFirstOrThrow();
      return Number(row.open);
    },
    async oldestAuthorizations(workspace) {
      const rows = await oldestByLevel(kysely, workspace).execute();
      return new Map(rows.map(({ level, at }) => [levelOf(level), toTimestamp(Number(at))]));
    },
    async findSealed(workspace, id) {
      const row = await kysely
        .selectFrom("requests")
        .select("sealed")
        .where("workspace", "=", workspace)
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.sealed ?? undefined;
    },
    async findTrace(workspace, id) {
      const row = await kysely
        .selectFrom("requests")
        .select("trace")
        .where("workspace", "=", workspace)
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.trace ?? undefined;
    },
    async findGrants(workspace, requests) {
      if (requests.length === 0) return [];
      const rows = await kysely
        .selectFrom("grants")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("request", "in", requests)
        .execute();
      return rows.map(rowToGrant);
    },
  };
}

/** What decides authorizations, and what an approval rests on. */
function standingQueries(
  kysely: Kysely<Tables>,
): Pick<
  Store,
  | "findPermission"
  | "currentPolicy"
  | "findPolicy"
  | "findPassphrase"
  | "findPrincipal"
  | "lastCheckpoint"
> {
  const policies = (workspace: string) =>
    kysely
      .selectFrom("policies")
      .select(["revision", "source", "at"])
      .where("workspace", "=", workspace);

  return {
    async findPermission(workspace, id) {
      const row = await kysely
        .selectFrom("permissions")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToPermission(row);
    },
    async currentPolicy(workspace) {
      const row = await policies(workspace).where("in_force", "is not", null).executeTakeFirst();
      return row === undefined ? undefined : rowToPolicy(row);
    },
    async findPolicy(workspace, revision) {
      const row = await policies(workspace).where("revision", "=", revision).executeTakeFirst();
      return row === undefined ? undefined : rowToPolicy(row);
    },
    async findPassphrase(workspace, principal) {
      const row = await kysely
        .selectFrom("passphrases")
        .select("hash")
        .where("workspace", "=", workspace)
        .where("principal", "=", principal)
        .executeTakeFirst();
      return row?.hash;
    },
    async findPrincipal(workspace, id) {
      const row = await kysely
        .selectFrom("principals")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("id", "=", id)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToPrincipal(row);
    },
    async lastCheckpoint(workspace) {
      const row = await kysely
        .selectFrom("checkpoints")
        .selectAll()
        .where("workspace", "=", workspace)
        .orderBy("seq", "desc")
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? undefined : rowToCheckpoint(row);
    },
  };
}

function toolQueries(
  kysely: Kysely<Tables>,
): Pick<Store, "toolOffers" | "listToolPins" | "findToolDefinition"> {
  return {
    async toolOffers(workspace, agent) {
      const rows = await kysely
        .selectFrom("tool_offers")
        .select(["server", "tools"])
        .where("workspace", "=", workspace)
        .where("agent", "=", agent)
        .orderBy("server")
        .execute();
      return rows.map(({ server, tools }) => ({
        server,
        tools: JSON.parse(tools) as ToolOffer["tools"],
      }));
    },
    async listToolPins(workspace) {
      const rows = await kysely
        .selectFrom("tool_pins as pin")
        .leftJoin("tool_definitions as told", (join) =>
          join.onRef("told.workspace", "=", "pin.workspace").onRef("told.hash", "=", "pin.hash"),
        )
        .select(["pin.agent", "pin.tool", "pin.hash", "told.definition"])
        .where("pin.workspace", "=", workspace)
        .orderBy("pin.tool")
        .orderBy("pin.agent")
        .execute();
      return rows.map(({ agent, tool, hash, definition }) => ({
        agent: agent as PrincipalId,
        tool,
        hash,
        ...present({
          definition: definition === null ? undefined : (JSON.parse(definition) as ToolDefinition),
        }),
      }));
    },
    async findToolDefinition(workspace, hash) {
      const row = await kysely
        .selectFrom("tool_definitions")
        .select("definition")
        .where("workspace", "=", workspace)
        .where("hash", "=", hash)
        .executeTakeFirst();
      return row === undefined ? undefined : (JSON.parse(row.definition) as ToolDefinition);
    },
  };
}
