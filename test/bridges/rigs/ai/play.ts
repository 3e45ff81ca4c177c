import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ModelMessage, ToolLoopAgent, tool } from "ai";
import { z } from "zod";
import type { withPeople } from "../../../../src/bridges/ai/index.ts";
import { present } from "../../../../src/domain/present.ts";
import type { Play } from "../../../suites/describe-bridge.ts";
import { scripted } from "./scripted.ts";

/* An agent of the AI SDK, which keeps its messages in a file. */

export async function play(
  bridge: { readonly withPeople: typeof withPeople },
  { earshot, thread, folder, calls, ran, secrets, agentName, signal, ...given }: Play,
): Promise<string> {
  const file = join(folder, `${thread}.json`);
  const about = () => present({ secrets });
  const { expiresInMs, files, onAskedBack } = given;
  const more = present({ expiresInMs, files, onAskedBack });
  const people = bridge.withPeople(earshot, { thread, about, ...more });
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
