import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { SessionId } from "../../../src/domain/id.ts";
import type { Session } from "../../../src/domain/sessions/session.ts";
import { hostAgents } from "../../../src/host/agents/host-agents.ts";
import { hostName } from "../../../src/host/agents/host-name.ts";
import { createCommandRunner } from "../../../src/host/sessions/child/command-runner.ts";
import { folderOf, type House, openHouse } from "./support/house.ts";

/** A program that says the lines it is given, one after each line that it hears. */
function program(...lines: readonly unknown[]): string {
  const said = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  return `import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
const said = ${JSON.stringify(said)};
for await (const line of createInterface({ input: process.stdin })) {
  appendFileSync("heard.jsonl", line + "\\n");
  const next = said.shift();
  if (next === "EXIT") process.exit(3);
  if (next !== undefined) console.log(next);
}
`;
}

interface Hosted {
  readonly house: House;
  readonly folder: string;
  readonly notes: string[];
  /** What the program heard, behind the line it was started with. */
  heard(): readonly Record<string, unknown>[];
  start(): Promise<Session>;
  sessionOf(id: SessionId): Promise<Session>;
  stop(): Promise<void>;
}

async function hosted(
  source: string,
  limits: { attempts?: number; timeMs?: number } = {},
): Promise<Hosted> {
  const house = await openHouse();
  const folder = folderOf({ "agent.mjs": source });
  const earshot = await house.as("scout");
  const notes: string[] = [];
  const run = createCommandRunner({
    earshot,
    command: [process.execPath, "agent.mjs"],
    cwd: folder,
    env: process.env,
    limits: { attempts: 3, ...limits },
    onNote: (text) => notes.push(text),
  });
  const agent = {
    name: "scout",
    earshot,
    run,
    profile: { channels: [] },
    sessions: 2,
    schedules: [],
  };
  const running = hostAgents({
    agents: [agent],
    host: hostName(),
    now: Date.now,
    onFault: (error) => notes.push(`fault: ${String(error)}`),
  });
  onTestFinished(() => running.stop());
  const file = join(folder, "heard.jsonl");
  return {
    house,
    folder,
    notes,
    stop: running.stop,
    heard: () =>
      existsSync(file)
        ? readFileSync(file, "utf8")
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line))
        : [],
    start: () => house.owner.startSession({ agent: "scout", text: "Look around." }),
    sessionOf: async (id) => (await house.owner.showSession({ id })).session,
  };
}

const statusOf = (hosting: Hosted, id: SessionId) =>
  expect.poll(async () => (await hosting.sessionOf(id)).status, { timeout: 20_000 });

describe("a program that is an agent", () => {
  test("is started with its session, and what it does is the session's", async () => {
    const hosting = await hosted(
      program(
        { type: "record", id: 1, entry: { kind: "reply", text: "I look.", calls: [] } },
        { type: "say", id: 2, text: "I am on it." },
        { type: "end", id: 3, text: "All is well." },
      ),
    );
    const { id } = await hosting.start();
    await statusOf(hosting, id).toBe("completed");
    await expect.poll(hosting.heard).toMatchObject([
      {
        type: "start",
        v: 1,
        session: { id, task: "Look around." },
        prompt: expect.stringContaining("Look around."),
        entries: [],
      },
      { type: "result", id: 1, value: { outcome: "recorded", entries: 1 } },
      { type: "result", id: 2, value: { outcome: "said" } },
      { type: "result", id: 3, value: { outcome: "completed" } },
    ]);
    const { items } = await hosting.house.owner.sessionEntries({ id });
    expect(items.map(({ body }) => body.kind)).toEqual(["reply", "end"]);
    expect((await hosting.sessionOf(id)).posted).toBe(true);
  });

  test("asks, ends, and goes on from the answer in another process", async () => {
    const hosting = await hosted(program({ type: "ask", id: 1, question: "Which region?" }));
    const { id } = await hosting.start();
    await statusOf(hosting, id).toBe("paused");
    const { request } = await hosting.house.owner.showSession({ id });
    expect(request).toMatchObject({ question: { text: "Which region?" }, status: "open" });
    await hosting.house.owner.answer({
      id: request?.id as `req_${string}`,
      answer: { text: "North" },
    });
    await expect.poll(() => hosting.heard().filter(({ type }) => type === "start").length).toBe(2);
    expect(hosting.heard().findLast(({ type }) => type === "start")).toMatchObject({
      session: { continues: id },
      former: { session: { id }, request: { status: "answered", answer: { text: "North" } } },
    });
  });

  test("runs what was approved once, with what was approved", async () => {
    const authorize = {
      type: "authorize",
      id: 1,
      tool: "pay",
      args: { sum: 5 },
      reason: "It is due.",
    };
    const source = program(authorize).replace(
      "const next = said.shift();",
      `const { former, type, id } = JSON.parse(line);
  const next = former !== undefined || type === "result"
    ? id === 7 ? '{"type":"end","text":"Paid."}' : '{"type":"redeem","id":7}'
    : said.shift();`,
    );
    const hosting = await hosted(source);
    const { id } = await hosting.start();
    await statusOf(hosting, id).toBe("paused");
    const { request } = await hosting.house.owner.showSession({ id });
    if (request?.kind !== "authorization") throw new Error("Nothing was sought.");
    const { digest } = request.authorization;
    await hosting.house.owner.approve({ id: request.id, digest });
    await expect
      .poll(() => hosting.heard().find((line) => line["id"] === 7), { timeout: 20_000 })
      .toMatchObject({ type: "result", value: { tool: "pay", args: { sum: 5 } } });
    await expect
      .poll(
        async () => (await hosting.house.owner.listSessions({ status: "completed" })).items.length,
      )
      .toBe(1);
  });

  test("is told of lines that are none, and goes on", async () => {
    const hosting = await hosted(
      program(
        "what?",
        { type: "sing" },
        { type: "say", id: 1, text: "" },
        { type: "end", text: "Done." },
      ),
    );
    const { id } = await hosting.start();
    await statusOf(hosting, id).toBe("completed");
    await expect
      .poll(() => hosting.heard().slice(1))
      .toMatchObject([
        { type: "error", code: "INVALID_INPUT", message: expect.stringContaining("is no JSON") },
        { type: "error", code: "INVALID_INPUT", message: expect.stringContaining("type") },
        { type: "error", code: "INVALID_INPUT", message: expect.stringContaining("text") },
      ]);
  });

  test.for([
    ["ends without an end", program("EXIT"), "exit code 3"],
    ["cannot be started", "import 'nothing-of-the-kind';", "exit code 1"],
  ] as const)("that %s fails its session", async ([, source, how]) => {
    const hosting = await hosted(source);
    const { id } = await hosting.start();
    await statusOf(hosting, id).toBe("failed");
    expect((await hosting.sessionOf(id)).reason).toContain(how);
  });

  test("is given up when its time is over", async () => {
    const hosting = await hosted(program(), { timeMs: 500 });
    const { id } = await hosting.start();
    await statusOf(hosting, id).toBe("failed");
    expect((await hosting.sessionOf(id)).reason).toContain("limit of time");
  });

  test("is told to end when a person wants it to, and when its host stops", async () => {
    const obedient = program().replace(
      "const next = said.shift();",
      `if (/"type":"(stop|cancel)"/.test(line)) process.exit(0);\n  const next = said.shift();`,
    );
    const hosting = await hosted(obedient);
    const first = await hosting.start();
    await expect.poll(() => hosting.heard().length).toBe(1);
    await hosting.house.owner.cancelSession({ id: first.id });
    await statusOf(hosting, first.id).toBe("cancelled");
    const second = await hosting.start();
    await expect.poll(() => hosting.heard().filter(({ type }) => type === "start").length).toBe(2);
    await hosting.stop();
    await statusOf(hosting, second.id).toBe("queued");
    expect(hosting.heard().map(({ type }) => type)).toEqual(["start", "cancel", "start", "stop"]);
  });

  test("that runs away is ended", async () => {
    const line = JSON.stringify({ type: "record", entry: { kind: "note", text: "a" } });
    const hosting = await hosted(
      `const line = ${JSON.stringify(`${line}\n`)}.repeat(500);
const more = () => process.stdout.write(line, more);
more();
`,
    );
    const { id } = await hosting.start();
    await statusOf(hosting, id).toBe("failed");
    expect((await hosting.sessionOf(id)).reason).toContain("SIGKILL");
  });

  test("is heard where it writes for people", async () => {
    const hosting = await hosted(
      `console.error("I begin."); console.log('{"type":"end","text":"a"}');`,
    );
    await hosting.start();
    await expect.poll(() => hosting.notes).toContain("I begin.");
  });

  test("ends with whatever it has started, and its session with it", async () => {
    const parent = (detached: boolean) => `import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1_000)"], {
  stdio: "inherit",
  detached: ${detached},
});
writeFileSync("pid", String(child.pid));
console.log('{"type":"end","text":"Done."}');
process.exit(0);
`;
    const hosting = await hosted(parent(false));
    const { id } = await hosting.start();
    await statusOf(hosting, id).toBe("completed");
    const pidOf = ({ folder }: Hosted) => Number(readFileSync(join(folder, "pid"), "utf8"));
    await expect.poll(() => isAlive(pidOf(hosting))).toBe(false);
    await hosting.stop();
    const other = await hosted(parent(true));
    const second = await other.start();
    await statusOf(other, second.id).toBe("completed");
    const far = pidOf(other);
    onTestFinished(() => void process.kill(far, "SIGKILL"));
    const began = Date.now();
    await other.stop();
    expect(Date.now() - began).toBeLessThan(10_000);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const facts = `/proc/${pid}/stat`;
    return !(existsSync(facts) && readFileSync(facts, "utf8").includes(") Z "));
  } catch {
    return false;
  }
}
