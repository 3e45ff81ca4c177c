import type { Authorization } from "../../domain/authority/authorization.ts";
import { isForOthers } from "../../domain/authority/edits.ts";
import type { PrincipalId, WorkspaceId } from "../../domain/id.ts";
import type { Context } from "../call/context.ts";
import { findKey, makersOf } from "./makers.ts";

/**
 * Whether others than this person have to approve the edit: they made it, or had the key in
 * hand that made it, and may have used it in its holder's name.
 */
export async function isOwnEdit(
  ctx: Context,
  { workspace, authorization }: { workspace: WorkspaceId; authorization: Authorization },
  person: PrincipalId,
): Promise<boolean> {
  const { edit } = authorization;
  if (edit === undefined || !isForOthers(authorization)) return false;
  if (edit.by.principal === person) return true;
  const keys = await ctx.people.keys(workspace);
  const used = findKey(keys, edit.key);
  return used !== undefined && makersOf(keys, used).includes(person);
}
