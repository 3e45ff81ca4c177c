import type { Permission } from "../../domain/policy/permission.ts";
import { leewayWords } from "../../render/like-words.ts";
import { oneLine } from "../../render/visible-text.ts";
import { listed } from "../charts/words.ts";
import { words } from "../parts/render-words.ts";
import { conditionLines } from "../policy/rule-words.ts";
import { say } from "./messages/messages.ts";

const WIDTH = 80;

/** What a standing permission covers, as a sentence without its agent. */
export function coversText(permission: Permission): string {
  const { scope, tool, args, level } = permission;
  if (scope === "answer") return say("covers.answer");
  const name = oneLine(tool, WIDTH);
  if (scope === "reject") {
    return say("covers.reject", { tool: name, leeway: leewayWords(permission, words) });
  }
  if (scope === "once") return say("covers.once", { tool: name, level });
  if (scope === "target") return say("covers.target", { tool: name, level });
  if (scope === "session") return say("covers.session", { tool: name, level });
  const conditions = conditionLines(args);
  return conditions.length === 0
    ? say("covers.any", { tool: name, level })
    : say("covers.where", { tool: name, level, conditions: listed(conditions) });
}

/** Whether it can still decide anything. */
export function isInForce({ revokedAt, until, scope, uses }: Permission, now: string): boolean {
  return revokedAt === undefined && until > now && !(scope === "once" && uses > 0);
}

export function endText(permission: Permission, now: string): string {
  if (permission.revokedAt !== undefined) return say("end.revoked");
  if (permission.until <= now) return say("end.ended");
  return say(isInForce(permission, now) ? "end.in-force" : "end.used");
}
