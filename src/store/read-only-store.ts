import { kyselyOver } from "./postgres/kysely.ts";
import { createQueries, type Queries } from "./queries.ts";
import { postgresDialect } from "./schema/postgres-dialect.ts";
import { sqliteDialect } from "./schema/sqlite-dialect.ts";
import { openReader } from "./sqlite/database.ts";
import { sqliteKysely } from "./sqlite/kysely.ts";
import { asOwner } from "./transfer/postgres-session.ts";

export interface OpenQueries {
  readonly queries: Queries;
  close(): Promise<void>;
}

/** Reads beside a running server: over its file, or over its database as the tables' owner. */
export async function openQueries(
  place: { readonly path: string } | { readonly url: string },
): Promise<OpenQueries> {
  if ("url" in place) {
    const connection = await asOwner(place.url, "reading");
    const kysely = kyselyOver((text, values) => connection.query(text, values));
    return { queries: createQueries(kysely, postgresDialect), close: () => connection.close() };
  }
  const raw = openReader(place.path);
  return {
    queries: createQueries(sqliteKysely(raw), sqliteDialect),
    close: async () => raw.close(),
  };
}
