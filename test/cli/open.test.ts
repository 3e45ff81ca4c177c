import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  earshot,
  environment,
  eventually,
  spawnEarshot,
  testFolder,
  testServer,
} from "../support/cli.ts";
import { earshotOnPty } from "../support/pty.ts";
import { linkIn, signInBy } from "./signing-in.ts";

/* `earshot open`: another link, and a browser that opens it where there is one. */

/** A program that stands for the browser's opener, and notes what it is to open. */
function fakeOpener() {
  const folder = testFolder();
  const noted = join(folder, "noted");
  const program = join(folder, "xdg-open");
  writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s' "$1" > ${noted}.part && mv ${noted}.part ${noted}\n`,
  );
  chmodSync(program, 0o755);
  const { PATH = "" } = environment();
  const opened = () => (existsSync(noted) ? readFileSync(noted, "utf8") : undefined);
  return { env: { PATH: `${folder}:${PATH}`, DISPLAY: ":9" }, opened };
}

test("open prints a link alone on its line that signs in whose key it is", async () => {
  const server = await testServer();
  const { code, stdout, stderr } = await server.run("open");
  expect(code).toBe(0);
  expect(stdout.split("\n")).toHaveLength(2);
  expect(await (await signInBy(stdout)).whoami()).toBe("operator");
  expect(stderr).toContain("take a passkey");
});

test("at a terminal nothing is said of passkeys, and the web session knows", async () => {
  const server = await testServer();
  const terminal = earshotOnPty(["open", "--print", "--data", server.data], { columns: 200 });
  expect(await terminal.exited).toMatchObject({ code: 0 });
  const output = terminal.output().replaceAll("\r\n", "\n");
  expect(output).not.toContain("passkey");
  expect((await signInBy(output)).body.session).toMatchObject({ atTerminal: true });
});

test.runIf(process.platform === "linux")("a screen gets the browser opened", async () => {
  const server = await testServer();
  const { env, opened } = fakeOpener();
  const { finished } = spawnEarshot(["open", "--data", server.data], { env });
  const { code, stdout } = await finished;
  expect(code).toBe(0);
  expect(await eventually(opened)).toBe(stdout.trim());
});

test.runIf(process.platform === "linux")("--print opens nothing", async () => {
  const server = await testServer();
  const { env, opened } = fakeOpener();
  const { stdout } = await earshot(["open", "--print", "--data", server.data], { env });
  expect(linkIn(stdout).token).not.toBe("");
  expect(opened()).toBe(undefined);
});

test("a link for another operator signs them in, and for nobody there is none", async () => {
  const server = await testServer();
  await server.operator.addOperator({ name: "ana" });
  const made = await server.run("open", "--operator", "ana", "--json");
  const { inbox, operator } = JSON.parse(made.stdout);
  expect(operator).toMatchObject({ name: "ana", role: "approver" });
  expect(await (await signInBy(inbox)).whoami()).toBe("ana");
  const refused = await server.run("open", "--operator", "nobody");
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("nobody");
});

test("an agent's key opens no inbox", async () => {
  const server = await testServer();
  const env = { EARSHOT_URL: server.url(), EARSHOT_KEY: server.key("agent") };
  const { finished } = spawnEarshot(["open"], { env });
  expect(await finished).toMatchObject({ code: 1, stdout: "" });
});

test("where the server has no page, open makes no link and says how to build it", async () => {
  const bare = createServer((_incoming, outgoing) => outgoing.writeHead(404).end()).listen(0);
  onTestFinished(() => void bare.close());
  await once(bare, "listening");
  const { port } = bare.address() as AddressInfo;
  const env = { EARSHOT_URL: `http://127.0.0.1:${port}`, EARSHOT_KEY: "ear_live_none" };
  const { code, stdout, stderr } = await spawnEarshot(["open"], { env }).finished;
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("npm run build");
});
