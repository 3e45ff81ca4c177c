import type { WorkspaceId } from "../../domain/id.ts";
import type { Connection, PgRow, PgValue } from "./database.ts";
import { type Numbered, valuesOf } from "./numbered-values.ts";

const BEGIN = "begin isolation level repeatable read read only";
const SEE = "select set_config('earshot.workspace', $1, true)";

/** Reads rows of one workspace, as of the start of the reading. */
export type ReadRows = <R extends object = PgRow>(
  statement: Numbered,
  values: Readonly<Record<string, PgValue>>,
) => Promise<readonly R[]>;

/** A connection for reads beside the pool, one after another; opened by the first read. */
export interface Reading {
  /** The database ensures that nothing is written and no other workspace is read. */
  within<T>(workspace: WorkspaceId, work: (read: ReadRows) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function createReading(connect: () => Promise<Connection>): Reading {
  let open: Connection | undefined;

  async function connected(): Promise<Connection> {
    if (open?.isOpen() !== true) open = await connect();
    return open;
  }

  return {
    async within(workspace, work) {
      const connection = await connected();
      const read: ReadRows = (statement, values) =>
        connection.query(statement.text, valuesOf(statement, values));
      try {
        await Promise.all([connection.query(BEGIN), connection.query(SEE, [workspace])]);
        const result = await work(read);
        await connection.query("commit");
        return result;
      } catch (error) {
        // The state of this connection is unknown, so the next reading uses another one.
        open = undefined;
        await connection.close().catch(() => {});
        throw error;
      }
    },
    async close() {
      await open?.close();
      open = undefined;
    },
  };
}
