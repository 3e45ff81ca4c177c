import type { Permission } from "../../domain/policy/permission.ts";
import { leewayWords } from "../../render/like-words.ts";
import { oneLine } from "../../render/visible-text.ts";
import { listed } from "../charts/words.ts";
import { conditionLines } from "../policy/rule-words.ts";

const WIDTH = 80;

/** What a standing permission covers, as a sentence without its agent. */
export function coversText(permission: Permission): string {
  const { scope, tool, args, level } = permission;
  if (scope === "answer") return "its question, answered as it was before";
  const name = oneLine(tool, WIDTH);
  if (scope === "reject") return `Rejects ${name} that differs in ${leewayWords(permission)}`;
  const upTo = `up to ${level}`;
  if (scope === "once") return `${name} with the same arguments, one time, ${upTo}`;
  if (scope === "target") return `${name} with the same arguments, ${upTo}`;
  if (scope === "session") return `${name} with any arguments in one session, ${upTo}`;
  const conditions = conditionLines(args);
  return conditions.length === 0
    ? `${name} with any arguments, ${upTo}`
    : `${name} where ${listed(conditions)}, ${upTo}`;
}

/** Whether it can still decide anything. */
export function isInForce({ revokedAt, until, scope, uses }: Permission, now: string): boolean {
  return revokedAt === undefined && until > now && !(scope === "once" && uses > 0);
}

export function endText(permission: Permission, now: string): string {
  if (permission.revokedAt !== undefined) return "Revoked";
  if (permission.until <= now) return "Ended";
  return isInForce(permission, now) ? "In force" : "Used";
}
