import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import type { AuthorizationRequest, Shown } from "../../src/domain/requests/request.ts";
import { eventually, openServer, type TestServer, testFolder } from "../support/cli.ts";

/* What an agent does by command line: seek an authorization, wait for it. */

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

const REASON = ["--reason", "The customer asked for it"];

/** Starts `authorize` and gives the id once people are asked. */
async function seek(...args: string[]) {
  const seeking = server.spawn("authorize", "--tool", "transfer", ...REASON, ...args);
  const id = await eventually(() => /req_[0-9a-z]{26}/.exec(seeking.stderr())?.[0] as RequestId);
  return { ...seeking, id };
}

async function park(...args: string[]): Promise<Shown<AuthorizationRequest>> {
  const { code, stdout, stderr } = await server.run("authorize", ...REASON, ...args, "--hold", "0");
  expect({ code, stderr }).toMatchObject({ code: 75 });
  const { request } = await server.agent.show({ id: stdout.trim() as RequestId });
  if (request.kind !== "authorization") throw new Error("no authorization");
  return request;
}

const args = (value: unknown) => ["--args", JSON.stringify(value)];

test("authorize waits until a person approves and prints the approved arguments", async () => {
  const { id, finished, stderr } = await seek(...args({ amount: 1 }));
  expect(stderr()).toBe(`Asked as ${id}; waiting for the decision …\n`);
  const { request } = await server.operator.show({ id });
  const { digest } = (request as Shown<AuthorizationRequest>).authorization;
  await server.operator.approve({ id, digest });
  expect(await finished).toMatchObject({ code: 0, stdout: '{"amount":1}\n' });
});

test("a rejection ends authorize with exit code 10 and the reason", async () => {
  const { id, finished } = await seek(...args({ amount: 2 }));
  expect(await server.run("reject", id, "--reason", "Too much")).toMatchObject({
    code: 0,
    stderr: `Rejected ${id}.\n`,
  });
  const { code, stdout, stderr } = await finished;
  expect({ code, stdout }).toEqual({ code: 10, stdout: "" });
  expect(stderr).toContain("Too much");
});

test("the same action soon after a rejection gets that rejection, and says why nobody is asked", async () => {
  const { id } = await park("--tool", "transfer", ...args({ amount: 2.5 }));
  await server.operator.reject({ id, reason: "Too much" });
  const again = ["authorize", "--tool", "transfer", ...REASON, ...args({ amount: 2.5 })];
  const { code, stderr } = await server.run(...again);
  expect(code).toBe(10);
  expect(stderr).toContain("Too much");
  expect(stderr).toContain("for 5 minutes after a rejection nobody is asked");
});

test("an authorization that expires ends authorize with exit code 11", async () => {
  const { finished } = await seek(...args({ amount: 3 }), "--expires", "1s");
  expect(await finished).toMatchObject({ code: 11, stdout: "" });
});

test("one that is cancelled ends authorize with exit code 13", async () => {
  const { id, finished } = await seek(...args({ amount: 4 }));
  await server.agent.cancel({ id });
  expect(await finished).toMatchObject({ code: 13, stdout: "" });
});

test("the same action joins the authorization that is open for it", async () => {
  const first = await park("--tool", "transfer", ...args({ amount: 5, to: "ana" }));
  const again = await park("--tool", "transfer", ...args({ to: "ana", amount: 5 }));
  const other = await park("--tool", "transfer", ...args({ to: "ana", amount: 6 }));
  expect(again.id).toBe(first.id);
  expect(other.id).not.toBe(first.id);
});

test("what authorize is told reaches the request", async () => {
  const folder = testFolder();
  const schema = join(folder, "schema.json");
  const file = join(folder, "build.tar");
  writeFileSync(schema, '{"type":"object","properties":{"amount":{"type":"number"}}}');
  writeFileSync(file, "content");
  const { authorization, expiresAt, createdAt } = await park(
    "--tool",
    "transfer",
    ...args({ amount: 7, token: "hunter2" }),
    "--secret",
    "/token",
    "--for",
    "ana",
    "--session",
    "run-1",
    "--schema",
    schema,
    "--resource",
    file,
    "--expires",
    "2m",
  );
  expect(authorization).toMatchObject({
    reason: REASON[1],
    onBehalfOf: "ana",
    argsSchema: { type: "object" },
    secrets: ["/token"],
    action: {
      tool: "transfer",
      session: "run-1",
      args: { amount: 7, token: { $secret: expect.any(String) } },
      resources: [
        {
          uri: `file://${file}`,
          sha256: "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73",
        },
      ],
    },
  });
  expect(Date.parse(expiresAt ?? "") - Date.parse(createdAt)).toBe(120_000);
});

test("arguments come from a file and from standard input as well", async () => {
  const file = join(testFolder(), "args.json");
  writeFileSync(file, '{"from":"file"}');
  const named = await park("--tool", "transfer", "--args", `@${file}`);
  expect(named.authorization.action.args).toEqual({ from: "file" });

  const piped = server.spawn("authorize", "--tool", "transfer", ...REASON, "--args", "-");
  piped.child.stdin.end('{"from":"stdin"}');
  const id = await eventually(() => /req_[0-9a-z]{26}/.exec(piped.stderr())?.[0] as RequestId);
  const { request } = await server.agent.show({ id });
  expect(request).toMatchObject({ authorization: { action: { args: { from: "stdin" } } } });
});

test.each([
  ["no JSON", "{", "--args is not JSON"],
  ["a list", "[1]", "--args has to be a JSON object"],
  ["text", '"x"', "--args has to be a JSON object"],
  ["a key that comes twice", '{"to":"ana","to":"ben"}', '--args has the key "to" twice'],
  ["a number that loses digits", '{"id":9007199254740993}', "9007199254740993"],
  ["a file that is not there", "@/nowhere/args.json", "/nowhere/args.json"],
])("arguments that are %s are refused and nobody is asked", async (_, given, told) => {
  const before = await server.operator.lastEvent();
  const refused = await server.run("authorize", "--tool", "transfer", ...REASON, "--args", given);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(told);
  expect(await server.operator.lastEvent()).toEqual(before);
});

test("a file that is no UTF-8 is refused, and never sent with other characters", async () => {
  const file = join(testFolder(), "args.json");
  writeFileSync(file, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
  const refused = await server.run("authorize", "--tool", "x", ...REASON, "--args", `@${file}`);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("is not UTF-8");
});

test("an interrupt ends the wait, never the authorization", async () => {
  const { id, child, finished } = await seek(...args({ amount: 8 }));
  child.kill("SIGINT");
  expect(await finished).toMatchObject({ code: 130, stdout: "" });
  const { request } = await server.agent.show({ id });
  expect(request.status).toBe("open");
});
