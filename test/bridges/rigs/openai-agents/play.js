import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Agent, Runner, RunState, setTracingDisabled, tool } from "@openai/agents";
import { z } from "zod";
import { Scripted } from "./scripted.js";

/* An agent of the OpenAI Agents SDK, which keeps the state of its run in a file. */

setTracingDisabled(true);

export async function play(bridge, { earshot, thread, folder, calls, ran, ...more }) {
  const { expiresInMs, secrets, files, agentName, onAskedBack, signal } = more;
  const file = join(folder, `${thread}.json`);
  const about = () => (secrets === undefined ? {} : { secrets });
  const options = { thread, files, about, onAskedBack };
  if (expiresInMs !== undefined) options.expiresInMs = expiresInMs;
  const people = bridge.withPeople(earshot, options);
  const transfer = tool({
    name: "transfer",
    description: "Sends money.",
    parameters: z.object({ to: z.string(), amount: z.number() }),
    async execute({ to, amount }) {
      await ran({ to, amount });
      return `sent ${amount} to ${to}`;
    },
  });
  const agent = new Agent({
    name: agentName ?? "payer",
    model: new Scripted(calls),
    tools: people.tools([transfer, people.ask]),
  });
  const runner = new Runner();
  const result = await people.run({
    agent,
    RunState,
    input: "Pay the invoice",
    state: existsSync(file) ? readFileSync(file, "utf8") : undefined,
    save: (text) => writeFileSync(file, text),
    run: (from) => runner.run(agent, from, { signal }),
    signal,
  });
  return JSON.stringify(result.history.filter(({ type }) => type === "function_call_result"));
}
