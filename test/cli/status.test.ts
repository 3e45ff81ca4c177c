import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { earshotProcess, testFolder, testServer } from "../support/cli.ts";

test("status is an overview of the last day and of now, or JSON", async () => {
  const server = await testServer();
  const { request } = await server.agent.ask({ text: "Which?" });
  const shown = await server.run("status");
  expect(shown).toMatchObject({ code: 0, stderr: "" });
  for (const line of [
    /^Last 24 hours$/m,
    /^ {2}calls +\d+$/m,
    /^ {2}violations +0$/m,
    /^ {2}up for +\d+[dhms]( \d+[hms])?$/m,
    /^ {2}memory +\d+ MiB$/m,
    new RegExp(`^  \\S+Z  a person was asked: ${request.id}$`, "m"),
  ]) {
    expect(shown.stdout).toMatch(line);
  }
  const told = await server.run("status", "--json");
  const status = JSON.parse(told.stdout);
  expect(status).toMatchObject({ violations: 0, limited: 0, pendingAuthorizations: 0 });
  expect(status.recentLogs[0].message).toBe(`a person was asked: ${request.id}`);
});

test("keys create gives a key the hold of a client, or a time", async () => {
  const server = await testServer();
  const holds = [
    ["claude-code", 100_000],
    ["90s", 90_000],
  ] as const;
  for (const [hold, holdMs] of holds) {
    const made = await server.run("keys", "create", "--agent", "scout", "--hold", hold);
    expect(made.code).toBe(0);
    expect(made.stderr).toContain(`, holds ${holdMs / 1_000}s`);
    const scout = createClient({ url: server.url(), key: made.stdout.trim() });
    expect((await scout.whoami()).holdMs).toBe(holdMs);
  }
  expect((await server.run("keys", "list")).stdout).toContain(", holds 100s\n");
  for (const [hold, code] of [
    ["a while", 2],
    ["11m", 1],
  ] as const) {
    expect(await server.run("keys", "create", "--agent", "scout", "--hold", hold)).toMatchObject({
      code,
      stdout: "",
    });
  }
  const person = await server.run("keys", "create", "--operator", "ana", "--hold", "none");
  expect(person).toMatchObject({ code: 1, stdout: "" });
});

const TELL_FETCH = `process.on("exit", () => {
  console.error(process.moduleLoadList.filter((one) => one.includes("undici")).join());
});`;

// Coverage runs the sources, which import `node:http` as it is.
test.skipIf(process.env["EARSHOT_TEST_COVERAGE"] !== undefined)(
  "a command that calls a server on this machine loads nothing of fetch",
  async () => {
    const server = await testServer();
    const hook = join(testFolder(), "tell-fetch.cjs");
    writeFileSync(hook, TELL_FETCH);
    const env = { NODE_OPTIONS: `--require ${hook}` };
    const listed = await earshotProcess(["list", "--data", server.data], { env });
    expect(listed).toMatchObject({ code: 0, stderr: "No open requests.\n\n" });
  },
);
