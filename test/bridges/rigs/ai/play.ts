import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ModelMessage, ToolLoopAgent, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { z } from "zod";
import type { withPeople } from "../../../../src/bridges/ai/index.ts";
import { present } from "../../../../src/domain/present.ts";
import type { Play, ScriptedCall } from "../../../suites/describe-bridge.ts";

/* An agent of the AI SDK, which keeps its messages in a file. */

export async function play(
  bridge: { readonly withPeople: typeof withPeople },
  { earshot, thread, folder, calls, ran, expiresInMs, secrets, agentName, signal }: Play,
): Promise<string> {
  const file = join(folder, `${thread}.json`);
  const about = () => present({ secrets });
  const people = bridge.withPeople(earshot, { thread, about, ...present({ expiresInMs }) });
  const transfer = tool({
    description: "Sends money.",
    inputSchema: z.object({ to: z.string(), amount: z.number() }),
    async execute({ to, amount }) {
      await ran({ to, amount });
      return `sent ${amount} to ${to}`;
    },
  });
  const agent = new ToolLoopAgent({
    id: agentName ?? "payer",
    model: scripted(calls),
    tools: people.tools({ transfer, ask_person: people.ask }),
    toolApproval: people.toolApproval,
  });
  const messages: ModelMessage[] = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : [{ role: "user", content: "Pay the invoice" }];
  const save = (all: readonly ModelMessage[]) => writeFileSync(file, JSON.stringify(all));
  const done = await people.run(agent, { messages, save, signal });
  return JSON.stringify(done.messages.filter(({ role }) => role === "tool"));
}

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Makes its calls, each time under new ids, and ends once it is told what came of them. */
function scripted(calls: readonly ScriptedCall[]): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const isTold = prompt.some(({ role }) => role === "tool");
      return {
        content: isTold ? [{ type: "text", text: "Done." }] : calls.map(asContent),
        finishReason: isTold
          ? { unified: "stop", raw: "stop" }
          : { unified: "tool-calls", raw: "tool_calls" },
        usage: USAGE,
        warnings: [],
      };
    },
  });
}

function asContent({ tool: toolName, args }: ScriptedCall) {
  const toolCallId = crypto.randomUUID();
  return { type: "tool-call" as const, toolCallId, toolName, input: JSON.stringify(args) };
}
