import { afterAll, beforeAll, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import type { AuthorizationRequest, Shown } from "../../src/domain/requests/request.ts";
import {
  earshot,
  type Finished,
  openServer,
  PROGRAM,
  type TestServer,
  testServer,
} from "../support/cli.ts";
import { ENTER, earshotOnPty, openPty } from "../support/pty.ts";

/* A key for scripts that decide: a person makes it at a terminal, and the log tells its use. */

let server: TestServer;
let secret: string;

/** Makes one as a person does, with standard output going to a file, and gives what stood there. */
async function makeKey(...more: string[]): Promise<string> {
  const script = `"$0" "$1" keys create --unattended-approver ${more.join(" ")} --data "$2" | tail -n 1 | tee /dev/stderr | wc -c`;
  const terminal = openPty(["-c", script, process.execPath, PROGRAM, server.data], {
    command: "/bin/bash",
    columns: 200,
  });
  await terminal.see("Type unattended to make it: ");
  terminal.type(`unattended${ENTER}`);
  await terminal.exited;
  return /\r\n(ear_live_[\w-]+)\r\n/.exec(terminal.output())?.[1] ?? "";
}

beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

async function keyForScripts(): Promise<string> {
  secret ??= await makeKey();
  return secret;
}

/** Runs a command with that key, where no terminal is. */
async function script(...args: string[]): Promise<Finished> {
  const env = { EARSHOT_URL: server.url(), EARSHOT_KEY: await keyForScripts() };
  return await earshot([...args, "--data", server.data], { env });
}

async function seek(tool: string, userId: string): Promise<Shown<AuthorizationRequest>> {
  const { request } = await server.agent.authorize({
    tool,
    args: { user_id: userId },
    reason: "The ticket says so",
  });
  if (request.kind !== "authorization") throw new Error("no authorization");
  return request;
}

const find = async (id: RequestId) => (await server.operator.show({ id })).request;

test("the last line of standard output is the key, and the list marks it", async () => {
  expect(await keyForScripts()).toMatch(/^ear_live_/);
  const listed = await server.run("keys", "list");
  expect(listed.stdout).toMatch(/person operator \(owner\) {2}read,answer,decide, unattended\n/);
  const { stdout } = await server.run("doctor");
  expect(stdout).toMatch(/^warning +unattended key .*keys revoke key_/m);
});

test("with it a script approves HIGH, and the log says so", async () => {
  const { id, authorization } = await seek("delete_user_data", "user123");
  const listed = await server.run("list");
  expect(listed.stdout).toContain("HIGH");
  const approved = await script("approve", id, "--digest", authorization.digest);
  expect(approved).toMatchObject({ code: 0, stdout: "" });
  expect(approved.stderr).toContain(authorization.digest);
  expect(await find(id)).toMatchObject({
    status: "approved",
    authorization: { votes: [{ hand: "unattended", by: { name: "operator" } }] },
  });
  const { history } = await server.operator.show({ id });
  expect(history).toContainEqual(
    expect.objectContaining({
      type: "request.approved",
      data: expect.objectContaining({ hand: "unattended" }),
    }),
  );

  const redeem = (userId: string) =>
    server.run("redeem", id, "--args", JSON.stringify({ user_id: userId }));
  expect(await redeem("user124")).toMatchObject({ code: 1, stdout: "" });
  expect(await redeem("user123")).toMatchObject({ code: 0 });
  expect(await redeem("user123")).toMatchObject({ code: 1, stdout: "" });
});

test("it approves only the digest that the script means", async () => {
  const { id } = await seek("delete_user_data", "user125");
  const refused = await script("approve", id, "--digest", "0".repeat(64));
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect((await find(id)).status).toBe("open");
});

test("it rejects too, and cannot do what wants the person", async () => {
  const { id } = await seek("delete_user_data", "user126");
  expect(await script("reject", id, "--reason", "Wrong user")).toMatchObject({ code: 0 });
  const critical = await seek("admin_reset_system", "user127");
  expect(await script("approve", critical.id)).toMatchObject({ code: 1, stdout: "" });
  expect((await find(critical.id)).status).toBe("open");
  expect(await script("keys", "create", "--operator", "eve")).toMatchObject({ code: 1 });
});

test("any other word makes no key", async () => {
  const before = await server.operator.listKeys();
  const terminal = earshotOnPty(["keys", "create", "--unattended-approver", "--data", server.data]);
  await terminal.see("Type unattended to make it: ");
  terminal.type(`yes${ENTER}`);
  await terminal.see("No key was made.");
  expect(await terminal.exited).toMatchObject({ code: 1 });
  expect(await server.operator.listKeys()).toEqual(before);
});

test("who has a passphrase gives it as well", async () => {
  const passphrase = "correct horse battery";
  const own = await testServer();
  await own.operator.setPassphrase({ passphrase });
  const make = async (typed: string) => {
    const terminal = earshotOnPty(["keys", "create", "--unattended-approver", "--data", own.data]);
    await terminal.see("Type unattended to make it: ");
    terminal.type(`unattended${ENTER}`);
    await terminal.see("Your passphrase: ");
    terminal.type(typed + ENTER);
    return (await terminal.exited).code;
  };
  const made = async () =>
    (await own.operator.listKeys()).items.filter(({ key }) => key.unattended === true).length;
  expect([await make("another horse entirely"), await made()]).toEqual([1, 0]);
  expect([await make(passphrase), await made()]).toEqual([0, 1]);
});

test("without a terminal no key is made, whatever is piped in", async () => {
  const before = await server.operator.listKeys();
  const running = server.spawn("keys", "create", "--unattended-approver");
  running.child.stdin.end("unattended\n");
  expect(await running.finished).toMatchObject({ code: 69, stdout: "" });
  expect(await server.operator.listKeys()).toEqual(before);
});

test("only a person's name goes with it", async () => {
  const wrong = await server.run("keys", "create", "--unattended-approver", "--agent", "scout");
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
});
