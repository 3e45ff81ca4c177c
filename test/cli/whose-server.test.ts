import { cpSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "../../src/cli/terminal/connect.ts";
import { readEnvironment } from "../../src/compose/config.ts";
import { dataPaths, takeDataFolder } from "../../src/system/data-folder.ts";
import { testFolder, testServer } from "../support/cli.ts";

/** A program that has the port of a server that ended, and what it is told. */
async function stranger() {
  const heard: string[] = [];
  const program = createServer((request, response) => {
    heard.push(request.headers.authorization ?? "nothing");
    response.writeHead(401).end();
  });
  program.listen(0, "127.0.0.1");
  await new Promise((listening) => program.once("listening", listening));
  onTestFinished(() => void program.close());
  return { heard, url: `http://127.0.0.1:${(program.address() as AddressInfo).port}` };
}

const called = (dataFolder: string) =>
  connect({ dataFolder, environment: readEnvironment({}), as: "operator", retryForMs: 0 }).status();

/** A folder as a server leaves it that was killed. */
function abandoned(url: string): string {
  const data = join(testFolder(), "data");
  takeDataFolder(data).release();
  const { key, server } = dataPaths(data);
  writeFileSync(key("operator"), "ear_secret\n");
  writeFileSync(server, JSON.stringify({ url, pid: 4711, startedAt: "2026-01-01T00:00:00.000Z" }));
  return data;
}

test("whoever has the port of a server that was killed is sent no key", async () => {
  const { heard, url } = await stranger();
  const data = abandoned(url);
  await expect(called(data)).rejects.toMatchObject({
    code: "UNREACHABLE",
    message: expect.stringMatching(/process 4711.* was killed.* npx earshot start/),
  });
  expect(heard).toEqual([]);
});

test("nor is it where another server has taken the folder and does not listen yet", async () => {
  const { heard, url } = await stranger();
  const data = abandoned(url);
  const taken = takeDataFolder(data);
  onTestFinished(taken.release);
  await expect(called(data)).rejects.toMatchObject({
    code: "UNREACHABLE",
    message: expect.stringContaining("does not listen yet. Call again"),
  });
  expect(heard).toEqual([]);
});

test("the copy of a folder does not speak to the server of the first", async () => {
  const { data } = await testServer();
  const copy = join(testFolder(), "copy");
  cpSync(data, copy, { recursive: true });
  await expect(called(data)).resolves.toBeDefined();
  await expect(called(copy)).rejects.toMatchObject({
    code: "UNREACHABLE",
    message: expect.stringContaining("or this folder is a copy"),
  });
});
