import type { KeyOwner, Store } from "../../ports/store/store.ts";
import { EVERY_WORKSPACE, type PostgresDatabase } from "../postgres/database.ts";
import { gather } from "../postgres/gather.ts";
import { type KeyOwnerRow, toKeyOwner } from "./rows.ts";

const FIND = `select
    k.id, k.workspace, k.principal, k.scopes, k.created_at, k.revoked_at, k.hold_ms, k.unattended,
    k.web, k.label, k.expires_at, k.made_by, k.made_with, k.invited_by, k.invited_until,
    k.used_at, k.secret_hash, p.halted_at,
    p.kind, p.name, p.role, p.owner, p.tied_by, p.created_at as principal_created_at
  from keys k join principals p on p.workspace = k.workspace and p.id = k.principal
  where k.secret_hash = any($1::text[])`;

type FoundRow = KeyOwnerRow & { readonly secret_hash: string };

/** Finds the owner of a key, with every call whose caller is not cached. */
export function createKeyReads(database: PostgresDatabase): Pick<Store, "findKeyOwner"> {
  const find = gather<string, KeyOwner>(async (hashes) => {
    const rows = await database.query<FoundRow>(EVERY_WORKSPACE, FIND, [hashes]);
    return new Map(rows.map((row) => [row.secret_hash, toKeyOwner(row)]));
  });
  return { findKeyOwner: (secretHash) => find(secretHash) };
}
