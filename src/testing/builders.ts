import type { Action } from "../domain/authority/action.ts";
import type { Authorization, Demand, Vote } from "../domain/authority/authorization.ts";
import { AUTHORIZATION_TOOL } from "../domain/authority/authorization.ts";
import type { GrantRecord } from "../domain/authority/grant.ts";
import { formatId, type IdPrefix, type IdsByPrefix, ownConversation } from "../domain/id.ts";
import type { AgentPrincipal } from "../domain/people/principal.ts";
import type { Permission } from "../domain/policy/permission.ts";
import type {
  AnsweredRequest,
  ApprovedRequest,
  AuthorizationRequest,
  OpenAuthorization,
  OpenQuestion,
  Request,
} from "../domain/requests/request.ts";
import type { Session } from "../domain/sessions/session.ts";
import type { Actor } from "../domain/surface.ts";
import { HOUR_MS } from "../domain/time.ts";
import type { Change } from "../ports/store/store.ts";

/* Values for tests, complete and plausible; each test names what it is about. */

const AT = "2026-01-01T00:00:00.000Z";
let count = 0;

/** A unique id; later ones sort after earlier ones. */
export function anId<P extends IdPrefix>(prefix: P): IdsByPrefix[P] {
  count += 1;
  return formatId(prefix, Date.UTC(2026, 0, 1), { high: 0, low: count });
}

export function anAgent(over: Partial<AgentPrincipal> = {}): AgentPrincipal {
  const id = anId("prn");
  return {
    id,
    workspace: "default",
    kind: "agent",
    name: `agent-${count}`,
    createdAt: AT,
    ...over,
  };
}

export function anOpenRequest(over: Partial<OpenQuestion> = {}): OpenQuestion {
  const agent = over.agent ?? anId("prn");
  return {
    id: anId("req"),
    workspace: "default",
    kind: "question",
    status: "open",
    agent,
    agentName: "scout",
    conversation: ownConversation(agent),
    to: [],
    question: { text: "Which pattern first?", form: { kind: "text" } },
    salt: "c2FsdHNhbHRzYWx0",
    createdAt: AT,
    version: 1,
    ...over,
  };
}

/** An open request, once it is answered. */
/** One that is queued, in a lane of its own. */
export function aSession(over: Partial<Session> = {}): Session {
  const id = over.id ?? anId("ses");
  const agent = over.agent ?? anId("prn");
  return {
    id,
    workspace: "default",
    agent,
    agentName: "scout",
    cause: "message",
    task: "Look.",
    conversation: ownConversation(agent),
    lane: id,
    root: id,
    status: "queued",
    attempts: 0,
    epoch: 0,
    asked: false,
    posted: false,
    entries: 0,
    salt: "c2FsdA",
    createdAt: "2026-01-01T00:00:00.000Z",
    version: 1,
    ...over,
  };
}

export function answeredWith(request: OpenQuestion, text: string): AnsweredRequest {
  return {
    ...request,
    status: "answered",
    version: request.version + 1,
    answer: { text },
    closedAt: AT,
    closedBy: { principal: anId("prn"), name: "ana", via: "console" },
  };
}

export function anActor(over: Partial<Actor> = {}): Actor {
  return { principal: anId("prn"), name: "ana", via: "console", ...over };
}

/** The demand of the default rule for an action. */
export function aDemand(over: Partial<Demand> = {}): Demand {
  return {
    rule: "default",
    level: "MEDIUM",
    approvers: { names: [], roles: ["owner", "approver"] },
    quorum: 1,
    stepUp: false,
    expiresInMs: HOUR_MS,
    ...over,
  };
}

export function anAction(over: Partial<Action> = {}): Action {
  return {
    v: 1,
    workspace: "default",
    agent: over.agent ?? anId("prn"),
    session: null,
    tool: "send_email",
    toolSchemaHash: null,
    args: { subject: "Hello ✓", to: ["a@example.org"] },
    resources: [],
    level: "MEDIUM",
    policyVersion: "none",
    expiresAt: "2026-01-01T01:00:00.000Z",
    nonce: `nonce-${count}`,
    ...over,
  };
}

/** Its digest is one that no other has, and not really that of its action. */
export function anAuthorization(over: Partial<Authorization> = {}): Authorization {
  const action = over.action ?? anAction();
  return {
    action,
    digest: count.toString(16).padStart(64, "0"),
    reason: "The customer asked for it.",
    secrets: [],
    demand: aDemand({ level: action.level }),
    votes: [],
    ...over,
  };
}

export function anOpenAuthorization(over: Partial<OpenAuthorization> = {}): OpenAuthorization {
  const agent = over.agent ?? anId("prn");
  return {
    id: anId("req"),
    workspace: "default",
    kind: "authorization",
    status: "open",
    agent,
    agentName: "scout",
    conversation: ownConversation(agent),
    to: [],
    authorization: anAuthorization({ action: anAction({ agent }) }),
    salt: "c2FsdHNhbHRzYWx0",
    createdAt: AT,
    expiresAt: "2026-01-01T01:00:00.000Z",
    tool: AUTHORIZATION_TOOL,
    version: 1,
    ...over,
  };
}

/** An approval of what the request stands at. */
export function aVoteFor(request: AuthorizationRequest, over: Partial<Vote> = {}): Vote {
  return { by: anActor(), at: AT, digest: request.authorization.digest, ...over };
}

/** An open authorization, once the one person it needs has approved it. */
export function approvedBy(request: OpenAuthorization, by: Actor = anActor()): ApprovedRequest {
  const { authorization } = request;
  return {
    ...request,
    authorization: { ...authorization, votes: [...authorization.votes, aVoteFor(request, { by })] },
    status: "approved",
    version: request.version + 1,
    basis: { kind: "people" },
    closedAt: AT,
    closedBy: by,
    collectBy: "2026-01-01T01:00:00.000Z",
  };
}

export function aGrantFor(
  request: AuthorizationRequest,
  over: Partial<GrantRecord> = {},
): GrantRecord {
  return {
    id: anId("grt"),
    workspace: request.workspace,
    request: request.id,
    agent: request.agent,
    digest: request.authorization.digest,
    mintedAt: AT,
    expiresAt: "2026-01-01T00:05:00.000Z",
    ...over,
  };
}

export function aPermission(over: Partial<Permission> = {}): Permission {
  return {
    id: anId("per"),
    workspace: "default",
    scope: "session",
    agent: anId("prn"),
    agentName: "scout",
    tool: "send_email",
    session: "run-1",
    level: "MEDIUM",
    until: "2026-01-02T00:00:00.000Z",
    givenBy: anActor(),
    createdAt: AT,
    uses: 0,
    ...over,
  };
}

/** The change that stores a new request, as `ask` makes it. */
export function asking(request: Request, over: Partial<Change> = {}): Change {
  return {
    workspace: request.workspace,
    writes: [{ type: "request.insert", request }],
    events: [{ type: "request.created", at: AT, actor: request.agent, subject: request.id }],
    ...over,
  };
}

/** The change that stores an answer, as `answer` makes it. */
export function answering(request: AnsweredRequest, over: Partial<Change> = {}): Change {
  return {
    workspace: request.workspace,
    writes: [{ type: "request.update", request }],
    events: [
      {
        type: "request.answered",
        at: AT,
        actor: request.closedBy.principal,
        subject: request.id,
        agent: request.agent,
        data: { via: request.closedBy.via },
      },
    ],
    ...over,
  };
}
