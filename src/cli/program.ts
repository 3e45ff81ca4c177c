import { Command, CommanderError } from "commander";
import { EarshotError } from "../domain/errors.ts";
import { VERSION } from "../version.ts";
import type { CommandModule } from "./command.ts";
import { defineAgents, haltAgent, listAgents, resumeAgent } from "./commands/agents.ts";
import { answer } from "./commands/answer.ts";
import { approve } from "./commands/approve.ts";
import { ask } from "./commands/ask.ts";
import { attention } from "./commands/attention.ts";
import { defineAudit, exportAudit, sealAudit, verifyAudit } from "./commands/audit.ts";
import { authorize } from "./commands/authorize.ts";
import { backup, checkBackupFile } from "./commands/backup.ts";
import { cancel } from "./commands/cancel.ts";
import {
  addOneChannel,
  checkConfigured,
  defineChannels,
  listChannels,
  removeChannel,
} from "./commands/channels.ts";
import { completions } from "./commands/completions.ts";
import { operatorConsole } from "./commands/console.ts";
import {
  defineDeliveries,
  dropDeliveries,
  listDeliveries,
  resendDeliveries,
  showDelivery,
} from "./commands/deliveries.ts";
import { demo } from "./commands/demo.ts";
import { doctor } from "./commands/doctor.ts";
import { erase } from "./commands/erase.ts";
import { events } from "./commands/events.ts";
import { defineGrant, grantKeys, rotateGrant, verifyGrant } from "./commands/grant.ts";
import { hook } from "./commands/hook.ts";
import { host } from "./commands/host.ts";
import { init } from "./commands/init.ts";
import { createKey, defineKeys, listKeys, revokeKey } from "./commands/keys.ts";
import { liaise } from "./commands/liaise.ts";
import {
  defineLiaison,
  eraseConversation,
  listConversations,
  sayInConversation,
  showConversation,
} from "./commands/liaison.ts";
import { printGraph, queryTheGraph } from "./commands/liaison-graph.ts";
import {
  exportFeedback,
  followTasks,
  reportReliability,
  showFitness,
} from "./commands/liaison-learning.ts";
import { completeTask, reportProgress } from "./commands/liaison-work.ts";
import { link } from "./commands/link.ts";
import { defineLinks, firstLink, linkChat, listLinks, removeLink } from "./commands/links.ts";
import { list } from "./commands/list.ts";
import { mcp } from "./commands/mcp.ts";
import {
  defineMemory,
  deleteMemory,
  listMemory,
  memoryHistory,
  readMemory,
  restoreMemory,
  searchMemory,
  writeMemory,
} from "./commands/memory.ts";
import { exportMemory, importMemory } from "./commands/memory-transfer.ts";
import { defineMigrate, sqliteToPostgres } from "./commands/migrate.ts";
import { open } from "./commands/open.ts";
import {
  addOperator,
  defineOperators,
  linkOperator,
  listOperators,
  removeOperator,
} from "./commands/operators.ts";
import { passphrase } from "./commands/passphrase.ts";
import {
  definePermissions,
  givePermission,
  listPermissions,
  revokePermission,
} from "./commands/permissions.ts";
import {
  applyPolicy,
  checkPolicyFile,
  definePolicy,
  showPolicy,
  testPolicy,
} from "./commands/policy.ts";
import { proxy } from "./commands/proxy.ts";
import { redeem } from "./commands/redeem.ts";
import { reject } from "./commands/reject.ts";
import { restore } from "./commands/restore.ts";
import { retention } from "./commands/retention.ts";
import { defineReview, reviewRequests, runReview } from "./commands/review.ts";
import { defineRoute, testRoute } from "./commands/route.ts";
import { run } from "./commands/run.ts";
import {
  compareTwoRuns,
  defineRuns,
  followRun,
  listRuns,
  reportRun,
  showRun,
} from "./commands/runs.ts";
import { exportSessions, importSessions } from "./commands/session-ledger.ts";
import {
  cancelSession,
  defineSessions,
  followSession,
  listSessions,
  resumeSession,
  showSession,
  startSession,
} from "./commands/sessions.ts";
import { show } from "./commands/show.ts";
import { skills } from "./commands/skills.ts";
import { start } from "./commands/start.ts";
import { status } from "./commands/status.ts";
import { stop } from "./commands/stop.ts";
import { tell } from "./commands/tell.ts";
import { templates } from "./commands/templates.ts";
import { wait } from "./commands/wait.ts";
import { defineWebSessions, listWebSessions, revokeWebSession } from "./commands/web-sessions.ts";
import { EXIT_CODES, exitCodeOf } from "./exit-codes.ts";
import { type CommonOptions, createRunContext } from "./run-context.ts";

const COMMANDS: readonly CommandModule[] = [
  start,
  open,
  init,
  operatorConsole,
  liaise,
  run,
  ask,
  tell,
  wait,
  answer,
  list,
  show,
  cancel,
  skills,
  authorize,
  approve,
  reject,
  redeem,
  passphrase,
  erase,
  events,
  status,
  stop,
  link,
  attention,
  mcp,
  proxy,
  templates,
  hook,
  host,
  doctor,
  backup,
  checkBackupFile,
  restore,
  retention,
  demo,
  completions,
];

interface Group {
  define(program: Command): Command;
  readonly commands: readonly CommandModule[];
}

const GROUPS: readonly Group[] = [
  { define: defineKeys, commands: [createKey, listKeys, revokeKey] },
  { define: defineOperators, commands: [listOperators, addOperator, linkOperator, removeOperator] },
  { define: defineWebSessions, commands: [listWebSessions, revokeWebSession] },
  {
    define: defineChannels,
    commands: [listChannels, addOneChannel, removeChannel, checkConfigured],
  },
  { define: defineLinks, commands: [listLinks, linkChat, firstLink, removeLink] },
  {
    define: defineDeliveries,
    commands: [listDeliveries, showDelivery, resendDeliveries, dropDeliveries],
  },
  { define: defineRoute, commands: [testRoute] },
  { define: defineAgents, commands: [listAgents, haltAgent, resumeAgent] },
  { define: definePolicy, commands: [showPolicy, checkPolicyFile, testPolicy, applyPolicy] },
  { define: defineGrant, commands: [verifyGrant, grantKeys, rotateGrant] },
  { define: definePermissions, commands: [listPermissions, givePermission, revokePermission] },
  {
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
  },
  { define: defineMigrate, commands: [sqliteToPostgres] },
  { define: defineAudit, commands: [verifyAudit, exportAudit, sealAudit] },
  {
    define: defineSessions,
    commands: [
      listSessions,
      showSession,
      followSession,
      startSession,
      resumeSession,
      cancelSession,
      exportSessions,
      importSessions,
    ],
  },
  {
    define: defineLiaison,
    commands: [
      listConversations,
      showConversation,
      sayInConversation,
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
  },
  { define: defineReview, commands: [reviewRequests, runReview] },
  { define: defineRuns, commands: [listRuns, showRun, followRun, compareTwoRuns, reportRun] },
];

/** The whole command line; `finish` gets the exit code of the command that ran. */
export function createProgram(finish: (code: number) => void, signal: AbortSignal): Command {
  const program = new Command("earshot")
    .description("Keeps a person within earshot of every AI agent.")
    .version(VERSION)
    .helpCommand(false)
    .showSuggestionAfterError()
    .showHelpAfterError("(--help shows how)")
    // A command that has commands of its own must not take the options of these for its own.
    .enablePositionalOptions()
    .exitOverride();
  const add = (parent: Command, module: CommandModule) => {
    const command = module.define(parent);
    command.exitOverride().action(async () => {
      const context = createRunContext(command.opts<CommonOptions>(), signal);
      try {
        finish(await module.run(context, command));
      } catch (error) {
        if (error instanceof CommanderError) throw error;
        finish(report(error, context));
      }
    });
  };
  for (const module of COMMANDS) add(program, module);
  for (const { define, commands } of GROUPS) {
    const group = define(program);
    for (const module of commands) add(group, module);
  }
  return program;
}

function report(error: unknown, { output, signal }: ReturnType<typeof createRunContext>): number {
  if (signal.aborted) return EXIT_CODES.interrupted;
  output.error(error);
  if (!(error instanceof EarshotError) && error instanceof Error) output.note(error.stack ?? "");
  return exitCodeOf(error);
}

/** The exit code of what commander throws: help and version end well, the rest is wrong usage. */
export function usageExitCode(error: unknown): number {
  if (!(error instanceof CommanderError)) throw error;
  return error.exitCode === 0 ? EXIT_CODES.answered : EXIT_CODES.usage;
}
