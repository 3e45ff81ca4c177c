import type { Permission } from "../../../domain/permission.ts";
import { oneLine } from "../../../render/visible-text.ts";
import { listed } from "../../charts/words.ts";
import { conditionLines } from "../policy/rule-words.ts";

const WIDTH = 80;

/** What a standing permission covers, as a sentence without its agent. */
export function coversText({ scope, tool, args, level, anyAt = [] }: Permission): string {
  if (scope === "answer") return "its question, answered as it was before";
  const name = oneLine(tool, WIDTH);
  if (scope === "reject") return rejectsText(name, anyAt);
  const upTo = `up to ${level}`;
  if (scope === "once") return `${name} with the same arguments, one time, ${upTo}`;
  if (scope === "target") return `${name} with the same arguments, ${upTo}`;
  if (scope === "session") return `${name} with any arguments in one session, ${upTo}`;
  const conditions = conditionLines(args);
  return conditions.length === 0
    ? `${name} with any arguments, ${upTo}`
    : `${name} where ${listed(conditions)}, ${upTo}`;
}

function rejectsText(name: string, anyAt: readonly string[]): string {
  const but = anyAt.map((pointer) => oneLine(pointer, WIDTH));
  const whatever = but.length === 0 ? "" : `, whatever is at ${listed(but)}`;
  return `Rejects ${name} like the one that was rejected${whatever}`;
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
