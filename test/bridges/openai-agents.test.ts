import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type AskTool,
  type FunctionTool,
  type Interruption,
  type RunState,
  withPeople,
} from "../../src/bridges/openai-agents/index.ts";
import { present } from "../../src/domain/present.ts";
import type { OpenAuthorization } from "../../src/domain/requests/request.ts";
import { describeBridge, type Play } from "../suites/describe-bridge.ts";
import { eventually, type TestServer, testServer } from "../support/cli.ts";

/* The bridge with runs that stop and go on as those of the SDK do; the real ones are in the rig. */

interface Call {
  readonly type: "function_call";
  readonly callId: string;
  readonly name: string;
  readonly arguments: string;
}

type Tools = readonly (FunctionTool | AskTool)[];

class Agent {
  readonly handoffs: readonly Agent[] = [];
  readonly name: string;
  readonly tools: Tools;

  constructor(name: string, tools: Tools) {
    this.name = name;
    this.tools = tools;
  }

  clone({ name }: { readonly name: string }): Agent {
    return new Agent(name, this.tools);
  }
}

class State implements RunState {
  readonly decided = new Map<string, string | undefined>();
  readonly calls: readonly Call[];
  readonly agent: Agent;

  static async fromString(agent: Agent, text: string): Promise<State> {
    const { currentAgent, calls } = JSON.parse(text);
    if (currentAgent.name !== agent.name) throw new Error(`Agent ${currentAgent.name} not found`);
    return new State(agent, calls);
  }

  constructor(agent: Agent, calls: readonly Call[]) {
    this.agent = agent;
    this.calls = calls;
  }

  getInterruptions(): readonly (Interruption & { readonly rawItem: Call })[] {
    return this.calls.map((rawItem) => ({ rawItem, name: rawItem.name, agent: this.agent }));
  }

  approve({ rawItem }: { readonly rawItem: Call }): void {
    this.decided.set(rawItem.callId, undefined);
  }

  reject({ rawItem }: { readonly rawItem: Call }, { message }: { message: string }): void {
    this.decided.set(rawItem.callId, message);
  }

  toString(): string {
    return JSON.stringify({ currentAgent: { name: this.agent.name }, calls: this.calls });
  }

  async outputOf(toolCall: Call): Promise<unknown> {
    const rejected = this.decided.get(toolCall.callId);
    if (rejected !== undefined) return rejected;
    const tool = this.agent.tools.find(({ name }) => name === toolCall.name);
    return await tool?.invoke({} as never, toolCall.arguments, { toolCall } as never);
  }
}

interface Result {
  readonly interruptions: readonly Interruption[];
  readonly state: State;
  readonly told: string;
}

async function goOn(from: State): Promise<Result> {
  const told = await Promise.all(from.calls.map((call) => from.outputOf(call)));
  return { interruptions: [], state: new State(from.agent, []), told: JSON.stringify(told) };
}

const transferOf = (ran: Play["ran"]): FunctionTool => ({
  type: "function",
  name: "transfer",
  parameters: {
    type: "object",
    properties: { to: { type: "string" }, amount: { type: "number" } },
    required: ["to", "amount"],
  },
  needsApproval: async () => false,
  async invoke(_: unknown, input: string) {
    const { to, amount } = JSON.parse(input);
    await ran({ to, amount });
    return `sent ${amount} to ${to}`;
  },
});

async function play(given: Play) {
  const { earshot, thread, folder, calls, ran, expiresInMs, files, agentName, signal } = given;
  const { onAskedBack } = given;
  const file = join(folder, `${thread}.json`);
  const people = withPeople(earshot, { thread, ...present({ expiresInMs, files, onAskedBack }) });
  const agent = new Agent(agentName ?? "payer", people.tools([transferOf(ran), people.ask]));
  const called = calls.map(({ tool: name, args }) => {
    const callId = crypto.randomUUID();
    return { type: "function_call" as const, callId, name, arguments: JSON.stringify(args) };
  });
  const begin = async (): Promise<Result> => {
    const state = new State(agent, called);
    return { interruptions: state.getInterruptions(), state, told: "" };
  };
  const { told } = await people.run({
    agent,
    RunState: State,
    input: "Pay the invoice",
    state: existsSync(file) ? readFileSync(file, "utf8") : undefined,
    save: (text) => writeFileSync(file, text),
    run: (from: State | string) => (from instanceof State ? goOn(from) : begin()),
    signal,
  });
  return told;
}

describeBridge("the OpenAI Agents SDK", play, { takesFiles: true });

describe("what interrupts a run of the OpenAI Agents SDK", () => {
  const thread = "thread-7";
  const shell = {
    type: "shell_call",
    callId: "call-1",
    action: { commands: ["rm -rf build"] },
  } as const;

  /** A state that nothing but this call interrupts. */
  function stateOf(item: Interruption) {
    const decisions: unknown[] = [];
    const state: RunState = {
      getInterruptions: () => [item],
      approve: () => decisions.push("approved"),
      reject: (_: never, { message }) => decisions.push(message),
    };
    return { state, decisions };
  }

  async function open(server: TestServer): Promise<OpenAuthorization> {
    return await eventually(async () => {
      const { items } = await server.operator.list({ status: "open" });
      return items[0] as OpenAuthorization | undefined;
    });
  }

  test("is put to people as it is, whatever kind of tool it calls", async () => {
    const server = await testServer();
    const { state, decisions } = stateOf({ name: "shell", rawItem: shell, agent: { tools: [] } });
    const answering = withPeople(server.agent, { thread }).answer(state);
    const { id, authorization } = await open(server);
    expect(authorization.action).toMatchObject({ tool: "shell", args: shell.action });
    await server.operator.approve({ id, digest: authorization.digest });
    await answering;
    expect(decisions).toEqual(["approved"]);
    await withPeople(server.agent, { thread }).answer(state);
    expect(decisions[1]).toContain("may have run it");
  });

  test("and cannot take other arguments does not run with those of its model", async () => {
    const server = await testServer();
    const { state, decisions } = stateOf({ name: "shell", rawItem: shell, agent: { tools: [] } });
    const answering = withPeople(server.agent, { thread }).answer(state);
    const { id } = await open(server);
    const args = { commands: ["rm -rf build/old"] };
    const { digest } = await server.operator.previewEdit({ id, args });
    await server.operator.approve({ id, digest, args });
    await answering;
    expect(decisions).toEqual([expect.stringMatching(/has not run.*build\/old/)]);
  });

  test("and does not fit its tool is not put to people, and its model reads why", async () => {
    const server = await testServer();
    const people = withPeople(server.agent, { thread });
    const agent = { tools: people.tools([transferOf(() => {})]) };
    const rawItem = { callId: "call-1", arguments: '{"to":"ana"}' };
    const { state, decisions } = stateOf({ name: "transfer", rawItem, agent });
    await people.answer(state);
    expect(decisions).toEqual([expect.stringContaining("do not fit the schema")]);
  });

  test("is a question for the asking tool under any name", async () => {
    const server = await testServer();
    const people = withPeople(server.agent, { thread });
    const agent = { tools: people.tools([{ ...people.ask, name: "ask_ana" }]) };
    const rawItem = { callId: "call-1", arguments: '{"question":"Which region?"}' };
    const { state, decisions } = stateOf({ name: "ask_ana", rawItem, agent });
    const answering = people.answer(state);
    const { id } = await open(server);
    await server.operator.answer({ id, answer: { text: "eu" } });
    await answering;
    expect(decisions).toEqual(["approved"]);
    const [tool] = agent.tools;
    expect(await tool?.invoke({}, rawItem.arguments, { toolCall: rawItem })).toContain('"eu"');
  });
});

describe("a tool of the OpenAI Agents SDK", () => {
  test("keeps its parts when the model reads of an edit below them", async () => {
    const server = await testServer();
    const people = withPeople(server.agent, { thread: "thread-7" });
    const image = { type: "image", image: { url: "https://files.example/receipt.png" } };
    const transfer: FunctionTool = Object.assign(
      transferOf(() => {}),
      {
        invoke: async () => image,
      },
    );
    const [tool] = people.tools([transfer]);
    const toolCall = { callId: "call-1" };
    const running = tool?.invoke({} as never, '{"to":"ana","amount":5000}', { toolCall } as never);
    const { id } = await eventually(async () => {
      const { items } = await server.operator.list({ status: "open" });
      return items[0];
    });
    const args = { to: "ana", amount: 90 };
    const { digest } = await server.operator.previewEdit({ id, args });
    await server.operator.approve({ id, digest, args });
    const note = { type: "text", text: expect.stringContaining("changed its arguments") };
    expect(await running).toEqual([image, note]);
  });

  test("whose output has no room for what people say is refused", async () => {
    const server = await testServer();
    const people = withPeople(server.agent, { thread: "thread-7" });
    const transfer = Object.assign(
      transferOf(() => {}),
      { outputSchema: { type: "object" } },
    );
    expect(() => people.tools([transfer])).toThrow("transfer has an outputSchema");
  });
});
