import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createExpressions } from "../../../system/expressions/engine.ts";
import { readPolicy } from "../read-policy.ts";
import { readyPolicy } from "./ready-policy.ts";

/** Whether a policy of this rule loads the evaluator. */
async function loads(rule: object): Promise<boolean> {
  let isLoaded = false;
  const policy = readPolicy({ version: 2, rules: [Object.assign({ name: "r" }, rule)] });
  await readyPolicy(policy, async () => {
    isLoaded = true;
    return createExpressions();
  });
  return isLoaded;
}

test.each([
  {},
  { args: { "/a": { in: [1, 2], over: 0 } }, decision: "allow" },
  { level: "CRITICAL", quorum: 2, wait: "1m", note: "required" },
  { decision: "allow", budget: { per: "1h", calls: 1 } },
])("no evaluator is loaded for %j", async (rule) => {
  expect(await loads(rule)).toBe(false);
});

test.each([{ when: "true" }, { ticket: "INC-[0-9]+" }])("one is for %j", async (rule) => {
  expect(await loads(rule)).toBe(true);
});

test("nothing imports the evaluator before a rule needs it", () => {
  const files = globSync("src/**/*.ts", { exclude: ["**/*.test.ts", "**/expressions/**"] });
  const importing = files.filter((file) =>
    /from "[^"]*(?:expressions\/engine\.ts|cel-js|re2js)"/.test(readFileSync(file, "utf8")),
  );
  expect(importing.sort()).toEqual(["src/system/pattern-match.ts", "src/system/schema-pattern.ts"]);
});
