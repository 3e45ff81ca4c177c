import type { GrantRecord } from "../domain/grant.ts";
import type { RequestId, WorkspaceId } from "../domain/id.ts";
import type { InboxItem } from "../domain/inbox.ts";
import type { ApprovedRequest, Request } from "../domain/request.ts";
import type { Timestamp } from "../domain/timestamp.ts";
import type { KeyOwner } from "../ports/store.ts";
import type { Context } from "./context.ts";
import { withdrawalsOf } from "./standing-votes.ts";

type Read = Pick<Context, "store" | "people">;
type Use = Pick<ApprovedRequest, "usedAt" | "usableUntil">;

/** What has become of an approval; an approval that was erased can be used no more. */
export function useOf(
  {
    collectBy,
    erasedAt,
    closedAt,
  }: Pick<ApprovedRequest, "collectBy" | "closedAt"> & { readonly erasedAt?: Timestamp },
  grant: Partial<Pick<GrantRecord, "consumedAt" | "expiresAt">> = {},
): Use {
  if (grant.consumedAt !== undefined) return { usedAt: grant.consumedAt };
  if (erasedAt !== undefined) return { usableUntil: closedAt };
  // A grant that is collected at the last moment outlives the time in which that can be done.
  const until: Timestamp = grant.expiresAt ?? collectBy;
  return { usableUntil: until > collectBy ? until : collectBy };
}

/** It can be used until who gave it may not decide any more: no redemption stands behind that. */
function endedBy(
  use: Use,
  {
    votes,
    closedAt,
    keys,
  }: Pick<ApprovedRequest, "closedAt"> & {
    readonly votes: Parameters<typeof withdrawalsOf>[0];
    readonly keys: readonly KeyOwner[];
  },
): Use {
  const { usableUntil: until } = use;
  const [end] = withdrawalsOf(votes, keys)
    .map((at) => at ?? closedAt)
    .toSorted();
  return until === undefined || end === undefined || end >= until ? use : { usableUntil: end };
}

/** Whose word it stands by: those who voted, or who gave the permission. */
function givenBy({ basis, closedBy: by, authorization }: ApprovedRequest) {
  if (basis.kind === "rule") return [];
  if (basis.kind === "permission") return by === undefined ? [] : [{ by }];
  return authorization.votes;
}

/** Requests with what has become of those that are approved: who is shown one is shown that. */
export async function withUses<T extends Request>(
  { store, people }: Read,
  requests: readonly T[],
): Promise<readonly T[]> {
  const approved = requests.filter(({ status }) => status === "approved");
  const [first] = approved;
  if (first === undefined) return requests;
  const ids = approved.map(({ id }) => id);
  const found = await store.findGrants(first.workspace, ids);
  const grants = new Map<RequestId, GrantRecord>(found.map((grant) => [grant.request, grant]));
  const keys = await people.keys(first.workspace);
  return requests.map((request) => {
    if (request.status !== "approved") return request;
    const { closedAt } = request;
    const use = useOf(request, grants.get(request.id));
    return { ...request, ...endedBy(use, { votes: givenBy(request), closedAt, keys }) };
  });
}

/** One of them. */
export async function withUse<T extends Request>(read: Read, request: T): Promise<T> {
  const [shown = request] = await withUses(read, [request]);
  return shown;
}

/** The same of the rows of an inbox, which come with the time until which they can be collected. */
export async function rowsWithUses(
  { store, people }: Read,
  workspace: WorkspaceId,
  rows: readonly InboxItem[],
): Promise<readonly InboxItem[]> {
  const approved = rows.filter(({ status }) => status === "approved");
  if (approved.length === 0) return rows;
  const found = await store.findGrants(
    workspace,
    approved.map(({ id }) => id),
  );
  const grants = new Map<RequestId, GrantRecord>(found.map((grant) => [grant.request, grant]));
  const keys = await people.keys(workspace);
  return rows.map((row) => {
    const { usableUntil: collectBy, closedAt, ...rest } = row;
    if (row.status !== "approved" || collectBy === undefined || closedAt === undefined) return row;
    const use = useOf({ collectBy, closedAt }, grants.get(row.id));
    // A row names who gave the last vote, and no other.
    const votes = row.closedBy === undefined ? [] : [{ by: row.closedBy }];
    return { ...rest, closedAt, ...endedBy(use, { votes, closedAt, keys }) };
  });
}
