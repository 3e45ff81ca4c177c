import { createSdkMcpServer, query, tool } from "@anthropic-ai/claude-agent-sdk";
import { z } from "zod";
import { envOf, startModel } from "./model.ts";

/* An agent of the Claude Agent SDK: its real binary, which speaks with a model of the rig. */

export async function play(bridge, { earshot, thread, folder, calls, ran, ...more }) {
  const { expiresInMs, secrets, onAskedBack, signal } = more;
  const guard = ["mcp__pay__transfer"];
  const about = () => (secrets === undefined ? {} : { secrets });
  const options = { thread, guard, about, onAskedBack };
  if (expiresInMs !== undefined) options.expiresInMs = expiresInMs;
  const people = bridge.withPeople(earshot, options);
  const shape = { to: z.string(), amount: z.number() };
  const transfer = tool("transfer", "Sends money.", shape, async ({ to, amount }) => {
    await ran({ to, amount });
    return { content: [{ type: "text", text: `sent ${amount} to ${to}` }] };
  });
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
        env: Object.assign({ PATH: process.env.PATH }, envOf(model.url, folder)),
      },
    });
    for await (const _ of people.watch(messages));
    return JSON.stringify(model.heard.at(-1)?.body.messages);
  } finally {
    await model.close();
  }
}

function asCall({ tool: name, args }) {
  if (name === "transfer") return { name: "mcp__pay__transfer", input: args };
  const { question, options = ["yes", "no"], several: multiSelect = false } = args;
  // The tool of Claude Code always offers something.
  const offered = options.map((label) => ({ label, description: "" }));
  const asked = { question, header: "Asked", multiSelect, options: offered };
  return { name: "AskUserQuestion", input: { questions: [asked] } };
}
