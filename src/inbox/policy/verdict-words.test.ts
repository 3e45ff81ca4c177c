import { expect, test } from "vitest";
import type { PolicyVerdict } from "../../domain/policy/policy.ts";
import { verdictSentence, verdictShort } from "./verdict-words.ts";

const ask: PolicyVerdict = {
  outcome: "ask",
  demand: {
    rule: "large transfers",
    level: "CRITICAL" as const,
    quorum: 2,
    stepUp: true,
    approvers: { names: [], roles: ["owner"] as const },
    expiresInMs: 1_800_000,
  },
};

test("a verdict that asks says whom, at which level and by which rule", () => {
  expect(verdictSentence(ask)).toBe(
    "People are asked at CRITICAL: 2 people (any owner), within 30m, by the rule “large transfers”. Each proves again who they are.",
  );
  expect(verdictShort(ask)).toBe("ask at CRITICAL, 2 people, step-up");
});

test("a verdict of no rule says so", () => {
  const verdict = { ...ask, outcome: "deny" as const };
  const denied = { ...verdict, demand: { ...ask.demand, rule: "default", why: "no" } };
  expect(verdictSentence(denied)).toBe(
    "It may not run: no rule, the built-in default denies it. Why: no",
  );
});
