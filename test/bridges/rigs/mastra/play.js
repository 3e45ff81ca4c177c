import { join } from "node:path";
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { LibSQLStore } from "@mastra/libsql";
import { z } from "zod";
import { scripted } from "./scripted.js";

/* An agent of Mastra, which keeps its suspended runs in a file of SQLite. */

export async function play(bridge, { earshot, thread, folder, calls, ran, ...more }) {
  const { expiresInMs, secrets, files, agentName, onAskedBack, signal } = more;
  const about = () => (secrets === undefined ? {} : { secrets });
  const people = bridge.withPeople(earshot, { about, files, onAskedBack });
  const transfer = createTool({
    id: "transfer",
    description: "Sends money.",
    inputSchema: z.object({ to: z.string(), amount: z.number() }),
    async execute({ to, amount }) {
      await ran({ to, amount });
      return `sent ${amount} to ${to}`;
    },
  });
  const told = [];
  const payer = new Agent({
    id: "payer",
    name: agentName ?? "payer",
    instructions: "Pay.",
    model: scripted(calls, told),
    tools: people.tools({ transfer, ask_person: people.ask }),
  });
  const storage = new LibSQLStore({ id: "runs", url: `file:${join(folder, "runs.db")}` });
  const mastra = new Mastra({ agents: { payer }, storage, logger: false });
  const options = { runId: thread, signal };
  if (expiresInMs !== undefined) options.expiresInMs = expiresInMs;
  await people.run(mastra.getAgent("payer"), "Pay the invoice", options);
  return told.join("\n");
}
