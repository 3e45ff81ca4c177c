import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { startServer } from "../../src/compose/compose.ts";
import { START_STEPS } from "../../src/compose/server.ts";
import { dataPaths, readServerInfo } from "../../src/system/data-folder.ts";
import { earshot, eventually, spawnEarshot, testFolder } from "../support/cli.ts";
import { newDatabase, testServerUrl } from "../support/postgres.ts";
import { byName, takeShare } from "../support/share.ts";
import { endingAt, WAYS } from "./breaking.ts";

takeShare("broken-starts", byName);

/* A start that fails or is told to end, at any step, leaves nothing behind: no port, no lock, no store. */

const STORES = {
  SQLite: async () => ({}),
  async PostgreSQL() {
    const { url, drop } = await newDatabase(await testServerUrl());
    onTestFinished(drop);
    return { postgres: { url } };
  },
} as const;

describe.each(Object.entries(STORES))("over %s", (_, storeOf) => {
  describe.each(Object.entries(WAYS))("a start that %s", (_, end) => {
    test.each(START_STEPS)("behind %s leaves nothing open", async (at) => {
      const dataFolder = join(testFolder(), "data");
      const [port, store] = [await freePort(), await storeOf()];
      const options = { dataFolder, port, ...store };
      const { passed, options: ending } = endingAt(at, end);
      const broken = startServer({ ...options, ...ending });
      await expect(broken).rejects.toThrow("on purpose");
      expect(passed).toEqual(START_STEPS.slice(0, START_STEPS.indexOf(at) + 1));
      expect(readServerInfo(dataFolder)).toBeUndefined();
      // The same port, folder and database are free.
      const server = await startServer(options);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
      await server.stop();
    });
  });
});

test("a start that cannot write where it serves ends with words and a code", async () => {
  const data = join(testFolder(), "data");
  mkdirSync(dataPaths(data).server, { recursive: true });
  const { code, stderr } = await earshot(["start", "--port", "0", "--no-console", "--data", data]);
  expect(code).toBe(1);
  expect(stderr).toContain("error:");
});

test("a start that waits for its database ends at once when it is told to", async () => {
  const data = join(testFolder(), "data");
  const away = new URL(await testServerUrl());
  away.port = "1";
  const args = ["start", "--postgres", away.href, "--postgres-wait", "60s", "--data", data];
  const running = spawnEarshot([...args, "--no-console"]);
  await eventually(() => running.stderr().includes("does not answer yet"));
  running.child.kill("SIGTERM");
  const ended = await running.finished;
  expect(ended).toMatchObject({ code: 0, signal: null });
  expect(ended.stderr).toContain("Stopped before it had started.");
});
