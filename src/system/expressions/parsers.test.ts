import { expect, test } from "vitest";
import { readyPolicy, wholePolicy } from "../../domain/policy/checks/ready-policy.ts";
import { compilePolicy, decide } from "../../domain/policy/decide.ts";
import { readPolicy } from "../../domain/policy/read-policy.ts";
import { createExpressions } from "./engine.ts";
import { LOADERS } from "./parsers.ts";

/* What becomes of a policy whose parsers are not installed. */

async function notInstalled(): Promise<never> {
  throw new Error("It is not installed.");
}
const NONE = {
  shell: { ...LOADERS.shell, load: notInstalled },
  sql: { ...LOADERS.sql, load: notInstalled },
};

const load = async () => createExpressions(NONE);
const policyOf = (when: string, decision = "allow") =>
  readPolicy({ version: 2, rules: [{ name: "r", when, decision }] });
const FACTS = { tool: "run", agentName: "coder", args: { x: "ls" } };
const SHELL = 'shell(args.x)[0].name == "ls"';

test("it is not put in force, and what to install is told", async () => {
  await expect(wholePolicy(policyOf(SHELL), load)).rejects.toThrow(
    "npm install web-tree-sitter@0.27 tree-sitter-bash@0.25",
  );
  await expect(wholePolicy(policyOf('sql(args.x, "postgres").reads_only()'), load)).rejects.toThrow(
    "npm install libpg-query@18",
  );
});

test("in force it allows nothing by them, and what asks or denies holds", async () => {
  expect(decide(await readyPolicy(policyOf(SHELL), load), FACTS)).toMatchObject({ outcome: "ask" });
  expect(decide(await readyPolicy(policyOf(SHELL, "deny"), load), FACTS)).toMatchObject({
    outcome: "deny",
  });
});

test("a policy that names neither needs neither, whatever its texts say", async () => {
  const policy = policyOf('args.x == "shell(x) sql(y)"');
  expect(await wholePolicy(policy, load)).toMatchObject({ policy });
  expect(compilePolicy(policy).rules).toHaveLength(1);
});
