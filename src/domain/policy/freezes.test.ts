import { expect, test } from "vitest";
import { createExpressions } from "../../system/expressions/engine.ts";
import { compilePolicy, decide } from "./decide.ts";
import { readPolicy } from "./read-policy.ts";

/* Windows by name, in which a rule says something else. */

const YEAR_END = { from: "2026-12-20T00:00+01:00", to: "2027-01-04T08:00:00Z" };
const EXPRESSIONS = createExpressions();

function outcomeAt(
  now: string,
  when = "freezes.year_end",
  freezes: object = { year_end: YEAR_END },
) {
  const source = JSON.parse(
    JSON.stringify({ version: 2, freezes, rules: [{ name: "r", when, decision: "deny" }] }),
  );
  const policy = compilePolicy(readPolicy(source), EXPRESSIONS);
  const facts = { tool: "deploy", agentName: "sre", args: {}, now: Date.parse(now) };
  return decide(policy, facts).outcome;
}

test("a freeze holds from its first moment on, the last not included", () => {
  expect(outcomeAt("2026-12-19T22:59:59Z")).toBe("ask");
  expect(outcomeAt("2026-12-19T23:00:00Z")).toBe("deny");
  expect(outcomeAt("2027-01-04T07:59:59Z")).toBe("deny");
  expect(outcomeAt("2027-01-04T08:00:00Z")).toBe("ask");
});

test("it stands beside hours and weekdays in a zone", () => {
  const when =
    'freezes.year_end || now.in("Europe/Berlin").weekday == "fri" && now.in("Europe/Berlin").between("14:00", "24:00")';
  expect(outcomeAt("2026-11-27T12:59:00Z", when)).toBe("ask");
  expect(outcomeAt("2026-11-27T13:00:00Z", when)).toBe("deny");
});

test.each([
  "freezes.yearend",
  'freezes["year_end"]',
  "freezes == freezes",
  'freezes.all(f, f != "")',
])("%s is refused before anything is judged", (when) => {
  expect(() => outcomeAt("2026-12-24T00:00:00Z", when)).toThrow(/rules\[0\]\.when, line 1, column/);
});

test.each([
  { year_end: { from: "2026-12-20", to: "2027-01-04" } },
  { year_end: { from: "2026-12-20T00:00", to: "2027-01-04T00:00" } },
  { year_end: { from: YEAR_END.to, to: YEAR_END.from } },
  { "year-end": YEAR_END },
  { __proto__x: { from: "2026-13-45T00:00Z", to: "2027-01-04T00:00Z" } },
  {},
])("%j are no freezes", (freezes) => {
  expect(() => outcomeAt("2026-12-24T00:00:00Z", "true", freezes)).toThrow(/freezes/);
});

test("a file of version 1 has none", () => {
  const source = { version: 1, rules: [], freezes: { year_end: YEAR_END } };
  expect(() => readPolicy(source)).toThrow(/freezes: it is a key of version 2/);
});
