import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../src/domain/json.ts";
import { openServer, type TestServer, testFolder } from "../support/cli.ts";

/* What the public keys alone tell of a grant and the action that is about to run. */

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

/** A grant for an action that a person has approved, and the file of what `show --json` prints. */
async function granted(args: JsonObject, secrets: readonly string[] = []) {
  const { request } = await server.agent.authorize({
    tool: "transfer",
    args,
    secrets,
    reason: "The ticket says so",
  });
  if (request.kind !== "authorization") throw new Error("no authorization");
  const { id, authorization } = request;
  await server.operator.approve({ id, digest: authorization.digest });
  const { grant } = await server.agent.collect({ id });
  const shown = await server.run("show", id, "--json");
  return { token: grant, shown: shown.stdout, action: authorization.action };
}

function fileOf(text: string): string {
  const file = join(testFolder(), "action.json");
  writeFileSync(file, text);
  return file;
}

const verify = (token: string, file: string, ...more: readonly string[]) =>
  server.run("grant", "verify", token, "--action", file, ...more);

test("the output of show --json serves as the action, and so does the envelope in it", async () => {
  const { token, shown, action } = await granted({ amount: 1 });
  for (const file of [fileOf(shown), fileOf(JSON.stringify(action))]) {
    expect(await verify(token, file)).toMatchObject({ code: 0 });
    expect(await verify(token, file, "--args", '{"amount":1}')).toMatchObject({ code: 0 });
    const other = await verify(token, file, "--args", '{"amount":2}');
    expect(other.code).toBe(1);
    expect(other.stdout).toContain("it is for another action");
  }
});

test("a file that holds no action is refused as that, and not told as another action", async () => {
  const { token, action } = await granted({ amount: 3 });
  const { nonce, ...without } = action;
  for (const content of [{}, { request: {} }, { amount: 3 }, without, { ...action, args: [] }]) {
    const refused = await verify(token, fileOf(JSON.stringify(content)));
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(
      /holds no action\. Give --action what npx earshot show --data \S+ ID/,
    );
  }
});

test("that secret arguments cannot be checked offline is said", async () => {
  const { token, shown } = await granted({ amount: 4, pin: { "a/b": "1234" } }, ["/pin/a~1b"]);
  const file = fileOf(shown);
  expect(await verify(token, file)).toMatchObject({ code: 0 });
  const checked = await verify(token, file, "--args", '{"amount":4,"pin":{"a/b":"1234"}}');
  expect(checked.code).toBe(1);
  expect(checked.stdout).toContain(
    'cannot be told offline: only the server can check the secret "/pin/a~1b", and redeem does',
  );
});
