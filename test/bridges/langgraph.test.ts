import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  editsTold,
  type GraphRun,
  type Interrupt,
  runWithPeople,
} from "../../src/bridges/langgraph/index.ts";
import { reviewsIn } from "../../src/bridges/langgraph/interrupts.ts";
import { MIDDLEWARE_NODE } from "../../src/bridges/langgraph/keep-approved.ts";
import type { EarshotClient } from "../../src/client/client.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { present } from "../../src/domain/present.ts";
import type { OpenAuthorization } from "../../src/domain/requests/request.ts";
import { describeBridge, EDIT_TOLD, type Play } from "../suites/describe-bridge.ts";
import { eventually, testServer } from "../support/cli.ts";

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

interface Message {
  tool_calls: readonly { readonly id: string; readonly name: string; readonly args: JsonObject }[];
}

/** Where a thread stands: what its model has said, and what it waits for. */
interface Checkpoint {
  readonly message: Message;
  readonly interrupts: readonly Interrupt[];
}

/** An agent with the human-in-the-loop middleware, that which tells of edits, and a checkpoint in a file. */
function graphOf({ calls, ran, folder, thread }: Play) {
  const file = join(folder, `${thread}.json`);
  const kept = (): Checkpoint | undefined =>
    existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;

  async function begin(): Promise<object> {
    const id = crypto.randomUUID();
    const made = calls.map(({ tool: name, args }, n) => ({ id: `call-${n}`, name, args }));
    const model = async () => ({ tool_calls: made });
    const message = await editsTold.wrapModelCall({ messages: [] }, model);
    const payments = made.filter(({ name }) => name === "transfer");
    const value = { actionRequests: payments, reviewConfigs: payments.map(() => ({})) };
    const questions = made.filter(({ name }) => name === "ask_person");
    const interrupts: Interrupt[] = questions.map(({ args }, n) => ({
      id: `${id}-${n}`,
      value: args,
    }));
    if (payments.length > 0) interrupts.push({ id, value });
    writeFileSync(file, JSON.stringify({ message, interrupts } satisfies Checkpoint));
    return { __interrupt__: interrupts };
  }

  async function resultOf({ id, args }: Message["tool_calls"][number], rejection?: string) {
    if (rejection !== undefined) return { tool_call_id: id, content: rejection };
    await ran(args);
    return { tool_call_id: id, content: `sent ${args["amount"]} to ${args["to"]}` };
  }

  async function goOn({ resume }: Command): Promise<object> {
    const { message, interrupts } = kept() as Checkpoint;
    const results: object[] = [];
    for (const { id = "", value } of interrupts) {
      const said = resume[id];
      const { decisions } = Object(said) as { readonly decisions?: readonly Decision[] };
      if (reviewsIn(value) === undefined || decisions === undefined) {
        results.push({ content: JSON.stringify({ answer: said }) });
        continue;
      }
      const decided = message.tool_calls.map((call, n) => {
        const { editedAction, message: rejection } = decisions[n] as Decision;
        return { call: Object.assign({}, call, editedAction), rejection };
      });
      // Like LangChain's: one that is rejected takes those with it that are not.
      const rejected = decided.filter(({ rejection }) => rejection !== undefined);
      const left = rejected.length > 0 ? rejected : decided;
      message.tool_calls = left.map(({ call }) => call);
      for (const { call, rejection } of left) results.push(await resultOf(call, rejection));
    }
    return await end(message, results);
  }

  async function end(message: Message, results: readonly object[]): Promise<object> {
    writeFileSync(file, JSON.stringify({ message, interrupts: [] } satisfies Checkpoint));
    const read = async ({ messages }: { messages: readonly object[] }) => JSON.stringify(messages);
    return {
      told: await editsTold.wrapModelCall({ messages: [message, ...results] }, read),
    };
  }

  let written: readonly object[] = [];
  /** Runs what the messages leave open. */
  async function goOnFrom([message, ...rejections]: readonly object[]): Promise<object> {
    const { tool_calls: calls } = message as Message;
    const told = new Map(
      rejections.map((one) => {
        const { tool_call_id: id, content } = one as { tool_call_id: string; content: string };
        return [id, content];
      }),
    );
    const results: object[] = [];
    for (const call of calls) results.push(await resultOf(call, told.get(call.id)));
    return await end(message as Message, results);
  }

  return {
    async getState() {
      const { interrupts = [], message } = kept() ?? {};
      const tasks = [{ name: MIDDLEWARE_NODE, interrupts }];
      return { next: [], tasks, values: { messages: [{ content: "Pay" }, message] } };
    },
    async updateState(_: unknown, values: unknown) {
      written = (values as { readonly messages: readonly object[] }).messages;
    },
    async invoke(input: unknown) {
      if (input instanceof Command) return await goOn(input);
      return input === null ? await goOnFrom(written) : await begin();
    },
  };
}

test("a graph that is interrupted by nothing and gives nothing has ended", async () => {
  let invoked = 0;
  const graph = {
    getState: async () => ({ next: [], tasks: [] }),
    async updateState() {},
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

test("an interrupt is resumed with the bytes of a file, as a checkpoint keeps them", async () => {
  const { agent, operator } = await testServer();
  const properties = {
    text: { type: "string", contentEncoding: "base64" },
    raw: { type: "string", format: "binary" },
  };
  const value = { text: "The scan?", schema: { type: "object", properties } };
  let resumed: unknown;
  const graph = {
    getState: async () => ({ next: [], tasks: [{ interrupts: [{ id: "1", value }] }] }),
    updateState: async () => {},
    async invoke(input: unknown) {
      resumed = (input as Command).resume["1"];
    },
  };
  const config = { configurable: { thread_id: "thread-1" } };
  const running = runWithPeople(agent, graph, { input: {}, config, Command });
  const { id } = await eventually(async () => (await operator.list({ status: "open" })).items[0]);
  const content = Buffer.of(0, 255).toString("base64");
  const file = { ...(await operator.uploadFile({ id, name: "a.bin", content })) };
  await operator.answer({ id, answer: { fields: { text: file, raw: file } } });
  await running;
  expect(resumed).toEqual({ text: content, raw: Uint8Array.of(0, 255) });
});

const call = (to: string) => ({ name: "transfer", args: { to, amount: 5_000 } });

test("an agent within another graph runs nothing beside a rejected call, and its model reads so", async () => {
  const { agent, operator } = await testServer();
  const value = { actionRequests: [call("ana"), call("ben")], reviewConfigs: [{}, {}] };
  const interrupts = [{ id: "1", value }];
  let resumed: object | undefined;
  const graph = {
    getState: async () => ({ next: [], tasks: [{ name: "payer", interrupts }], values: {} }),
    updateState: async () => {
      throw new Error("It is not the agent's thread.");
    },
    async invoke(input: unknown) {
      resumed = (input as Command).resume["1"] as object;
    },
  };
  const config = { configurable: { thread_id: "thread-1" } };
  const running = runWithPeople(agent, graph, { input: {}, config, Command });
  const open = await eventually(async () => {
    const { items } = await operator.list({ status: "open", order: "oldest", each: true });
    return items.length === 2 ? (items as readonly OpenAuthorization[]) : undefined;
  });
  const [ana, ben] = ["ana", "ben"].map((to) => {
    return open.find(({ authorization }) => authorization.action.args["to"] === to);
  });
  if (ana === undefined || ben === undefined) throw new Error("Both were asked.");
  await operator.approve({ id: ana.id, digest: ana.authorization.digest });
  await operator.reject({ id: ben.id, reason: "Not him." });
  await running;
  const says = (words: string) => ({ type: "reject", message: expect.stringContaining(words) });
  expect(resumed).toEqual({ decisions: [says("has not run: LangChain"), says("Not him.")] });
  const { tool, args } = ana.authorization.action;
  expect(await agent.redeem({ request: ana.id, tool, args })).toMatchObject({
    request: { id: ana.id },
  });
});

describe("a model of LangChain", () => {
  const written = { to: "ana", amount: 5_000 };
  /** What the model reads of what came of its call, once people have made its arguments these. */
  async function read(args: JsonObject, content: unknown): Promise<unknown> {
    const call = { id: "call-1", name: "transfer", args: written as JsonObject };
    const metadata = { model_name: "scripted" };
    const model = async () => ({ tool_calls: [call], response_metadata: metadata });
    const message = await editsTold.wrapModelCall({ messages: [] }, model);
    expect(message.response_metadata).toMatchObject(metadata);
    call.args = args;
    const result = { tool_call_id: "call-1", content };
    const messages = [{ content: "Pay" }, JSON.parse(JSON.stringify(message)), result];
    const heard = async (request: { messages: readonly { content: unknown }[] }) => request;
    const request = await editsTold.wrapModelCall({ messages }, heard);
    expect(result.content).toBe(content);
    expect(request.messages.slice(0, 2)).toEqual(messages.slice(0, 2));
    return request.messages[2]?.content;
  }

  test("reads below a result how a person changed its call, and the thread keeps the result", async () => {
    const told = await read({ to: "ana", amount: 90 }, "sent 90 to ana");
    expect(told).toMatch(/^sent 90 to ana\n\nThe person who approved .*changed its arguments/);
    expect(told).toContain('[{"op":"replace","path":"/amount","value":90}]');
  });

  test("reads it beside a result of several parts too", async () => {
    const part = { type: "text", text: "sent" };
    const told = await read({ to: "ana", amount: 90 }, [part]);
    expect(told).toEqual([part, { type: "text", text: expect.stringMatching(EDIT_TOLD) }]);
  });

  test("reads nothing besides where nobody changed its call", async () => {
    expect(await read({ amount: 5_000, to: "ana" }, "sent")).toBe("sent");
  });
});

describe("an interrupt of the prebuilt parts of LangGraph", () => {
  const ALL = { allow_accept: true, allow_edit: true, allow_respond: true, allow_ignore: true };
  const transfer = (config: object) => ({
    action_request: { action: "transfer", args: { to: "ana", amount: 5_000 } },
    config,
    description: "The invoice is due.",
  });

  /** What such an interrupt returns after a person has done something to it. */
  async function resumedWith(
    value: unknown,
    deed: (operator: EarshotClient, open: OpenAuthorization) => Promise<unknown>,
  ): Promise<unknown> {
    const { agent, operator } = await testServer();
    let resumed: unknown;
    const graph = {
      getState: async () => ({ next: [], tasks: [{ interrupts: [{ id: "1", value }] }] }),
      updateState: async () => {},
      async invoke(input: unknown) {
        resumed = (input as Command).resume["1"];
      },
    };
    const config = { configurable: { thread_id: "thread-1" } };
    const running = runWithPeople(agent, graph, { input: {}, config, Command });
    const open = await eventually(async () => (await operator.list({ status: "open" })).items[0]);
    await deed(operator, open as OpenAuthorization);
    await running;
    return resumed;
  }

  const approve = (operator: EarshotClient, { id, authorization: { digest } }: OpenAuthorization) =>
    operator.approve({ id, digest });
  async function edit(operator: EarshotClient, { id }: OpenAuthorization) {
    const args = { to: "ana", amount: 90 };
    const { digest } = await operator.previewEdit({ id, args });
    await operator.approve({ id, digest, args });
  }
  const reject = (operator: EarshotClient, { id }: OpenAuthorization) =>
    operator.reject({ id, reason: "Not today." });
  const respond = (operator: EarshotClient, { id }: OpenAuthorization) =>
    operator.respond({ id, text: "It was paid." });
  const answer = (operator: EarshotClient, { id }: OpenAuthorization) =>
    operator.answer({ id, answer: { text: "Pay half." } });

  const edited = { action: "transfer", args: { to: "ana", amount: 90 } };
  const said = expect.stringContaining("Not today.");

  const words = { allow_accept: true, allow_respond: true };
  const unrun = expect.stringContaining("It has not run");

  test.each([
    { what: "approved is accepted", deed: approve, expected: { type: "accept", args: null } },
    { what: "edited has the edit", deed: edit, expected: { type: "edit", args: edited } },
    { what: "rejected has the reason", deed: reject, expected: { type: "response", args: said } },
    {
      what: "responded to has the person's words",
      deed: respond,
      expected: { type: "response", args: "It was paid." },
    },
    {
      what: "rejected is ignored where it takes no words",
      config: { allow_accept: true, allow_ignore: true },
      deed: reject,
      expected: { type: "ignore", args: null },
    },
    {
      what: "answered has the words where it takes nothing else",
      config: { allow_respond: true },
      deed: answer,
      expected: { type: "response", args: "Pay half." },
    },
    {
      what: "edited does not run where it takes no edit",
      config: words,
      deed: edit,
      expected: { type: "response", args: unrun },
    },
  ])("that is $what", async ({ config = ALL, deed, expected }) => {
    expect(await resumedWith(transfer(config), deed)).toEqual(expected);
  });

  test("in a list has its response in a list", async () => {
    const resumed = await resumedWith([transfer(ALL)], respond);
    expect(resumed).toEqual([{ type: "response", args: "It was paid." }]);
  });
});

describeBridge("LangGraph", async (play) => {
  const { earshot, thread, expiresInMs, signal, onAskedBack } = play;
  const config = { configurable: { thread_id: thread } };
  const more = present({ expiresInMs, onAskedBack });
  const run: GraphRun = { Command, input: {}, config, signal, ...more };
  const result = await runWithPeople(earshot, graphOf(play), run);
  return (result as { readonly told: string }).told;
});
