import type { NamedSecret } from "../../store/transfer/postgres-source.ts";
import { openPostgresSource } from "../../store/transfer/postgres-source.ts";
import type { Source } from "../../store/transfer/record.ts";
import { openSqliteSource } from "../../store/transfer/sqlite-source.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { postgresUrl } from "../terminal/postgres-url.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { requireRecordInFolder } from "../terminal/store-mark.ts";

export interface OpenRecord {
  readonly source: Source;
  readonly engine: "sqlite" | "postgres";
  /** Of PostgreSQL: what nodes share, sealed by the deployment key. */
  readonly secrets?: readonly NamedSecret[];
}

/** The record of the data folder, or of the database where one is named, as it is now. */
export async function openRecord(context: RunContext, given?: string): Promise<OpenRecord> {
  const url = postgresUrl(context, given);
  if (url !== undefined) {
    const source = await openPostgresSource(url);
    return { source, engine: "postgres", secrets: source.secrets };
  }
  const { database } = dataPaths(context.options.data);
  requireRecordInFolder(context.options.data);
  return { source: await openSqliteSource(database), engine: "sqlite" };
}
