import type { SharedSecrets, StoredSecret } from "../../ports/store/shared-secrets.ts";
import { EVERY_WORKSPACE, type PostgresDatabase } from "./database.ts";

const READ = "select sealed, version from secrets where name = $1";
const FIRST =
  "insert into secrets (name, sealed, version) values ($1, $2, 1) on conflict (name) do nothing returning sealed, version";
const NEXT =
  "update secrets set sealed = $2, version = version + 1 where name = $1 and version = $3 returning sealed, version";

/** The table `secrets`: one row for each name, replaced by compare-and-set. */
export function createSharedSecrets(database: Pick<PostgresDatabase, "query">): SharedSecrets {
  const rows = (text: string, values: readonly (string | number)[]) =>
    database.query<{ sealed: string; version: number }>(EVERY_WORKSPACE, text, values);
  const only = ([row]: readonly StoredSecret[]): StoredSecret | undefined =>
    row === undefined ? undefined : { sealed: row.sealed, version: Number(row.version) };
  return {
    read: async (name) => only(await rows(READ, [name])),
    put: async (name, { sealed, former }) =>
      only(
        former === 0 ? await rows(FIRST, [name, sealed]) : await rows(NEXT, [name, sealed, former]),
      ),
  };
}
