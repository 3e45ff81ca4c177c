import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSdkMcpServer, query, tool } from "@anthropic-ai/claude-agent-sdk";
import { z } from "zod";
import { envOf, startModel } from "./model.ts";

/*
 * The same agent, with its own approvals: a hook defers its call, which ends the run, and decides it once the
 * session is resumed. Its program keeps the session's name and what was deferred.
 */

const NAME = "mcp__pay__transfer";
const DEFERS = { permissionDecision: "defer" };

export function alone({ folder, calls, ran }) {
  const file = join(folder, "session.json");
  const kept = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

  /** Runs until it ends or defers a call; gives what the model has read. */
  async function run(prompt, decision) {
    const shape = { to: z.string(), amount: z.number() };
    const transfer = tool("transfer", "Sends money.", shape, async ({ to, amount }) => {
      await ran({ to, amount });
      return { content: [{ type: "text", text: `sent ${amount} to ${to}` }] };
    });
    const model = await startModel(calls.map(({ args: input }) => ({ name: NAME, input })));
    const decides = async () => ({
      hookSpecificOutput: { hookEventName: "PreToolUse", ...decision },
    });
    const options = {
      cwd: folder,
      settingSources: [],
      mcpServers: { pay: createSdkMcpServer({ name: "pay", tools: [transfer] }) },
      hooks: { PreToolUse: [{ matcher: NAME, hooks: [decides] }] },
      env: Object.assign({ PATH: process.env.PATH }, envOf(model.url, folder)),
    };
    const { session } = kept();
    if (session !== undefined) options.resume = session;
    try {
      for await (const message of query({ prompt, options })) {
        if (message.type !== "result") continue;
        const { session_id, deferred_tool_use: deferred } = message;
        writeFileSync(file, JSON.stringify({ session: session_id, deferred }));
      }
      return JSON.stringify(model.heard.at(-1)?.body.messages);
    } finally {
      await model.close();
    }
  }

  return {
    begin: () => run("Pay the invoice", DEFERS),
    waiting: async () => (kept().deferred === undefined ? 0 : 1),
    async decide({ approved, reason, args }) {
      const allows = { permissionDecision: "allow" };
      if (args !== undefined) allows.updatedInput = args;
      const denies = { permissionDecision: "deny", permissionDecisionReason: reason };
      return await run("", approved ? allows : denies);
    },
  };
}
