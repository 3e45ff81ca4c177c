import type { OperationName } from "../../src/contract/routes.ts";
import type {
  ConversationId,
  KeyId,
  LinkId,
  MessageId,
  PermissionId,
  PrincipalId,
  RequestId,
  SessionId,
} from "../../src/domain/id.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import { digest } from "../../src/system/digest.ts";
import { type AskedFiles, askForFiles, NOTES } from "./asked-files.ts";
import { type Input, ok } from "./call.ts";
import { THE_RUN } from "./few-runs.ts";
import { say } from "./server.ts";
import { signInBrowser, type WebCaller } from "./web.ts";

/** One of each thing that a call can name, all of one agent. */
export interface Things {
  readonly request: RequestId;
  readonly conversation: ConversationId;
  readonly message: MessageId;
  readonly key: KeyId;
  /** Something that an operator said to the agent and that it has not acknowledged. */
  readonly told: MessageId;
  /** The key of an entry in the agent's own memory and of one in the people's. */
  readonly entry: string;
  /** Three authorizations of the agent: an open, an approved and a rejected one. */
  readonly authorization: Sought;
  readonly approved: Sought;
  readonly rejected: RequestId;
  /** A grant of the approved one. */
  readonly grant: string;
  readonly permission: PermissionId;
  /** Of the policy in force, which has no rules. */
  readonly revision: string;
  /** A chat on Slack, where no channel is set up. */
  readonly link: LinkId;
  /** A session that a host has taken up, and one that has ended. */
  readonly held: Held;
  readonly ended: SessionId;
  /** Those that a person has to begin. */
  readonly pending: readonly [SessionId, SessionId];
  /** A conversation of the operator with the liaison, whose task is specified. */
  readonly task: ConversationId;
  /** The agent that all of it is of. */
  readonly self: { readonly id: PrincipalId; readonly name: string };
  /** A question of the idle agent that shares the answer to one of the other agent's. */
  readonly rider: RequestId;
  readonly files: AskedFiles;
  /** An agent that does nothing else. */
  readonly idle: PrincipalId;
  /** The name of who made that agent. */
  readonly owner: string;
  /** An operator used for nothing else, and the browser in which they are signed in. */
  readonly person: PrincipalId;
  readonly web: WebCaller;
}

interface Held {
  readonly id: SessionId;
  readonly epoch: number;
}

interface Sought {
  readonly id: RequestId;
  readonly digest: string;
}

/** Whose things they are, and where. */
interface Place {
  readonly url: string;
  readonly agent: string;
  readonly operator: string;
}

type Makers<Name extends keyof Things> = { readonly [N in Name]: () => Promise<Things[N]> };

/** Makes one of each, or of those that are named alone; in this order, and what they need before them. */
export async function makeThings(
  url: string,
  { agent, operator }: { readonly agent: string; readonly operator: string },
  names?: readonly (keyof Things)[],
): Promise<Things> {
  const place = { url, agent, operator };
  const words = wordsOf(place);
  const makers: Makers<keyof Things> = {
    ...words,
    ...soughtOf(place, words),
    ...sessionsOf(place, words),
    ...peopleOf(place, words),
    files: once(() => askForFiles(url, { agent, operator })),
  };
  const made: Partial<Record<keyof Things, unknown>> = {};
  const wanted = names === undefined ? undefined : new Set(names);
  for (const [name, make] of Object.entries(makers) as [keyof Things, () => Promise<unknown>][]) {
    if (wanted?.has(name) !== false) made[name] = await make();
  }
  return made as unknown as Things;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** What is said and noted. */
function wordsOf({ url, agent, operator }: Place) {
  const startConversation = once(() =>
    ok(url, "startConversation", { key: agent, input: { title: say("title") } }),
  );
  const ask = once(() => ok(url, "ask", { key: agent, input: { text: say("question") } }));
  return {
    conversation: async () => (await startConversation()).id,
    request: async () => (await ask()).request.id,
    message: once(
      async () => (await ok(url, "tell", { key: agent, input: { text: say("message") } })).id,
    ),
    told: once(async () => {
      const { conversation } = (await ask()).request;
      const input = { text: say("message"), conversation };
      return (await ok(url, "tell", { key: operator, input })).id;
    }),
    key: once(async () => {
      const input = { kind: "service", name: `service ${(await startConversation()).id}` };
      return (await ok(url, "createKey", { key: operator, input })).key.id;
    }),
    entry: once(async () => {
      const key = `entry/${(await startConversation()).id}`;
      await ok(url, "writeMemory", { key: agent, input: { key, value: say("value") } });
      const input = { namespace: "people", key, value: say("value") };
      await ok(url, "writeMemory", { key: operator, input });
      return key;
    }),
    self: async () => {
      const { agent: id, agentName: name } = (await ask()).request;
      return { id, name };
    },
  };
}

type Words = ReturnType<typeof wordsOf>;

/** Actions for which authorization was sought, and what was decided about them. */
function soughtOf({ url, agent, operator }: Place, { entry }: Words) {
  const seek = async (args: Readonly<Record<string, string>>): Promise<Sought> => {
    const sought = await ok(url, "authorize", {
      key: agent,
      input: { tool: "deploy", args, reason: say("reason") },
    });
    const { id, authorization } = asAuthorization(sought.request);
    return { id, digest: authorization.digest };
  };
  const collect = once(async () => {
    const approved = await seek({ id: await entry() });
    await ok(url, "approve", { key: operator, input: { ...approved } });
    const { grant } = await ok(url, "collect", { key: agent, input: { id: approved.id } });
    return { approved, grant };
  });
  return {
    approved: async () => (await collect()).approved,
    grant: async () => (await collect()).grant,
    rejected: once(async () => {
      const { id } = await seek({ id: await entry(), text: say("args") });
      await ok(url, "reject", { key: operator, input: { id, reason: say("reason") } });
      return id;
    }),
    authorization: once(async () => await seek({ id: await entry(), text: say("args") })),
    permission: once(async () => {
      const input = { scope: "target", like: (await collect()).approved.id };
      return (await ok(url, "permit", { key: operator, input })).id;
    }),
    revision: once(async () => {
      const input = { source: { version: 1, rules: [] } };
      return (await ok(url, "applyPolicy", { key: operator, input })).revision;
    }),
  };
}

function sessionsOf({ url, agent, operator }: Place, { conversation, self }: Words) {
  const offer = async () => {
    const input = { agent: (await self()).name, text: say("task"), pending: true };
    return (await ok(url, "startSession", { key: operator, input })).id;
  };
  return {
    link: once(async () => {
      const input = { channel: "slack", chatId: `C${await conversation()}` };
      return (await ok(url, "linkChat", { key: operator, input })).id;
    }),
    ended: once(async () => {
      const { id, epoch } = await takenUp(url, agent);
      const end = { id, epoch, outcome: "completed", text: say("reply") };
      await ok(url, "endSession", { key: agent, input: end });
      return id;
    }),
    held: once(() => takenUp(url, agent)),
    pending: once(async (): Promise<Things["pending"]> => [await offer(), await offer()]),
    task: once(async () => await specifiedTask(url, { key: operator, agent: (await self()).name })),
  };
}

function peopleOf({ url, agent, operator }: Place, { conversation }: Words) {
  const makeIdle = once(async () => {
    const input = { kind: "agent", name: `idle ${await conversation()}` };
    return await ok(url, "createKey", { key: operator, input });
  });
  const nameOfPerson = async () => `person ${await conversation()}`;
  const addPerson = once(async () => {
    // A second person who could decide would end the exception for a sole operator.
    const input = { name: await nameOfPerson(), role: "viewer" };
    return await ok(url, "addOperator", { key: operator, input });
  });
  return {
    idle: async () => (await makeIdle()).principal.id,
    owner: once(async () => (await ok(url, "whoami", { key: operator })).principal.name),
    rider: once(async () => {
      const input = { text: `${say("question")} ${await conversation()}` };
      await ok(url, "ask", { key: agent, input });
      return (await ok(url, "ask", { key: (await makeIdle()).secret, input })).request.id;
    }),
    person: async () => (await addPerson()).id,
    web: once(async () => {
      await addPerson();
      return await signInBrowser(url, { key: operator, operator: await nameOfPerson() });
    }),
  };
}

/** A task of the operator that was just begun. */
export async function specifiedTask(
  url: string,
  { key, agent }: { readonly key: string; readonly agent: string },
): Promise<ConversationId> {
  const { conversation_id } = await ok(url, "beginConversation", {
    key,
    input: { initial_message: say("I need a report. Just do it."), agent, attachments: [NOTES] },
  });
  return conversation_id;
}

/** A new session of the agent, claimed; unclaimed ones before it are claimed as well. */
async function takenUp(url: string, key: string): Promise<Held> {
  const { id } = await ok(url, "startSession", { key, input: { text: say("task") } });
  for (;;) {
    const { claimed } = await ok(url, "claimSession", { key, input: { host: "example" } });
    if (claimed === undefined) throw new Error(`Session ${id} cannot be taken up.`);
    if (claimed.session.id === id) return { id, epoch: claimed.session.epoch };
  }
}

/** A valid input for every operation. It names a thing wherever one can be named. */
export function examplesFor(things: Things): Readonly<Record<OperationName, Input>> {
  const { request, conversation, message, told, key, entry } = things;
  const {
    authorization,
    approved,
    rejected,
    grant,
    permission,
    idle,
    owner,
    person,
    web,
    link,
    rider,
  } = things;
  const { held, ended, pending, self, task, revision, files } = things;
  const people = { namespace: "people" };
  return {
    ask: {
      text: say("question"),
      context: say("context"),
      form: { kind: "choice", options: [say("option"), { label: say("option") }], allowText: true },
      default: { text: say("default") },
      conversation,
      tool: "ask_human",
      expiresInMs: 60_000,
      holdMs: 0,
    },
    list: { status: "open", conversation, mine: false, order: "oldest", limit: 3 },
    show: { id: request },
    wait: { id: request, holdMs: 0 },
    waitMany: { ids: request, until: "all", holdMs: 0 },
    answer: { id: request, answer: { text: say("answer") } },
    uploadFile: { id: files.open, ...NOTES },
    readFile: { id: files.answered, digest: digest.bytes(Buffer.from("notes")) },
    showEvidence: { id: request },
    explainRequest: { id: authorization.id },
    cancel: { id: request, reason: say("reason") },
    authorize: {
      tool: "deploy",
      args: { text: say("args"), password: say("secret") },
      reason: say("reason"),
      onBehalfOf: "user123",
      session: "session-1",
      argsSchema: { type: "object" },
      toolSchemaHash: "0".repeat(64),
      resources: [{ uri: "file:///tmp/a", sha256: "0".repeat(64) }],
      secrets: ["/password"],
      conversation,
      joinKey: `join ${entry}`,
      expiresInMs: 60_000,
      holdMs: 0,
    },
    approve: { ...authorization, typed: authorization.digest.slice(0, 6) },
    reject: { id: authorization.id, reason: say("reason") },
    respond: { id: authorization.id, text: say("answer") },
    askBack: { id: authorization.id, text: say("question") },
    answerBack: { id: files.open, text: say("answer"), number: 1 },
    revoke: { id: approved.id, reason: say("reason") },
    collect: { id: approved.id },
    redeem: { grant, tool: "deploy", args: { id: entry } },
    offerTools: {
      server: say("server"),
      tools: [{ tool: "read_mail", hash: "0".repeat(64) }],
      methods: ["resources/read"],
    },
    pinTool: { id: authorization.id, hash: "0".repeat(64) },
    policy: {},
    applyPolicy: { source: { version: 1, rules: [{ name: say("rule"), decision: "ask" }] } },
    testPolicy: { tool: "deploy", args: { text: say("args") } },
    policyCoverage: {},
    policyLog: { limit: 3 },
    policyRevision: { revision },
    diffPolicies: { from: revision, to: revision },
    blamePolicy: { revision },
    permit: {
      scope: "pattern",
      like: approved.id,
      tool: "nothing*",
      level: "MEDIUM",
      forMs: 5_000,
    },
    previewRejection: { id: rejected },
    previewPermission: { scope: "target", like: approved.id },
    listPermissions: {},
    revokePermission: { id: permission },
    setPassphrase: { passphrase: say("passphrase of some length") },
    grantKeys: {},
    rotateGrantKey: {},
    sealLog: {},
    acceptClock: { told: "2026-01-01T00:00:00.000Z" },
    erase: { id: rejected },
    eraseMatter: { about: "nobody of this name" },
    mailbox: { limit: 3 },
    acknowledge: { ids: [told, message] },
    tell: { text: say("message"), conversation },
    showMessage: { id: message },
    send: { channel: "console", chatId: "operator", text: say("message"), conversation },
    deliveries: { status: "failed", channel: "slack", limit: 3 },
    delivery: { id: NO_DELIVERY },
    resendDelivery: { id: NO_DELIVERY },
    dropDelivery: { id: NO_DELIVERY },
    listSubscriptions: {},
    setSubscription: { agent: self.id },
    rotateSubscription: { agent: idle },
    removeSubscription: { agent: idle },
    testSubscription: { agent: idle },
    testRoute: { to: ["role:owner"], level: "HIGH", expiresInMs: 60_000 },
    listDevices: {},
    addDevice: {
      name: say("device"),
      endpoint: "https://push.example.com/1",
      p256dh: "A".repeat(87),
      auth: "A".repeat(22),
      key: "A".repeat(87),
    },
    testDevice: { id: link },
    readNotice: { id: NO_DELIVERY },
    pressNotice: { token: `${NO_DELIVERY}.a.${"A".repeat(43)}` },
    createLinkCode: { channel: "email", chatId: "ana@example.com" },
    linkChat: { channel: "telegram", chatId: `at-${conversation}`, threadId: "7", name: say() },
    listLinks: {},
    rankLink: { id: link, rank: 2 },
    removeLink: { id: link },
    setAttention: { timeZone: "Europe/Berlin", quiet: { from: "22:00", to: "07:00" }, perHour: 6 },
    attention: {},
    undo: { id: request },
    assign: { id: request, to: owner },
    assignees: { id: request },
    unassign: { id: request },
    setReplies: { answers: ["Yes, go on."], reasons: ["Not now"] },
    replies: {},
    channels: {},
    reachable: {},
    startSession: { agent: self.name, text: say("task") },
    listSessions: { chain: ended, status: "completed", limit: 3 },
    showSession: { id: ended },
    sessionEntries: { id: ended, after: 0, limit: 3, holdMs: 0 },
    exportSessions: { agent: self.name },
    importSessions: {
      agent: self.name,
      lines: [JSON.stringify({ session_id: entry, ts_start: "2026-01-01T00:00:00.000Z" }), "{"],
      channel: "slack",
      chatId: "C1",
    },
    beginSession: { id: pending[0] },
    resumeSession: { id: ended, text: say("task") },
    cancelSession: { id: held.id, reason: say("reason") },
    listAgentProfiles: {},
    skillUse: { agent: self.name },
    registerAgent: {
      channels: [{ channel: "slack", chats: ["C1"], direct: true, mention: true }],
      description: "looks after backups",
      skills: ["backups"],
      judges: false,
    },
    claimSession: { host: "example", holdMs: 0 },
    renewSession: { ...held },
    watchSession: { ...held, holdMs: 0 },
    recordEntries: {
      ...held,
      after: 0,
      entries: [
        { kind: "prompt", text: say("prompt") },
        {
          kind: "reply",
          text: "",
          calls: [{ id: "1", name: "read", args: { text: say("args") } }],
        },
        { kind: "done", call: "1", tool: "read", text: say("result"), isError: false },
      ],
    },
    askInSession: { ...held, call: "1", question: { text: say("question") } },
    authorizeInSession: {
      ...held,
      call: "1",
      action: { tool: "deploy", args: { text: say("args"), id: held.id }, reason: say("reason") },
    },
    postInSession: { ...held, call: "1", text: say("message") },
    endSession: { ...held, outcome: "completed", text: say("reply") },
    recordSkillRead: { skill: "backups" },
    listReview: { limit: 3 },
    runReview: {},
    review: { id: request, outcome: { do: "keep" }, why: say("reason") },
    earlierAnswers: { id: request },
    shouldIAsk: { question: say("text"), options: ["tabs", "spaces"], cost_of_wrong: "low" },
    beginConversation: { initial_message: say("words"), attachments: [NOTES] },
    continueConversation: { conversation_id: task, message: say("words") },
    taskProgress: { conversation_id: task, status: say("status"), result: { share: 0.5 } },
    taskCompleted: { conversation_id: task, task_result: say("result") },
    shareLiaison: { conversation_id: task, with: [] },
    withdrawFeedback: { conversation_id: task, round: 1, reason: say("reason") },
    listDoubtfulFeedback: { limit: 3 },
    begin_conversation: { initial_message: say("words") },
    continue_conversation: { conversation_id: task, message: say("words") },
    task_completed: { conversation_id: task, task_result: say("result") },
    showLiaison: { conversation_id: task },
    readAttachment: { conversation_id: task, digest: digest.bytes(Buffer.from("notes")) },
    listLiaisons: { phase: "awaiting_task_completion", mine: false, limit: 3 },
    taskEvents: { after: 1, follow: false },
    liaisonReport: {},
    fitness: { agent: self.name, half_life_days: 7 },
    exportFitness: { agent: self.name },
    graphOf: { conversation_id: task },
    queryGraph: { query: "descendants", id: task, kind: "exchange" },
    eraseLiaison: { conversation_id: task },
    startConversation: { title: say("title") },
    listConversations: { limit: 3 },
    showConversation: { id: conversation, limit: 3 },
    writeMemory: { ...people, key: `${entry}/new`, value: say("value") },
    listMemory: { ...people, prefix: "entry/", limit: 3 },
    readMemory: { ...people, key: entry, version: 1 },
    memoryVersions: { ...people, key: entry, limit: 3 },
    searchMemory: { ...people, pattern: "canary +[0-9]", syntax: "regex" },
    deleteMemory: { ...people, key: entry },
    restoreMemory: { ...people, key: entry, version: 1 },
    recordToolCall: {
      tool: "write",
      call: `call_${entry}`,
      run: "run-1",
      argsDigest: "A".repeat(43),
      error: "ExecutionFailed",
    },
    events: { after: 1, follow: false },
    lastEvent: {},
    whoami: {},
    createKey: { kind: "agent", name: `agent ${request}`, scopes: ["read"], holdMs: 5_000 },
    acceptInvitation: { invitation: `ear_invite_${"A".repeat(43)}` },
    listKeys: {},
    rotateKey: { id: key, overlapMs: 1_000, expiresInMs: 60_000 },
    revokeKey: { id: key },
    recordState: {},
    acceptRecord: { event: 1 },
    verifyAudit: { head: `999999:${"0".repeat(64)}` },
    exportAudit: { after: 1 },
    proveAction: { id: request },
    previewEdit: { id: authorization.id, args: { text: say("args") } },
    reachAlone: { person: "operator" },
    dryRunPolicy: { source: { version: 1, rules: [{ name: say("rule"), decision: "ask" }] } },
    inbox: { split: "needs_me", limit: 3 },
    inboxItem: { id: request },
    noteSent: { ids: [request, authorization.id] },
    noteSeen: { id: request },
    claim: { id: request, take: true },
    release: { id: request },
    separate: { id: rider },
    snooze: { id: request, until: new Date(Date.now() + 3_600_000).toISOString() },
    insights: { days: 3 },
    listAgents: {},
    haltAgent: { id: idle },
    resumeAgent: { id: idle },
    tieAgent: { id: idle, person: owner },
    listRuns: {},
    showRun: { id: THE_RUN, after: 0 },
    runReport: { id: THE_RUN },
    addOperator: { name: `another ${conversation}`, role: "viewer" },
    listOperators: {},
    removeOperator: { id: person },
    createEndUserToken: { user_id: `user-${task}` },
    createSignInLink: { atTerminal: false },
    listWebSessions: {},
    revokeWebSession: { id: web.session.id },
    signOut: {},
    passkeyCreation: {},
    passkeyProof: {},
    addPasskey: { name: "here", response: {} },
    listPasskeys: {},
    removePasskey: { id: `psk_${"0".repeat(26)}` },
    passkeyStepUp: { digest: authorization.digest },
    listSigners: {},
    signerChain: { after: 0 },
    beginStatement: { purpose: "earshot.admit", subject: authorization.digest },
    changeSigners: { lost: authorization.digest },
    signInWithLink: { token: "A".repeat(43) },
    passkeySignInOptions: {},
    signInWithPasskey: { response: {} },
    status: {},
    clock: {},
    metrics: {},
    stop: {},
  };
}

/** Without a channel there is no delivery. */
const NO_DELIVERY = `dlv_${"0".repeat(26)}`;
