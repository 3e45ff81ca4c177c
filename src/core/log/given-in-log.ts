import { committedPermission } from "../../domain/log/committed.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import type { Context } from "../call/context.ts";

/** It is given once and revoked once, with its other events between. */
const MOST_EVENTS = 100;

/**
 * Whether the log says that somebody gave this permission or standing rejection as the record has
 * it, and never that it was revoked. A row written past every server counts for nothing, and people
 * are asked about its action.
 */
export async function isGivenInLog(
  { store, digest }: Pick<Context, "store" | "digest">,
  permission: Permission,
): Promise<boolean> {
  const { workspace, id: subject } = permission;
  const told = await store.readEvents({ workspace, subject, after: 0, limit: MOST_EVENTS });
  if (told.some(({ type }) => type === "permission.revoked")) return false;
  const committed = digest.json(committedPermission(permission));
  return told.some(({ type, data }) => type === "permission.given" && data?.digest === committed);
}
