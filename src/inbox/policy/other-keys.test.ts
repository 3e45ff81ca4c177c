import { expect, test } from "vitest";
import { policySchema } from "../../domain/policy/read-policy.ts";
import { otherKeys } from "./other-keys.ts";

test("every key of a policy is shown beside its rules, with what it says and what it is for", () => {
  const shown = otherKeys({ version: 1, rules: [], owners: 2, retention: { requests: "30d" } });
  const keys = Object.keys(policySchema()["properties"] as object);
  expect(["version", "rules", ...shown.map(({ key }) => key)].sort()).toEqual(keys.sort());
  expect(Object.fromEntries(shown.map(({ key, value }) => [key, value]))).toMatchObject({
    owners: "2",
    retention: '{"requests":"30d"}',
    routing: undefined,
  });
  for (const { meaning } of shown) expect(meaning).not.toBe("");
});
