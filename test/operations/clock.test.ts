import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import type { RunningServer, ServerOptions } from "../../src/compose/server.ts";
import type { EventType } from "../../src/domain/log/event.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../src/domain/time.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { collect } from "../suites/earshot/world.ts";
import { earshot, PROGRAM, testFolder } from "../support/cli.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";
import { ENTER, openPty } from "../support/pty.ts";

/* Servers on a machine whose clock is set. */

const { now } = Date;
let offset = 0;

beforeEach(() => {
  offset = 0;
  vi.spyOn(Date, "now").mockImplementation(() => now() + offset);
});
afterEach(() => void vi.restoreAllMocks());

const POLICY = { version: 1, rules: [{ name: "no mail", tools: ["send_*"], decision: "deny" }] };

async function folder(): Promise<string> {
  const data = join(testFolder(), "data");
  await makeEmptyDataFolder(data);
  return data;
}

async function start(
  dataFolder: string,
  options: Partial<ServerOptions> = {},
): Promise<RunningServer> {
  const server = await startServer({ dataFolder, port: 0, isDeaf: true, ...options });
  onTestFinished(() => server.stop());
  return server;
}

function as(name: "operator" | "agent", server: RunningServer, dataFolder: string) {
  const key = readKeyFile(dataFolder, name) ?? "";
  return createClient({ url: server.url, key, retryForMs: 0 });
}

/** A folder whose last event is of now. */
async function lived(): Promise<string> {
  const data = await folder();
  const server = await start(data);
  await as("agent", server, data).tell({ text: "I am here." });
  await server.stop();
  return data;
}

async function logged(server: RunningServer, data: string, type: EventType) {
  const events = await collect(as("operator", server, data).events({ after: 0 }));
  return events.filter((event) => event.type === type);
}

const ready = async ({ url }: RunningServer) => {
  const response = await fetch(new URL("/readyz", url));
  return await response.text();
};

async function metric(server: RunningServer, data: string, name: string): Promise<number> {
  const authorization = `Bearer ${readKeyFile(data, "operator")}`;
  const response = await fetch(new URL("/metrics", server.url), { headers: { authorization } });
  const line = (await response.text()).split("\n").find((text) => text.startsWith(`${name} `));
  return Number(line?.split(" ")[1]);
}

test("a start with the clock set back goes on from the last event, and logs it", async () => {
  const data = await lived();
  offset = -HOUR_MS;
  const server = await start(data);
  const operator = as("operator", server, data);
  const clock = await operator.clock();
  expect(clock.state).toBe("behind");
  expect(Date.parse(clock.now) - Date.parse(clock.told)).toBeGreaterThan(HOUR_MS - 30 * SECOND_MS);
  await expect.poll(() => logged(server, data, "clock.went_back")).toHaveLength(1);
  expect(await operator.verifyAudit()).toMatchObject({ intact: true });
  expect(await operator.verifyAudit()).not.toHaveProperty("wentBack");
  expect(await metric(server, data, "earshot_clock_set_backs_total")).toBe(1);
  expect(await metric(server, data, "earshot_clock_behind_seconds")).toBeGreaterThan(3_500);
  expect(await ready(server)).toBe("ok\n");
  const { stdout } = await earshot(["doctor", "--data", data]);
  expect(stdout).toMatch(/clock.*behind the log: it was set back/);
});

test("a start after three weeks waits for nobody", async () => {
  const data = await lived();
  offset = 21 * DAY_MS;
  const server = await start(data);
  expect((await as("operator", server, data).clock()).state).toBe("right");
});

test("a start after a longer pause than is allowed reads, and writes nothing until an owner accepts the time", async () => {
  const data = await lived();
  offset = 40 * DAY_MS;
  const server = await start(data, { policy: POLICY });
  const [operator, agent] = [as("operator", server, data), as("agent", server, data)];
  expect(await ready(server)).toContain("the clock jumped ahead");
  const { seq } = await operator.lastEvent();
  await expect(agent.tell({ text: "Late." })).rejects.toMatchObject({ code: "CLOCK_JUMPED" });
  await expect(operator.sealLog()).rejects.toMatchObject({ code: "CLOCK_JUMPED" });
  expect(await operator.lastEvent()).toEqual({ seq });
  expect((await operator.policy()).source).toBeUndefined();

  const { told } = await operator.clock();
  expect(await operator.acceptClock({ told })).toMatchObject({ state: "right" });
  expect(await ready(server)).toBe("ok\n");
  await agent.tell({ text: "Late." });
  expect(await logged(server, data, "clock.jumped")).toMatchObject([{ actor: expect.any(String) }]);
  // What the start had put off is made up for.
  await expect.poll(async () => (await operator.policy()).source).toEqual(POLICY);
  await server.stop();
  await expect((await start(data)).clock()).resolves.toMatchObject({ state: "right" });
});

test("how long a pause may be is for who starts the server to say", async () => {
  const data = await lived();
  offset = 40 * DAY_MS;
  const server = await start(data, { longestPauseMs: 50 * DAY_MS });
  expect((await server.clock()).state).toBe("right");
  await server.stop();
  offset += 2 * DAY_MS;
  const strict = await start(data, { longestPauseMs: DAY_MS });
  expect((await strict.clock()).state).toBe("jumped");
});

test.each([
  { typed: "y", state: "right" },
  { typed: "n", state: "jumped" },
])(
  "a start at a terminal asks for the time, and takes $typed for what it is",
  async ({ typed, state }) => {
    const data = await lived();
    const ahead = `const now = Date.now; Date.now = () => now() + ${40 * DAY_MS};`;
    const shifted = ["--import", `data:text/javascript,${encodeURIComponent(ahead)}`, PROGRAM];
    const start = ["start", "--port", "0", "--no-link", "--no-policy", "--data", data];
    const pty = openPty([...shifted, ...start]);
    expect(await pty.see(/Is it .* now\? \[y\/N\] /)).toContain("jumped ahead by 40d");
    await pty.typeRested(`${typed}${ENTER}`);
    await pty.see("Questions appear here");
    const { stdout } = await earshot(["clock", "show", "--json", "--data", data]);
    expect(JSON.parse(stdout)).toMatchObject({ state });
  },
);

test("a jump of the clock that comes back is logged, and ends nothing", async () => {
  const data = await folder();
  const server = await start(data);
  const [operator, agent] = [as("operator", server, data), as("agent", server, data)];
  const { request } = await agent.authorize({ tool: "deploy", args: {}, reason: "So." });
  offset = 2 * DAY_MS;
  await expect.poll(() => ready(server)).toContain("the clock jumped ahead");
  await expect.poll(() => metric(server, data, "earshot_clock_waits")).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  offset = 0;
  await expect.poll(() => ready(server)).toBe("ok\n");
  await expect.poll(() => logged(server, data, "clock.jumped")).toHaveLength(1);
  expect((await operator.show({ id: request.id })).request.status).toBe("open");
});

test("the command line shows the clock and accepts its jump", async () => {
  const data = await lived();
  offset = 40 * DAY_MS;
  await start(data);
  const shown = await earshot(["clock", "show", "--data", data]);
  expect(shown.stdout).toContain("jumped ahead by 40d");
  expect((await earshot(["doctor", "--data", data])).stdout).toMatch(/failed.*clock/);
  const accepted = await earshot(["clock", "accept", "--yes", "--json", "--data", data]);
  expect(JSON.parse(accepted.stdout)).toMatchObject({ state: "right" });
  expect((await earshot(["clock", "accept", "--data", data])).stdout).toContain("that is right");
});
