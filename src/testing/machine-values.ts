import type { Action } from "../domain/authority/action.ts";
import type { Vote } from "../domain/authority/authorization.ts";
import type { OpenAuthorization, OpenQuestion } from "../domain/requests/request.ts";
import type { Actor } from "../domain/surface.ts";
import { toTimestamp } from "../domain/timestamp.ts";

/* Requests that always are the same, for what the machine of requests does to them. */

export const NOW_MS = Date.UTC(2026, 10, 21, 9, 30);
export const NOW = toTimestamp(NOW_MS);
export const EARLIER = toTimestamp(NOW_MS - 60_000);
export const LATER = toTimestamp(NOW_MS + 60_000);
/** How long people have for the authorization below, from its beginning at `EARLIER`. */
export const LIFE_MS = 120_000;

export const ANA: Actor = {
  principal: "prn_01k00000000000000000000001",
  name: "ana",
  via: "console",
};
export const BOB: Actor = { principal: "prn_01k00000000000000000000002", name: "bob", via: "cli" };
export const CLEO: Actor = {
  principal: "prn_01k00000000000000000000003",
  name: "cleo",
  via: "http",
};

const asked = {
  workspace: "default",
  agent: "prn_01k00000000000000000000000",
  agentName: "builder",
  conversation: "cnv_01k00000000000000000000000",
  to: ["ana"],
  salt: "c2FsdHNhbHRzYWx0",
  createdAt: EARLIER,
  version: 1,
  status: "open",
} as const;

export const openQuestion: OpenQuestion = {
  ...asked,
  id: "req_01k00000000000000000000000",
  kind: "question",
  question: { text: "Which pattern first?", form: { kind: "text" } },
};

export const DIGEST = "d1".repeat(32);
export const action: Action = {
  v: 1,
  workspace: "default",
  agent: asked.agent,
  session: null,
  tool: "delete_user_data",
  toolSchemaHash: null,
  args: { user_id: "user123" },
  resources: [],
  level: "HIGH",
  policyVersion: "none",
  expiresAt: LATER,
  nonce: "bm9uY2U",
};

export const openAuthorization: OpenAuthorization = {
  ...asked,
  id: "req_01k00000000000000000000009",
  kind: "authorization",
  tool: "request_authorization",
  expiresAt: LATER,
  authorization: {
    action,
    digest: DIGEST,
    reason: "The user asked for it.",
    secrets: [],
    votes: [],
    demand: {
      rule: "default",
      level: "HIGH",
      approvers: { names: [], roles: ["owner", "approver"] },
      quorum: 1,
      stepUp: false,
      expiresInMs: LIFE_MS,
    },
  },
};

/** Ana's approval of what stands there. */
export const VOTE: Omit<Vote, "at"> = { by: ANA, digest: DIGEST };

/** The authorization with another quorum, and approvals that have been given. */
export function withVotes(quorum: number, ...voters: readonly Actor[]): OpenAuthorization {
  const { authorization } = openAuthorization;
  const votes = voters.map((by): Vote => ({ by, at: EARLIER, digest: DIGEST }));
  const demand = { ...authorization.demand, quorum };
  return { ...openAuthorization, authorization: { ...authorization, demand, votes } };
}
