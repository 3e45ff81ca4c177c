import { expect, test } from "vitest";
import { type TestServer, testServer } from "../support/cli.ts";

async function found(server: TestServer): Promise<readonly string[]> {
  const { stdout } = await server.run("doctor", "--json");
  const { findings } = JSON.parse(stdout) as {
    findings: { check: string; state: string; detail: string }[];
  };
  return findings
    .filter(({ check }) => check === "same account")
    .map(({ state, detail }) => `${state}: ${detail}`);
}

test("whoever has nothing but a key is told that programs of their account have it too", async () => {
  const server = await testServer();
  expect(await found(server)).toEqual([
    expect.stringMatching(/^warning: A program of your account .* npx earshot passphrase$/),
  ]);
  await server.operator.setPassphrase({ passphrase: "four words that nobody guesses" });
  expect(await found(server)).toEqual([]);
});
