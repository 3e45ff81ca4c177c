import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import {
  eventually,
  spawnEarshot,
  testFolder,
  testServer,
  testServerProcess,
} from "../support/cli.ts";
import { ownKey } from "../support/own-key.ts";
import { earshotOnPty } from "../support/pty.ts";
import { linkIn, signInBy } from "./signing-in.ts";

/* What `earshot start` prints lets the person who started it into the inbox. */

const START = ["start", "--no-console", "--port", "0", "--data"];
const READY = /Ask a first question/;

async function started(...args: string[]) {
  const running = spawnEarshot([...START, ...args]);
  await eventually(() => READY.exec(running.stdout()) ?? undefined);
  return running;
}

test("start prints a link alone on its line, and it is good once", async () => {
  const server = await testServerProcess();
  await eventually(() => READY.exec(server.process().stdout()) ?? undefined);
  const greeting = server.process().stdout();
  const browser = await signInBy(greeting);
  expect(browser).toMatchObject({ status: 201, body: { operator: { name: "operator" } } });
  expect(await browser.whoami()).toBe("operator");
  expect(await signInBy(greeting)).toMatchObject({ status: 401, cookie: "" });
});

test("a link that was made where no terminal is says so to the server", async () => {
  const server = await testServerProcess();
  await eventually(() => READY.exec(server.process().stdout()) ?? undefined);
  const { body } = await signInBy(server.process().stdout());
  expect(body.session).toMatchObject({ atTerminal: false });
});

test("a link that was made at a terminal says so to the server", async () => {
  const terminal = earshotOnPty([...START, join(testFolder(), "data")], { columns: 200 });
  await terminal.see(READY);
  const { body } = await signInBy(terminal.output().replaceAll("\r\n", "\n"));
  expect(body.session).toMatchObject({ atTerminal: true });
});

test("with --json the link is a field", async () => {
  const running = spawnEarshot([...START, join(testFolder(), "data"), "--json"]);
  const line = await eventually(() => /^\{.*\}\n/.exec(running.stdout())?.[0]);
  const { url, inbox } = JSON.parse(line);
  expect(linkIn(inbox).origin).toBe(url.replace("127.0.0.1", "localhost"));
});

test("with --no-link there is none", async () => {
  const running = await started(join(testFolder(), "data"), "--no-link");
  expect(running.stdout()).not.toContain("sign-in");
});

test("no log of a server holds a link", async () => {
  const server = await testServer();
  await signInBy((await server.run("open", "--print")).stdout);
  const log = readFileSync(join(server.data, "server.log"), "utf8");
  expect(log).not.toContain("sign-in#");
});

test("an operator who was removed gets no key by a restart, which says how to go on", async () => {
  const server = await testServerProcess();
  const { principal } = await server.operator.whoami();
  const { secret } = await ownKey(server.operator, {
    kind: "person",
    name: "carl",
    role: "owner",
  });
  const carl = createClient({ url: server.url(), key: secret });
  await carl.removeOperator({ id: principal.id });
  await server.kill();
  const file = join(server.data, "operator.key");
  rmSync(file);
  await server.start();
  await eventually(() => READY.exec(server.process().stdout()) ?? undefined);
  // The one stream can come before the other.
  const { stderr } = server.process();
  await expect.poll(stderr).toContain("was removed");
  await expect.poll(stderr).toContain("npx earshot operators link");
  expect(server.process().stdout()).not.toContain("sign-in");
  expect(existsSync(file)).toBe(false);
});

test("behind a proxy the links of start and open lead to the public URL", async () => {
  const env = { EARSHOT_PUBLIC_URL: "https://earshot.example.com" };
  const data = join(testFolder(), "data");
  const running = spawnEarshot([...START, data], { env });
  await eventually(() => READY.exec(running.stdout()) ?? undefined);
  const opened = await spawnEarshot(["open", "--print", "--data", data]).finished;
  for (const { stdout } of [{ stdout: running.stdout() }, opened]) {
    expect(stdout).toMatch(/^https:\/\/earshot\.example\.com\/sign-in#[\w-]{43}$/m);
  }
});
