import type { WebFacts } from "../../domain/people/principal.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Database } from "../sqlite/database.ts";
import { insertRow } from "../sqlite/insert-row.ts";
import { keyToRow, passkeyToRow, ticketToRow } from "./rows.ts";

export type SignInWrite = Extract<
  Write,
  { readonly type: `${"key" | "agent" | "ticket" | "passkey"}.${string}` }
>;
type Of<Type extends SignInWrite["type"]> = Extract<SignInWrite, { readonly type: Type }>;

const REVOKE_KEY = `update keys set revoked_at = ?
  where workspace = ? and id = ? and revoked_at is null`;
const FIND_WEB = "select web from keys where workspace = ? and id = ?";
const END_KEY = "update keys set web = ? where workspace = ? and id = ?";
const IS_AGENT = "workspace = ? and id = ? and kind = 'agent'";
const HALT = `update principals set halted_at = ? where ${IS_AGENT} and halted_at is null`;
const RESUME = `update principals set halted_at = null where ${IS_AGENT} and halted_at is not null`;
const TAKE_TICKET = "delete from tickets where workspace = ? and hash = ? and expires_at > ?";
const DROP_TICKETS = {
  ofPerson: "delete from tickets where workspace = ? and principal = ?",
  expired: "delete from tickets where workspace = ? and expires_at <= ?",
};
const USE_PASSKEY = `update passkeys set counter = ?, last_used_at = ?
  where workspace = ? and id = ? and counter = ?`;
const REMOVE_PASSKEY = "delete from passkeys where workspace = ? and id = ?";

/** Keys, tickets, passkeys, and who is served; false where a conditional write found another state. */
export function writeSignIn(db: Database, workspace: string, write: SignInWrite): boolean {
  switch (write.type) {
    case "key.insert":
      insertRow(db, "keys", keyToRow(write.key, write.secretHash));
      return true;
    case "key.revoke":
      return db.prepare(REVOKE_KEY).run(toMs(write.revokedAt), workspace, write.id).changes === 1;
    case "key.end":
      return endKey(db, workspace, write);
    case "agent.halt":
      return halt(db, workspace, write);
    case "ticket.insert":
      insertRow(db, "tickets", ticketToRow(write.ticket));
      return true;
    case "ticket.take":
      return db.prepare(TAKE_TICKET).run(workspace, write.hash, toMs(write.at)).changes === 1;
    case "ticket.drop":
      dropTickets(db, workspace, write);
      return true;
    case "passkey.insert":
      insertRow(db, "passkeys", passkeyToRow(write.passkey));
      return true;
    case "passkey.use":
      return usePasskey(db, workspace, write);
    case "passkey.remove":
      return db.prepare(REMOVE_PASSKEY).run(workspace, write.id).changes === 1;
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

function endKey(db: Database, workspace: string, { id, endedAt }: Of<"key.end">): boolean {
  const found = db.prepare(FIND_WEB).get(workspace, id)?.["web"];
  if (typeof found !== "string") return false;
  const web = JSON.parse(found) as WebFacts;
  if (web.endedAt !== undefined) return false;
  db.prepare(END_KEY).run(JSON.stringify({ ...web, endedAt }), workspace, id);
  return true;
}

function halt(db: Database, workspace: string, { id, haltedAt }: Of<"agent.halt">): boolean {
  if (haltedAt === undefined) return db.prepare(RESUME).run(workspace, id).changes === 1;
  return db.prepare(HALT).run(toMs(haltedAt), workspace, id).changes === 1;
}

function dropTickets(db: Database, workspace: string, { of }: Of<"ticket.drop">): void {
  if (typeof of === "string") db.prepare(DROP_TICKETS.ofPerson).run(workspace, of);
  else db.prepare(DROP_TICKETS.expired).run(workspace, toMs(of.before));
}

function usePasskey(
  db: Database,
  workspace: string,
  { id, at, counter, former }: Of<"passkey.use">,
): boolean {
  return db.prepare(USE_PASSKEY).run(counter, toMs(at), workspace, id, former).changes === 1;
}
