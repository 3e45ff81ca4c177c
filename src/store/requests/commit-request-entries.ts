import type { WorkspaceId } from "../../domain/id.ts";
import type { MailboxEntry, MailboxRef } from "../../domain/requests/mailbox.ts";
import type { Request } from "../../domain/requests/request.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Entry } from "../schema/write-row.ts";
import {
  askedToColumn,
  authorizationToRow,
  closingToRow,
  requestToRow,
  timeToRow,
} from "./rows.ts";

export type RequestWrite = Extract<Write, { readonly type: `request.${string}` }>;
export type MailboxWrite = Extract<Write, { readonly type: `mailbox.${string}` }>;

export function requestEntry(workspace: WorkspaceId, write: RequestWrite): Entry {
  const { request } = write;
  const places = [`${workspace} ${request.id}`];
  switch (write.type) {
    case "request.insert":
      return { kind: "request.insert", rows: [insertedRow(write)], places };
    case "request.update":
      return { kind: `${request.kind}.update`, rows: [updatedRow(workspace, request)], places };
    case "request.erase":
      return { kind: "request.erase", rows: [erasedRow(workspace, request)], places };
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

function insertedRow(write: Extract<RequestWrite, { readonly type: "request.insert" }>): object {
  const { request, sealed, trace, likeness } = write;
  const row = { ...requestToRow(request), trace, likeness };
  if (request.kind === "question") return row;
  return { ...row, kind: request.kind, ...authorizationToRow(request), sealed };
}

function updatedRow(workspace: WorkspaceId, request: Request): object {
  const { id, agent, version, status } = request;
  const asked = askedToColumn(request.to);
  const row = { workspace, id, agent, version, status, asked, ...closingToRow(request) };
  return request.kind === "question"
    ? { ...row, ...timeToRow(request) }
    : { ...row, ...authorizationToRow(request) };
}

function erasedRow(workspace: WorkspaceId, request: Request): object {
  const { id, agent, version, erasedAt } = request;
  const { asked, question, salt } = requestToRow(request);
  const authorization = request.kind === "question" ? {} : authorizationToRow(request);
  return {
    workspace,
    id,
    agent,
    version,
    asked,
    question,
    salt,
    ...closingToRow(request),
    ...authorization,
    erased_at: erasedAt === undefined ? null : toMs(erasedAt),
  };
}

export function mailboxEntry(write: MailboxWrite): Entry {
  switch (write.type) {
    case "mailbox.put":
      return putEntry(write.entry);
    case "mailbox.release": {
      const { ref, digest } = write;
      const places = [placeOf(ref), digestOf(ref, digest)];
      return { kind: write.type, rows: [{ ...rowOf(ref), digest }], places };
    }
    case "mailbox.ready": {
      const row = { ...rowOf(write.ref), ready_at: toMs(write.readyAt) };
      return { kind: write.type, rows: [row], places: [placeOf(write.ref)] };
    }
    case "mailbox.remove":
    case "mailbox.acknowledge":
      return { kind: write.type, rows: [rowOf(write.ref)], places: [placeOf(write.ref)] };
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

function putEntry(entry: MailboxEntry): Entry {
  const { digest, readyAt } = entry;
  const ready_at = readyAt === undefined ? null : toMs(readyAt);
  return {
    kind: "mailbox.put",
    rows: [{ ...rowOf(entry), digest, ready_at }],
    places: [placeOf(entry), ...(digest === undefined ? [] : [digestOf(entry, digest)])],
  };
}

function rowOf({ workspace, agent, item }: MailboxRef) {
  return { workspace, agent, item };
}

/** The same as that of the request itself: what closes it changes both. */
function placeOf({ workspace, item }: MailboxRef): string {
  return `${workspace} ${item}`;
}

function digestOf({ workspace, agent }: MailboxRef, digest: string): string {
  return `${workspace} ${agent} ${digest}`;
}
