import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import type { AuthorizeInput } from "../../src/ports/earshot/authority.ts";
import { openServer, type TestServer, testFolder } from "../support/cli.ts";

/* Redeeming by command line: only what was approved runs, and once. */

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

let count = 0;

/** An approval of an action that no other test has sought. */
async function approved(input: Partial<AuthorizeInput> = {}): Promise<RequestId> {
  count += 1;
  const { request } = await server.agent.authorize({
    tool: "transfer",
    args: { to: "ana", count },
    reason: "Invoice",
    joinKey: `test ${count}`,
    ...input,
  });
  if (request.kind !== "authorization") throw new Error("no authorization");
  await server.operator.approve({ id: request.id, digest: request.authorization.digest });
  return request.id;
}

const redeem = (id: RequestId, args: unknown, ...more: string[]) =>
  server.run("redeem", id, "--args", JSON.stringify(args), ...more);

async function historyOf(id: RequestId): Promise<string[]> {
  const { history } = await server.operator.show({ id });
  return history.map(({ type }) => type);
}

test("other arguments are refused and logged; then the right ones work, once", async () => {
  const id = await approved({ args: { user_id: "user123" } });
  const wrong = await redeem(id, { user_id: "user124" });
  expect(wrong).toMatchObject({ code: 1, stdout: "" });
  expect(wrong.stderr).toContain("not what was approved");
  expect(wrong.stderr).toContain("Do not run the action.");
  expect(await historyOf(id)).toContain("grant.refused");

  expect(await redeem(id, { user_id: "user123" })).toMatchObject({
    code: 0,
    stdout: '{"user_id":"user123"}\n',
  });
  const grants = (await historyOf(id)).filter((type) => type.startsWith("grant."));
  expect(grants).toEqual(["grant.refused", "grant.minted", "grant.redeemed"]);

  const again = await redeem(id, { user_id: "user123" });
  expect(again).toMatchObject({ code: 1, stdout: "" });
  expect(again.stderr).toContain("has been used");
});

test("the order of keys is no difference; another tool or session is", async () => {
  const id = await approved({ args: { a: 1, b: { c: 2, d: 3 } }, session: "run-1" });
  const same = { b: { d: 3, c: 2 }, a: 1 };
  expect(await redeem(id, same)).toMatchObject({ code: 1 });
  expect(await redeem(id, same, "--session", "run-2")).toMatchObject({ code: 1 });
  expect(await redeem(id, same, "--session", "run-1", "--tool", "other")).toMatchObject({
    code: 1,
  });
  expect(await redeem(id, same, "--session", "run-1")).toMatchObject({ code: 0 });
});

test("a file that was changed after the approval is refused", async () => {
  const file = join(testFolder(), "deploy.sh");
  const args = JSON.stringify({ host: "web-1" });
  writeFileSync(file, "echo safe");
  const seek = ["authorize", "--tool", "deploy", "--args", args, "--resource", file];
  const { stdout } = await server.run(...seek, "--reason", "Release", "--hold", "0");
  const id = stdout.trim() as RequestId;
  expect(await server.run("approve", id, "--yes")).toMatchObject({ code: 0 });
  const use = ["redeem", id, "--args", args];
  writeFileSync(file, "echo evil");
  expect(await server.run(...use, "--resource", file)).toMatchObject({ code: 1 });
  expect(await server.run(...use)).toMatchObject({ code: 1 });
  writeFileSync(file, "echo safe");
  expect(await server.run(...use, "--resource", file)).toMatchObject({ code: 0 });
});

test("what was rejected or is still open cannot be redeemed", async () => {
  const sought = await server.agent.authorize({ tool: "transfer", args: { n: 1 }, reason: "?" });
  const { id } = sought.request;
  const open = await redeem(id, { n: 1 });
  expect(open).toMatchObject({ code: 10, stdout: "" });
  expect(open.stderr).toContain("pending");
  await server.operator.reject({ id, reason: "No need" });
  const rejected = await redeem(id, { n: 1 });
  expect(rejected).toMatchObject({ code: 10, stdout: "" });
  expect(rejected.stderr).toContain("No need");
});

test("arguments that an operator changed are the ones that can be redeemed", async () => {
  const sought = await server.agent.authorize({
    tool: "transfer",
    args: { to: "ana", amount: 500 },
    reason: "?",
  });
  const { id } = sought.request;
  const edited = JSON.stringify({ to: "ana", amount: 50 });
  expect(await server.run("approve", id, "--args", edited, "--yes")).toMatchObject({ code: 0 });
  const asked = await redeem(id, { to: "ana", amount: 500 });
  expect(asked.code).toBe(1);
  expect(asked.stderr).toContain('{"op":"replace","path":"/amount","value":50}');
  const waited = await server.run("wait", id);
  expect(JSON.parse(waited.stdout)).toEqual({ to: "ana", amount: 50 });
  expect(await redeem(id, { to: "ana", amount: 50 })).toMatchObject({ code: 0 });
});

test("a repeat under the same idempotency key says so: no arguments, exit code 17", async () => {
  const id = await approved({ args: { once: true } });
  const use = ["--idempotency-key", "job-9"];
  const first = await redeem(id, { once: true }, ...use);
  expect(first).toMatchObject({ code: 0, stdout: '{"once":true}\n' });
  for (let restart = 0; restart < 2; restart++) {
    const again = await redeem(id, { once: true }, ...use);
    expect(again).toMatchObject({ code: 17, stdout: "" });
    expect(again.stderr).toContain("the action may have run");
  }
  const told = await redeem(id, { once: true }, ...use, "--json");
  expect(told.code).toBe(17);
  expect(JSON.parse(told.stdout)).toMatchObject({ repeated: true });
});

test("a secret is redeemed as it is, and nobody else sees it", async () => {
  const args = { url: "https://example.com", token: "hunter2-hunter2" };
  const id = await approved({ args, secrets: ["/token"] });
  expect((await server.run("show", id)).stdout).not.toContain("hunter2");
  expect(await redeem(id, { ...args, token: "other" })).toMatchObject({ code: 1 });
  expect(await redeem(id, args)).toMatchObject({ code: 0 });
});

test("an approval that the policy of today refuses is no yes: no arguments, exit code 16, at every look", async () => {
  const [one, other] = [await approved(), await approved()];
  const rules = [{ name: "no transfers", tools: ["transfer"], decision: "deny" }];
  await server.operator.applyPolicy({ source: { version: 1, rules } });
  const why = /nothing runs by it: the policy of today denies the action\. Seek it again/;
  for (const ids of [[one], [one, other]]) {
    const waited = await server.run("wait", ...ids);
    expect(waited).toMatchObject({ code: 16, stdout: "" });
    expect(waited.stderr).toMatch(why);
    const { code, stdout } = await server.run("wait", ...ids, "--json");
    expect(code).toBe(16);
    expect(stdout).toContain('"over":"denied_now"');
    expect(stdout).not.toContain('"args"');
  }
  expect((await server.run("show", one)).stdout).toContain("the policy of today denies the action");
  expect((await server.run("list", "--status", "approved")).stdout).toContain(
    "approved, denied by the policy now",
  );
  await server.operator.applyPolicy({ source: { version: 1, rules: [] } });
  expect(await server.run("wait", one)).toMatchObject({ code: 0 });
});
