import { expect, test } from "vitest";
import type { JsonObject } from "../../domain/json.ts";
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
});

test("what a key is for is said as its schema says it", () => {
  const known = policySchema()["properties"] as Readonly<Record<string, JsonObject>>;
  for (const { key, meaning } of otherKeys()) expect(meaning).toBe(known[key]?.["description"]);
});
