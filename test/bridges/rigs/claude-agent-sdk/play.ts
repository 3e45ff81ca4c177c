import { createSdkMcpServer, query, tool } from "@anthropic-ai/claude-agent-sdk";
import { z } from "zod";
import type { withPeople } from "../../../../src/bridges/claude-agent-sdk/index.ts";
import { present } from "../../../../src/domain/present.ts";
import type { Play, ScriptedCall } from "../../../suites/describe-bridge.ts";
import { envOf, type ModelCall, startModel } from "./model.ts";

/* An agent of the Claude Agent SDK: its real binary, which speaks with a model of the rig. */

export async function play(
  bridge: { readonly withPeople: typeof withPeople },
  { earshot, thread, folder, calls, ran, expiresInMs, secrets, signal }: Play,
): Promise<string> {
  const about = () => present({ secrets });
  const guard = ["mcp__pay__transfer"];
  const common = { thread, guard, about, ...present({ expiresInMs }) };
  const people = bridge.withPeople(earshot, common);
  const transfer = tool(
    "transfer",
    "Sends money.",
    { to: z.string(), amount: z.number() },
    async ({ to, amount }) => {
      await ran({ to, amount });
      return { content: [{ type: "text", text: `sent ${amount} to ${to}` }] };
    },
  );
  const model = await startModel(calls.map(asCall));
  const abortController = new AbortController();
  signal?.addEventListener("abort", () => abortController.abort(signal.reason));
  try {
    const messages = query({
      prompt: "Pay the invoice",
      options: {
        cwd: folder,
        abortController,
        settingSources: [],
        mcpServers: { pay: createSdkMcpServer({ name: "pay", tools: [transfer] }) },
        canUseTool: people.canUseTool,
        hooks: people.hooks,
        env: Object.assign({ PATH: process.env["PATH"] }, envOf(model.url, folder)),
      },
    });
    for await (const _ of people.watch(messages));
    return JSON.stringify(model.heard.at(-1)?.body.messages);
  } finally {
    await model.close();
  }
}

function asCall({ tool: name, args }: ScriptedCall): ModelCall {
  if (name === "transfer") return { name: "mcp__pay__transfer", input: args };
  const { question, options, several = false } = args;
  // The tool of Claude Code always offers something.
  const labels = Array.isArray(options) ? options : ["yes", "no"];
  const offered = labels.map((label) => ({ label, description: "" }));
  const asked = { question, header: "Asked", multiSelect: several, options: offered };
  return { name: "AskUserQuestion", input: { questions: [asked] } };
}
