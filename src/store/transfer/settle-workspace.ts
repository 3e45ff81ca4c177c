import type { DeliveryError } from "../../domain/hub/delivery.ts";
import type {
  GrantId,
  KeyId,
  PermissionId,
  PrincipalId,
  RequestId,
  SessionId,
  WorkspaceId,
} from "../../domain/id.ts";
import type { ChainHead } from "../../domain/log/chain.ts";
import { type Event, type EventDraft, eventBody } from "../../domain/log/event.ts";
import type { WebFacts } from "../../domain/people/principal.ts";
import type { Session } from "../../domain/sessions/session.ts";
import { moveSession } from "../../domain/sessions/session-machine.ts";
import { type Timestamp, toMs } from "../../domain/timestamp.ts";
import { linkHash } from "../events/hash-chain.ts";
import { eventToRow } from "../events/rows.ts";
import type { Target } from "./record.ts";
import { valuesOf } from "./table-shape.ts";

const PAGE = 500;
const APPROVED = `select r.id as id, r.agent as agent, r.digest as digest, r.decision as decision,
    g.id as grant_id, g.expires_at as expires_at
  from requests r left join grants g on g.workspace = r.workspace and g.request = r.id
  where r.workspace = ? and r.id > ? and r.kind = 'authorization' and r.status = 'approved'
    and g.consumed_at is null
  order by r.id limit ${PAGE}`;
const VOID_GRANTS = "update grants set consumed_at = ? where workspace = ? and consumed_at is null";
const WEB_SESSIONS = `select id, web from keys
  where workspace = ? and id > ? and web is not null and revoked_at is null order by id limit ${PAGE}`;
const END_SESSION = "update keys set web = ? where workspace = ? and id = ?";
/** A standing rejection goes on: a no that was taken back costs a question, a yes an action. */
const PERMISSIONS = `select id, agent from permissions
  where workspace = ? and id > ? and revoked_at is null and until > ? and scope <> 'reject'
  order by id limit ${PAGE}`;
const END_PERMISSION = "update permissions set revoked_at = ? where workspace = ? and id = ?";
const DROP_TICKETS = "delete from tickets where workspace = ? and purpose <> 'used_assertion'";
const HOLD_BACK = `update outbox
  set status = 'failed', job = null, due_at = null, held_for = null, behind = null, error = ?,
    version = version + 1
  where workspace = ? and status = 'queued'`;
const HEARD_NOTHING = "update links set heard_at = null where workspace = ?";

interface ApprovedRow {
  readonly id: RequestId;
  readonly agent: PrincipalId;
  readonly digest: string;
  readonly decision: string;
  readonly grant_id: GrantId | null;
  readonly expires_at: number | null;
}

interface SessionRow {
  readonly id: KeyId;
  readonly web: string;
}

interface PermissionRow {
  readonly id: PermissionId;
  readonly agent: PrincipalId;
}

interface SettleOptions {
  readonly at: Timestamp;
  readonly nextGrantId: () => GrantId;
}

const UNDONE = `select id, body from sessions
  where workspace = ? and id > ? and status in ('queued', 'running') order by id limit ${PAGE}`;
const FAIL = `update sessions set status = 'failed', claim_until = null, version = ?, ended_at = ?,
  body = ? where workspace = ? and id = ?`;

/** Whatever a record is kept in while it is settled, in one transaction. */
export type Settling = Pick<Target, "tables" | "insert" | "all">;

/** Why the record may not know what happened. */
export interface Cause {
  /** What the log says of it. */
  readonly event: EventDraft;
  /** What people are told of a session that was to run. */
  readonly ofSession: string;
  /** What they are told of queued deliveries, which are held back; absent if they are sent. */
  readonly ofDelivery?: string;
}

export interface SettleWorkspace extends Pick<SettleOptions, "at" | "nextGrantId"> {
  readonly workspace: WorkspaceId;
  readonly head: ChainHead;
  readonly cause: Cause;
}

export interface SettledWorkspace {
  readonly head: ChainHead;
  /** The number of requests whose approval could still have been used. */
  readonly voided: number;
  /** The number of standing permissions that were in force. */
  readonly ended: number;
}

/**
 * Makes a record safe to go on from the past, since it cannot know what happened after it:
 * - Unused approvals, with or without a grant, and one-time links are void: they may have been used.
 * - Web sessions end: somebody may have signed out or been signed out.
 * - Standing permissions end: they may have been taken back, or used if they were good for once.
 * - Sessions of agents that were to run have failed: they may have run, and must not run twice. A person
 *   resumes them.
 * - Chats count as not heard: orders given there may have been carried out.
 */
export async function settleWorkspace(
  target: Settling,
  { cause, ...options }: SettleWorkspace,
): Promise<SettledWorkspace> {
  const { workspace, head } = options;
  await target.all(DROP_TICKETS, [workspace]);
  await target.all(HEARD_NOTHING, [workspace]);
  if (cause.ofDelivery !== undefined) {
    const error: DeliveryError = { code: "refused", message: cause.ofDelivery };
    await target.all(HOLD_BACK, [JSON.stringify(error), workspace]);
  }
  const drafts = await voidApprovals(target, workspace, options);
  const out = await endSessions(target, workspace, options);
  const over = await endPermissions(target, workspace, options);
  const lost = await failSessions(target, workspace, { ...options, why: cause.ofSession });
  const all = [cause.event, ...drafts, ...out, ...over, ...lost];
  return {
    head: await append(target, { workspace, head, drafts: all }),
    voided: drafts.length,
    ended: over.length,
  };
}

/** Ends web sessions in which somebody could have gone on; returns the events. */
async function endSessions(
  target: Settling,
  workspace: WorkspaceId,
  { at }: Pick<SettleOptions, "at">,
): Promise<readonly EventDraft[]> {
  const drafts: EventDraft[] = [];
  for (let after = ""; ; ) {
    const rows = await target.all<SessionRow>(WEB_SESSIONS, [workspace, after]);
    for (const { id, web } of rows) {
      const facts = JSON.parse(web) as WebFacts;
      if (facts.endedAt !== undefined) continue;
      await target.all(END_SESSION, [JSON.stringify({ ...facts, endedAt: at }), workspace, id]);
      if (facts.expiresAt > at) drafts.push({ type: "web_session.ended", at, subject: id });
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PAGE) return drafts;
  }
}

/** Ends every yes in advance that is in force; returns the events. */
async function endPermissions(
  target: Settling,
  workspace: WorkspaceId,
  { at }: Pick<SettleOptions, "at">,
): Promise<readonly EventDraft[]> {
  const drafts: EventDraft[] = [];
  const now = toMs(at);
  for (let after = ""; ; ) {
    const rows = await target.all<PermissionRow>(PERMISSIONS, [workspace, after, now]);
    for (const { id, agent } of rows) {
      await target.all(END_PERMISSION, [now, workspace, id]);
      const data = { permission: id };
      drafts.push({ type: "permission.revoked", at, subject: id, agent, data });
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PAGE) return drafts;
  }
}

/** Voids approvals that could still have been used; returns the events. */
async function voidApprovals(
  target: Settling,
  workspace: WorkspaceId,
  options: SettleOptions,
): Promise<readonly EventDraft[]> {
  const { at, nextGrantId } = options;
  const drafts: EventDraft[] = [];
  for (let after = ""; ; ) {
    const rows = await target.all<ApprovedRow>(APPROVED, [workspace, after]);
    for (const row of rows.filter((one) => isUsable(one, at))) {
      const grant = row.grant_id ?? (await putVoid(target, workspace, { row, at, nextGrantId }));
      drafts.push({
        type: "grant.voided",
        at,
        subject: row.id,
        agent: row.agent,
        data: { digest: row.digest, grant },
      });
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PAGE) break;
  }
  await target.all(VOID_GRANTS, [toMs(at), workspace]);
  return drafts;
}

function isUsable({ decision, expires_at }: ApprovedRow, at: Timestamp): boolean {
  const { collectBy } = JSON.parse(decision) as { readonly collectBy?: Timestamp };
  return (
    (collectBy !== undefined && collectBy > at) || (expires_at !== null && expires_at > toMs(at))
  );
}

/** Stores a used-up grant, so that no other can be minted. */
async function putVoid(
  target: Settling,
  workspace: WorkspaceId,
  {
    row,
    at,
    nextGrantId,
  }: Pick<SettleOptions, "at" | "nextGrantId"> & { readonly row: ApprovedRow },
): Promise<GrantId> {
  const id = nextGrantId();
  const now = toMs(at);
  const grants = target.tables.find(({ name }) => name === "grants");
  if (grants === undefined) throw new Error("There is no table of grants.");
  const { id: request, agent, digest } = row;
  const values = {
    workspace,
    request,
    id,
    agent,
    digest,
    minted_at: now,
    expires_at: now,
    consumed_at: now,
  };
  await target.insert(grants, [valuesOf(grants, values)]);
  return id;
}

async function append(
  target: Settling,
  {
    workspace,
    head,
    drafts,
  }: {
    readonly workspace: WorkspaceId;
    readonly head: ChainHead;
    readonly drafts: readonly EventDraft[];
  },
): Promise<ChainHead> {
  const events = target.tables.find(({ name }) => name === "events");
  if (events === undefined) throw new Error("There is no table of events.");
  let { seq, hash } = head;
  for (const draft of drafts) {
    seq += 1;
    const event: Event = { ...draft, workspace, seq };
    hash = linkHash(hash, eventBody(event));
    await target.insert(events, [valuesOf(events, eventToRow(event, hash))]);
  }
  return { seq, hash };
}

/** Fails sessions that were running or waiting to run; returns the events. */
async function failSessions(
  target: Settling,
  workspace: WorkspaceId,
  { at, why }: { readonly at: Timestamp; readonly why: string },
): Promise<readonly EventDraft[]> {
  const drafts: EventDraft[] = [];
  for (let after = ""; ; ) {
    const rows = await target.all<{ readonly id: SessionId; readonly body: string }>(UNDONE, [
      workspace,
      after,
    ]);
    for (const { id, body } of rows) {
      const session = JSON.parse(body) as Session;
      const next = moveSession(session, { type: "lose", reason: why }, at);
      await target.all(FAIL, [next.version, toMs(at), JSON.stringify(next), workspace, id]);
      drafts.push({ type: "session.failed", at, subject: id, agent: session.agent });
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PAGE) return drafts;
  }
}
