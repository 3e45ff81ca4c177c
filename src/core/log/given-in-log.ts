import { committedPermission } from "../../domain/log/committed.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import type { Context } from "../call/context.ts";

/** It is given once and taken back; whatever else is told of it comes between. */
const MOST_EVENTS = 100;

/**
 * Whether the log tells that somebody gave this permission, or this rejection that stands, as the
 * record has it, and nowhere that it was taken back. A row that was written past every server counts
 * for nothing: its action is brought before people.
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
