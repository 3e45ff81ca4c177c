import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { connect } from "../../src/cli/terminal/connect.ts";
import { readEnvironment } from "../../src/compose/config.ts";
import { dataPaths, takeDataFolder } from "../../src/system/data-folder.ts";
import { testFolder } from "../support/cli.ts";

/* Programs and folders that are not what they seem. */

/** A program that has the port of a server that ended, and what it is told. */
export async function stranger() {
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

export const called = (dataFolder: string) =>
  connect({ dataFolder, environment: readEnvironment({}), as: "operator", retryForMs: 0 }).status();

/** A folder as a server leaves it that was killed. */
export function abandoned(url: string): string {
  const data = join(testFolder(), "data");
  takeDataFolder(data).release();
  const { key, server } = dataPaths(data);
  writeFileSync(key("operator"), "ear_secret\n");
  writeFileSync(server, JSON.stringify({ url, pid: 4711, startedAt: "2026-01-01T00:00:00.000Z" }));
  return data;
}
