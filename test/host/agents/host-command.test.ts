import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createClient } from "../../../src/client/client.ts";
import { readKeyFile } from "../../../src/system/data-folder.ts";
import { eventually, launch, ROOT, spawnEarshot } from "../../support/cli.ts";
import { startHomeServer } from "../../support/server.ts";
import { folderOf } from "./support/house.ts";

const HAS_PYTHON = spawnSync("python3", ["--version"]).status === 0;
const TIMEOUT = 60_000;

async function home() {
  const server = await startHomeServer();
  onTestFinished(() => server.close());
  const owner = createClient({ url: server.url, key: server.operator });
  return { ...server, owner };
}

/** The life of the example: it asks, and reports when the answer has come. */
async function live(owner: Awaited<ReturnType<typeof home>>["owner"]): Promise<void> {
  const { id } = await owner.startSession({ agent: "python", text: "Make the report." });
  const request = await eventually(async () => {
    const { session, request: asked } = await owner.showSession({ id });
    return session.status === "paused" ? asked : undefined;
  });
  expect(request).toMatchObject({ question: { text: "Which region is the report for?" } });
  await owner.answer({ id: request.id, answer: { text: "the North" } });
  const last = await eventually(async () => {
    const { chain } = await owner.showSession({ id });
    return chain.find((one) => one.continues === id && one.status === "completed");
  });
  const { items } = await owner.sessionEntries({ id: last.id });
  expect(items.at(-1)?.body).toMatchObject({
    kind: "end",
    text: "The report for the North is done.",
  });
}

describe.skipIf(!HAS_PYTHON)("the example in Python", () => {
  const source = (name: string) => readFileSync(join(ROOT, "examples/agent/python", name), "utf8");

  test("lives as a program of earshot host", { timeout: TIMEOUT }, async () => {
    const { owner, folder: data } = await home();
    const folder = folderOf({
      "agents/python/agent.yaml": source("agent.yaml"),
      "agents/python/agent.py": source("agent.py"),
    });
    const agents = join(folder, "agents");
    const host = spawnEarshot(["host", "--agents", agents, "--data", data]);
    await eventually(
      () => host.stdout().includes("Earshot hosts python") || undefined,
      host.stderr,
    );
    await live(owner);
    const keys = join(data, "agent-keys.json");
    expect(Object.keys(JSON.parse(readFileSync(keys, "utf8")))).toEqual(["python"]);
    expect(statSync(keys).mode & 0o777).toBe(0o600);
    host.child.kill("SIGTERM");
    expect(await host.finished).toMatchObject({ code: 0 });
  });

  test("lives by the operations alone, over HTTP", { timeout: TIMEOUT }, async () => {
    const { owner, url } = await home();
    const { secret } = await owner.createKey({ kind: "agent", name: "python" });
    const agent = launch("python3", [join(ROOT, "examples/agent/python/agent.py"), "--http"], {
      env: { EARSHOT_URL: url, EARSHOT_KEY: secret },
    });
    onTestFinished(async () => {
      agent.child.kill("SIGKILL");
      await agent.finished;
    });
    await live(owner);
    expect(agent.stderr()).toBe("");
  });
});

describe("earshot start", () => {
  const ECHO = `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  if (JSON.parse(line).type === "start") console.log('{"type":"end","text":"Heard."}');
}
`;
  const FILES = {
    "agents/echo/agent.yaml": `command: [${process.execPath}, agent.mjs]\n`,
    "agents/echo/agent.mjs": ECHO,
  };

  const START = ["start", "--data", ".earshot", "--port", "0", "--no-console"];

  test("hosts the agents that lie beside it, and none where it is told so", {
    timeout: TIMEOUT,
  }, async () => {
    const cwd = folderOf(FILES);
    const server = spawnEarshot(START, { cwd });
    await eventually(() => server.stdout().includes("It hosts echo") || undefined, server.stdout);
    const [, url = ""] = /listens on (\S+)/.exec(server.stdout()) ?? [];
    const key = readKeyFile(join(cwd, ".earshot"), "operator") ?? "";
    const owner = createClient({ url, key });
    const { id } = await owner.startSession({ agent: "echo", text: "Hello?" });
    await eventually(async () => {
      const { session } = await owner.showSession({ id });
      return session.status === "completed" || undefined;
    });
    server.child.kill("SIGTERM");
    expect(await server.finished).toMatchObject({ code: 0 });
    const quiet = spawnEarshot([...START, "--no-agents"], { cwd });
    await eventually(() => quiet.stdout().includes("listens on") || undefined, quiet.stderr);
    expect(quiet.stdout()).not.toContain("hosts");
  });

  test("says what is wrong with an agent, and where", { timeout: TIMEOUT }, async () => {
    const cwd = folderOf({ "agents/echo/agent.yaml": "comand: [a]\n" });
    const { code, stderr } = await spawnEarshot(START, { cwd }).finished;
    expect(code).toBe(1);
    expect(stderr).toContain(
      'agents/echo/agent.yaml:1: comand is no key of an agent. Did you mean "command"?',
    );
    expect(existsSync(join(cwd, ".earshot"))).toBe(false);
  });

  test("takes its agents' programs with it when it is killed", { timeout: TIMEOUT }, async () => {
    const deaf = `import { writeFileSync } from "node:fs";
writeFileSync("pid", String(process.pid));
setInterval(() => {}, 1_000);
`;
    const cwd = folderOf({ ...FILES, "agents/echo/agent.mjs": deaf });
    const server = spawnEarshot(START, { cwd });
    await eventually(() => server.stdout().includes("It hosts echo") || undefined, server.stdout);
    const [, url = ""] = /listens on (\S+)/.exec(server.stdout()) ?? [];
    const key = readKeyFile(join(cwd, ".earshot"), "operator") ?? "";
    await createClient({ url, key }).startSession({ agent: "echo", text: "Hello?" });
    const file = join(cwd, "agents/echo/pid");
    const pid = Number(
      await eventually(() => (existsSync(file) && readFileSync(file, "utf8")) || undefined),
    );
    expect(isAlive(pid)).toBe(true);
    server.child.kill("SIGKILL");
    await eventually(() => !isAlive(pid) || undefined);
  });
});

describe("earshot host", () => {
  const SPY = `import { writeFileSync } from "node:fs";
writeFileSync("environment", JSON.stringify(process.env));
writeFileSync("pid", String(process.pid));
setInterval(() => {}, 1_000);
`;
  const files = (...names: string[]) =>
    Object.fromEntries(
      names.flatMap((name) => [
        [`agents/${name}/agent.yaml`, `command: [${process.execPath}, agent.mjs]\n`],
        [`agents/${name}/agent.mjs`, SPY],
      ]),
    );

  async function hosting(more: Readonly<Record<string, string>> = {}) {
    const { owner, folder: data } = await home();
    const { secret } = await owner.createKey({ kind: "agent", name: "spy" });
    const folder = folderOf(files("spy"));
    const host = spawnEarshot(["host", "--agents", join(folder, "agents"), "--data", data], {
      env: { EARSHOT_AGENT_KEY: secret, ...more },
    });
    await eventually(() => host.stdout().includes("Earshot hosts spy") || undefined, host.stderr);
    const { id } = await owner.startSession({ agent: "spy", text: "Look." });
    const file = join(folder, "agents/spy/pid");
    const pid = Number(
      await eventually(() => (existsSync(file) && readFileSync(file, "utf8")) || undefined),
    );
    const environment = readFileSync(join(folder, "agents/spy/environment"), "utf8");
    return { owner, data, secret, host, id, pid, environment };
  }

  test("runs one agent with its key, which nobody else gets to see", {
    timeout: TIMEOUT,
  }, async () => {
    const keys = { EARSHOT_MODEL_KEY: "secret-model", EARSHOT_DEPLOYMENT_KEY: "secret-place" };
    const { data, secret, host, environment } = await hosting(keys);
    expect(existsSync(join(data, "agent-keys.json"))).toBe(false);
    for (const key of [secret, ...Object.values(keys)]) {
      expect(environment).not.toContain(key);
      expect(host.stdout() + host.stderr()).not.toContain(key);
    }
  });

  test("that is told to stop twice is gone at once, and its programs with it", {
    timeout: TIMEOUT,
  }, async () => {
    const { host, pid } = await hosting();
    host.child.kill("SIGTERM");
    await eventually(() => host.stderr().includes("Stopping") || undefined, host.stderr);
    expect(isAlive(pid)).toBe(true);
    const began = Date.now();
    host.child.kill("SIGTERM");
    expect((await host.finished).code).not.toBe(0);
    await eventually(() => !isAlive(pid) || undefined);
    expect(Date.now() - began).toBeLessThan(15_000);
  });

  test("takes no key of another agent, nor one key for two", { timeout: TIMEOUT }, async () => {
    const { owner, folder: data } = await home();
    const { secret } = await owner.createKey({ kind: "agent", name: "other" });
    const run = (...names: string[]) =>
      spawnEarshot(
        ["host", "--agents", join(folderOf(files(...names)), "agents"), "--data", data],
        {
          env: { EARSHOT_AGENT_KEY: secret },
        },
      ).finished;
    const wrong = await run("spy");
    expect(wrong.code).not.toBe(0);
    expect(wrong.stderr).toContain("The key for the agent spy is that of the agent other");
    expect((await run("spy", "other")).stderr).toContain("is the key of one agent");
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const facts = `/proc/${pid}/stat`;
    return !(existsSync(facts) && readFileSync(facts, "utf8").includes(") Z "));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
