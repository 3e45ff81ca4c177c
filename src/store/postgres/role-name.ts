import type { Connection } from "./database.ts";

/**
 * The role that nodes act as, one a database: roles are the server's, and another deployment on it,
 * whose user may act as its own, must not reach this one. In SQL, since only the server knows it.
 */
export const APP_ROLE_SQL =
  "(select 'earshot_app_' || oid::text from pg_database where datname = current_database())";

export async function appRoleOf(connection: Connection): Promise<string> {
  const [row] = await connection.query<{ readonly name: string }>(
    `select ${APP_ROLE_SQL}::text as name`,
  );
  return row?.name ?? "";
}
