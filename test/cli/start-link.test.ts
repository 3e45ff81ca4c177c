import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { earshot, restartedServer, serve, testFolder, testServer } from "../support/cli.ts";
import { ownKey } from "../support/own-key.ts";
import { earshotOnPty } from "../support/pty.ts";
import { linkIn, signInBy } from "./signing-in.ts";

/* What `earshot start` prints lets the person who started it into the inbox. */

test("start prints a link alone on its line, and it is good once", async () => {
  const greeting = (await serve(["--data", join(testFolder(), "data")])).stdout();
  const browser = await signInBy(greeting);
  expect(browser).toMatchObject({ status: 201, body: { operator: { name: "operator" } } });
  expect(await browser.whoami()).toBe("operator");
  expect(await signInBy(greeting)).toMatchObject({ status: 401, cookie: "" });
});

test("a link that was made where no terminal is says so to the server", async () => {
  const server = await serve(["--data", join(testFolder(), "data")]);
  const { body } = await signInBy(server.stdout());
  expect(body.session).toMatchObject({ atTerminal: false });
});

test("a link that was made at a terminal says so to the server", async () => {
  const start = ["start", "--no-console", "--port", "0", "--data", join(testFolder(), "data")];
  const terminal = earshotOnPty(start, { columns: 200 });
  await terminal.see("Ask a first question");
  const { body } = await signInBy(terminal.output().replaceAll("\r\n", "\n"));
  expect(body.session).toMatchObject({ atTerminal: true });
});

test("with --json the link is a field", async () => {
  const running = await serve(["--data", join(testFolder(), "data"), "--json"]);
  const { url, inbox } = JSON.parse(running.stdout());
  expect(linkIn(inbox).origin).toBe(url.replace("127.0.0.1", "localhost"));
});

test("with --no-link there is none", async () => {
  const running = await serve(["--data", join(testFolder(), "data"), "--no-link"]);
  expect(running.stdout()).not.toContain("sign-in");
});

test("no log of a server holds a link", async () => {
  const server = await testServer();
  await signInBy((await server.run("open", "--print")).stdout);
  const log = readFileSync(join(server.data, "server.log"), "utf8");
  expect(log).not.toContain("sign-in#");
});

test("an operator who was removed gets no key by a restart, which says how to go on", async () => {
  const server = await restartedServer();
  const { principal } = await server.operator.whoami();
  const { secret } = await ownKey(server.operator, {
    kind: "person",
    name: "carl",
    role: "owner",
  });
  const carl = createClient({ url: server.url(), key: secret });
  await carl.removeOperator({ id: principal.id });
  await server.stop();
  const file = join(server.data, "operator.key");
  rmSync(file);
  await server.start();
  // The one stream can come before the other.
  const { stderr, stdout } = server;
  await expect.poll(stderr).toContain("was removed");
  await expect.poll(stderr).toContain("npx earshot operators link");
  expect(stdout()).not.toContain("sign-in");
  expect(existsSync(file)).toBe(false);
});

test("behind a proxy the links of start and open lead to the public URL", async () => {
  const env = { EARSHOT_PUBLIC_URL: "https://earshot.example.com" };
  const data = join(testFolder(), "data");
  const running = await serve(["--data", data], { env });
  const opened = await earshot(["open", "--print", "--data", data]);
  for (const { stdout } of [{ stdout: running.stdout() }, opened]) {
    expect(stdout).toMatch(/^https:\/\/earshot\.example\.com\/sign-in#[\w-]{43}$/m);
  }
});
