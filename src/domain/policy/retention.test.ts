import { expect, test } from "vitest";
import { readPolicy } from "./read-policy.ts";

const DAY_MS = 86_400_000;

test("a policy says for how long each kind is kept, and keeps the rest for ever", () => {
  const policy = readPolicy({
    version: 1,
    rules: [],
    retention: { requests: "90d", memory_versions: "36h" },
  });
  expect(policy.retention).toEqual({ requests: 90 * DAY_MS, memory_versions: 1.5 * DAY_MS });
  expect(readPolicy({ version: 1, rules: [] })).not.toHaveProperty("retention");
});

test.each([
  [{ requests: "23h" }, "retention.requests: it is at least 1d and at most 36500d."],
  [{ requests: "99999d" }, "retention.requests: it is at least 1d and at most 36500d."],
  [{ requests: 90 }, "retention.requests: it is a length of time such as 90d."],
  [{ requests: "soon" }, "retention.requests: it is a length of time such as 90d."],
  [{ request: "90d" }, "retention.request: it is not a key of retention. Did you mean requests?"],
  [{}, "retention: it says nothing;"],
])("%j is refused", (retention, fault) => {
  expect(() => readPolicy({ version: 1, rules: [], retention })).toThrow(fault);
});
