import { expect, test } from "vitest";
import { testServer } from "../support/cli.ts";
import { signInBy } from "./signing-in.ts";

/* Browsers that are signed in are seen and ended from the command line. */

test("web-sessions list shows them, keys list does not, and revoke ends one", async () => {
  const server = await testServer();
  const browser = await signInBy((await server.run("open", "--print")).stdout);
  const id = browser.body.session?.id ?? "";
  const listed = await server.run("web-sessions", "list");
  expect(listed.stdout).toMatch(new RegExp(`^${id} {2}operator {2}.* until .*by passkey only\n$`));
  expect((await server.run("keys", "list")).stdout).not.toContain(id);

  expect(await server.run("web-sessions", "revoke", id)).toMatchObject({ code: 0, stdout: "" });
  expect(await browser.whoami()).toBe(undefined);
  expect((await server.run("web-sessions", "list")).stdout).toBe("");
});

test("what is no id or name of one ends none", async () => {
  const server = await testServer();
  const refused = await server.run("web-sessions", "revoke", "mine");
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("npx earshot web-sessions list");
});

test("a key that is no web session is not ended as one", async () => {
  const server = await testServer();
  const { items } = await server.operator.listKeys();
  const id = items.find(({ principal }) => principal.kind === "agent")?.key.id ?? "";
  expect((await server.run("web-sessions", "revoke", id)).code).toBe(1);
  expect(await server.agent.whoami()).toMatchObject({ principal: { kind: "agent" } });
});
