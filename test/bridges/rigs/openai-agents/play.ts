import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Agent, Runner, RunState, setTracingDisabled, tool } from "@openai/agents";
import { z } from "zod";
import type { withPeople } from "../../../../src/bridges/openai-agents/index.ts";
import { present } from "../../../../src/domain/present.ts";
import type { Play } from "../../../suites/describe-bridge.ts";
import { Scripted } from "./scripted.ts";

/* An agent of the OpenAI Agents SDK, which keeps the state of its run in a file. */

setTracingDisabled(true);

export async function play(
  bridge: { readonly withPeople: typeof withPeople },
  { earshot, thread, folder, calls, ran, expiresInMs, secrets, agentName, signal }: Play,
): Promise<string> {
  const file = join(folder, `${thread}.json`);
  const about = () => present({ secrets });
  const people = bridge.withPeople(earshot, { thread, about, ...present({ expiresInMs }) });
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
    run: (from) => runner.run(agent, from, present({ signal })),
    signal,
  });
  return JSON.stringify(result.history.filter(({ type }) => type === "function_call_result"));
}
