import type { PrincipalId, RequestId } from "../../domain/id.ts";
import type { Event, EventType } from "../../domain/log/event.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import type { Redeemed } from "../../ports/earshot/authority.ts";
import { rowToRequest } from "../../store/requests/rows.ts";
import type { Row } from "../../store/schema/tables.ts";
import { createApprovalOracle } from "./approval-oracle.ts";
import { createDeciders } from "./deciders.ts";
import { createGrantOracle } from "./grant-oracle.ts";
import type { History } from "./history.ts";
import { createPolicyOracle } from "./policy-oracle.ts";
import { demand } from "./violation.ts";
import type { StoredRows } from "./world-store.ts";

/** A decision that was acknowledged. */
export interface Decided {
  readonly id: RequestId;
  readonly by: PrincipalId;
  readonly digest: string;
  /** With other arguments: where others have to approve those, it is logged as an edit without a vote. */
  readonly isEdit: boolean;
}

/**
 * What is on disk about authorizations, against the log and against what was acknowledged. Each
 * method throws a Violation.
 */
export interface AuthorityOracle {
  /** After the log has grown by these events. */
  check(fresh: readonly Event[]): void;
  request(id: RequestId): AuthorizationRequest | undefined;
  sought(key: string, id: RequestId): void;
  approved(decided: Decided): void;
  rejected(id: RequestId, reason: string): void;
  redeemed(key: string, redeemed: Pick<Redeemed, "id"> & { readonly of: RequestId }): void;
  /** A call with this key was refused for good: then it has done nothing. */
  refused(key: string, what: string): void;
  finish(): void;
}

type RequestRow = Row<"requests">;

const APPROVALS: readonly EventType[] = ["request.approval_voted", "request.approved"];

export function createAuthorityOracle(database: StoredRows, history: History): AuthorityOracle {
  const readOnce = database.prepare("select result from once where key = ?");
  const rows = createStoredAuthorizations(database);
  const { request, stored, unchecked } = rows;
  const policies = createPolicyOracle(database, history);
  const deciders = createDeciders(database, history);
  const approvals = createApprovalOracle(database, { history, policies, deciders });
  const grants = createGrantOracle(database, { policies, deciders });
  const soughtIds = new Map<string, RequestId>();
  const decisions: Decided[] = [];
  const rejections = new Map<RequestId, string>();
  const redemptions = new Map<RequestId, { readonly key: string; readonly grant: string }>();

  function checkRedeemed(id: RequestId, grant: string): void {
    demand(grants.redeemedFor(id) === grant, `the redemption of ${grant} is not in the log`);
  }

  return {
    check(fresh) {
      rows.takeUp();
      for (const event of fresh) {
        const about = request(event.subject as RequestId);
        if (about === undefined) continue;
        approvals.checkEvent(event, about);
        grants.checkEvent(event, about);
      }
      for (const id of unchecked) approvals.check(request(id) as AuthorizationRequest);
      grants.check(request);
      if (unchecked.size > 0) checkDoubles(rows.all());
      unchecked.clear();
    },
    request,
    sought(key, id) {
      const earlier = soughtIds.get(key);
      demand(earlier === undefined || earlier === id, `the key ${key} made ${earlier} and ${id}`);
      soughtIds.set(key, id);
      stored(id);
    },
    approved(decided) {
      const isInLog = history.events.some((event) => isVote(event, decided));
      demand(isInLog, `an approval of ${decided.id} was acknowledged and is not in the log`);
      decisions.push(decided);
    },
    rejected(id, reason) {
      const now = stored(id);
      const isRejected = now.status === "rejected" && now.reason === reason;
      demand(isRejected, `${id} was acknowledged as rejected and is ${now.status}`);
      rejections.set(id, reason);
    },
    redeemed(key, { id: grant, of }) {
      checkRedeemed(of, grant);
      const earlier = redemptions.get(of);
      demand(earlier === undefined || earlier.key === key, `two were told that they may run ${of}`);
      redemptions.set(of, { key, grant });
    },
    refused(key, what) {
      const once = readOnce.get(key) as { readonly result: string } | undefined;
      const isFair = once === undefined || wasRefusedFirst(history, once.result);
      demand(isFair, `what ${key} had done was refused later: ${what}`);
    },
    finish() {
      for (const one of rows.all()) policies.checkOpen(one);
      for (const [id, reason] of rejections) {
        const now = stored(id);
        demand(
          now.status === "rejected" && now.reason === reason,
          `${id} is not rejected any more`,
        );
      }
      for (const [id, { grant }] of redemptions) checkRedeemed(id, grant);
      for (const one of decisions) {
        demand(
          history.events.some((event) => isVote(event, one)),
          `a vote for ${one.id} is lost`,
        );
      }
    },
  };
}

/** The authorizations as they stand on disk, taken up from time to time. */
function createStoredAuthorizations(database: StoredRows) {
  const readAll = database.prepare("select * from requests where kind = 'authorization'");
  /** Each row as text, and the request that it stands for. */
  const known = new Map<
    string,
    { readonly text: string; readonly request: AuthorizationRequest }
  >();
  /** Also what was taken up for a reply: that comes before the events it tells of are looked at. */
  const unchecked = new Set<RequestId>();

  const request = (id: RequestId) => known.get(id)?.request;

  function stored(id: RequestId): AuthorizationRequest {
    takeUp();
    const found = request(id);
    demand(found !== undefined, `${id} was acknowledged and is gone`);
    return found;
  }

  /** Reads the rows; what has closed never changes and is never gone. */
  function takeUp(): void {
    const rows = readAll.all() as unknown as RequestRow[];
    for (const row of rows) {
      const text = JSON.stringify(row);
      const before = known.get(row.id);
      if (before?.text === text) continue;
      const wasOpen = before === undefined || before.request.status === "open";
      demand(wasOpen, `${row.id} changed after it had closed`);
      const read = rowToRequest(row) as AuthorizationRequest;
      known.set(row.id, { text, request: read });
      unchecked.add(read.id);
    }
    demand(rows.length === known.size, "an authorization is gone");
  }

  return {
    request,
    stored,
    takeUp,
    unchecked,
    all: () => [...known.values()].map(({ request: one }) => one),
  };
}

/** Two that are open never seek the same. */
function checkDoubles(requests: Iterable<AuthorizationRequest>): void {
  const open = new Map<string, string>();
  for (const { id, status, agent, authorization } of requests) {
    // Of secrets nobody can tell whether they are the same.
    if (status !== "open" || authorization.secrets.length > 0) continue;
    const { action, edit } = authorization;
    const { tool, session, toolSchemaHash } = action;
    const args = edit?.args ?? action.args;
    const same = JSON.stringify([agent, tool, session, toolSchemaHash, args]);
    const other = open.get(same);
    demand(other === undefined, `${id} and ${other} seek the same`);
    open.set(same, id);
  }
}

/**
 * Of two copies of one call the first can be refused for what no longer holds when the second one
 * arrives: nothing that was done was refused afterwards.
 */
function wasRefusedFirst(history: History, subject: string): boolean {
  const about = history.events.filter((event) => event.subject === subject);
  const refused = about.findIndex(({ type }) => type === "request.decision_refused");
  const done = about.findLastIndex(({ type }) => APPROVALS.includes(type));
  return refused !== -1 && refused < done;
}

function isVote({ type, subject, actor, data }: Event, decided: Decided): boolean {
  const { id, by, digest, isEdit } = decided;
  const isOfKind = APPROVALS.includes(type) || (isEdit && type === "request.edited");
  return isOfKind && subject === id && actor === by && data?.digest === digest;
}
