import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";
import { loadPolicy } from "../../src/cli/policy/read-policy-file.ts";
import { type RanCase, runCases } from "../../src/domain/policy/run-cases.ts";
import { ROOT } from "../support/cli.ts";
import type { Bypass, Family } from "./attack.ts";

/* The attempts to get around the policies to start from, which stand among their own tests. */

const MARK = "bypass: ";
const NOW = Date.parse("2026-11-27T09:30:00Z");

interface Written {
  readonly tests: readonly { readonly name: string; readonly decision: string }[];
}

function familyOf(path: string): Family {
  const policy = basename(path, ".yaml");
  const file = join(ROOT, path);
  const { tests } = parse(readFileSync(file, "utf8")) as Written;
  const attempts = tests.filter(({ name }) => name.startsWith(MARK));
  return {
    name: `around the policy ${policy}`,
    attacks: attempts.map(({ name, decision }): Bypass => {
      const does = name.slice(MARK.length);
      const id = `policy-${policy}/${does.replaceAll(/[^\w]+/g, "-")}`;
      return {
        id,
        does,
        like: "L2, L3: rules that let more pass than was meant",
        file,
        name,
        decision,
      };
    }),
  };
}

export const aroundPolicies: readonly Family[] = globSync("examples/policies/*.yaml", {
  cwd: ROOT,
})
  .sort()
  .map(familyOf);

const ran = new Map<string, Promise<readonly RanCase[]>>();

/** The policy's rules stop the call, as its test says. */
export async function expectStopped({ file, name, decision }: Bypass): Promise<void> {
  const running = ran.get(file) ?? loadPolicy(file).then(({ compiled }) => runCases(compiled, NOW));
  ran.set(file, running);
  const found = (await running).find((one) => one.name === name);
  expect(["ask", "deny"]).toContain(decision);
  expect(found).toEqual({ name, rule: expect.any(String) });
}
