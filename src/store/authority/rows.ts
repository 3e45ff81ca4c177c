import type { GrantRecord } from "../../domain/authority/grant.ts";
import type { GrantId, KeyId, PermissionId, PrincipalId, RequestId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { SealedHead } from "../../domain/log/chain-check.ts";
import { type CheckpointClaims, readCheckpoint, treeOf } from "../../domain/log/checkpoint.ts";
import type { Permission } from "../../domain/policy/permission.ts";
import type { ArgumentConditions } from "../../domain/policy/policy.ts";
import { present } from "../../domain/present.ts";
import type { Actor } from "../../domain/surface.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { Checkpoint } from "../../ports/earshot/authority.ts";
import type { StoredPolicy } from "../../ports/store/store.ts";
import type { NewRow, Row } from "../schema/tables.ts";

/* Grants, permissions, policies and checkpoints to rows and back. */

export function grantToRow(grant: GrantRecord): NewRow<"grants"> {
  const { workspace, request, id, agent, digest, mintedAt, expiresAt, consumedAt } = grant;
  return {
    workspace,
    request,
    id,
    agent,
    digest,
    minted_at: toMs(mintedAt),
    expires_at: toMs(expiresAt),
    consumed_at: consumedAt === undefined ? null : toMs(consumedAt),
  };
}

export function rowToGrant(row: Row<"grants">): GrantRecord {
  return {
    id: row.id as GrantId,
    workspace: row.workspace,
    request: row.request as RequestId,
    agent: row.agent as PrincipalId,
    digest: row.digest,
    mintedAt: toTimestamp(row.minted_at),
    expiresAt: toTimestamp(row.expires_at),
    ...present({ consumedAt: row.consumed_at === null ? undefined : toTimestamp(row.consumed_at) }),
  };
}

export function permissionToRow(permission: Permission): NewRow<"permissions"> {
  const { revokedAt } = permission;
  return {
    workspace: permission.workspace,
    id: permission.id,
    scope: permission.scope,
    agent: permission.agent,
    agent_name: permission.agentName,
    tool: permission.tool,
    args_digest: permission.argsDigest ?? null,
    args: coveredToColumn(permission),
    session: permission.session ?? null,
    tool_schema_hash: permission.toolSchemaHash ?? null,
    level: permission.level,
    until: toMs(permission.until),
    given_by: JSON.stringify(permission.givenBy),
    key: permission.key ?? null,
    created_at: toMs(permission.createdAt),
    revoked_at: revokedAt === undefined ? null : toMs(revokedAt),
    uses: permission.uses,
  };
}

export function rowToPermission(row: Row<"permissions">): Permission {
  return {
    id: row.id as PermissionId,
    workspace: row.workspace,
    scope: row.scope as Permission["scope"],
    agent: row.agent as PrincipalId,
    agentName: row.agent_name,
    tool: row.tool,
    ...present({ argsDigest: row.args_digest ?? undefined }),
    ...coveredOf(row),
    ...present({
      session: row.session ?? undefined,
      toolSchemaHash: row.tool_schema_hash ?? undefined,
    }),
    level: row.level as Permission["level"],
    until: toTimestamp(row.until),
    givenBy: JSON.parse(row.given_by) as Actor,
    ...present({ key: row.key === null ? undefined : (row.key as KeyId) }),
    createdAt: toTimestamp(row.created_at),
    ...present({ revokedAt: row.revoked_at === null ? undefined : toTimestamp(row.revoked_at) }),
    uses: row.uses,
  };
}

/** Answers and rejections have no conditions; this is in their place. */
function coveredToColumn({ scope, request, anyAt, digitsAt, args }: Permission): string | null {
  const covered = scope === "reject" ? { request, anyAt, digitsAt } : (request ?? args);
  return JSON.stringify(covered) ?? null;
}

function coveredOf({
  scope,
  args,
}: Row<"permissions">): Pick<Permission, "args" | "request" | "anyAt" | "digitsAt"> {
  if (args === null) return {};
  if (scope === "answer") return { request: JSON.parse(args) as RequestId };
  if (scope === "reject")
    return JSON.parse(args) as Pick<Permission, "request" | "anyAt" | "digitsAt">;
  return { args: JSON.parse(args) as ArgumentConditions };
}

export function rowToPolicy(
  row: Pick<Row<"policies">, "revision" | "source" | "at">,
): StoredPolicy {
  const { revision, source, at } = row;
  return { revision, source: JSON.parse(source) as JsonObject, at: toTimestamp(at) };
}

export function checkpointToRow(checkpoint: Checkpoint): NewRow<"checkpoints"> {
  const { workspace, seq, hash, at, token } = checkpoint;
  return { workspace, seq, hash, at: toMs(at), token };
}

export function rowToCheckpoint({ at, ...rest }: Row<"checkpoints">): Checkpoint {
  return { ...rest, at: toTimestamp(at) };
}

/**
 * The head with the tree that its token names. The signature is not looked at here: whoever holds the
 * anchor and the keys does that.
 */
export function rowToSealedHead({
  seq,
  hash,
  token,
}: Pick<Row<"checkpoints">, "seq" | "hash" | "token">): SealedHead {
  const claims = claimsIn(token);
  const tree = claims?.seq === seq ? treeOf(claims) : undefined;
  return { seq, hash, ...present({ tree }) };
}

function claimsIn(token: string): CheckpointClaims | undefined {
  const [, payload = ""] = token.split(".");
  try {
    return readCheckpoint(JSON.parse(Buffer.from(payload, "base64url").toString()) as JsonObject);
  } catch {
    return undefined;
  }
}
