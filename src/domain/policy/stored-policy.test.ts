import { expect, test } from "vitest";
import { isWholePolicy, readStoredPolicy } from "./stored-policy.ts";

const digestOf = (source: object) => `digest of ${JSON.stringify(source)}`;
const source = { version: 1, rules: [{ name: "none", decision: "deny" }] };
const revision = digestOf(source);

test("a policy is read as long as its source is the one that its revision is the digest of", () => {
  expect(readStoredPolicy({ revision, source }, digestOf)).toMatchObject({
    rules: [{ name: "none", decision: "deny" }],
  });
});

test("another source, or another revision, is refused before it is read as a policy", () => {
  for (const changed of [
    { revision, source: { version: 1, rules: [] } },
    { revision, source: { what: "no policy" } },
    { revision: "another", source },
  ]) {
    expect(isWholePolicy(changed, digestOf)).toBe(false);
    expect(() => readStoredPolicy(changed, digestOf)).toThrow(
      expect.objectContaining({
        code: "DIGEST_MISMATCH",
        details: { revision: changed.revision },
      }),
    );
  }
});

test("a source that no digest can be made of is not whole", () => {
  const fails = () => {
    throw new Error("half a surrogate pair");
  };
  expect(isWholePolicy({ revision, source }, fails)).toBe(false);
});
