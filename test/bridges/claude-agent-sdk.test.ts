import { describe, expect, test } from "vitest";
import { type Hooks, withPeople } from "../../src/bridges/claude-agent-sdk/index.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { present } from "../../src/domain/present.ts";
import type { OpenAuthorization } from "../../src/domain/requests/request.ts";
import { describeBridge, type Play, type ScriptedCall } from "../suites/describe-bridge.ts";
import { eventually, type TestServer, testServer } from "../support/cli.ts";

/* The bridge with a session that comes to its calls as Claude Code does; the real one is in the rig. */

const TRANSFER = "mcp__pay__transfer";
const SIGNAL = new AbortController().signal;

interface ToolUse {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: Record<string, unknown>;
}

type People = ReturnType<typeof withPeople>;

function toolUse({ tool, args }: ScriptedCall): ToolUse {
  const of = { type: "tool_use", id: crypto.randomUUID() } as const;
  if (tool === "transfer") return { ...of, name: TRANSFER, input: { ...args } };
  const { question, options, several = false } = args;
  const labels = Array.isArray(options) ? options : ["yes", "no"];
  const offered = labels.map((label) => ({ label, description: "" }));
  const questions = [{ question, header: "Asked", multiSelect: several, options: offered }];
  return { ...of, name: "AskUserQuestion", input: { questions } };
}

const assistant = (...content: readonly ToolUse[]) => ({ type: "assistant", message: { content } });

async function* only<M>(...messages: readonly M[]): AsyncGenerator<M> {
  yield* messages;
}

async function hooked(
  hooks: Hooks,
  event: keyof Hooks,
  { id, name, input, signal = SIGNAL }: ToolUse & { readonly signal?: AbortSignal },
) {
  const given = { hook_event_name: event, tool_name: name, tool_input: input, tool_use_id: id };
  const [hook] = hooks[event].flatMap((matcher) => matcher.hooks);
  return (await hook?.(given, id, { signal }))?.hookSpecificOutput;
}

/** One call after the other, as Claude Code takes those that change something. */
async function used({ hooks, canUseTool }: People, use: ToolUse, { ran, signal = SIGNAL }: Play) {
  const before = await hooked(hooks, "PreToolUse", { ...use, signal });
  const first = Object(before) as { permissionDecisionReason?: string; updatedInput?: JsonObject };
  if (first.permissionDecisionReason !== undefined) return first.permissionDecisionReason;
  const input: Record<string, unknown> = first.updatedInput ?? use.input;
  const decision =
    before === undefined
      ? await canUseTool(use.name, input, { toolUseID: use.id, signal })
      : { behavior: "allow" as const, updatedInput: input };
  if (decision.behavior === "deny") return decision.message;
  const { to, amount, answers } = decision.updatedInput;
  if (use.name === TRANSFER) await ran({ to, amount } as JsonObject);
  const result = use.name === TRANSFER ? `sent ${amount} to ${to}` : JSON.stringify(answers);
  return [result, await hooked(hooks, "PostToolUse", use)];
}

async function play(given: Play): Promise<string> {
  const { earshot, thread, calls, expiresInMs, onAskedBack } = given;
  const common = { thread, guard: [TRANSFER], ...present({ expiresInMs, onAskedBack }) };
  const people = withPeople(earshot, common);
  const uses = calls.map(toolUse);
  const told: unknown[] = [];
  for await (const { message } of people.watch(only(...uses.map((use) => assistant(use))))) {
    expect(message.content).toHaveLength(1);
    if (message.content[0] !== uses.at(-1)) continue;
    for (const use of uses) told.push(await used(people, use, given));
  }
  return JSON.stringify(told);
}

describeBridge("the Claude Agent SDK", play);

async function openOf(server: TestServer): Promise<OpenAuthorization> {
  return await eventually(async () => {
    const { items } = await server.operator.list({ status: "open" });
    return items[0] as OpenAuthorization | undefined;
  });
}

describe("a call in a session of the Claude Agent SDK", () => {
  const thread = "thread-7";
  const pay = () => toolUse({ tool: "transfer", args: { to: "ana", amount: 5_000 } });

  test("is asked once where both the hook and the session come with it", async () => {
    const server = await testServer();
    const { hooks, canUseTool } = withPeople(server.agent, { thread, guard: [TRANSFER] });
    const use = pay();
    const hook = hooked(hooks, "PreToolUse", use);
    const { id, authorization } = await openOf(server);
    await server.operator.approve({ id, digest: authorization.digest });
    const { updatedInput } = Object(await hook);
    expect(updatedInput).toEqual(use.input);
    const info = { toolUseID: use.id, signal: SIGNAL };
    const decision = await canUseTool(use.name, use.input, info);
    expect(decision).toEqual({ behavior: "allow", updatedInput });
  });

  test("that is made once more, as it was, is another one", async () => {
    const server = await testServer();
    const { hooks } = withPeople(server.agent, { thread, guard: [TRANSFER] });
    for (const use of [pay(), pay()]) {
      const hook = hooked(hooks, "PreToolUse", use);
      const { id, authorization } = await openOf(server);
      await server.operator.approve({ id, digest: authorization.digest });
      expect(await hook).toMatchObject({ permissionDecision: "allow" });
    }
  });

  test("is the same one however its arguments stand", async () => {
    const server = await testServer();
    const people = withPeople(server.agent, { thread, guard: [TRANSFER] });
    const use = pay();
    const turned = { ...use, input: { amount: 5_000, to: "ana" } };
    for await (const _ of people.watch(only(assistant(use)))) {
      const hook = hooked(people.hooks, "PreToolUse", turned);
      const { id, authorization } = await openOf(server);
      await server.operator.approve({ id, digest: authorization.digest });
      await hook;
    }
    expect((await server.operator.list({ each: true })).items).toHaveLength(1);
  });

  test("that never comes up is taken back at the end", async () => {
    const server = await testServer();
    const people = withPeople(server.agent, { thread, guard: [TRANSFER] });
    for await (const _ of people.watch(only(assistant(pay())))) await openOf(server);
    expect((await server.operator.list({ status: "open" })).items).toEqual([]);
  });

  test("that the server refuses does not run, and its model reads why", async () => {
    const server = await testServer();
    const { canUseTool } = withPeople(server.agent, { thread });
    const info = { toolUseID: "toolu_1", signal: SIGNAL };
    const decision = await canUseTool("Write", { content: "x".repeat(1_000_000) }, info);
    expect(decision).toEqual({ behavior: "deny", message: expect.stringContaining("bytes") });
  });

  test("of a tool that is not guarded is left to the session", async () => {
    const server = await testServer();
    const { hooks } = withPeople(server.agent, { thread, guard: [TRANSFER] });
    const read = { ...pay(), name: "Read" };
    expect(await hooked(hooks, "PreToolUse", read)).toBeUndefined();
    expect(withPeople(server.agent, { thread }).hooks.PreToolUse).toEqual([]);
  });

  test("that fails tells its model of an edit, too", async () => {
    const server = await testServer();
    const { hooks } = withPeople(server.agent, { thread, guard: [TRANSFER] });
    const use = pay();
    const hook = hooked(hooks, "PreToolUse", use);
    const { id } = await openOf(server);
    const args = { to: "ana", amount: 90 };
    const { digest } = await server.operator.previewEdit({ id, args });
    await server.operator.approve({ id, digest, args });
    await hook;
    const told = await hooked(hooks, "PostToolUseFailure", use);
    expect(told).toMatchObject({ additionalContext: expect.stringContaining("90") });
  });
});

test("what Claude asks in one call is put to people together, and each answer stands by its question", async () => {
  const server = await testServer();
  const { canUseTool } = withPeople(server.agent, { thread: "thread-7" });
  const options = [
    { label: "eu", description: "Frankfurt" },
    { label: "us", description: "Virginia" },
  ];
  const questions = ["Which region?", "Which backup?"].map((question) => {
    return { question, header: "Region", multiSelect: false, options };
  });
  const info = { toolUseID: "toolu_1", signal: SIGNAL };
  const deciding = canUseTool("AskUserQuestion", { questions }, info);
  const items = await eventually(async () => {
    const page = await server.operator.list({ status: "open", order: "oldest", each: true });
    return page.items.length === 2 ? page.items : undefined;
  });
  for (const { id, ...one } of items) {
    const text = "question" in one ? one.question.text : "";
    const choice = text === "Which region?" ? "eu" : "us";
    await server.operator.answer({ id, answer: { choice } });
  }
  const answers = { "Which region?": "eu", "Which backup?": "us" };
  expect(await deciding).toMatchObject({ updatedInput: { questions, answers } });
});
