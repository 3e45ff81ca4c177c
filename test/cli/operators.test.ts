import { beforeEach, expect, test } from "vitest";
import { type TestServer, testServer } from "../support/cli.ts";
import { ENTER, earshotOnPty } from "../support/pty.ts";
import { signInBy } from "./signing-in.ts";

/* Several people on one server: an owner adds them, lets them in and removes them. */

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});

test("operators add makes a person and a link that signs in that person", async () => {
  const added = await server.run("operators", "add", "ana", "--role", "viewer");
  expect(added.code).toBe(0);
  expect(added.stderr).toContain("ana is here as viewer.");
  expect(added.stderr).toContain("For ana and nobody else, once");
  const browser = await signInBy(added.stdout);
  expect(browser.body.operator).toMatchObject({ name: "ana", role: "viewer" });
  const listed = await server.run("operators", "list");
  expect(listed.stdout).toContain("ana  viewer  0 keys, 1 web session, 0 passkeys\n");
});

test("a person with a good link is listed as invited", async () => {
  await server.run("operators", "add", "ana");
  const listed = await server.run("operators", "list");
  expect(listed.stdout).toMatch(/^ana {2}approver {2}invited, until \d{4}-\d\d-\d\dT[\d:.]+Z$/m);
});

test("operators link makes another one, for who is known only", async () => {
  await server.run("operators", "add", "ana");
  const made = await server.run("operators", "link", "ana");
  expect(await (await signInBy(made.stdout)).whoami()).toBe("ana");
  expect(await server.run("operators", "link", "ben")).toMatchObject({ code: 1, stdout: "" });
});

test("a person who is removed is out at once, in every browser", async () => {
  const browser = await signInBy((await server.run("operators", "add", "ana")).stdout);
  const removed = await server.run("operators", "remove", "ana");
  expect(removed).toMatchObject({ code: 0, stdout: "" });
  expect(await browser.whoami()).toBe(undefined);
  const listed = await server.run("operators", "list");
  expect(listed.stdout).toContain("ana  approver  cannot come in\n");
});

test("the last owner cannot be removed, and who is not there neither", async () => {
  const last = await server.run("operators", "remove", "operator");
  expect(last.code).toBe(1);
  expect(last.stderr).toContain("last owner");
  expect(await server.operator.whoami()).toMatchObject({ principal: { name: "operator" } });
  const unknown = await server.run("operators", "remove", "ben");
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain("npx earshot operators list");
});

test("a person has one role", async () => {
  await server.run("operators", "add", "ana", "--role", "viewer");
  const other = await server.run("operators", "add", "ana", "--role", "owner");
  expect(other).toMatchObject({ code: 1, stdout: "" });
});

test("whoever has a passphrase gives it once at the terminal before somebody is let in", async () => {
  await server.operator.setPassphrase({ passphrase: "correct horse battery" });
  expect(await server.run("operators", "add", "ana")).toMatchObject({ code: 69, stdout: "" });
  const terminal = earshotOnPty(["operators", "add", "ana", "--data", server.data], {
    columns: 200,
  });
  await terminal.see("Your passphrase: ");
  terminal.type(`correct horse battery${ENTER}`);
  // Once for the person and the link.
  expect(await terminal.exited).toMatchObject({ code: 0 });
  expect(terminal.output().split("Your passphrase: ")).toHaveLength(2);
  expect(terminal.output()).not.toContain("horse");
  const browser = await signInBy(terminal.output().replaceAll("\r\n", "\n"));
  expect(await browser.whoami()).toBe("ana");
});
