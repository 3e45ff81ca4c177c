import { appendFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { z } from "zod";
import { createClient } from "../../src/client/index.ts";
import { hostAgents } from "../../src/host/agents/host-agents.ts";
import { createModelRunner } from "../../src/host/sessions/create-model-runner.ts";
import type { AgentRuntime } from "../../src/host/sessions/runtime.ts";
import type { SessionPoint } from "../../src/host/sessions/session-point.ts";
import { createModel } from "../../src/model/create-model.ts";
import { readServerInfo } from "../../src/system/data-folder.ts";
import { checkSchema } from "../../src/system/schema-check.ts";
import { defineTool } from "../../src/tools/registry/define-tool.ts";
import type { HostOrder, HostReport, HostStart } from "./host-process.ts";

/* A host of one agent, in a process made to be killed. Its tools write a line for each effect. */

/** The planted fault, for tests of the checks that must find it. */
const fault = process.argv[2];

const death = { at: undefined as SessionPoint | undefined, left: 0 };

function onPoint(point: SessionPoint): void {
  if (point !== death.at) return;
  death.left -= 1;
  if (death.left === 0) process.kill(process.pid, "SIGKILL");
}

const LATE_MS = 400;

/** `repeatable` says whether the host may repeat a call whose end it does not know. */
function effectTool(file: string, name: string, repeatable: boolean) {
  return defineTool({
    name,
    description: "Has an effect.",
    input: z.object({ note: z.string().optional().describe("Anything.") }),
    output: z.object({ done: z.boolean() }),
    annotations: { readOnly: false, repeatable },
    async execute(_, { call }) {
      const leave = () =>
        appendFileSync(file, `${JSON.stringify({ name, call, at: Date.now() })}\n`);
      leave();
      if (fault === "runs twice" && !repeatable) leave();
      if (fault === "runs late") setTimeout(leave, LATE_MS);
      return { done: true };
    },
  });
}

function host({ host: name, dataFolder, key, agent, model, effects }: HostStart): void {
  const server = () => ({ url: readServerInfo(dataFolder)?.url ?? "", key });
  const earshot = createClient({ url: server, retryForMs: 60_000 });
  const tools = [
    effectTool(effects, "effect", true),
    effectTool(effects, "effect_once", false),
    effectTool(effects, "pay", false),
  ];
  const runtime: AgentRuntime = {
    name: agent,
    earshot,
    system: "You are in a test.",
    skills: [],
    workers: [],
    model: createModel({ baseUrl: `${model}/v1`, name: "scripted", checkSchema }),
    tools: [...tools.map((tool) => tool.name), "ask_operator", "read_session", "message"],
    preconditions: [],
    approvals: ["pay"],
    now: Date.now,
    limits: { steps: 20, attempts: 1_000, acknowledgeAfterMs: 3_600_000 },
  };
  const run = createModelRunner(runtime, { tools, onPoint });
  hostAgents({
    agents: [{ name: agent, earshot, run, profile: { channels: [] }, sessions: 4, schedules: [] }],
    host: name,
    atOnce: 4,
    graceMs: 1_000,
    now: Date.now,
    onFault: (error) => process.stderr.write(`${error}\n`),
  });
}

function tell(report: HostReport): void {
  process.send?.(report);
}

process.on("message", (order: HostOrder) => {
  if (order.order === "host") {
    host(order);
    return;
  }
  death.at = order.at;
  death.left = order.count;
});
// The parent is gone, so nobody could end this process.
process.on("disconnect", () => process.exit());
// Node writes its compile cache at exit, which a killed process never reaches.
flushCompileCache();
tell({ report: "loaded" });
