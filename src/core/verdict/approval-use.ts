import type { ApprovalOver, ApprovalUse } from "../../domain/authority/approval-over.ts";
import type { GrantRecord } from "../../domain/authority/grant.ts";
import { withPlain } from "../../domain/authority/secret-args.ts";
import { isEarshotError } from "../../domain/errors.ts";
import type { RequestId, WorkspaceId } from "../../domain/id.ts";
import type { InboxItem } from "../../domain/inbox/inbox.ts";
import type { JsonObject } from "../../domain/json.ts";
import type {
  ApprovedRequest,
  Request,
  Shown,
  ShownRequest,
} from "../../domain/requests/request.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import { type Context, nowOf } from "../call/context.ts";
import { asItsKeyLeaves, withdrawalsOf } from "../deciders/withdrawn-votes.ts";
import { openSecrets } from "./open-secrets.ts";
import { standsToday } from "./redeem-check.ts";

type Closing = Pick<ApprovedRequest, "id" | "workspace" | "collectBy" | "closedAt" | "erasedAt">;
type Consumed = Partial<Pick<GrantRecord, "consumedAt" | "expiresAt">>;

/** More events than one request has, refusals of its grant aside. */
const MOST_EVENTS = 1_000;

/** What became of an approval; an erased one can no longer be used. */
export function useOf(
  { collectBy, erasedAt }: Pick<Closing, "collectBy" | "erasedAt">,
  { consumedAt, expiresAt: until = collectBy }: Consumed = {},
): ApprovalUse {
  if (consumedAt !== undefined) return { usedAt: consumedAt, over: "used" };
  if (erasedAt !== undefined) return { usableUntil: erasedAt, over: "erased" };
  // A grant collected at the last moment outlives the time for collecting it.
  return { usableUntil: until > collectBy ? until : collectBy };
}

/**
 * The one place that says whether an approval still lets anything run. It looks at the grant first,
 * then at what a redemption would find now. Every door reports its answer.
 */
async function useToday(
  ctx: Context,
  closing: Closing,
  { grant, whole }: { grant: GrantRecord | undefined; whole: () => Promise<ApprovedRequest> },
): Promise<ApprovalUse> {
  const use = useOf(closing, grant);
  const { usedAt, usableUntil = closing.closedAt } = use;
  if (usedAt !== undefined) return await usedOrVoid(ctx, closing, { ...use, usedAt, grant });
  if (use.over !== undefined) return use;
  if (usableUntil <= nowOf(ctx)) return { ...use, over: "expired" };
  const request = await whole();
  if (request.erasedAt !== undefined) return useOf(request);
  const over = await overToday(ctx, request);
  if (over === undefined) return use;
  const end = await endOf(ctx, request, over);
  return { usableUntil: end === undefined || end > usableUntil ? usableUntil : end, over };
}

/**
 * A restore voids grants that may have been used, as if they had been. Only the log tells the two
 * apart.
 */
async function usedOrVoid(
  { store }: Context,
  { id: subject, workspace }: Closing,
  { usedAt, grant }: { readonly usedAt: Timestamp; readonly grant: GrantRecord | undefined },
): Promise<ApprovalUse> {
  const used: ApprovalUse = { usedAt, over: "used" };
  const told = await store.readEvents({ workspace, subject, after: 0, limit: MOST_EVENTS });
  const isVoid = told.some(
    ({ type, data }) => type === "grant.voided" && data?.grant === grant?.id,
  );
  return isVoid ? { usableUntil: usedAt, over: "voided" } : used;
}

async function overToday(
  ctx: Context,
  request: ApprovedRequest,
): Promise<ApprovalOver | undefined> {
  const { args } = request.authorization.action;
  let plain: JsonObject;
  try {
    plain = withPlain(args, await openSecrets(ctx, request));
  } catch (error) {
    if (isEarshotError(error, "STORE_UNAVAILABLE")) throw error;
    // Unreadable secrets must not keep people from a list of everything else.
    return "unknown";
  }
  return (await standsToday(ctx, request, plain)) as ApprovalOver | undefined;
}

/** Since when it no longer stands, if its giver's rights or its permission ended. */
async function endOf(
  ctx: Context,
  { workspace, basis, authorization }: ApprovedRequest,
  over: ApprovalOver,
): Promise<Timestamp | undefined> {
  if (over !== "approver_gone" && over !== "permission_over") return undefined;
  const keys = await ctx.people.keys(workspace);
  if (basis.kind !== "permission") return first(withdrawalsOf(authorization.votes, keys));
  const permission = await ctx.store.findPermission(workspace, basis.permission);
  if (permission === undefined) return undefined;
  if (over === "permission_over") return permission.until;
  const { revokedAt, givenBy: by } = asItsKeyLeaves(permission, keys);
  return revokedAt ?? first(withdrawalsOf([{ by }], keys));
}

function first(moments: readonly (Timestamp | undefined)[]): Timestamp | undefined {
  return moments.filter((at) => at !== undefined).toSorted()[0];
}

async function grantsOf(
  { store }: Pick<Context, "store">,
  workspace: WorkspaceId,
  ids: readonly RequestId[],
): Promise<ReadonlyMap<RequestId, GrantRecord>> {
  const found = await store.findGrants(workspace, ids);
  return new Map(found.map((grant) => [grant.request, grant]));
}

/**
 * An agent's approvals that are not used, erased or too old, whatever the policy or people would
 * say now.
 */
export async function unusedOf(
  ctx: Pick<Context, "store">,
  requests: readonly ApprovedRequest[],
  at: Timestamp,
): Promise<readonly ApprovedRequest[]> {
  const [one] = requests;
  if (one === undefined) return [];
  const ids = requests.map(({ id }) => id);
  const grants = await grantsOf(ctx, one.workspace, ids);
  return requests.filter((request) => {
    const { over, usableUntil } = useOf(request, grants.get(request.id));
    return over === undefined && usableUntil !== undefined && usableUntil > at;
  });
}

/** Adds to each approved request what became of its approval. Every list of requests shows this. */
export async function withUses(
  ctx: Context,
  requests: readonly Request[],
): Promise<readonly ShownRequest[]> {
  const approved = requests.filter(({ status }) => status === "approved");
  const [one] = approved;
  if (one === undefined) return requests;
  const ids = approved.map(({ id }) => id);
  const grants = await grantsOf(ctx, one.workspace, ids);
  const told = requests.map(async (request): Promise<ShownRequest> => {
    if (request.status !== "approved") return request;
    const whole = async () => request;
    return {
      ...request,
      ...(await useToday(ctx, request, { grant: grants.get(request.id), whole })),
    };
  });
  return await Promise.all(told);
}

/** The same for one request. */
export async function withUse<T extends Request>(ctx: Context, request: T): Promise<Shown<T>> {
  const [shown = request] = await withUses(ctx, [request]);
  return shown as Shown<T>;
}

/** The same for rows of an inbox, which already say until when they can be collected. */
export async function rowsWithUses(
  ctx: Context,
  workspace: WorkspaceId,
  rows: readonly InboxItem[],
): Promise<readonly InboxItem[]> {
  const ids = rows.flatMap(({ id, status }) => (status === "approved" ? [id] : []));
  if (ids.length === 0) return rows;
  const grants = await grantsOf(ctx, workspace, ids);
  const told = rows.map(async (row) => {
    const { id, usableUntil: collectBy, closedAt, ...rest } = row;
    if (row.status !== "approved" || collectBy === undefined || closedAt === undefined) return row;
    const whole = async () => (await ctx.store.findRequest(workspace, id)) as ApprovedRequest;
    const closing = { id, workspace, collectBy, closedAt };
    return {
      id,
      ...rest,
      closedAt,
      ...(await useToday(ctx, closing, { grant: grants.get(id), whole })),
    };
  });
  return await Promise.all(told);
}
