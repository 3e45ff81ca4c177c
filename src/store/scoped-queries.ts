import type { WorkspaceId } from "../domain/id.ts";
import { EVERY_WORKSPACE, type PostgresDatabase, type Scope } from "./postgres/database.ts";
import { createQueries, type Queries } from "./queries.ts";
import { postgresDialect } from "./schema/postgres-dialect.ts";

/** What is asked before anybody knows the workspace, or of all of them. */
const OF_EVERY_WORKSPACE: readonly (keyof Queries)[] = [
  "findTicket",
  "findPasskey",
  "dueRequests",
  "nextExpiry",
  "listWorkspaces",
  "scrapeKeys",
  "countMigrations",
  "deliveryOfNonce",
  "deliveryOfPost",
  "linkOfAccount",
  "stoppedRiders",
  "dueMarks",
  "nextMark",
  "listMarksOn",
  "dueLiaisons",
  "nextLiaison",
];
const KEPT = 1_000;

interface Named {
  readonly workspace?: WorkspaceId;
  readonly place?: { readonly workspace: WorkspaceId };
  readonly ref?: { readonly workspace: WorkspaceId };
}

/** The reads that are the same on every engine, each within the workspace that it names. */
export function createScopedQueries(database: PostgresDatabase): Queries {
  const queries = new Map<Scope, Queries>();

  function within(scope: Scope): Queries {
    const known = queries.get(scope);
    if (known !== undefined) return known;
    if (queries.size >= KEPT) queries.clear();
    const made = createQueries(database.kysely(scope), postgresDialect);
    queries.set(scope, made);
    return made;
  }

  const names = Object.keys(within(EVERY_WORKSPACE)) as (keyof Queries)[];
  const scoped = names.map((name) => {
    const isOfEvery = OF_EVERY_WORKSPACE.includes(name);
    const read = async (...args: readonly unknown[]) => {
      const scope = isOfEvery ? EVERY_WORKSPACE : scopeOf(name, args[0]);
      const call = within(scope)[name] as (...args: readonly unknown[]) => Promise<unknown>;
      return await call(...args);
    };
    return [name, read];
  });
  return Object.fromEntries(scoped) as Queries;
}

function scopeOf(name: string, first: unknown): Scope {
  if (typeof first === "string") return first;
  const { workspace, place, ref } = (first ?? {}) as Named;
  const scope = workspace ?? place?.workspace ?? ref?.workspace;
  if (scope === undefined) throw new Error(`Nothing says whose rows ${name} may read.`);
  return scope;
}
