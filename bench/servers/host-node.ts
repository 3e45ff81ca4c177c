import { pino } from "pino";
import { openContext } from "../../src/compose/context.ts";
import { callerWithAllRights } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { DEFAULT_WORKSPACE } from "../../src/domain/id.ts";
import { hostAgents } from "../../src/host/agents/host-agents.ts";
import { createMind } from "../../src/liaison/create-mind.ts";
import { takeDataFolder } from "../../src/system/data-folder.ts";
import { instantAgent } from "../host-agent.ts";
import { reportTo } from "./report.ts";

/* A node with a host in it, which runs the sessions of one agent and does nothing else. */
const [dataFolder = ".earshot", url = ""] = process.argv.slice(2);
const AT_ONCE = 16;

const folder = takeDataFolder(dataFolder);
const opened = new AsyncDisposableStack();
const { ctx } = await openContext(opened, {
  paths: folder.paths,
  log: pino({ level: "silent" }),
  addSecret: () => {},
  anchor: undefined,
  postgres: { url },
  limits: undefined,
  longestPauseMs: undefined,
  outlets: undefined,
  liaison: createMind(),
  graphMirror: undefined,
  onCommitPoint: undefined,
  signal: undefined,
});
const stopFollowing = await ctx.following.start();
const by = { workspace: DEFAULT_WORKSPACE, kind: "agent", name: "agent" } as const;
const agent = await ctx.store.findPrincipalByName(by);
if (agent?.kind !== "agent") throw new Error("There is no agent.");
const earshot = createEarshot(ctx, callerWithAllRights(agent));
const running = hostAgents({
  agents: [instantAgent(earshot, { sessions: AT_ONCE, onContinuation() {} })],
  host: `bench-${process.pid}`,
  atOnce: AT_ONCE,
  graceMs: 5_000,
  now: Date.now,
  onFault(error) {
    throw error;
  },
});
reportTo(process.pid, async () => {
  await running.stop();
  await stopFollowing();
  await opened.disposeAsync();
});
