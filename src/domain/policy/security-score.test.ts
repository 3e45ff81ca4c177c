import { expect, test } from "vitest";
import { readPolicy } from "./read-policy.ts";
import { securityScore } from "./security-score.ts";

test.each([
  ["HIGH", 0, 0, 0],
  ["HIGH", 0, 1, 100],
  ["MEDIUM", 0, 2, 100],
  ["MEDIUM", 1, 0, 100],
  ["MEDIUM", 3, 10, 100],
  ["LOW", 3, 11, 100],
  ["LOW", 4, 0, 1_000_000],
  ["LOW", 4, 11, 100],
])("%s for %i violations and %i of the calls limited, of %i", (score, ...figures) => {
  const [violations, limited, calls] = figures;
  expect(securityScore({ violations, limited, calls })).toBe(score);
});

const rulesOf = (security: unknown) =>
  readPolicy({ version: 1, rules: [], security } as never).security;

test("its bounds stand in the policy, and what is absent there is as it is built in", () => {
  const rules = rulesOf({ high: { violations: 2 }, medium: { limited_share: 0.5 } });
  expect(securityScore({ violations: 2, limited: 1, calls: 100 }, rules)).toBe("HIGH");
  expect(securityScore({ violations: 2, limited: 2, calls: 100 }, rules)).toBe("MEDIUM");
  expect(securityScore({ violations: 3, limited: 50, calls: 100 }, rules)).toBe("MEDIUM");
  expect(securityScore({ violations: 4, limited: 0, calls: 100 }, rules)).toBe("LOW");
});

test.each([
  {},
  { high: {} },
  { high: { violations: -1 } },
  { medium: { limited_share: 1.1 } },
  { low: {} },
])("%j is refused with its place", (security) => {
  expect(() => rulesOf(security)).toThrow(/security/);
});
