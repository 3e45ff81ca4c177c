import type { Connection } from "./database.ts";

/**
 * The role that nodes act as, one for each database. Roles belong to the server, and another deployment
 * on it must not reach this one. It is SQL, since only the server knows the name.
 */
export const APP_ROLE_SQL =
  "(select 'earshot_app_' || oid::text from pg_database where datname = current_database())";

export async function appRoleOf(connection: Connection): Promise<string> {
  const [row] = await connection.query<{ readonly name: string }>(
    `select ${APP_ROLE_SQL}::text as name`,
  );
  return row?.name ?? "";
}
