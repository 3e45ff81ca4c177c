import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Agent, Runner, RunState, setTracingDisabled, tool } from "@openai/agents";
import { z } from "zod";
import { Scripted } from "./scripted.js";

/* The same agent of the OpenAI Agents SDK, with its own approvals; its program keeps the state. */

setTracingDisabled(true);

export function alone({ folder, calls, ran }) {
  const file = join(folder, "state.json");
  const transfer = tool({
    name: "transfer",
    description: "Sends money.",
    parameters: z.object({ to: z.string(), amount: z.number() }),
    needsApproval: true,
    async execute({ to, amount }) {
      await ran({ to, amount });
      return `sent ${amount} to ${to}`;
    },
  });
  const agent = new Agent({ name: "payer", model: new Scripted(calls), tools: [transfer] });
  const runner = new Runner();
  const kept = () => RunState.fromString(agent, readFileSync(file, "utf8"));
  return {
    async begin() {
      const { state } = await runner.run(agent, "Pay the invoice");
      writeFileSync(file, state.toString());
    },
    waiting: async () => (await kept()).getInterruptions().length,
    async decide(decision) {
      const state = await kept();
      for (const item of state.getInterruptions()) settle(state, item, decision);
      const { history, state: ended } = await runner.run(agent, state);
      writeFileSync(file, ended.toString());
      return JSON.stringify(history);
    },
  };
}

function settle(state, item, { approved, reason, args }) {
  // There is no place for other arguments: all that could carry them is tried.
  const edit = Object.assign(
    { alwaysApprove: false },
    args && { args, arguments: JSON.stringify(args) },
  );
  if (approved) state.approve(item, edit);
  else state.reject(item, reason === undefined ? {} : { message: reason });
}
