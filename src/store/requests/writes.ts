import { present } from "../../domain/present.ts";
import type { AuthorizationRequest, Request } from "../../domain/requests/request.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import { eraseDeliveries } from "../hub/writes.ts";
import type { Database } from "../sqlite/database.ts";
import { insertRow } from "../sqlite/insert-row.ts";
import {
  askedToColumn,
  authorizationToRow,
  closingToRow,
  requestToRow,
  timeToRow,
} from "./rows.ts";

export type RequestWrite = Extract<Write, { readonly type: `request.${string}` }>;

const AT = "where workspace = ? and id = ? and version = ?";
const UPDATE_QUESTION = `update requests
  set status = ?, version = ?, closed_at = ?, closed_by = ?, answer = ?, reason = ?,
    expires_at = ?, life_ms = ?, asked = ? ${AT}`;
const UPDATE_AUTHORIZATION = `update requests
  set status = ?, version = ?, closed_at = ?, closed_by = ?, reason = ?,
    action = ?, digest = ?, authorization = ?, decision = ?, level = ?, voters = ?,
    asked = ?, rule = ?, approvers = ? ${AT}`;
const ERASE = `update requests
  set version = ?, asked = ?, question = ?, salt = ?, closed_by = ?, answer = ?, reason = ?,
    action = ?, digest = ?, authorization = ?, decision = ?, sealed = null, likeness = null, erased_at = ? ${AT}`;

/** False where a conditional write found another version than it expected. */
export function writeRequest(db: Database, workspace: string, write: RequestWrite): boolean {
  switch (write.type) {
    case "request.insert":
      insert(db, write);
      return true;
    case "request.update":
      return update(db, workspace, write.request);
    case "request.erase":
      return erase(db, workspace, write.request);
    default:
      throw new Error(`Unknown write ${String(write satisfies never)}`);
  }
}

function insert(
  db: Database,
  { request, sealed, trace, likeness }: Extract<Write, { readonly type: "request.insert" }>,
): void {
  // Named only where there is one: most rows go without them.
  const more = { ...present({ trace, likeness }) };
  const row = { ...requestToRow(request), ...more };
  const shape = ["requests", ...Object.keys(more)].join(" ");
  if (request.kind === "question") {
    insertRow(db, { table: "requests", shape }, row);
    return;
  }
  const { kind } = request;
  const own = {
    ...authorizationToRow(request),
    sealed: sealed ?? null,
    trace: trace ?? null,
  };
  insertRow(db, { table: "requests", shape: `${shape} ${kind}` }, { ...row, kind, ...own });
}

function update(db: Database, workspace: string, request: Request): boolean {
  if (request.kind === "authorization") return updateAuthorization(db, workspace, request);
  const { status, version, id } = request;
  const { closed_at, closed_by, answer, reason } = closingToRow(request);
  const { expires_at, life_ms } = timeToRow(request);
  const { changes } = db
    .prepare(UPDATE_QUESTION)
    .run(
      status,
      version,
      closed_at,
      closed_by,
      answer,
      reason,
      expires_at,
      life_ms,
      askedToColumn(request.to),
      workspace,
      id,
      version - 1,
    );
  return changes === 1;
}

function updateAuthorization(
  db: Database,
  workspace: string,
  request: AuthorizationRequest,
): boolean {
  const { status, version, id } = request;
  const { closed_at, closed_by, reason } = closingToRow(request);
  const { action, digest, authorization, decision, level, voters, rule, approvers } =
    authorizationToRow(request);
  const { changes } = db
    .prepare(UPDATE_AUTHORIZATION)
    .run(
      status,
      version,
      closed_at,
      closed_by,
      reason,
      action,
      digest,
      authorization,
      decision,
      level,
      voters,
      askedToColumn(request.to),
      rule,
      approvers,
      workspace,
      id,
      version - 1,
    );
  return changes === 1;
}

function erase(db: Database, workspace: string, request: Request): boolean {
  const { version, id, erasedAt } = request;
  const { asked = null, question, salt } = requestToRow(request);
  const { closed_by, answer, reason } = closingToRow(request);
  const authorization = request.kind === "authorization" ? authorizationToRow(request) : undefined;
  const { changes } = db
    .prepare(ERASE)
    .run(
      version,
      asked,
      question,
      salt,
      closed_by,
      answer,
      reason,
      authorization?.action ?? null,
      authorization?.digest ?? null,
      authorization?.authorization ?? null,
      authorization?.decision ?? null,
      erasedAt === undefined ? null : toMs(erasedAt),
      workspace,
      id,
      version - 1,
    );
  if (changes !== 1) return false;
  eraseDeliveries(db, workspace, id);
  return true;
}
