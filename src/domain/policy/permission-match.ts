import { isAtLeast, type Level } from "../authority/action.ts";
import { matchesGlob } from "../glob.ts";
import type { PrincipalId } from "../id.ts";
import type { JsonObject } from "../json.ts";
import type { Leeway } from "../requests/likeness.ts";
import type { Timestamp } from "../timestamp.ts";
import { compileConditions } from "./conditions.ts";
import type { Permission } from "./permission.ts";

/** The facts that a permission is compared with. */
export interface PermissionFacts {
  readonly agent: PrincipalId;
  readonly tool: string;
  readonly args: JsonObject;
  /** Computed like the permission's. */
  readonly argsDigest: string;
  readonly session: string | null;
  readonly toolSchemaHash: string | null;
  readonly level: Level;
}

/** Whether a permission covers an action at a moment. What cannot be compared is not covered. */
export function covers(permission: Permission, facts: PermissionFacts, now: Timestamp): boolean {
  return isInForce(permission, now) && isFor(permission, facts) && isInScope(permission, facts);
}

/** Whether a permission answers a question of this digest at a moment. It covers no action. */
export function answers(
  { scope, agent, argsDigest, ...permission }: Permission,
  asked: { readonly agent: PrincipalId; readonly digest: string },
  now: Timestamp,
): boolean {
  const isSame = agent === asked.agent && argsDigest === asked.digest;
  return scope === "answer" && isSame && isInForce(permission, now);
}

/** Whether it rejects an action at a moment, comparing likeness with the same leeway. */
export function rejects(
  { scope, agent, argsDigest, anyAt, digitsAt, ...permission }: Permission,
  sought: {
    readonly agent: PrincipalId;
    readonly digestOf: (leeway: Leeway) => string;
  },
  now: Timestamp,
): boolean {
  const isOf = scope === "reject" && agent === sought.agent && isInForce(permission, now);
  return isOf && argsDigest === sought.digestOf({ anyAt, digitsAt });
}

/** Neither taken back nor expired; from `until` on it covers nothing. */
function isInForce(
  { revokedAt, until }: Pick<Permission, "revokedAt" | "until">,
  now: Timestamp,
): boolean {
  return revokedAt === undefined && now < until;
}

function isFor(permission: Permission, facts: PermissionFacts): boolean {
  const { agent, level, toolSchemaHash } = permission;
  return (
    agent === facts.agent &&
    facts.level !== "CRITICAL" &&
    isAtLeast(level, facts.level) &&
    (toolSchemaHash === undefined || toolSchemaHash === facts.toolSchemaHash)
  );
}

function isInScope(permission: Permission, facts: PermissionFacts): boolean {
  const { scope, tool, args, session, argsDigest, uses } = permission;
  const isSameAction =
    tool === facts.tool && argsDigest !== undefined && argsDigest === facts.argsDigest;
  switch (scope) {
    case "answer":
    case "reject":
      return false;
    case "once":
      return isSameAction && uses === 0;
    case "target":
      return isSameAction;
    case "session":
      return tool === facts.tool && session !== undefined && session === facts.session;
    case "pattern":
      return matchesGlob(tool, facts.tool) && compileConditions(args ?? {}, "fails")(facts.args);
  }
}
