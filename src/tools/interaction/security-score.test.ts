import { expect, test } from "vitest";
import { securityScore } from "./security-score.ts";

test.each([
  ["HIGH", 0, 0, 0],
  ["HIGH", 0, 1, 100],
  ["MEDIUM", 0, 2, 100],
  ["MEDIUM", 1, 0, 100],
  ["MEDIUM", 3, 50, 100],
  ["MEDIUM", 4, 10, 100],
  ["LOW", 4, 11, 100],
])("%s for %i violations and %i of the calls limited, of %i", (score, ...figures) => {
  const [violations, limited, calls] = figures;
  expect(securityScore({ violations, limited, calls })).toBe(score);
});

test("its bounds can be others", () => {
  const strict = {
    high: { violations: 0, limitedShare: 0 },
    medium: { violations: 1, limitedShare: 0 },
  };
  expect(securityScore({ violations: 2, limited: 1, calls: 1_000 }, strict)).toBe("LOW");
  expect(securityScore({ violations: 0, limited: 1, calls: 1_000 }, strict)).toBe("MEDIUM");
});
