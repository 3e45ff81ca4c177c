import type { Kysely } from "kysely";
import type { WorkspaceId } from "../../domain/id.ts";
import type { Tables } from "../schema/tables.ts";

/** Rows of all workspaces, where row-level security lets a reader see them at all. */
export const EVERY_WORKSPACE = "*";

/** Whose rows a statement may touch: one workspace's, or `EVERY_WORKSPACE`. */
export type Scope = WorkspaceId;

export type PgValue = string | number | boolean | Uint8Array | null | readonly string[];
export type PgRow = Readonly<Record<string, unknown>>;

/** A connection outside the pool. */
export interface Connection {
  readonly processId: number;
  query<R extends object = PgRow>(text: string, values?: readonly PgValue[]): Promise<readonly R[]>;
  /** Prepared under its name at its first use. */
  prepared<R extends object = PgRow>(
    name: string,
    text: string,
    values: readonly PgValue[],
  ): Promise<readonly R[]>;
  onNotification(listener: (channel: string, payload: string) => void): void;
  /** Called once, when the connection has ended for any reason. */
  onEnd(listener: (error?: Error) => void): void;
  isOpen(): boolean;
  close(): Promise<void>;
}

/**
 * A bounded pool of connections as the application's role. Every failure is an EarshotError already, and
 * STORE_UNAVAILABLE if the database is away, too slow or full.
 */
export interface PostgresDatabase {
  readonly url: string;
  query<R extends object = PgRow>(
    scope: Scope,
    text: string,
    values?: readonly PgValue[],
  ): Promise<readonly R[]>;
  kysely(scope: Scope): Kysely<Tables>;
  /** Outside the pool; the caller closes it. `purpose` is what `pg_stat_activity` shows. */
  connect(purpose: string): Promise<Connection>;
  close(): Promise<void>;
}
