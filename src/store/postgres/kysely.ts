import {
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { Tables } from "../schema/tables.ts";
import type { PgValue } from "./database.ts";

type Run = (text: string, values: readonly PgValue[]) => Promise<readonly object[]>;

/**
 * Kysely over any function that runs a statement. A transaction is right only if all its statements run
 * on one connection, one after another.
 */
export function kyselyOver(run: Run): Kysely<Tables> {
  const connection: DatabaseConnection = {
    async executeQuery<R>({
      sql,
      parameters,
    }: {
      readonly sql: string;
      readonly parameters: readonly unknown[];
    }) {
      return { rows: [...(await run(sql, parameters as readonly PgValue[]))] as R[] };
    },
    streamQuery() {
      throw new Error("Rows are read in pages, not streamed.");
    },
  };
  const driver: Driver = {
    async init() {},
    acquireConnection: async () => connection,
    async beginTransaction() {
      await run("begin", []);
    },
    async commitTransaction() {
      await run("commit", []);
    },
    async rollbackTransaction() {
      await run("rollback", []);
    },
    async releaseConnection() {},
    async destroy() {},
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}
