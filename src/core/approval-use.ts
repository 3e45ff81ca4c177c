import type { GrantRecord } from "../domain/grant.ts";
import type { RequestId, WorkspaceId } from "../domain/id.ts";
import type { InboxItem } from "../domain/inbox.ts";
import type { ApprovedRequest, Request } from "../domain/request.ts";
import type { Timestamp } from "../domain/timestamp.ts";
import type { Context } from "./context.ts";

type Read = Pick<Context, "store">;

/** What has become of an approval; an approval that was erased can be used no more. */
export function useOf(
  {
    collectBy,
    erasedAt,
    closedAt,
  }: Pick<ApprovedRequest, "collectBy" | "closedAt"> & { readonly erasedAt?: Timestamp },
  grant: Partial<Pick<GrantRecord, "consumedAt" | "expiresAt">> = {},
): Pick<ApprovedRequest, "usedAt" | "usableUntil"> {
  if (grant.consumedAt !== undefined) return { usedAt: grant.consumedAt };
  if (erasedAt !== undefined) return { usableUntil: closedAt };
  // A grant that is collected at the last moment outlives the time in which that can be done.
  const until: Timestamp = grant.expiresAt ?? collectBy;
  return { usableUntil: until > collectBy ? until : collectBy };
}

/** Requests with what has become of those that are approved: who is shown one is shown that. */
export async function withUses<T extends Request>(
  { store }: Read,
  requests: readonly T[],
): Promise<readonly T[]> {
  const approved = requests.filter(({ status }) => status === "approved");
  const [first] = approved;
  if (first === undefined) return requests;
  const ids = approved.map(({ id }) => id);
  const found = await store.findGrants(first.workspace, ids);
  const grants = new Map<RequestId, GrantRecord>(found.map((grant) => [grant.request, grant]));
  return requests.map((request) =>
    request.status === "approved"
      ? { ...request, ...useOf(request, grants.get(request.id)) }
      : request,
  );
}

/** One of them. */
export async function withUse<T extends Request>(read: Read, request: T): Promise<T> {
  const [shown = request] = await withUses(read, [request]);
  return shown;
}

/** The same of the rows of an inbox, which come with the time until which they can be collected. */
export async function rowsWithUses(
  { store }: Read,
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
  return rows.map((row) => {
    const { usableUntil: collectBy, closedAt, ...rest } = row;
    if (row.status !== "approved" || collectBy === undefined || closedAt === undefined) return row;
    return { ...rest, closedAt, ...useOf({ collectBy, closedAt }, grants.get(row.id)) };
  });
}
