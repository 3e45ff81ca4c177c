import { join } from "node:path";
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { LibSQLStore } from "@mastra/libsql";
import { z } from "zod";
import { scripted } from "./scripted.js";

/* The same agent of Mastra, with its own approvals. */

export function alone({ folder, calls, ran }) {
  const told = [];
  const transfer = createTool({
    id: "transfer",
    description: "Sends money.",
    inputSchema: z.object({ to: z.string(), amount: z.number() }),
    requireApproval: true,
    async execute({ to, amount }) {
      await ran({ to, amount });
      return `sent ${amount} to ${to}`;
    },
  });
  const model = scripted(calls, told);
  const payer = new Agent({
    id: "payer",
    name: "payer",
    instructions: "Pay.",
    model,
    tools: { transfer },
  });
  const storage = new LibSQLStore({ id: "runs", url: `file:${join(folder, "runs.db")}` });
  const agent = new Mastra({ agents: { payer }, storage, logger: false }).getAgent("payer");
  const suspended = async () => {
    const { runs } = await agent.listSuspendedRuns();
    return runs.flatMap(({ runId, toolCalls }) => {
      return toolCalls.map(({ toolCallId }) => ({ runId, toolCallId }));
    });
  };
  return {
    begin: () => agent.generate("Pay the invoice", { runId: "run-1" }),
    waiting: async () => (await suspended()).length,
    async decide({ approved, reason, args }) {
      for (let [one] = await suspended(); one !== undefined; [one] = await suspended()) {
        // There is no place for other arguments: all that could carry them is tried.
        const resumed = args === undefined ? { approved } : { approved, args, input: args };
        if (approved) await agent.resumeGenerate(resumed, one);
        else await agent.declineToolCallGenerate({ ...one, reason });
      }
      return told.join("\n");
    },
  };
}
