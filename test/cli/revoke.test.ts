import { afterAll, beforeAll, expect, test } from "vitest";
import { withFolder } from "../../src/cli/terminal/with-folder.ts";
import type { AuthorizeInput } from "../../src/ports/earshot/authority.ts";
import { openServer, type TestServer } from "../support/cli.ts";
import { earshotOnPty } from "../support/pty.ts";

/* A decision can be revoked until it is used, and every command shows its state. */

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

let count = 0;

async function seek(over: Partial<AuthorizeInput> = {}) {
  const input = { tool: "rename_user", args: { id: "u1" }, reason: "Asked for.", ...over };
  const { request } = await server.agent.authorize({ ...input, joinKey: `test ${++count}` });
  if (request.kind !== "authorization") throw new Error("no authorization");
  return { id: request.id, digest: request.authorization.digest };
}

async function approved() {
  const sought = await seek();
  await server.operator.approve(sought);
  return sought.id;
}

test("an approval is taken back with a reason, and every command says so from then", async () => {
  const id = await approved();
  expect((await server.run("list", "--status", "approved")).stdout).toMatch(
    new RegExp(`${id}  approved, not used, 5\\dm \\d+s left`),
  );
  expect((await server.run("wait", id)).stderr).toMatch(
    /It is not used, and can be until .*redeem/,
  );
  expect((await server.run("show", id)).stdout).toContain(
    withFolder(`npx earshot revoke ${id}`, server.data),
  );
  expect(await server.run("revoke", id, "--reason", "Wrong user.")).toMatchObject({
    code: 0,
    stderr: `Took back the approval of ${id}: it does not run.\n`,
  });
  const waited = await server.run("wait", id);
  expect(waited).toMatchObject({ code: 10, stdout: "" });
  expect(waited.stderr).toMatch(/^Approval taken back by operator via cli at .*: Wrong user\.\n$/);
  expect((await server.run("list", "--status", "all")).stdout).toContain(`${id}  taken back`);
  expect((await server.run("show", id)).stdout).toMatch(
    /had been approved at .*, and was not used/,
  );
  const redeemed = await server.run("redeem", id, "--args", '{"id":"u1"}');
  expect(redeemed.code).toBe(10);
  expect(redeemed.stderr).toContain("was taken back by operator via cli: Wrong user.");
  expect((await server.run("revoke", id)).code).toBe(1);
});

test("an approval that was used says when, and is not taken back", async () => {
  const id = await approved();
  expect((await server.run("redeem", id, "--args", '{"id":"u1"}')).code).toBe(0);
  expect((await server.run("list", "--status", "approved")).stdout).toContain(
    `${id}  approved, used`,
  );
  const { code, stdout, stderr } = await server.run("wait", id);
  expect({ code, stdout }).toEqual({ code: 16, stdout: "" });
  expect(stderr).toMatch(/It was used at .*: the action may have run\.\n$/);
  const { usedAt } = JSON.parse((await server.run("show", id, "--json")).stdout).request;
  expect(usedAt).toEqual(expect.any(String));
  const late = await server.run("revoke", id);
  expect(late.code).toBe(1);
  expect(late.stderr).toContain(`was used at ${usedAt}`);
});

test("nobody is asked for digits who has voted, nor about what is not there or cannot be erased", async () => {
  const rules = [{ name: "two", tools: ["rename_*"], level: "HIGH", quorum: 2 }];
  await server.operator.applyPolicy({ source: { version: 1, rules } });
  const sought = await seek();
  await server.operator.approve({ ...sought, typed: sought.digest }, { via: "cli" });
  const open = (await server.agent.ask({ text: "Which?" })).request.id;
  const gone = open.slice(0, -4).concat("0000");
  for (const [line, told] of [
    [["approve", sought.id], "has approved"],
    [["approve", gone], "There is no request"],
    [["erase", gone], "There is no request"],
    [["erase", open], "is open"],
    [["pin", sought.id], "nothing to pin"],
  ] as const) {
    const terminal = earshotOnPty([...line, "--data", server.data], { columns: 200 });
    const shown = await terminal.see(told);
    expect(shown).not.toMatch(/digits of|\[y\/N\]/);
    expect((await terminal.exited).code).not.toBe(0);
  }
  expect((await server.run("revoke", sought.id)).stderr).toBe(
    `Took back your approval of ${sought.id}. It is open, with 0 of 2.\n`,
  );
});

test("who asks the same again is told of the first, which is open", async () => {
  const ask = () => server.run("ask", "Which database?", "--hold", "0");
  const [first, second] = [await ask(), await ask()];
  expect(first.stderr).not.toContain("before");
  expect(second.stderr).toContain(`${first.stdout.trim()} is open too`);
  expect(second.stderr).toContain(
    withFolder(`npx earshot cancel ${second.stdout.trim()}`, server.data),
  );
});
