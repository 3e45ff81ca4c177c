import type { WorkspaceId } from "../../domain/id.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { GrantGround, Write } from "../../ports/store/store.ts";
import type { Entry } from "../schema/write-row.ts";
import { checkpointToRow, grantToRow, permissionToRow } from "./rows.ts";

export type AuthorityWrite = Extract<
  Write,
  {
    readonly type: `${"grant" | "ground" | "permission" | "policy" | "tool" | "passphrase" | "checkpoint"}.${string}`;
  }
>;

export function authorityEntry(workspace: WorkspaceId, write: AuthorityWrite): Entry {
  const at = (name: string) => `${workspace} ${name}`;
  switch (write.type) {
    case "grant.put": {
      const { grant } = write;
      const places = { places: [at(grant.request)], ground: [at(grant.agent)] };
      return { kind: write.type, rows: [grantToRow(grant)], ...places };
    }
    case "grant.void": {
      const { grant } = write;
      return { kind: write.type, rows: [grantToRow(grant)], places: [at(grant.request)] };
    }
    case "grant.consume":
      return consumeEntry(workspace, write);
    case "ground.holds": {
      const { agent, keys, policy } = write;
      const held = [...(policy === undefined ? [] : [POLICY]), ...keys];
      return {
        kind: write.type,
        rows: [{ workspace, agent, keys, policy }],
        ground: [...(agent === undefined ? [] : [agent]), ...held].map(at),
      };
    }
    case "permission.insert": {
      const { permission } = write;
      return { kind: write.type, rows: [permissionToRow(permission)], places: [at(permission.id)] };
    }
    case "permission.use": {
      const { id, uses } = write;
      return { kind: write.type, rows: [{ workspace, id, uses }], places: [at(id)] };
    }
    case "permission.revoke": {
      const row = { workspace, id: write.id, at: toMs(write.revokedAt) };
      return { kind: write.type, rows: [row], places: [at(write.id)] };
    }
    case "policy.put":
      return policyEntry(workspace, write);
    case "tool.pin": {
      const { agent, tool, hash, former } = write;
      const places = [at(`pin ${agent} ${tool}`)];
      return { kind: write.type, rows: [{ workspace, agent, tool, hash, former }], places };
    }
    case "tool.define": {
      const { hash, definition } = write;
      const row = { workspace, hash, definition: JSON.stringify(definition) };
      return { kind: write.type, rows: [row], places: [at(`definition ${hash}`)] };
    }
    case "passphrase.put": {
      const { principal, hash, former } = write;
      const places = [at(`passphrase ${principal}`)];
      return { kind: write.type, rows: [{ workspace, principal, hash, former }], places };
    }
    case "checkpoint.insert": {
      const row = checkpointToRow(write.checkpoint);
      return { kind: write.type, rows: [row], places: [at("checkpoints")] };
    }
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

const POLICY = "policy";

function policyEntry(
  workspace: WorkspaceId,
  { policy, former }: Extract<AuthorityWrite, { readonly type: "policy.put" }>,
): Entry {
  const { revision, source, at } = policy;
  const row = { workspace, revision, source: JSON.stringify(source), at: toMs(at), former };
  return { kind: "policy.put", rows: [row], places: [`${workspace} ${POLICY}`] };
}

function consumeEntry(
  workspace: WorkspaceId,
  write: Extract<AuthorityWrite, { readonly type: "grant.consume" }>,
): Entry {
  const { grant, at, while: ground } = write;
  const { id, request, agent, digest } = grant;
  const row = { workspace: grant.workspace, request, id, agent, digest, at: toMs(at) };
  const places = [`${workspace} ${request}`];
  if (ground === undefined) return { kind: "grant.consume", rows: [row], places };
  const { revision, keys, permission, agent: served } = ground;
  return {
    kind: "grant.consume",
    rows: [{ ...row, revision, keys, permission, served }],
    places,
    ground: groundOf(ground).map((name) => `${workspace} ${name}`),
  };
}

function groundOf({ keys, permission, agent }: GrantGround): string[] {
  const named = [permission, agent].filter((id) => id !== undefined);
  return [POLICY, ...keys, ...named];
}
