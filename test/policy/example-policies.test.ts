import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadPolicy } from "../../src/cli/policy/read-policy-file.ts";
import { policyWarnings } from "../../src/domain/policy/checks/check-open.ts";
import { checkPolicy } from "../../src/domain/policy/checks/check-rules.ts";
import { runCases } from "../../src/domain/policy/run-cases.ts";
import { ROOT, testServer } from "../support/cli.ts";

const FILES = globSync("examples/policies/*.yaml", { cwd: ROOT }).sort();
/** Rules without a time are to hold at every moment; those with one have it in their tests. */
const NOW = Date.parse("2026-11-27T09:30:00Z");

test("there are policies to start from", () => {
  expect(FILES).toContain(join("examples", "policies", "payments.yaml"));
  expect(FILES).toContain(join("examples", "policies", "support.yaml"));
});

test("what somebody wrote from the guide alone holds, and lets none of their attempts pass", async () => {
  const { policy, compiled } = await loadPolicy(join(ROOT, "test/policy/sixth-team.yaml"));
  expect(checkPolicy(compiled, undefined)).toEqual([]);
  const ran = runCases(compiled, NOW);
  expect(ran.filter(({ fault }) => fault !== undefined)).toEqual([]);
  const sly = policy.cases?.filter(({ name }) => name.startsWith("sly:")) ?? [];
  expect([ran.length, sly.length]).toEqual([87, 61]);
  expect(sly.filter(({ decision }) => decision === "allow")).toEqual([]);
});

describe.for(FILES)("%s", (path) => {
  const file = join(ROOT, path);

  test("is of version 2, short, and nothing in it is wrong or warned of", async () => {
    const { policy, compiled } = await loadPolicy(file);
    expect(policy.version).toBe(2);
    expect(policy.rules.length).toBeGreaterThanOrEqual(8);
    expect(policy.rules.length).toBeLessThanOrEqual(20);
    expect(checkPolicy(compiled, undefined)).toEqual([]);
    expect(policyWarnings(compiled)).toEqual([]);
  });

  test("holds what its tests say, and each rule decides one of them", async () => {
    const { policy, compiled } = await loadPolicy(file);
    const ran = runCases(compiled, NOW);
    expect(ran.filter(({ fault }) => fault !== undefined)).toEqual([]);
    const decided = new Set(ran.map(({ rule }) => rule));
    expect(policy.rules.map(({ name }) => name).filter((name) => !decided.has(name))).toEqual([]);
  });

  test("lets sound calls pass, and none of forty attempts to get around it", async () => {
    const { cases = [] } = (await loadPolicy(file)).policy;
    const attempts = cases.filter(({ name }) => name.startsWith("bypass:"));
    expect(attempts.length).toBeGreaterThanOrEqual(40);
    expect(attempts.filter(({ decision }) => decision === "allow")).toEqual([]);
    expect(cases.length - attempts.length).toBeGreaterThanOrEqual(8);
    expect(cases.map(({ decision }) => decision)).toContain("allow");
  });

  test("is taken by a server, as it is read here", async () => {
    const { source } = await loadPolicy(file);
    const { operator } = await testServer();
    expect(await operator.dryRunPolicy({ source })).toMatchObject({ examined: 0, warnings: [] });
  });

  test("is explained rule by rule in a guide", async () => {
    const { policy } = await loadPolicy(file);
    const guide = join(ROOT, "docs/guides/policies", `${basename(file, ".yaml")}.md`);
    const text = readFileSync(guide, "utf8");
    expect(policy.rules.map(({ name }) => name).filter((name) => !text.includes(name))).toEqual([]);
  });
});
