import { formatId, type IdPrefix, type IdsByPrefix, ownConversation } from "../domain/id.ts";
import type { AgentPrincipal } from "../domain/principal.ts";
import type { AnsweredRequest, OpenRequest } from "../domain/request.ts";
import type { Change } from "../ports/store.ts";

/* Values for tests, complete and plausible; each test names what it is about. */

const AT = "2026-01-01T00:00:00.000Z";
let count = 0;

/** An id that no other has; later ones sort behind earlier ones. */
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

export function anOpenRequest(over: Partial<OpenRequest> = {}): OpenRequest {
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

/** What becomes of an open request when it is answered. */
export function answeredWith(request: OpenRequest, text: string): AnsweredRequest {
  return {
    ...request,
    status: "answered",
    version: request.version + 1,
    answer: { text },
    closedAt: AT,
    closedBy: { principal: anId("prn"), name: "ana", via: "console" },
  };
}

/** The change that stores a new request, as `ask` makes it. */
export function asking(request: OpenRequest, over: Partial<Change> = {}): Change {
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
