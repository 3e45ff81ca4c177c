import { EarshotError } from "../../domain/errors.ts";
import { roleMissing } from "../postgres/connection.ts";
import type { Connection } from "../postgres/database.ts";
import { sqlState } from "../postgres/errors.ts";
import { appRoleOf } from "../postgres/role-name.ts";

/** An administrator may create the role at the same moment. */
const MADE_MEANWHILE = ["42710", "23505", "XX000"];
const NOT_ALLOWED = "42501";

interface Role {
  readonly role: string;
  readonly user: string;
  /** Null if the role does not exist. */
  readonly canBypass: boolean | null;
  readonly isAllowed: boolean;
}

/**
 * Creates the role that nodes act as, if it is missing, and lets the user of the URL act as it. Throws
 * STORE_UNAVAILABLE if that user may not, or if the role could bypass row-level security.
 */
export async function ensureAppRole(connection: Connection): Promise<void> {
  let found = await look(connection);
  const { role } = found;
  if (found.canBypass === null) {
    await tolerate(found, () => connection.query(`create role ${role} nologin`));
    found = await look(connection);
  }
  if (!found.isAllowed) {
    await tolerate(found, () => connection.query(`grant ${role} to current_user`));
    found = await look(connection);
  }
  if (found.canBypass === null || !found.isAllowed) throw roleMissing(found, undefined);
  if (!found.canBypass) return;
  throw new EarshotError(
    "STORE_UNAVAILABLE",
    `The role ${role} could read past row-level security. Have an administrator run: alter role ${role} nosuperuser nobypassrls;`,
  );
}

async function look(connection: Connection): Promise<Role> {
  const [version] = await connection.query<{ readonly number: string }>(
    "select current_setting('server_version_num') as number",
  );
  // Since version 16, a membership may not allow acting as the role.
  const right = Number(version?.number) >= 160_000 ? "SET" : "MEMBER";
  const role = await appRoleOf(connection);
  const [found] = await connection.query<Role>(
    `select '${role}'::text as role, current_user::text as user,
      (select rolsuper or rolbypassrls from pg_roles where rolname = '${role}') as "canBypass",
      coalesce((select pg_has_role(oid, '${right}') from pg_roles where rolname = '${role}'), false)
        as "isAllowed"`,
  );
  return found ?? { role, user: "", canBypass: null, isAllowed: false };
}

async function tolerate(role: Role, make: () => Promise<unknown>): Promise<void> {
  try {
    await make();
  } catch (error) {
    const state = sqlState(error) ?? "";
    if (state === NOT_ALLOWED) throw roleMissing(role, error);
    if (!MADE_MEANWHILE.includes(state)) throw error;
  }
}
