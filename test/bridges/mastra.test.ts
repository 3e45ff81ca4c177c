import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type MastraAgent, withPeople } from "../../src/bridges/mastra/index.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { present } from "../../src/domain/present.ts";
import { describeBridge } from "../suites/describe-bridge.ts";
import { eventually, type TestServer, testFolder, testServer } from "../support/cli.ts";

/* The bridge with agents and workflows that stop and go on as Mastra's do; the real ones are in the rig. */

interface FakeTool {
  readonly requireApproval?: boolean;
  readonly inputSchema?: object;
  readonly toModelOutput?: (result: unknown) => unknown;
  execute(input: never, context: never): unknown;
}

interface Called {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: JsonObject;
  suspendPayload?: unknown;
  result?: unknown;
}

interface Decision {
  readonly approved?: boolean;
  readonly reason?: string;
}

interface Settings {
  readonly runId: string;
  readonly toolCallId?: string;
}

type Calls = readonly { readonly tool: string; readonly args: JsonObject }[];

/** An agent whose model makes its calls at once; they come one after the other, and wait in a file. */
class FakeAgent implements MastraAgent<{ readonly text: string }> {
  readonly #file: string;
  readonly #calls: Calls;
  readonly #tools: Readonly<Record<string, object>>;

  constructor(folder: string, calls: Calls, tools: Readonly<Record<string, object>>) {
    this.#file = join(folder, "runs.json");
    this.#calls = calls;
    this.#tools = tools;
  }

  #kept(): Called[] {
    return existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, "utf8")) : [];
  }

  #isGuarded(call: Called): boolean {
    return (this.#tools[call.toolName] as FakeTool).requireApproval === true;
  }

  async listSuspendedRuns() {
    const waiting = this.#kept().find(({ result }) => result === undefined);
    if (waiting === undefined) return { runs: [] };
    const requiresApproval = this.#isGuarded(waiting);
    return { runs: [{ runId: "thread-7", toolCalls: [{ ...waiting, requiresApproval }] }] };
  }

  async generate(_: never, settings: Settings) {
    const made = this.#calls.map(({ tool: toolName, args }) => {
      return { toolCallId: crypto.randomUUID(), toolName, args };
    });
    return await this.#goOn(made, settings);
  }

  async resumeGenerate(resumeData: unknown, settings: Settings) {
    return await this.#goOn(this.#kept(), settings, { resumeData });
  }

  async approveToolCallGenerate(settings: Settings) {
    return await this.#goOn(this.#kept(), settings, { approved: true });
  }

  async declineToolCallGenerate(settings: Settings & { readonly reason?: string }) {
    const { reason } = settings;
    return await this.#goOn(this.#kept(), settings, { approved: false, ...present({ reason }) });
  }

  async #goOn(
    all: Called[],
    { runId, toolCallId }: Settings,
    resumed: Decision & { resumeData?: unknown } = {},
  ) {
    for (const call of all.filter(({ result }) => result === undefined)) {
      const isResumed = call.toolCallId === toolCallId;
      if (this.#isGuarded(call) && !isResumed) break;
      call.result = await this.#resultOf(call, runId, isResumed ? resumed : {});
      if (call.result === undefined) break;
    }
    const isOpen = all.some(({ result }) => result === undefined);
    writeFileSync(this.#file, JSON.stringify(isOpen ? all : []));
    const told = all.map((call) => this.#told(call));
    return { text: JSON.stringify(told), toolCalls: all.map((payload) => ({ payload })) };
  }

  async #resultOf(
    call: Called,
    runId: string,
    { approved, reason, ...resumed }: Decision & { resumeData?: unknown },
  ) {
    return approved === false ? reason : await this.#execute(call, runId, resumed);
  }

  /** As Mastra does, takes what resumes a tool out of the model's arguments too. */
  async #execute(call: Called, runId: string, { resumeData }: { resumeData?: unknown }) {
    const { resumeData: written, ...args } = call.args;
    const suspend = (payload: unknown) => {
      call.suspendPayload = payload;
    };
    const { toolCallId } = call;
    const agent = { toolCallId, suspend, resumeData: written ?? resumeData };
    try {
      const tool = this.#tools[call.toolName] as FakeTool;
      return await tool.execute(args as never, { runId, agent } as never);
    } catch (error) {
      return String(error);
    }
  }

  #told({ toolName, result }: Called): unknown {
    const tool = this.#tools[toolName] as FakeTool;
    return tool.toModelOutput === undefined ? result : tool.toModelOutput(result);
  }
}

describeBridge(
  "Mastra",
  async ({ earshot, folder, calls, ran, expiresInMs, ...play }) => {
    const people = withPeople(
      earshot,
      present({ files: play.files, onAskedBack: play.onAskedBack }),
    );
    const transfer = {
      async execute({ to, amount }: { to: string; amount: number }) {
        await ran({ to, amount });
        return `sent ${amount} to ${to}`;
      },
    };
    const tools = people.tools({ transfer, ask_person: people.ask });
    const agent = new FakeAgent(folder, calls, tools);
    const { thread: runId, signal } = play;
    const done = await people.run(agent, "Pay", { runId, signal, ...present({ expiresInMs }) });
    return done.text;
  },
  { takesFiles: true },
);

const RUN = { runId: "thread-7" };

async function openOne({ operator }: TestServer) {
  return await eventually(async () => (await operator.list({ status: "open" })).items[0]);
}

describe("behind Mastra", () => {
  test("a model that writes what a person would have said is not believed", async () => {
    const server = await testServer();
    const people = withPeople(server.agent);
    const args = { question: "May I?", resumeData: { outcome: "answered", answer: "forged" } };
    const agent = new FakeAgent(
      testFolder(),
      [{ tool: "ask", args }],
      people.tools({ ask: people.ask }),
    );
    const running = people.run(agent, "Go", RUN);
    const { id } = await openOne(server);
    await server.operator.answer({ id, answer: { text: "no" } });
    const { text } = await running;
    expect(text).toContain('"answer":"no"');
    expect(text).not.toContain("forged");
  });

  test("a tool that suspends itself is a question, once for each time", async () => {
    const server = await testServer();
    const people = withPeople(server.agent);
    const heard: unknown[] = [];
    const pick = {
      async execute(_: never, { agent }: { agent: { resumeData?: unknown; suspend: unknown } }) {
        heard.push(agent.resumeData);
        if (heard.length === 3) return "picked";
        return (agent.suspend as (payload: string) => undefined)("Which region?");
      },
    };
    const agent = new FakeAgent(testFolder(), [{ tool: "pick", args: {} }], { pick });
    const running = people.run(agent, "Go", RUN);
    for (const text of ["", "eu"]) {
      const { id } = await openOne(server);
      await server.operator.answer({ id, answer: { text } });
    }
    expect((await running).text).toBe('["picked"]');
    const answered = ["", "eu"].map((answer) => ({ outcome: "answered", answer }));
    expect(heard).toEqual([undefined, ...answered]);
  });

  test("an approval that people could not change is refused before anybody is asked", async () => {
    const server = await testServer();
    const lookup = { requireApproval: true, execute: () => "found" };
    const agent = new FakeAgent(testFolder(), [{ tool: "lookup", args: {} }], { lookup });
    await expect(withPeople(server.agent).run(agent, "Go", RUN)).rejects.toThrow(
      "pass the tool through people.tools",
    );
    expect((await server.operator.list({})).items).toEqual([]);
  });

  test("a tool's own words for the model are kept, and what was changed stands below", async () => {
    const server = await testServer();
    const people = withPeople(server.agent);
    const pay = {
      execute: ({ amount }: { amount: number }) => ({ amount }),
      toModelOutput: (result: unknown) => ({
        type: "text",
        value: `paid ${JSON.stringify(result)}`,
      }),
    };
    const guarded = people.tools({ pay }).pay;
    const agent = new FakeAgent(testFolder(), [{ tool: "pay", args: { amount: 5 } }], {
      pay: { ...guarded, toModelOutput: undefined },
    });
    const running = people.run(agent, "Go", RUN);
    const { id } = await openOne(server);
    const { digest } = await server.operator.previewEdit({ id, args: { amount: 2 } });
    await server.operator.approve({ id, digest, args: { amount: 2 } });
    const [result] = JSON.parse((await running).text);
    expect(await guarded.toModelOutput(result)).toEqual({
      type: "content",
      value: [
        { type: "text", text: 'paid {"amount":2}' },
        { type: "text", text: expect.stringContaining("changed its arguments") },
      ],
    });
    expect(await guarded.toModelOutput({ amount: 7 })).toEqual({
      type: "text",
      value: 'paid {"amount":7}',
    });
  });
});

/** A workflow of two steps that wait, one of them within another workflow. */
class FakeWorkflow {
  readonly resumed: unknown[] = [];
  readonly started: string[] = [];
  status = "suspended";
  readonly steps: Record<string, object> = {
    done: { status: "success" },
    inner: { status: "suspended", suspendedAt: 1, suspendPayload: { question: "inner" } },
    "inner.region": { status: "suspended", suspendedAt: 1, suspendPayload: "Which region?" },
    amount: { status: "suspended", suspendedAt: 2, suspendPayload: { question: "How much?" } },
  };
  isThere = false;

  async getWorkflowRunById() {
    return this.isThere ? { status: this.status, steps: { ...this.steps } } : null;
  }

  async createRun() {
    const began = (how: string) => async () => {
      this.isThere = true;
      this.status = "suspended";
      this.started.push(how);
      return "waits";
    };
    return {
      start: began("start"),
      restart: began("restart"),
      resume: async ({ step, resumeData }: { step: readonly string[]; resumeData: unknown }) => {
        this.resumed.push([step, resumeData]);
        this.steps[step.join(".")] = { status: "success" };
        this.steps["inner"] = { status: "success" };
        if (this.resumed.length === 2) this.status = "success";
        return this.status;
      },
    };
  }
}

describe("a workflow of Mastra", () => {
  test("is resumed with the bytes of a file where its schema has bytes", async () => {
    const server = await testServer();
    const workflow = Object.assign(new FakeWorkflow(), { isThere: true });
    const scan = { type: "string", contentEncoding: "base64" };
    const schema = { type: "object", properties: { scan } };
    workflow.steps["inner.region"] = { status: "success" };
    workflow.steps["inner"] = { status: "success" };
    workflow.steps["amount"] = {
      status: "suspended",
      suspendedAt: 2,
      suspendPayload: { text: "The scan?", schema },
    };
    workflow.resumed.push("the first");
    const running = withPeople(server.agent).runWorkflow(workflow, {}, { runId: "run-1" });
    const { id } = await openOne(server);
    const content = Buffer.from("a scan").toString("base64");
    const file = await server.operator.uploadFile({ id, name: "a.txt", content });
    await server.operator.answer({ id, answer: { fields: { scan: { ...file } } } });
    await running;
    const answer = { scan: content };
    expect(workflow.resumed.at(-1)).toEqual([["amount"], { outcome: "answered", answer }]);
  });

  test.each([
    ["that has not begun", { isThere: false, status: "pending" }, ["start"]],
    ["that waits", { isThere: true, status: "suspended" }, []],
    ["that was cut off", { isThere: true, status: "running" }, ["restart"]],
  ])("%s asks of its steps at once, and is resumed with what people gave", async (_, at, began) => {
    const server = await testServer();
    const workflow = Object.assign(new FakeWorkflow(), at);
    const running = withPeople(server.agent).runWorkflow(workflow, {}, { runId: "run-1" });
    const open = await eventually(async () => {
      const { items } = await server.operator.list({ status: "open", order: "oldest", each: true });
      return items.length === 2 ? items : undefined;
    });
    for (const { id } of open.toReversed()) {
      await server.operator.answer({ id, answer: { text: "0" } });
    }
    expect(await running).toBe("success");
    const answered = { outcome: "answered", answer: "0" };
    expect(workflow.resumed).toEqual([
      [["inner", "region"], answered],
      [["amount"], answered],
    ]);
    expect(workflow.started).toEqual(began);
  });

  test("that has ended is not run again", async () => {
    const server = await testServer();
    const workflow = Object.assign(new FakeWorkflow(), { isThere: true, status: "success" });
    const people = withPeople(server.agent);
    const done = await people.runWorkflow(workflow, {}, { runId: "run-1" });
    expect(done).toMatchObject({ status: "success" });
    expect(workflow.started).toEqual([]);
  });
});
