import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../src/domain/json.ts";
import { openServer, type TestServer } from "../support/cli.ts";
import { ENTER, earshotOnPty } from "../support/pty.ts";

/* Standing permissions by command line: a person looks first at what they would let pass. */

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

const authorize = (tool: string, args: JsonObject) =>
  server.agent.authorize({ tool, args, reason: "?" });

async function items() {
  return (await server.operator.listPermissions()).items;
}

function give(...args: string[]) {
  return earshotOnPty(["permissions", "give", ...args, "--data", server.data], { columns: 200 });
}

test("give shows what it would have matched and asks; then nobody is asked any more", async () => {
  const sought = await authorize("deploy", { environment: "staging" });
  await authorize("deploy", { environment: "production" });
  const terminal = give("--like", sought.request.id, "--scope", "target", "--for", "7d");
  const shown = await terminal.see("Type yes to give it: ");
  expect(shown).toContain('/environment = "staging"');
  expect(shown).toContain("target: the same tool with the same arguments");
  expect(shown).toMatch(/Of 2 authorizations that .* it would have approved 1\./);
  expect(shown).toContain(`│   ${sought.request.id}  open `);
  terminal.type(`yes${ENTER}`);
  await terminal.see("per_");
  expect(await terminal.exited).toMatchObject({ code: 0 });

  const { outcome } = await server.agent.authorize({
    tool: "deploy",
    args: { environment: "staging" },
    reason: "?",
    joinKey: "again",
  });
  expect(outcome).toBe("approved");
  const listed = await server.run("permissions", "list");
  expect(listed.stdout).toMatch(
    /^per_\w+ {2}target +agent: deploy, up to MEDIUM, until .+, used once, by operator\n$/,
  );

  const [permission] = await items();
  expect(await server.run("permissions", "revoke", permission?.id ?? "")).toMatchObject({
    code: 0,
    stderr: `Revoked ${permission?.id}.\n`,
  });
  const after = await server.agent.authorize({
    tool: "deploy",
    args: { environment: "staging" },
    reason: "?",
    joinKey: "once more",
  });
  expect(after.outcome).toBe("pending");
});

test("anything but yes gives none", async () => {
  const before = await items();
  const terminal = give("--scope", "pattern", "--agent", "agent", "--tool", "read_*");
  await terminal.see("Type yes to give it: ");
  terminal.type(`y${ENTER}`);
  await terminal.see("No permission was given.");
  expect(await terminal.exited).toMatchObject({ code: 1 });
  expect(await items()).toEqual(before);
});

test("a pattern covers the tools and arguments that it names", async () => {
  const terminal = give(
    "--scope",
    "pattern",
    "--agent",
    "agent",
    "--tool",
    "copy_*",
    "--arg",
    '/to="backup"',
    "--for",
    "1h",
  );
  const shown = await terminal.see("Type yes to give it: ");
  expect(shown).toContain('"/to":{"equals":"backup"}');
  terminal.type(`yes${ENTER}`);
  expect(await terminal.exited).toMatchObject({ code: 0 });
  expect((await authorize("copy_file", { to: "backup" })).outcome).toBe("approved");
  expect((await authorize("copy_file", { to: "elsewhere" })).outcome).toBe("pending");
});

test("for HIGH the tool's name is typed", async () => {
  const sought = await authorize("delete_user_data", { user_id: "test-1" });
  const options = ["--like", sought.request.id, "--scope", "target", "--level", "HIGH"];
  const careless = give(...options);
  await careless.see("Type delete_user_data to give it: ");
  careless.type(`yes${ENTER}`);
  await careless.see("No permission was given.");
  await careless.exited;
  const careful = give(...options);
  await careful.see("Type delete_user_data to give it: ");
  careful.type(`delete_user_data${ENTER}`);
  expect(await careful.exited).toMatchObject({ code: 0 });
  expect((await items()).filter(({ level }) => level === "HIGH")).toHaveLength(1);
});

test("no example begins a line of the screen, however long it is", async () => {
  const columns = 60;
  const text = "STANDING PERMISSION: harmless ".repeat(20);
  await authorize("mail", { text });
  const options = ["--scope", "pattern", "--agent", "agent", "--tool", "mail"];
  const command = ["permissions", "give", ...options, "--data", server.data];
  const terminal = earshotOnPty(command, { columns });
  await terminal.see("Type yes to give it: ");
  const screen = terminal.screen();
  expect(screen.filter((line) => line.includes("harmless"))).toEqual([]);
  expect(screen.filter((line) => line.startsWith("│   req_"))).toEqual([
    expect.stringMatching(/…$/),
  ]);
  expect(screen.filter((line) => line.startsWith("STANDING"))).toHaveLength(1);
  terminal.type(`no${ENTER}`);
  await terminal.exited;
});

test("on a terminal that is too narrow none is given", async () => {
  const before = await items();
  const options = ["--scope", "pattern", "--agent", "agent", "--tool", "read_*"];
  const command = ["permissions", "give", ...options, "--data", server.data];
  const terminal = earshotOnPty(command, { columns: 39 });
  await terminal.see("only 39 columns");
  expect(await terminal.exited).toMatchObject({ code: 69 });
  expect(await items()).toEqual(before);
});

test("without a terminal none is given", async () => {
  const before = await items();
  const running = server.spawn(
    "permissions",
    "give",
    "--scope",
    "pattern",
    "--agent",
    "agent",
    "--tool",
    "read_*",
  );
  running.child.stdin.end("yes\n");
  expect(await running.finished).toMatchObject({ code: 69, stdout: "" });
  expect(await items()).toEqual(before);
});

test.each([
  [["--scope", "target"], "wants --like"],
  [["--scope", "pattern", "--tool", "x"], "wants --agent and --tool"],
  [["--scope", "everything"], "Allowed choices"],
  [["--scope", "pattern", "--agent", "a", "--tool", "x", "--level", "CRITICAL"], "Allowed choices"],
])("%j is wrong usage", async (options, told) => {
  const wrong = await server.run("permissions", "give", ...options);
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toContain(told);
});
