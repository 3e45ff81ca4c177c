import type { GrantRecord } from "../../domain/authority/grant.ts";
import type { PrincipalId, RequestId } from "../../domain/id.ts";
import type { Event } from "../../domain/log/event.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import { rowToGrant } from "../../store/authority/rows.ts";
import type { Row } from "../../store/schema/tables.ts";
import type { Deciders } from "./deciders.ts";
import type { PolicyOracle } from "./policy-oracle.ts";
import { demand } from "./violation.ts";
import type { StoredRows } from "./world-store.ts";

/** Compares the grants on disk with the log: an action runs once, and only as it was approved. */
export interface GrantOracle {
  /** Takes an event that was just appended. */
  checkEvent(event: Event, request: AuthorizationRequest): void;
  /** All grants as they stand. */
  check(requestOf: (id: RequestId) => AuthorizationRequest | undefined): void;
  /** The grant that was used up for a request. */
  redeemedFor(id: RequestId): string | undefined;
}

export function createGrantOracle(
  database: StoredRows,
  { policies, deciders }: { policies: PolicyOracle; deciders: Deciders },
): GrantOracle {
  const readGrants = database.prepare("select * from grants");
  const readPermission = database.prepare("select given_by from permissions where id = ?");
  const minted = new Set<string>();
  const redeemed = new Map<string, string>();
  const consumed = new Map<string, string>();

  function grants(): readonly GrantRecord[] {
    return (readGrants.all() as unknown as Row<"grants">[]).map(rowToGrant);
  }

  function giverOf(permission: string): PrincipalId {
    const givenBy = readPermission.get(permission)?.["given_by"];
    return (JSON.parse(String(givenBy)) as { principal: PrincipalId }).principal;
  }

  /** Nobody who had said yes was gone, and today's policy had nothing against it. */
  function checkStillGood(request: AuthorizationRequest): void {
    if (request.status !== "approved") return;
    const { id, basis, authorization } = request;
    if (basis.kind === "people") {
      const gone = authorization.votes.find(({ by }) => deciders.isGone(by.principal));
      demand(gone === undefined, `${id} ran after ${gone?.by.name} had lost the right to approve`);
    } else if (basis.kind === "permission") {
      demand(
        !deciders.isGone(giverOf(basis.permission)),
        `${id} ran after who permitted it had lost the right to`,
      );
    }
    const refusal = policies.refusal(request);
    demand(refusal === undefined, `${id} ran, and ${refusal}`);
  }

  function checkRedemption({ at, data }: Event, request: AuthorizationRequest): void {
    const { id, status, authorization } = request;
    const grant = data?.grant ?? "";
    demand(!redeemed.has(id), `the approval of ${id} was used twice`);
    redeemed.set(id, grant);
    demand(status === "approved", `${id} ran, and is ${status}`);
    demand(data?.digest === authorization.digest, `${id} ran with another digest than approved`);
    const row = grants().find(({ request: of }) => of === id);
    demand(row?.id === grant, `${id} ran by ${grant}, of which nothing is stored`);
    demand(at < row.expiresAt, `${id} ran after its grant had expired`);
    const isByRule = request.status === "approved" && request.basis.kind !== "people";
    const isKnown = minted.has(grant) || (isByRule && row.mintedAt === row.consumedAt);
    demand(isKnown, `${id} ran by ${grant}, which nobody has collected`);
    checkStillGood(request);
  }

  function checkRow(grant: GrantRecord, request: AuthorizationRequest | undefined): void {
    const { id, request: of } = grant;
    demand(request?.status === "approved", `there is a grant for ${of}, which is not approved`);
    demand(grant.agent === request.agent, `${id} is of another agent than ${of}`);
    const isSame = grant.digest === request.authorization.digest;
    demand(isSame, `${id} carries another digest than was approved with ${of}`);
    const row = JSON.stringify(grant);
    const before = consumed.get(of);
    demand(before === undefined || before === row, `${id} changed after it was used`);
    const isUsed = grant.consumedAt !== undefined;
    demand(isUsed === (redeemed.get(of) === id), `${id} is used in its row or in the log alone`);
    if (isUsed) consumed.set(of, row);
  }

  return {
    checkEvent(event, request) {
      if (event.type === "grant.minted") {
        const { id, status } = request;
        demand(status === "approved", `a grant was minted for ${id}, which is ${status}`);
        demand(!redeemed.has(id), `a grant was minted for ${id}, which had been used`);
        minted.add(event.data?.grant ?? "");
      }
      if (event.type === "grant.redeemed") checkRedemption(event, request);
    },
    check(requestOf) {
      const all = grants();
      for (const grant of all) checkRow(grant, requestOf(grant.request));
      const there = new Set(all.map(({ id }) => id as string));
      for (const grant of redeemed.values())
        demand(there.has(grant), `${grant} was used and is gone`);
    },
    redeemedFor: (id) => redeemed.get(id),
  };
}
