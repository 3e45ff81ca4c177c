import type { KeyId, PasskeyId, PrincipalId } from "../../domain/id.ts";
import type {
  Key,
  Principal,
  PrincipalKind,
  Right,
  Role,
  WebFacts,
} from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { KeyOwner, StoredPasskey, Ticket } from "../../ports/store/store.ts";
import type { NewRow, Row } from "../schema/tables.ts";

/* Principals, keys, tickets and passkeys to rows and back. A round trip gives an equal value. */

export function principalToRow(principal: Principal): NewRow<"principals"> {
  const { workspace, id, kind, name, createdAt } = principal;
  const role = principal.kind === "person" ? principal.role : null;
  const owner = principal.kind === "agent" ? (principal.owner ?? null) : null;
  const tiedBy = principal.kind === "agent" ? (principal.tiedBy ?? null) : null;
  const haltedAt = principal.kind === "agent" ? principal.haltedAt : undefined;
  return {
    workspace,
    id,
    kind,
    name,
    role,
    created_at: toMs(createdAt),
    owner,
    tied_by: tiedBy,
    halted_at: haltedAt === undefined ? null : toMs(haltedAt),
  };
}

export function rowToPrincipal(row: Row<"principals">): Principal {
  const base = {
    id: row.id as PrincipalId,
    workspace: row.workspace,
    name: row.name,
    createdAt: toTimestamp(row.created_at),
  };
  const kind = row.kind as PrincipalKind;
  switch (kind) {
    case "person":
      return { ...base, kind, role: row.role as Role };
    case "agent":
      return {
        ...base,
        kind,
        ...present({
          owner: row.owner === null ? undefined : (row.owner as PrincipalId),
          tiedBy: row.tied_by === null ? undefined : (row.tied_by as PrincipalId),
          haltedAt: row.halted_at === null ? undefined : toTimestamp(row.halted_at),
        }),
      };
    case "service":
      return { ...base, kind };
  }
}

export function keyToRow(key: Key, secretHash: string): NewRow<"keys"> {
  return {
    workspace: key.workspace,
    id: key.id,
    principal: key.principal,
    secret_hash: secretHash,
    scopes: JSON.stringify(key.scopes),
    created_at: toMs(key.createdAt),
    revoked_at: key.revokedAt === undefined ? null : toMs(key.revokedAt),
    hold_ms: key.holdMs ?? null,
    unattended: key.unattended === true ? 1 : null,
    web: key.web === undefined ? null : JSON.stringify(key.web),
    made_by: key.madeBy ?? null,
    invited_by: key.invitedBy ?? null,
    invited_until: key.invitation === undefined ? null : toMs(key.invitation.expiresAt),
    label: key.label ?? null,
    expires_at: key.expiresAt === undefined ? null : toMs(key.expiresAt),
    made_with: key.madeWith ?? null,
  };
}

/** What a key is read from. */
export type KeyRow = Omit<Row<"keys">, "secret_hash" | "statement" | "signature">;

export function rowToKey(row: KeyRow): Key {
  return {
    id: row.id as KeyId,
    workspace: row.workspace,
    principal: row.principal as PrincipalId,
    scopes: JSON.parse(row.scopes) as Right[],
    ...present({
      holdMs: row.hold_ms ?? undefined,
      unattended: row.unattended === null ? undefined : true,
      label: row.label ?? undefined,
      expiresAt: row.expires_at === null ? undefined : toTimestamp(row.expires_at),
      madeWith: row.made_with === null ? undefined : (row.made_with as KeyId),
      web: row.web === null ? undefined : (JSON.parse(row.web) as WebFacts),
      invitation:
        row.invited_until === null ? undefined : { expiresAt: toTimestamp(row.invited_until) },
      madeBy: row.made_by === null ? undefined : (row.made_by as PrincipalId),
      invitedBy: row.invited_by === null ? undefined : (row.invited_by as PrincipalId),
    }),
    createdAt: toTimestamp(row.created_at),
    ...present({
      revokedAt: row.revoked_at === null ? undefined : toTimestamp(row.revoked_at),
      usedAt: row.used_at === null ? undefined : toTimestamp(row.used_at),
    }),
  };
}

export type KeyOwnerRow = KeyRow &
  Pick<Row<"principals">, "kind" | "name" | "role" | "owner" | "tied_by" | "halted_at"> & {
    principal_created_at: number;
  };

export function toKeyOwner(row: KeyOwnerRow): KeyOwner {
  const { kind, name, role, owner, tied_by, halted_at, workspace, principal } = row;
  return {
    key: rowToKey(row),
    principal: rowToPrincipal({
      kind,
      name,
      role,
      owner,
      tied_by,
      halted_at,
      workspace,
      id: principal,
      created_at: row.principal_created_at,
    }),
  };
}

export function ticketToRow(ticket: Ticket): NewRow<"tickets"> {
  const { workspace, hash, purpose, principal = null, atTerminal, key = null, expiresAt } = ticket;
  return {
    workspace,
    hash,
    purpose,
    principal,
    key,
    at_terminal: atTerminal === undefined ? null : Number(atTerminal),
    expires_at: toMs(expiresAt),
  };
}

export function rowToTicket(row: Row<"tickets">): Ticket {
  return {
    workspace: row.workspace,
    hash: row.hash,
    purpose: row.purpose as Ticket["purpose"],
    ...present({
      principal: row.principal === null ? undefined : (row.principal as PrincipalId),
      atTerminal: row.at_terminal === null ? undefined : row.at_terminal === 1,
      key: row.key === null ? undefined : (row.key as KeyId),
    }),
    expiresAt: toTimestamp(row.expires_at),
  };
}

export function passkeyToRow({
  workspace,
  passkey,
  credential,
}: StoredPasskey): NewRow<"passkeys"> {
  const { id, operator, name, rpId, createdAt, lastUsedAt } = passkey;
  const { credentialId, publicKey, counter, transports } = credential;
  return {
    workspace,
    id,
    principal: operator,
    name,
    rp_id: rpId,
    credential_id: credentialId,
    public_key: publicKey,
    counter,
    transports: JSON.stringify(transports),
    created_at: toMs(createdAt),
    last_used_at: lastUsedAt === undefined ? null : toMs(lastUsedAt),
    // A person enrols only their own.
    made_by: operator,
  };
}

export function rowToPasskey(row: Row<"passkeys">): StoredPasskey {
  return {
    workspace: row.workspace,
    passkey: {
      id: row.id as PasskeyId,
      operator: row.principal as PrincipalId,
      name: row.name,
      rpId: row.rp_id,
      createdAt: toTimestamp(row.created_at),
      ...present({
        lastUsedAt: row.last_used_at === null ? undefined : toTimestamp(row.last_used_at),
      }),
    },
    credential: {
      credentialId: row.credential_id,
      publicKey: row.public_key,
      counter: row.counter,
      transports: JSON.parse(row.transports) as string[],
    },
  };
}
