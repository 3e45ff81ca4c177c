import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { dataPaths, readKeyFile, readServerInfo } from "../../src/system/data-folder.ts";
import {
  codeVariables,
  earshot,
  eventually,
  markVariables,
  PROGRAM,
  spawnEarshot,
  testFolder,
  testServerProcess,
} from "../support/cli.ts";
import { asked, envelopeOf } from "./door.ts";

/* A server that a client had to start stands in for the real one, and never in its way. */

async function connectTo(data: string): Promise<Client> {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: "legacy" } },
  );
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, "mcp", "--data", data],
      stderr: "ignore",
      env: { ...getDefaultEnvironment(), ...codeVariables(), ...markVariables() },
    }),
  );
  onTestFinished(() => client.close());
  return client;
}

function operatorOf(data: string) {
  const url = () => readServerInfo(data)?.url ?? "";
  return createClient({ url: () => ({ url: url(), key: readKeyFile(data, "operator") ?? "" }) });
}

const START = ["start", "--port", "0", "--no-console"] as const;
const LISTENS = /Earshot listens on (\S+)/;

test("it gives way to one that somebody starts, and what waited there is answered here", async () => {
  const data = join(testFolder(), "data");
  const client = await connectTo(data);
  const asking = client.callTool({ name: "ask_human", arguments: { question: "Who is there?" } });
  const operator = operatorOf(data);
  await eventually(() => readServerInfo(data)?.isStandIn);
  const { id } = await asked({ operator }, "Who is there?");
  const began = performance.now();
  const real = spawnEarshot([...START, "--data", data]);
  const [, url] = await eventually(() => LISTENS.exec(real.stdout()) ?? undefined);
  const tookMs = performance.now() - began;
  expect(real.stderr()).toContain("gives way");
  expect(readServerInfo(data)).toMatchObject({ url, pid: real.child.pid });
  expect(readServerInfo(data)).not.toHaveProperty("isStandIn");
  expect(envelopeOf(await asking)).toMatchObject({
    status: "human_input_requested",
    data: { request_id: id },
  });
  await operator.answer({ id, answer: { text: "I am." } });
  const picked = { name: "await_response", arguments: { request_ids: [id] } };
  expect(envelopeOf(await client.callTool(picked))).toMatchObject({
    data: { answer: { text: "I am." } },
  });
  console.log(`The real one listened after ${Math.round(tookMs)} ms.`);
});

test("after a crash the real one takes its folder back from it", async () => {
  const server = await testServerProcess();
  const client = await connectTo(server.data);
  await client.callTool({ name: "check_messages", arguments: {} });
  await server.kill();
  await client.callTool({ name: "check_messages", arguments: {} });
  expect(readServerInfo(server.data)).toMatchObject({ isStandIn: true });
  await server.start();
  expect(readServerInfo(server.data)).toMatchObject({ url: server.url() });
  const result = await client.callTool({ name: "check_messages", arguments: {} });
  expect(envelopeOf(result)).toMatchObject({ status: "success" });
});

test("a server that somebody has started gives way to nobody", async () => {
  const server = await testServerProcess();
  const before = readServerInfo(server.data);
  const second = await earshot([...START, "--data", server.data]);
  expect(second).toMatchObject({ stdout: "" });
  expect(second.stderr).toContain("A server runs on");
  expect(readServerInfo(server.data)).toEqual(before);
  // What a stand-in has left that died is no leave to end who has the folder now.
  const { pid } = spawnSync(process.execPath, ["--version"]);
  const left = { ...before, pid, isStandIn: true };
  writeFileSync(dataPaths(server.data).server, JSON.stringify(left));
  expect(await earshot([...START, "--data", server.data])).toMatchObject({ stdout: "" });
  expect((await fetch(new URL("/readyz", server.url()))).status).toBe(200);
});
