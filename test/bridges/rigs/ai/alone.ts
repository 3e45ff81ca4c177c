import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ModelMessage, ToolLoopAgent, tool } from "ai";
import { z } from "zod";
import type { Alone, AlonePlay } from "../alone-main.ts";
import { scripted } from "./scripted.ts";

/* The same agent of the AI SDK, with its own approvals; its program keeps the messages. */

export function alone({ folder, calls, ran }: AlonePlay): Alone {
  const file = join(folder, "messages.json");
  const transfer = tool({
    description: "Sends money.",
    inputSchema: z.object({ to: z.string(), amount: z.number() }),
    async execute({ to, amount }) {
      await ran({ to, amount });
      return `sent ${amount} to ${to}`;
    },
  });
  const model = scripted(calls);
  const agent = new ToolLoopAgent({
    id: "payer",
    model,
    tools: { transfer },
    toolApproval: { transfer: "user-approval" },
  });
  const kept = (): ModelMessage[] =>
    existsSync(file)
      ? JSON.parse(readFileSync(file, "utf8"))
      : [{ role: "user", content: "Pay the invoice" }];
  const approvals = () =>
    kept().flatMap(({ content }) =>
      typeof content === "string"
        ? []
        : content.flatMap((part) =>
            part.type === "tool-approval-request" ? [part.approvalId] : [],
          ),
    );

  async function goOn(messages: ModelMessage[]): Promise<void> {
    const { responseMessages } = await agent.generate({ messages });
    writeFileSync(file, JSON.stringify([...messages, ...responseMessages]));
  }

  return {
    begin: () => goOn(kept()),
    waiting: async () => approvals().length,
    async decide({ approved, reason, args }) {
      const content = approvals().map((approvalId) => {
        const response = { type: "tool-approval-response" as const, approvalId, approved };
        // There is no place for other arguments: all that could carry them is tried.
        const edit = args === undefined ? {} : { args, input: args };
        return Object.assign(response, edit, reason === undefined ? {} : { reason });
      });
      await goOn([...kept(), { role: "tool", content }]);
      return JSON.stringify(model.doGenerateCalls.map(({ prompt }) => prompt));
    },
  };
}
