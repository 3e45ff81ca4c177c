import type { CommandModule } from "./terminal/command.ts";

/** A command, or what only gathers the commands below it. */
export type CommandEntry =
  | (CommandModule & { readonly commands?: readonly CommandModule[] })
  | (Pick<CommandModule, "define"> & { readonly commands: readonly CommandModule[] });

/** How the help lists the commands: the few that everybody needs stand first. */
export const COMMAND_GROUPS: Readonly<Record<string, readonly string[]>> = {
  "Begin with": ["start", "open", "init", "demo", "doctor"],
  "For people": [
    "console",
    "list",
    "show",
    "answer",
    "ask-back",
    "separate",
    "assign",
    "approve",
    "reject",
    "respond",
    "undo",
    "revoke",
    "liaise",
    "review",
  ],
  "For agents and scripts": [
    "ask",
    "tell",
    "wait",
    "answer-back",
    "cancel",
    "authorize",
    "redeem",
    "mcp",
    "hook",
    "subscriptions",
    "proxy",
    "skills",
  ],
  "Agents that run here": ["run", "runs", "host", "agents", "sessions", "liaison", "memory"],
  "What agents may do": ["policy", "permissions", "pin", "grant", "templates"],
  "Who may sign in": ["operators", "keys", "signer", "passphrase", "web-sessions"],
  "How people are reached": ["channels", "link", "links", "deliveries", "route", "attention"],
  "The server and its record": [
    "status",
    "clock",
    "stop",
    "events",
    "audit",
    "record",
    "backup",
    "restore",
    "retention",
    "erase",
    "migrate",
  ],
  "The terminal": ["completions"],
};

/**
 * Every command by its name. Each is loaded when it is called: all of them
 * together take several times as long as most of them need to run.
 */
export const COMMANDS: Readonly<Record<string, () => Promise<CommandEntry>>> = {
  start: async () => (await import("./commands/server/start.ts")).start,
  open: async () => (await import("./commands/server/open.ts")).open,
  init: async () => (await import("./commands/setup/init.ts")).init,
  console: async () => (await import("./commands/server/console.ts")).operatorConsole,
  liaise: async () => (await import("./commands/liaison/liaise.ts")).liaise,
  run: async () => (await import("./commands/sessions/run.ts")).run,
  ask: async () => (await import("./commands/requests/ask.ts")).ask,
  tell: async () => (await import("./commands/requests/tell.ts")).tell,
  wait: async () => (await import("./commands/requests/wait.ts")).wait,
  answer: async () => (await import("./commands/requests/answer.ts")).answer,
  "ask-back": async () => (await import("./commands/requests/ask-back.ts")).askBack,
  "answer-back": async () => (await import("./commands/requests/answer-back.ts")).answerBack,
  list: async () => (await import("./commands/requests/list.ts")).list,
  show: async () => (await import("./commands/requests/show.ts")).show,
  separate: async () => (await import("./commands/hub/separate.ts")).separate,
  cancel: async () => (await import("./commands/requests/cancel.ts")).cancel,
  skills: async () => (await import("./commands/sessions/skills.ts")).skills,
  authorize: async () => (await import("./commands/authority/authorize.ts")).authorize,
  approve: async () => (await import("./commands/authority/approve.ts")).approve,
  assign: async () => (await import("./commands/requests/assign.ts")).assign,
  reject: async () => (await import("./commands/authority/reject.ts")).reject,
  respond: async () => (await import("./commands/authority/respond.ts")).respond,
  undo: async () => (await import("./commands/requests/undo.ts")).undo,
  revoke: async () => (await import("./commands/authority/revoke.ts")).revoke,
  pin: async () => (await import("./commands/authority/pin.ts")).pin,
  redeem: async () => (await import("./commands/authority/redeem.ts")).redeem,
  passphrase: async () => (await import("./commands/people/passphrase.ts")).passphrase,
  erase: async () => (await import("./commands/requests/erase.ts")).erase,
  events: async () => (await import("./commands/log/events.ts")).events,
  status: async () => (await import("./commands/server/status.ts")).status,
  stop: async () => (await import("./commands/server/stop.ts")).stop,
  link: async () => (await import("./commands/hub/link.ts")).link,
  attention: async () => (await import("./commands/hub/attention.ts")).attention,
  mcp: async () => (await import("./commands/setup/mcp.ts")).mcp,
  proxy: async () => (await import("./commands/setup/proxy.ts")).proxy,
  templates: async () => (await import("./commands/setup/templates.ts")).templates,
  hook: async () => (await import("./commands/authority/hook.ts")).hook,
  host: async () => (await import("./commands/sessions/host.ts")).host,
  doctor: async () => (await import("./commands/upkeep/doctor.ts")).doctor,
  async backup() {
    const { backup, checkBackupFile } = await import("./commands/upkeep/backup.ts");
    const { drillBackup } = await import("./commands/upkeep/backup-drill.ts");
    return { ...backup, commands: [checkBackupFile, drillBackup] };
  },
  restore: async () => (await import("./commands/upkeep/restore.ts")).restore,
  retention: async () => (await import("./commands/upkeep/retention.ts")).retention,
  demo: async () => (await import("./commands/server/demo.ts")).demo,
  completions: async () => (await import("./commands/server/completions.ts")).completions,
  async keys() {
    const { defineKeys, createKey, acceptInvitation, listKeys, rotateKey, revokeKey } =
      await import("./commands/keys/keys.ts");
    return {
      define: defineKeys,
      commands: [createKey, acceptInvitation, listKeys, rotateKey, revokeKey],
    };
  },
  async operators() {
    const { defineOperators, listOperators, addOperator, linkOperator, removeOperator } =
      await import("./commands/people/operators.ts");
    return {
      define: defineOperators,
      commands: [listOperators, addOperator, linkOperator, removeOperator],
    };
  },
  async signer() {
    const {
      defineSigners,
      listSigners,
      addSigner,
      admitSigner,
      endSigner,
      ownerOfSigners,
      lostSigners,
      signerRoot,
    } = await import("./commands/people/signers.ts");
    return {
      define: defineSigners,
      commands: [
        listSigners,
        addSigner,
        admitSigner,
        endSigner,
        ownerOfSigners,
        lostSigners,
        signerRoot,
      ],
    };
  },
  async "web-sessions"() {
    const { defineWebSessions, listWebSessions, revokeWebSession } = await import(
      "./commands/people/web-sessions.ts"
    );
    return { define: defineWebSessions, commands: [listWebSessions, revokeWebSession] };
  },
  async channels() {
    const { defineChannels, listChannels, addOneChannel, removeChannel, checkConfigured } =
      await import("./commands/hub/channels.ts");
    return {
      define: defineChannels,
      commands: [listChannels, addOneChannel, removeChannel, checkConfigured],
    };
  },
  async links() {
    const { defineLinks, listLinks, linkChat, firstLink, removeLink } = await import(
      "./commands/hub/links.ts"
    );
    return { define: defineLinks, commands: [listLinks, linkChat, firstLink, removeLink] };
  },
  async deliveries() {
    const { defineDeliveries, listDeliveries, showDelivery, resendDeliveries, dropDeliveries } =
      await import("./commands/hub/deliveries.ts");
    return {
      define: defineDeliveries,
      commands: [listDeliveries, showDelivery, resendDeliveries, dropDeliveries],
    };
  },
  async subscriptions() {
    const {
      defineSubscriptions,
      listSubscriptions,
      addSubscription,
      rotateSubscription,
      removeSubscription,
      testSubscription,
    } = await import("./commands/hub/subscriptions.ts");
    return {
      define: defineSubscriptions,
      commands: [
        listSubscriptions,
        addSubscription,
        rotateSubscription,
        removeSubscription,
        testSubscription,
      ],
    };
  },
  async route() {
    const { defineRoute, testRoute } = await import("./commands/hub/route.ts");
    return { define: defineRoute, commands: [testRoute] };
  },
  async agents() {
    const { defineAgents, listAgents, haltAgent, resumeAgent, tieAgent } = await import(
      "./commands/keys/agents.ts"
    );
    return { define: defineAgents, commands: [listAgents, haltAgent, resumeAgent, tieAgent] };
  },
  async policy() {
    const { definePolicy, showPolicy, checkPolicyFile, applyPolicy } = await import(
      "./commands/policy/policy.ts"
    );
    const { testPolicy } = await import("./commands/policy/test-policy.ts");
    const { explainPolicy } = await import("./commands/policy/explain-policy.ts");
    const { policyCoverage } = await import("./commands/policy/policy-coverage.ts");
    const { upgradePolicy } = await import("./commands/policy/upgrade-policy.ts");
    const { logPolicies, diffPolicies, blamePolicy } = await import(
      "./commands/policy/policy-history.ts"
    );
    return {
      define: definePolicy,
      commands: [
        showPolicy,
        checkPolicyFile,
        testPolicy,
        explainPolicy,
        policyCoverage,
        upgradePolicy,
        applyPolicy,
        logPolicies,
        diffPolicies,
        blamePolicy,
      ],
    };
  },
  async grant() {
    const { defineGrant, verifyGrant, grantKeys, rotateGrant } = await import(
      "./commands/authority/grant.ts"
    );
    return { define: defineGrant, commands: [verifyGrant, grantKeys, rotateGrant] };
  },
  async permissions() {
    const { definePermissions, listPermissions, givePermission, revokePermission } = await import(
      "./commands/policy/permissions.ts"
    );
    return {
      define: definePermissions,
      commands: [listPermissions, givePermission, revokePermission],
    };
  },
  async memory() {
    const {
      defineMemory,
      listMemory,
      readMemory,
      memoryHistory,
      searchMemory,
      restoreMemory,
      writeMemory,
      deleteMemory,
    } = await import("./commands/memory/memory.ts");
    const { exportMemory, importMemory } = await import("./commands/memory/memory-transfer.ts");
    return {
      define: defineMemory,
      commands: [
        listMemory,
        readMemory,
        memoryHistory,
        searchMemory,
        restoreMemory,
        writeMemory,
        deleteMemory,
        exportMemory,
        importMemory,
      ],
    };
  },
  async migrate() {
    const { defineMigrate, sqliteToPostgres } = await import("./commands/upkeep/migrate.ts");
    return { define: defineMigrate, commands: [sqliteToPostgres] };
  },
  async clock() {
    const { defineClock, showClock, acceptClock } = await import("./commands/server/clock.ts");
    return { define: defineClock, commands: [showClock, acceptClock] };
  },
  async record() {
    const { defineRecord, showRecord, acceptRecord } = await import("./commands/log/record.ts");
    return { define: defineRecord, commands: [showRecord, acceptRecord] };
  },
  async audit() {
    const { defineAudit, verifyAudit, exportAudit, sealAudit } = await import(
      "./commands/log/audit.ts"
    );
    const { proveAction, verifyProof } = await import("./commands/log/audit-proof.ts");
    return {
      define: defineAudit,
      commands: [verifyAudit, exportAudit, proveAction, verifyProof, sealAudit],
    };
  },
  async sessions() {
    const {
      defineSessions,
      listSessions,
      showSession,
      followSession,
      startSession,
      resumeSession,
      cancelSession,
    } = await import("./commands/sessions/sessions.ts");
    const { beginSession, pendingSessions } = await import(
      "./commands/sessions/pending-sessions.ts"
    );
    const { exportSessions, importSessions } = await import(
      "./commands/sessions/session-ledger.ts"
    );
    return {
      define: defineSessions,
      commands: [
        listSessions,
        showSession,
        followSession,
        startSession,
        pendingSessions,
        beginSession,
        resumeSession,
        cancelSession,
        exportSessions,
        importSessions,
      ],
    };
  },
  async liaison() {
    const {
      defineLiaison,
      listConversations,
      showConversation,
      sayInConversation,
      eraseConversation,
    } = await import("./commands/liaison/liaison.ts");
    const { saveAttachment } = await import("./commands/liaison/liaison-attachment.ts");
    const { reportProgress, completeTask } = await import("./commands/liaison/liaison-work.ts");
    const { reportReliability, showFitness, exportFeedback, followTasks } = await import(
      "./commands/liaison/liaison-learning.ts"
    );
    const { shareConversation, signEndUser, reviewFeedback, takeFeedbackBack } = await import(
      "./commands/liaison/liaison-people.ts"
    );
    const { printGraph, queryTheGraph } = await import("./commands/liaison/liaison-graph.ts");
    return {
      define: defineLiaison,
      commands: [
        listConversations,
        showConversation,
        sayInConversation,
        saveAttachment,
        shareConversation,
        signEndUser,
        reviewFeedback,
        takeFeedbackBack,
        reportProgress,
        completeTask,
        reportReliability,
        showFitness,
        exportFeedback,
        followTasks,
        printGraph,
        queryTheGraph,
        eraseConversation,
      ],
    };
  },
  async review() {
    const { defineReview, reviewRequests, runReview } = await import(
      "./commands/requests/review.ts"
    );
    return { define: defineReview, commands: [reviewRequests, runReview] };
  },
  async runs() {
    const { defineRuns, listRuns, showRun, followRun, compareTwoRuns, reportRun } = await import(
      "./commands/sessions/runs.ts"
    );
    return {
      define: defineRuns,
      commands: [listRuns, showRun, followRun, compareTwoRuns, reportRun],
    };
  },
};
