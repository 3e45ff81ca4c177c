import { Command } from "@langchain/langgraph";
import { agentOf } from "./agent.js";

/* The agent puts to people what its middleware and its tools wait for. */

export async function play(bridge, { earshot, thread, folder, calls, ran, ...more }) {
  const { expiresInMs, secrets, agentName: name, onAskedBack, signal } = more;
  const told = [];
  const hooks = [bridge.editsTold];
  const { graph } = agentOf({ folder, thread, calls, ran, told, name, hooks });
  const run = {
    Command,
    input: { messages: [{ role: "user", content: "Pay the invoice" }] },
    config: { configurable: { thread_id: thread } },
    about: () => (secrets === undefined ? {} : { secrets }),
    onAskedBack,
    signal,
  };
  if (expiresInMs !== undefined) run.expiresInMs = expiresInMs;
  await bridge.runWithPeople(earshot, graph, run);
  return told.join("\n");
}
