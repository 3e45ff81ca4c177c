import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type GraphRun, type Interrupt, runWithPeople } from "../../src/bridges/langgraph/index.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { present } from "../../src/domain/present.ts";
import { describeBridge, type Play, type ScriptedCall } from "../suites/describe-bridge.ts";
import { testServer } from "../support/cli.ts";

/* The bridge with a graph that stops and goes on as LangGraph's do; the real ones are in the rig. */

class Command {
  readonly resume: Readonly<Record<string, unknown>>;
  constructor({ resume }: { resume: Record<string, unknown> }) {
    this.resume = resume;
  }
}

interface Decision {
  readonly type: "approve" | "edit" | "reject";
  readonly message?: string;
  readonly editedAction?: { readonly args: JsonObject };
}

/** An agent with the human-in-the-loop middleware and a checkpoint in a file. */
function graphOf({ calls, ran, folder, thread }: Play) {
  const file = join(folder, `${thread}.json`);
  const payments = calls.filter(({ tool }) => tool === "transfer");
  const open = (): readonly Interrupt[] =>
    existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];

  async function begin(): Promise<object> {
    const id = crypto.randomUUID();
    const asked = calls.filter(({ tool }) => tool === "ask_person");
    const actionRequests = payments.map(({ tool: name, args }) => ({ name, args }));
    const value = { actionRequests, reviewConfigs: payments.map(() => ({})) };
    const interrupts = asked.map(({ args }, n) => ({ id: `${id}-${n}`, value: args as unknown }));
    if (payments.length > 0) interrupts.push({ id, value });
    writeFileSync(file, JSON.stringify(interrupts));
    return { __interrupt__: interrupts };
  }

  async function decide({ args }: ScriptedCall, decision: Decision | undefined): Promise<unknown> {
    if (decision?.type === "reject") return [args, decision.message];
    const given = decision?.editedAction?.args ?? args;
    await ran(given);
    return [given, `sent ${given["amount"]} to ${given["to"]}`];
  }

  async function goOn({ resume }: Command): Promise<object> {
    const told: unknown[] = [];
    for (const { id = "", value } of open()) {
      const said = resume[id];
      const { actionRequests } = value as { actionRequests?: unknown };
      if (actionRequests === undefined) told.push({ answer: said });
      else {
        const { decisions } = said as { readonly decisions: readonly Decision[] };
        for (const [n, call] of payments.entries()) told.push(await decide(call, decisions[n]));
      }
    }
    writeFileSync(file, "[]");
    return { told: JSON.stringify(told) };
  }

  return {
    getState: async () => ({ next: [], tasks: [{ interrupts: open() }] }),
    invoke: async (input: unknown) => (input instanceof Command ? goOn(input) : begin()),
  };
}

test("a graph that is interrupted by nothing and gives nothing has ended", async () => {
  let invoked = 0;
  const graph = {
    getState: async () => ({ next: [], tasks: [] }),
    async invoke() {
      invoked += 1;
      if (invoked > 1) throw new Error("It has ended.");
      return undefined;
    },
  };
  const config = { configurable: { thread_id: "thread-1" } };
  const run = { input: {}, config, Command: class {} as GraphRun["Command"] };
  const server = await testServer();
  expect(await runWithPeople(server.agent, graph, run)).toBeUndefined();
});

describeBridge(
  "LangGraph",
  async (play) => {
    const { earshot, thread, expiresInMs, signal } = play;
    const config = { configurable: { thread_id: thread } };
    const run: GraphRun = { Command, input: {}, config, signal, ...present({ expiresInMs }) };
    const result = await runWithPeople(earshot, graphOf(play), run);
    return (result as { readonly told: string }).told;
  },
  { edited: /"amount":90/ },
);
