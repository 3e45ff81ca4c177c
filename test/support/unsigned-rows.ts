import type { EventDraft } from "../../src/domain/log/event.ts";
import type { Key, Right } from "../../src/domain/people/principal.ts";
import { rightsOf } from "../../src/domain/people/rights.ts";
import type { Passkey } from "../../src/ports/earshot/operators.ts";
import type { Change, Write } from "../../src/ports/store/store.ts";

/* What a database of the version before becomes, whose log alone knew who had made what. */

const AT = "2026-01-01T00:00:00.000Z";
const OWNERS_NOW = rightsOf({
  id: "prn_ana",
  workspace: "default",
  kind: "person",
  name: "ana",
  role: "owner",
  createdAt: AT,
});

/** Makes the tables what they were. */
export const UNDO = `${["keys", "passkeys", "policies"]
  .flatMap((table) =>
    ["made_by", "statement", "signature"].map(
      (column) => `alter table ${table} drop column ${column};`,
    ),
  )
  .join("\n")}
  alter table keys drop column used_at;
  alter table keys drop column invited_by;
  alter table keys drop column invited_until;
  alter table keys drop column label;
  alter table keys drop column expires_at;
  alter table keys drop column made_with;
  alter table principals drop column tied_by;
  alter table requests drop column notify;
  alter table links drop column device;
  alter table requests drop column asked_back;
  alter table messages drop column asks_back;
  drop table subscriptions;
  drop table tool_offers;
  drop table contents;
  drop table assignments;
  drop table saved_replies;
  drop table planted;
  drop index requests_held;
  alter table requests drop column held;
  alter table requests drop column held_until;`;

/** All rights of an owner until then. */
const WHOLE: readonly Right[] = [
  "tell",
  "read",
  "answer",
  "decide",
  "permit",
  "withdraw",
  "policy",
  "erase",
  "memory",
  "keys",
  "audit",
  "operate",
  "metrics",
];

const keyOf = (id: Key["id"], scopes: readonly Right[] = ["decide"]): Key => ({
  id,
  workspace: "default",
  principal: "prn_ana",
  scopes,
  createdAt: AT,
});
const passkey: Passkey = {
  id: "psk_1",
  operator: "prn_ana",
  name: "phone",
  rpId: "localhost",
  createdAt: AT,
};
const credential = { credentialId: "c", publicKey: "p", counter: 0, transports: [] };
const putPolicy = (revision: string): Write => ({
  type: "policy.put",
  policy: { revision, source: {}, at: AT },
});
const writes: readonly Write[] = [
  { type: "workspace.insert", id: "default", createdAt: AT },
  {
    type: "principal.insert",
    principal: {
      id: "prn_ana",
      workspace: "default",
      kind: "person",
      name: "ana",
      role: "owner",
      createdAt: AT,
    },
  },
  { type: "key.insert", key: keyOf("key_first"), secretHash: "1" },
  { type: "key.insert", key: keyOf("key_made"), secretHash: "2" },
  { type: "key.insert", key: keyOf("key_web"), secretHash: "3" },
  { type: "key.insert", key: keyOf("key_narrow", ["read", "keys"]), secretHash: "4" },
  { type: "key.insert", key: keyOf("key_whole", WHOLE), secretHash: "5" },
  { type: "passkey.insert", passkey: { workspace: "default", passkey, credential } },
];
const events: readonly EventDraft[] = [
  { type: "workspace.created", at: AT, subject: "default" },
  { type: "key.created", at: AT, subject: "key_first" },
  { type: "key.created", at: AT, actor: "prn_ben", subject: "key_made" },
  { type: "web_session.started", at: AT, actor: "prn_ana", subject: "key_web" },
  {
    type: "policy.changed",
    at: AT,
    actor: "prn_ben",
    subject: "default",
    data: { revision: "r1" },
  },
  { type: "policy.changed", at: AT, subject: "default", data: { revision: "r10" } },
  {
    type: "policy.changed",
    at: AT,
    actor: "prn_ana",
    subject: "default",
    data: { revision: "r1" },
  },
];

/** Committed one after the other. */
export const BEFORE: readonly (readonly Change[])[] = [
  [{ workspace: "default", writes, events }],
  [{ workspace: "default", writes: [putPolicy("r1")], events: [] }],
];
/** A revision whose name begins like another one. */
export const OTHER_POLICY = `insert into policies (workspace, revision, source, at)
  values ('default', 'r10', '{}', 0)`;

const unsigned = { statement: null, signature: null };
export const MADE = {
  keys: [
    { id: "key_first", made_by: null, ...unsigned },
    { id: "key_made", made_by: "prn_ben", ...unsigned },
    { id: "key_narrow", made_by: null, ...unsigned },
    { id: "key_web", made_by: "prn_ana", ...unsigned },
    { id: "key_whole", made_by: null, ...unsigned },
  ],
  passkeys: [{ id: "psk_1", made_by: "prn_ana", ...unsigned }],
  policies: [
    { id: "r1", made_by: "prn_ana", ...unsigned },
    { id: "r10", made_by: null, ...unsigned },
  ],
};

/** Brings what `MADE` says of a table. */
export function madeIn(table: string): string {
  const id = table === "policies" ? "revision" : "id";
  return `select ${id} as id, made_by, statement, signature from ${table} order by ${id}`;
}

/** Brings which keys let people in, or hold what did so until then. */
export const MANAGING = `select id, scopes from keys where scopes like '%"keys"%' order by id`;
export const MANAGE = [
  { id: "key_narrow", scopes: '["read","keys"]' },
  { id: "key_whole", scopes: JSON.stringify(OWNERS_NOW) },
];
