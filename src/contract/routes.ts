import type { Right } from "../domain/people/principal.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";

/** Where one thing that can be done over HTTP is served, and who may do it. */
export interface Route {
  readonly method: "GET" | "POST";
  readonly path: string;
  /**
   * The right that is needed. `key`: any valid key; `none`: it lets browsers in that have no key yet;
   * `invitation`: what it takes says who calls.
   */
  readonly right: Right | "key" | "none" | "invitation";
  readonly status: 200 | 201 | 202;
  /** What the answer is written in: the whole of it, or events or lines one after the other. */
  readonly media:
    | "application/json"
    | "text/event-stream"
    | "application/jsonl"
    | "text/plain"
    | "text/html"
    | "application/octet-stream";
}

/**
 * The routes of every operation. They stand apart from the schemas, which only what checks input or
 * describes it needs to load: the client and the page of the inbox are made from this table alone.
 */
export const ROUTES = {
  ask: post("/v1/requests", "ask", 201),
  list: get("/v1/requests", "read"),
  show: get("/v1/requests/{id}", "read"),
  wait: get("/v1/requests/{id}/wait", "read"),
  waitMany: get("/v1/wait", "read"),
  answer: post("/v1/requests/{id}/answer", "answer"),
  uploadFile: post("/v1/requests/{id}/files", "answer", 201),
  readFile: getAs("/v1/requests/{id}/files/{digest}", "read", "application/octet-stream"),
  showEvidence: get("/v1/requests/{id}/evidence", "read"),
  explainRequest: get("/v1/requests/{id}/rules", "read"),
  cancel: post("/v1/requests/{id}/cancel", "key"),

  authorize: post("/v1/authorizations", "ask", 201),
  approve: post("/v1/requests/{id}/approve", "decide"),
  previewEdit: post("/v1/requests/{id}/edit-preview", "decide"),
  reject: post("/v1/requests/{id}/reject", "decide"),
  respond: post("/v1/requests/{id}/respond", "decide"),
  askBack: post("/v1/requests/{id}/ask-back", "answer"),
  answerBack: post("/v1/requests/{id}/answer-back", "ask"),
  revoke: post("/v1/requests/{id}/revoke", "decide"),
  previewRejection: post("/v1/requests/{id}/rejection-preview", "permit"),
  collect: post("/v1/requests/{id}/grant", "ask", 201),
  redeem: post("/v1/grants/redeem", "redeem"),
  offerTools: post("/v1/tool-offers", "ask"),
  pinTool: post("/v1/requests/{id}/pin-tool", "permit"),
  grantKeys: get("/v1/grants/keys", "key"),
  rotateGrantKey: post("/v1/grants/keys/rotate", "policy"),
  erase: post("/v1/requests/{id}/erase", "erase"),

  policy: get("/v1/policy", "read"),
  applyPolicy: post("/v1/policy", "policy"),
  testPolicy: post("/v1/policy/test", "read"),
  dryRunPolicy: post("/v1/policy/dry-run", "read"),
  policyCoverage: get("/v1/policy/coverage", "read"),
  policyLog: get("/v1/policy/log", "read"),
  policyRevision: get("/v1/policies/{revision}", "read"),
  diffPolicies: get("/v1/policy/diff", "read"),
  blamePolicy: get("/v1/policy/blame", "read"),
  reachAlone: post("/v1/policy/alone", "audit"),
  permit: post("/v1/permissions", "permit", 201),
  previewPermission: post("/v1/permissions/preview", "permit"),
  listPermissions: get("/v1/permissions", "read"),
  revokePermission: post("/v1/permissions/{id}/revoke", "permit"),
  setPassphrase: post("/v1/passphrase", "decide"),

  inbox: get("/v1/inbox", "read"),
  inboxItem: get("/v1/inbox/{id}", "read"),
  noteSent: post("/v1/inbox/sent", "read"),
  noteSeen: post("/v1/inbox/{id}/seen", "read"),
  undo: post("/v1/requests/{id}/undo", "answer"),
  assign: post("/v1/requests/{id}/assign", "answer"),
  assignees: get("/v1/requests/{id}/assignees", "answer"),
  unassign: post("/v1/requests/{id}/unassign", "answer"),
  claim: post("/v1/requests/{id}/claim", "answer"),
  release: post("/v1/requests/{id}/release", "answer"),
  separate: post("/v1/requests/{id}/separate", "answer"),
  snooze: post("/v1/requests/{id}/snooze", "read"),
  insights: get("/v1/insights", "read"),

  mailbox: get("/v1/mailbox", "read"),
  acknowledge: post("/v1/mailbox/acknowledge", "read"),

  tell: post("/v1/messages", "tell", 201),
  showMessage: get("/v1/messages/{id}", "read"),
  startConversation: post("/v1/conversations", "tell", 201),
  listConversations: get("/v1/conversations", "read"),
  showConversation: get("/v1/conversations/{id}", "read"),

  send: post("/v1/messages/send", "tell", 201),
  reachable: get("/v1/reachable", "tell"),
  deliveries: get("/v1/deliveries", "read"),
  delivery: get("/v1/deliveries/{id}", "read"),
  resendDelivery: post("/v1/deliveries/{id}/resend", "answer"),
  listSubscriptions: get("/v1/subscriptions", "key"),
  setSubscription: post("/v1/subscriptions", "key"),
  rotateSubscription: post("/v1/subscriptions/rotate", "key"),
  removeSubscription: post("/v1/subscriptions/remove", "key"),
  testSubscription: post("/v1/subscriptions/test", "key"),
  dropDelivery: post("/v1/deliveries/{id}/drop", "answer"),
  testRoute: post("/v1/routes/test", "read"),
  createLinkCode: post("/v1/channels/{channel}/link-codes", "key", 201),
  linkChat: post("/v1/links", "keys", 201),
  listLinks: get("/v1/links", "read"),
  rankLink: post("/v1/links/{id}/rank", "key"),
  removeLink: post("/v1/links/{id}/remove", "key"),
  listDevices: get("/v1/devices", "key"),
  addDevice: post("/v1/devices", "key", 201),
  testDevice: post("/v1/devices/{id}/test", "key"),
  readNotice: get("/v1/notices/{id}", "read"),
  pressNotice: post("/v1/notices/press", "read"),
  setAttention: post("/v1/attention", "key"),
  attention: get("/v1/attention", "key"),
  setReplies: post("/v1/replies", "key"),
  replies: get("/v1/replies", "key"),
  channels: get("/v1/channels", "read"),

  startSession: post("/v1/sessions", "tell", 201),
  listSessions: get("/v1/sessions", "read"),
  exportSessions: getAs("/v1/sessions/export", "audit", "application/jsonl"),
  importSessions: post("/v1/sessions/import", "keys"),
  showSession: get("/v1/sessions/{id}", "read"),
  sessionEntries: get("/v1/sessions/{id}/entries", "read"),
  beginSession: post("/v1/sessions/{id}/begin", "answer"),
  resumeSession: post("/v1/sessions/{id}/resume", "tell", 201),
  cancelSession: post("/v1/sessions/{id}/cancel", "key"),
  listAgentProfiles: get("/v1/agents/profiles", "read"),
  skillUse: get("/v1/skills", "read"),

  registerAgent: post("/v1/agents/profile", "ask"),
  claimSession: post("/v1/sessions/claim", "ask"),
  renewSession: post("/v1/sessions/{id}/renew", "ask"),
  watchSession: get("/v1/sessions/{id}/watch", "ask"),
  recordEntries: post("/v1/sessions/{id}/record", "ask"),
  askInSession: post("/v1/sessions/{id}/ask", "ask", 201),
  authorizeInSession: post("/v1/sessions/{id}/authorize", "ask", 201),
  postInSession: post("/v1/sessions/{id}/post", "ask", 201),
  endSession: post("/v1/sessions/{id}/end", "ask"),
  recordSkillRead: post("/v1/skills/read", "ask", 201),

  listReview: get("/v1/review", "read"),
  runReview: post("/v1/review/run", "withdraw"),
  review: post("/v1/requests/{id}/review", "key"),
  earlierAnswers: get("/v1/requests/{id}/earlier-answers", "read"),
  shouldIAsk: post("/v1/should-i-ask", "read"),

  beginConversation: post("/v1/liaison", "tell", 201),
  listLiaisons: get("/v1/liaison", "read"),
  showLiaison: get("/v1/liaison/{conversation_id}", "read"),
  continueConversation: post("/v1/liaison/{conversation_id}/messages", "tell"),
  readAttachment: getAs(
    "/v1/liaison/{conversation_id}/attachments/{digest}",
    "read",
    "application/octet-stream",
  ),
  taskProgress: post("/v1/liaison/{conversation_id}/progress", "key"),
  taskCompleted: post("/v1/liaison/{conversation_id}/result", "key"),
  shareLiaison: post("/v1/liaison/{conversation_id}/share", "tell"),
  withdrawFeedback: post("/v1/liaison/{conversation_id}/feedback/withdraw", "tell"),
  begin_conversation: post("/v1/begin_conversation", "tell", 201),
  continue_conversation: post("/v1/continue_conversation", "tell"),
  task_completed: post("/v1/task_completed", "key"),
  eraseLiaison: post("/v1/liaison/{conversation_id}/erase", "erase"),
  taskEvents: getAs("/v1/tasks/events", "read", "text/event-stream"),

  listDoubtfulFeedback: get("/v1/liaison/doubtful-feedback", "read"),
  liaisonReport: get("/v1/liaison/report", "read"),
  fitness: get("/v1/liaison/fitness", "read"),
  exportFitness: getAs("/v1/liaison/fitness/export", "audit", "application/jsonl"),
  queryGraph: get("/v1/liaison/graph", "read"),
  graphOf: get("/v1/liaison/{conversation_id}/graph", "read"),

  writeMemory: post("/v1/memory", "memory"),
  listMemory: get("/v1/memory", "memory"),
  readMemory: get("/v1/memory/entry", "memory"),
  memoryVersions: get("/v1/memory/versions", "memory"),
  searchMemory: get("/v1/memory/search", "memory"),
  deleteMemory: post("/v1/memory/delete", "memory"),
  restoreMemory: post("/v1/memory/restore", "memory"),

  recordToolCall: post("/v1/tool-calls", "record", 201),

  events: getAs("/v1/events", "read", "text/event-stream"),
  lastEvent: get("/v1/events/last", "read"),

  listRuns: get("/v1/runs", "read"),
  showRun: get("/v1/runs/{id}", "read"),
  runReport: getAs("/v1/runs/{id}/report", "read", "text/html"),

  whoami: get("/v1/whoami", "key"),
  createKey: post("/v1/keys", "key", 201),
  acceptInvitation: post("/v1/invitations/accept", "invitation", 201),
  listKeys: get("/v1/keys", "key"),
  rotateKey: post("/v1/keys/{id}/rotate", "key", 201),
  revokeKey: post("/v1/keys/{id}/revoke", "key"),

  listAgents: get("/v1/agents", "read"),
  haltAgent: post("/v1/agents/{id}/halt", "decide"),
  resumeAgent: post("/v1/agents/{id}/resume", "keys"),
  tieAgent: post("/v1/agents/{id}/tie", "decide"),

  addOperator: post("/v1/operators", "people", 201),
  listOperators: get("/v1/operators", "people"),
  removeOperator: post("/v1/operators/{id}/remove", "people"),
  createEndUserToken: post("/v1/end-user-tokens", "tell", 201),
  createSignInLink: post("/v1/sign-in-links", "key", 201),
  listWebSessions: get("/v1/web-sessions", "key"),
  revokeWebSession: post("/v1/web-sessions/{id}/revoke", "key"),
  signOut: post("/v1/sign-out", "key"),
  passkeyCreation: post("/v1/passkeys/creation", "key"),
  passkeyProof: post("/v1/passkeys/proof", "key"),
  addPasskey: post("/v1/passkeys", "key", 201),
  listPasskeys: get("/v1/passkeys", "key"),
  removePasskey: post("/v1/passkeys/{id}/remove", "key"),
  passkeyStepUp: post("/v1/passkeys/step-up", "key"),

  listSigners: get("/v1/signers", "read"),
  signerChain: get("/v1/signers/chain", "key"),
  beginStatement: post("/v1/statements", "key", 201),
  changeSigners: post("/v1/signers", "key"),

  signInWithLink: post("/v1/sign-in/link", "none", 201),
  passkeySignInOptions: post("/v1/sign-in/passkey-options", "none"),
  signInWithPasskey: post("/v1/sign-in/passkey", "none", 201),

  recordState: get("/v1/record", "audit"),
  acceptRecord: post("/v1/record/accept", "operate"),
  verifyAudit: get("/v1/audit/verify", "audit"),
  sealLog: post("/v1/audit/seal", "audit"),
  exportAudit: getAs("/v1/audit/export", "audit", "application/jsonl"),
  proveAction: get("/v1/requests/{id}/proof", "audit"),

  eraseMatter: post("/v1/erasures", "erase"),

  status: get("/v1/status", "key"),
  clock: get("/v1/clock", "key"),
  acceptClock: post("/v1/clock/accept", "policy"),
  metrics: getAs("/metrics", "metrics", "text/plain"),
  stop: post("/v1/stop", "operate", 202),
} as const satisfies Record<string, Route>;

export type OperationName = keyof typeof ROUTES;

type OfMedia<M extends Route["media"]> = {
  [N in OperationName]: (typeof ROUTES)[N]["media"] extends M ? N : never;
}[OperationName];

/** What a client calls with JSON and gets JSON for, once it has a key. */
export type JsonOperation = Extract<OfMedia<"application/json">, keyof Earshot>;
export type JsonCalls = Pick<Earshot, JsonOperation>;

/** The parameters that a path names, in its order. */
export function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}

function get<R extends Route["right"]>(path: string, right: R) {
  return getAs(path, right, "application/json");
}

function getAs<R extends Route["right"], M extends Route["media"]>(
  path: string,
  right: R,
  media: M,
) {
  return { method: "GET", path, right, status: 200, media } as const;
}

function post<R extends Route["right"]>(path: string, right: R, status: Route["status"] = 200) {
  return { method: "POST", path, right, status, media: "application/json" } as const;
}
