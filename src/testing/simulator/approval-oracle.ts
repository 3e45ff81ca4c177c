import type { Event, EventType } from "../../domain/log/event.ts";
import type { AuthorizationRequest } from "../../domain/requests/request.ts";
import { digest } from "../../system/digest.ts";
import type { Deciders } from "./deciders.ts";
import type { History } from "./history.ts";
import type { PolicyOracle } from "./policy-oracle.ts";
import { demand } from "./violation.ts";
import type { StoredRows } from "./world-store.ts";

/** Compares what is approved and rejected on disk with the log: nobody's yes counts twice or is made up. */
export interface ApprovalOracle {
  /** Whatever its status. Throws a Violation. */
  check(request: AuthorizationRequest): void;
  /** Takes an event that was just appended about a request. */
  checkEvent(event: Event, request: AuthorizationRequest): void;
}

/** What decides whether the votes are enough: each vote, and what is wanted. */
const CHANGES_OF_VOTES: ReadonlySet<EventType> = new Set<EventType>([
  "request.approval_voted",
  "request.approved",
  "request.edited",
  "request.demand_changed",
]);

interface ApprovalParts {
  readonly history: History;
  readonly policies: PolicyOracle;
  readonly deciders: Deciders;
}

export function createApprovalOracle(
  database: StoredRows,
  { history, policies, deciders }: ApprovalParts,
): ApprovalOracle {
  // Read once, at the founding: who somebody belongs to never changes.
  const owners = new Map(
    database
      .prepare("select id, owner from principals")
      .all()
      .map(({ id, owner }) => [id, owner]),
  );
  const readPermission = database.prepare("select * from permissions where id = ?");

  function checkVoter({ actor }: Event, request: AuthorizationRequest): void {
    const { id, agent, authorization } = request;
    const vote = authorization.votes.find(({ by }) => by.principal === actor);
    if (vote === undefined) return;
    const { by } = vote;
    demand(!deciders.isGone(by.principal), `${by.name} has approved ${id} without a key`);
    if (owners.get(agent) !== by.principal) return;
    demand(vote.soleOperator === true, `${by.name} has approved ${id} for an agent of their own`);
    const isAlone = !deciders.hasOthers(by.principal);
    demand(isAlone, `${by.name} passed for the sole operator at ${id}`);
  }

  /** A permission that was given once approves once, and the row counts what the log counts. */
  function checkUse(event: Event): void {
    const permission = event.data?.permission ?? "";
    const uses = history.events.filter(
      ({ type, data, seq }) =>
        type === "permission.used" && data?.permission === permission && seq <= event.seq,
    );
    const row = readPermission.get(permission);
    demand(row !== undefined, `${permission} was used, and is not there`);
    demand(Number(row["uses"]) >= uses.length, `${permission} was used more often than it says`);
    demand(row["scope"] !== "once" || uses.length === 1, `${permission} was used again`);
    demand(event.at < new Date(Number(row["until"])).toISOString(), `${permission} was too old`);
    const isRevoked = history.events.some(
      ({ type, subject, seq }) =>
        type === "permission.revoked" && subject === permission && seq < event.seq,
    );
    demand(!isRevoked, `${permission} was used after it was taken back`);
  }

  return {
    check(request) {
      const { id, authorization } = request;
      const { action } = authorization;
      const isOfAction = digest.action(action) === authorization.digest;
      demand(isOfAction, `the digest of ${id} is not that of its action`);
      checkVotes(history, request);
      checkBasis({ history, policies, deciders }, request);
    },
    checkEvent(event, request) {
      if (event.type === "permission.used") checkUse(event);
      if (event.type === "request.approval_voted") checkVoter(event, request);
      if (event.type !== "request.approved") return;
      if (request.status === "approved" && request.basis.kind === "people") {
        checkVoter(event, request);
      } else {
        policies.checkBudget(request);
      }
    },
  };
}

/** Who the log says has voted for the digest that stands. */
function votersInLog(
  history: History,
  { id, authorization }: AuthorizationRequest,
): ReadonlySet<string> {
  const isVote = ({ type, subject, data }: Event) =>
    (type === "request.approval_voted" || type === "request.approved") &&
    subject === id &&
    data?.digest === authorization.digest;
  return new Set(history.events.filter(isVote).map(({ actor }) => actor ?? ""));
}

function checkVotes(history: History, request: AuthorizationRequest): void {
  const { id, authorization, expiresAt = "" } = request;
  const { votes, demand: wanted } = authorization;
  const people = new Set(votes.map(({ by }) => by.principal));
  demand(people.size === votes.length, `somebody's vote for ${id} counts twice`);
  const inLog = votersInLog(history, request);
  for (const vote of votes) {
    demand(vote.digest === authorization.digest, `a vote for ${id} was for another digest`);
    demand(vote.at < expiresAt, `a vote for ${id} came after it had expired`);
    demand(inLog.has(vote.by.principal), `a vote for ${id} by ${vote.by.name} is not in the log`);
  }
  const isByPeople = request.status === "approved" && request.basis.kind === "people";
  const isEnough = votes.length >= wanted.quorum;
  demand(!isByPeople || isEnough, `${id} is approved with ${votes.length} votes`);
  const isLeft = request.status === "open" && isEnough;
  demand(!isLeft || wasPolicyLast(history, request), `${id} has its votes and is open`);
}

/**
 * Whether it was a policy, and no vote, that came last: what that wants less of approves nothing by
 * itself, and waits for one more press. Told by the log's order, since clocks are set back.
 */
function wasPolicyLast(history: History, { id }: AuthorizationRequest): boolean {
  const last = history.events.findLast(
    ({ type, subject }) => subject === id && CHANGES_OF_VOTES.has(type),
  );
  return last?.type === "request.demand_changed";
}

function checkBasis({ history, policies }: ApprovalParts, request: AuthorizationRequest): void {
  if (request.status !== "approved" && request.status !== "rejected") return;
  const { id, basis, status, authorization } = request;
  const { action } = authorization;
  demand(
    status === "rejected" || request.closedAt < action.expiresAt,
    `${id} was approved after it had expired`,
  );
  if (basis.kind === "rule") {
    const decision = policies.decisionOf(action.policyVersion, basis.rule);
    const wanted = status === "approved" ? "allow" : "deny";
    demand(decision === wanted, `${id} is ${status} by a rule that says ${decision}`);
  } else if (basis.kind === "permission") {
    const isUsed = history.events.some(
      ({ type, subject, data }) =>
        type === "permission.used" && subject === id && data?.permission === basis.permission,
    );
    demand(isUsed, `${id} is approved by a permission without a word in the log`);
    demand(action.level !== "CRITICAL", `${id} is CRITICAL and was approved in advance`);
    demand(authorization.demand.quorum === 1, `${id} wants several, and one approved in advance`);
  } else {
    const type = `request.${status}`;
    const isInLog = history.events.some((event) => event.type === type && event.subject === id);
    demand(isInLog, `${id} is ${status}, and the log does not say so`);
  }
}
