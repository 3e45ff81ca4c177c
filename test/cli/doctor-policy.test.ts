import { chmodSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type TestServer, testServer } from "../support/cli.ts";

let server: TestServer;
let file: string;
beforeEach(async () => {
  server = await testServer();
  file = join(dirname(server.data), "earshot.yaml");
});

const write = (text: string) => writeFileSync(file, text, { mode: 0o600 });

/** What doctor finds about the policy file, as `state: detail`. */
async function found(): Promise<string[]> {
  const { code, stdout } = await server.run("doctor", "--json");
  expect(code).toBe(0);
  const { findings } = JSON.parse(stdout) as {
    findings: { check: string; state: string; detail: string }[];
  };
  return findings
    .filter(({ check }) => check === "policy file")
    .map(({ state, detail }) => `${state}: ${detail}`);
}

test("without a file beside the data folder nothing is said", async () => {
  expect(await found()).toEqual([]);
});

test("a file that differs from the policy in force is told, until it is applied", async () => {
  write("version: 1\nrules: []\n");
  const apply = `npx earshot policy apply --data ${server.data}`;
  expect(await found()).toEqual([
    `warning: ${file} was found and is not in force: nobody has put it in force: ${apply}`,
  ]);
  await server.run("policy", "apply");
  expect(await found()).toEqual([`ok: ${file} is in force`]);
  write("version: 1\nrules: [{ name: a }]\n");
  expect(await found()).toEqual([`warning: ${file} differs from the policy in force: ${apply}`]);
});

test("a file that is no policy is told", async () => {
  write("rules: [a\n");
  expect(await found()).toEqual([expect.stringMatching(/^warning: .*earshot\.yaml:2: /)]);
});

test("a file that others can write is warned of, and so is its folder", async () => {
  write("version: 1\nrules: []\n");
  await server.run("policy", "apply");
  chmodSync(file, 0o620);
  expect(await found()).toEqual([
    expect.stringMatching(`^warning: Other users can write ${file}, .*chmod go-w ${file}$`),
    `ok: ${file} is in force`,
  ]);
  chmodSync(file, 0o600);
  chmodSync(dirname(file), 0o703);
  expect(await found()).toContainEqual(
    expect.stringMatching(`^warning: Other users can write ${dirname(file)}, `),
  );
  chmodSync(dirname(file), 0o1703);
  expect(await found()).toEqual([`ok: ${file} is in force`]);
});

test("a rule whose tool differs in capitals alone from one that was sought is warned of, by check, apply and doctor", async () => {
  write("version: 1\nrules:\n  - { name: shells, tools: [Bash], level: HIGH }\n");
  expect((await server.run("policy", "check")).stdout).not.toContain("capitals");
  await server.agent.authorize({ tool: "bash", args: {}, reason: "Look." });
  const warning = '"Bash" and "bash" differ in capitals, which count here.';
  expect((await server.run("policy", "check")).stdout).toContain(warning);
  expect((await server.run("policy", "apply")).stderr).toContain(warning);
  expect((await found()).join("\n")).toContain("may let too much pass, in 1 places");
});
