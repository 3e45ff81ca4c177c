import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { OpenAuthorization } from "../../src/domain/requests/request.ts";
import {
  eventually,
  launch,
  type TestServer,
  testFolder,
  testServer,
  testServerProcess,
} from "../support/cli.ts";

/* An agent with a guarded function, in a process of its own that can be killed. */

const AGENT = join(import.meta.dirname, "guarded-main.ts");

function startAgent(server: TestServer, log: string, ...options: readonly string[]) {
  const env = { SERVER_FILE: join(server.data, "server.json"), KEY: server.key("agent"), LOG: log };
  const running = launch(process.execPath, [AGENT, ...options], { env });
  onTestFinished(async () => {
    running.child.kill("SIGKILL");
    await running.finished;
  });
  return running;
}

async function asked(server: TestServer): Promise<OpenAuthorization> {
  return await eventually(async () => {
    const { items } = await server.operator.list({ status: "open" });
    return items.find((item): item is OpenAuthorization => item.kind === "authorization");
  });
}

const linesOf = (log: string) => readFileSync(log, { encoding: "utf8", flag: "a+" }).split("\n");

test("a guarded call waits over the death of its server", async () => {
  const server = await testServerProcess();
  const log = join(testFolder(), "log");
  const agent = startAgent(server, log);
  const { id, authorization } = await asked(server);
  await server.kill();
  await server.start();
  await server.operator.approve({ id, digest: authorization.digest });
  expect((await agent.finished).stdout).toBe("ran user123\n");
  expect(linesOf(log)).toEqual(["user123", ""]);
});

test("an agent that is killed while it waits finds its call again by its name", async () => {
  const server = await testServer();
  const log = join(testFolder(), "log");
  const first = startAgent(server, log);
  const { id, authorization } = await asked(server);
  first.child.kill("SIGKILL");
  await first.finished;
  await server.operator.approve({ id, digest: authorization.digest });
  const second = startAgent(server, log);
  expect((await second.finished).stdout).toBe("ran user123\n");
  expect(linesOf(log)).toEqual(["user123", ""]);
  expect((await server.operator.list({})).items).toHaveLength(1);
});

test("an agent that is killed after its approval was used does not run the call again", async () => {
  const server = await testServer();
  const log = join(testFolder(), "log");
  const first = startAgent(server, log, "stall");
  const { id, authorization } = await asked(server);
  await server.operator.approve({ id, digest: authorization.digest });
  await eventually(() => linesOf(log).length > 1);
  first.child.kill("SIGKILL");
  await first.finished;
  const second = startAgent(server, log);
  const { code, stdout, stderr } = await second.finished;
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("may have run");
  expect(linesOf(log)).toEqual(["user123", ""]);
});
