import type { WorkspaceId } from "../../domain/id.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { InboxNote, Write } from "../../ports/store/store.ts";
import type { Entry } from "../schema/write-row.ts";
import { keyToRow, passkeyToRow, ticketToRow } from "./rows.ts";

export type SignInWrite = Extract<
  Write,
  { readonly type: `${"key" | "agent" | "ticket" | "passkey"}.${string}` }
>;
export type InboxWrite = Extract<
  Write,
  { readonly type: `${"delivery" | "claim" | "snooze"}.${string}` }
>;

export function signInEntry(workspace: WorkspaceId, write: SignInWrite): Entry {
  const at = (name: string) => [`${workspace} ${name}`];
  switch (write.type) {
    case "key.insert": {
      const row = keyToRow(write.key, write.secretHash);
      return { kind: write.type, rows: [row], places: at(write.key.id) };
    }
    case "key.revoke": {
      const row = { workspace, id: write.id, at: toMs(write.revokedAt) };
      return { kind: write.type, rows: [row], places: at(write.id) };
    }
    case "key.end": {
      const row = { workspace, id: write.id, ended: JSON.stringify(write.endedAt) };
      return { kind: write.type, rows: [row], places: at(write.id) };
    }
    case "agent.halt": {
      const { id, haltedAt } = write;
      const row = { workspace, id, at: haltedAt === undefined ? null : toMs(haltedAt) };
      return { kind: write.type, rows: [row], places: at(id) };
    }
    case "ticket.insert":
    case "ticket.take":
    case "ticket.drop":
      return { ...ticketEntry(workspace, write), places: at("tickets") };
    case "passkey.insert": {
      const row = passkeyToRow(write.passkey);
      return { kind: write.type, rows: [row], places: at(row.id) };
    }
    case "passkey.use": {
      const { id, counter, former } = write;
      const row = { workspace, id, at: toMs(write.at), counter, former };
      return { kind: write.type, rows: [row], places: at(id) };
    }
    case "passkey.remove":
      return { kind: write.type, rows: [{ workspace, id: write.id }], places: at(write.id) };
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

function ticketEntry(
  workspace: WorkspaceId,
  write: Extract<SignInWrite, { readonly type: `ticket.${string}` }>,
): Entry {
  switch (write.type) {
    case "ticket.insert":
      return { kind: write.type, rows: [ticketToRow(write.ticket)] };
    case "ticket.take": {
      const row = { workspace, hash: write.hash, at: toMs(write.at) };
      return { kind: write.type, rows: [row] };
    }
    case "ticket.drop": {
      const { of } = write;
      const which = typeof of === "string" ? { principal: of } : { before: toMs(of.before) };
      return { kind: write.type, rows: [{ workspace, ...which }] };
    }
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

/** What operators do about requests. */
export function inboxEntry(workspace: WorkspaceId, write: InboxWrite): Entry {
  switch (write.type) {
    case "delivery.sent":
    case "delivery.seen":
      return noteEntry(workspace, write);
    case "claim.put": {
      const { request, claim, former } = write;
      const row = {
        workspace,
        request,
        principal: claim.by.principal,
        former,
        claimed_by: JSON.stringify(claim.by),
        claimed_at: toMs(claim.at),
      };
      const kind = former === undefined ? "claim.put" : "claim.take";
      return { kind, rows: [row], places: [`${workspace} ${request}`] };
    }
    case "claim.remove": {
      const { request, by } = write;
      const places = [`${workspace} ${request}`];
      return { kind: write.type, rows: [{ workspace, request, principal: by }], places };
    }
    case "snooze.put": {
      const { request, operator, until } = write;
      const row = { workspace, operator, request };
      const places = [`${workspace} snooze ${operator} ${request}`];
      if (until === undefined) return { kind: "snooze.remove", rows: [row], places };
      return { kind: "snooze.put", rows: [{ ...row, until: toMs(until) }], places };
    }
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

function noteEntry(
  workspace: WorkspaceId,
  { type, delivery }: { type: "delivery.sent" | "delivery.seen"; delivery: InboxNote },
): Entry {
  const { request, operator, name, at } = delivery;
  const sent_at = toMs(at);
  const seen_at = type === "delivery.seen" ? sent_at : null;
  return {
    kind: type,
    rows: [{ workspace, request, operator, name, sent_at, seen_at }],
    places: [`${workspace} delivery ${request} ${operator}`],
  };
}
