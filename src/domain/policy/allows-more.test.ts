import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../../scripts/proofs/proofs.ts";
import type { JsonObject } from "../json.ts";
import { allowsMore } from "./allows-more.ts";
import { compilePolicy, decide } from "./decide.ts";
import { readPolicy } from "./read-policy.ts";

const policy = (rules: readonly JsonObject[], over: JsonObject = {}): JsonObject => ({
  version: 1,
  owners: 2,
  rules: [...rules],
  ...over,
});
const ASK = { name: "pays", tools: ["pay"], level: "HIGH", quorum: 2, expires: "1h" };
const ALLOW = { name: "reads", tools: ["read"], decision: "allow" };
const DENY = { name: "never", tools: ["drop"], decision: "deny" };
const BEFORE = [ASK, ALLOW, DENY];

describe("may allow more", () => {
  test.each<[string, readonly JsonObject[], string]>([
    ["a rule that allows", [...BEFORE, { name: "x", decision: "allow" }], "does not deny"],
    ["a rule that asks, as before one that denies", [{ name: "x" }, ...BEFORE], "does not deny"],
    ["a rule that denied and went", [ASK, ALLOW], "it went"],
    ["a rule that asked and went", [ALLOW, DENY], "it went"],
    ["another order", [ALLOW, ASK, DENY], "another order"],
    ["other actions", [ASK, { ...ALLOW, tools: ["read", "pay"] }, DENY], "other actions"],
    ["fewer denied", [ASK, ALLOW, { ...DENY, args: { "/a": { equals: 1 } } }], "other actions"],
    [
      "from asking to allowing",
      [{ name: "pays", tools: ["pay"], decision: "allow" }, ALLOW, DENY],
      "says allow",
    ],
    ["from denying to asking", [ASK, ALLOW, { ...DENY, decision: "ask" }], "says ask"],
    ["a lower level", [{ ...ASK, level: "LOW" }, ALLOW, DENY], "falls from HIGH to LOW"],
    ["fewer people", [{ ...ASK, quorum: 1 }, ALLOW, DENY], "1 have to approve"],
    [
      "edits by one person",
      [{ ...ASK, edits: { narrow: { "/a": "lower" } } }, ALLOW, DENY],
      "change",
    ],
    ["more time", [{ ...ASK, expires: "2h" }, ALLOW, DENY], "take longer"],
    [
      "other people",
      [{ ...ASK, approvers: { names: ["zoe"], roles: ["owner"] } }, ALLOW, DENY],
      "zoe",
    ],
  ])("%s", (_, after, words) => {
    const found = allowsMore(policy(BEFORE), policy(after));
    expect(found.join(" ")).toContain(words);
  });

  test.each<[string, JsonObject]>([
    ["another place for messages", { messages: { allow: [{ channels: ["slack"] }] } }],
    ["another time of retention", { retention: { requests: "1d" } }],
    ["another way to reach people", { routing: { channels: { slack: "full" } } }],
  ])("%s", (_, over) => {
    expect(allowsMore(policy(BEFORE), policy(BEFORE, over))).toHaveLength(1);
  });

  test("somebody who joins a group that a rule names, though the rule says the same", () => {
    const asks = policy([{ ...ASK, approvers: { groups: ["finance"] } }, ALLOW, DENY]);
    const people = (...finance: string[]) => ({ ...asks, groups: { finance } });
    const joined = allowsMore(people("ana", "ben"), people("ben", "zoe", "ana"));
    expect(joined).toEqual(['"pays": these may decide besides: zoe.']);
    expect(allowsMore(people("ana", "ben", "zoe"), people("ana", "ben"))).toEqual([]);
  });

  test("a list that others may meet, and none where one was", () => {
    const { quorum: _, ...pays } = ASK;
    const listed = (one: string[], other: string[]) =>
      policy([{ ...pays, approvers: [{ names: one }, { names: other }] }]);
    const before = listed(["ana"], ["ben", "cleo"]);
    const plain = policy([{ ...ASK, approvers: { names: ["ana", "ben"] } }]);
    expect(allowsMore(before, listed(["ana", "zoe"], ["ben", "cleo"]))).toHaveLength(1);
    expect(allowsMore(before, plain)).toHaveLength(1);
    expect(allowsMore(before, listed(["ana"], ["ben"]))).toEqual([]);
  });

  test("less time to look", () => {
    const waits = (wait: string) => policy([{ ...ASK, wait }]);
    expect(allowsMore(waits("10m"), waits("5m"))).toEqual(['"pays": people may decide sooner.']);
    expect(allowsMore(waits("5m"), waits("10m"))).toEqual([]);
  });

  test("approvals without a reason, or with another ticket", () => {
    const noted = (more: object) => policy([{ ...ASK, ...more }]);
    const both = noted({ note: "required", ticket: "INC-[0-9]+" });
    expect(allowsMore(both, noted({ ticket: "INC-[0-9]+" }))).toEqual([
      '"pays": nobody has to write why.',
    ]);
    expect(allowsMore(both, noted({ note: "required", ticket: "[A-Z]+" }))).toEqual([
      '"pays": nobody has to name such a ticket as before.',
    ]);
    expect(allowsMore(noted({ note: "required" }), both)).toEqual([]);
  });

  test("one owner alone", () => {
    const { owners: _, ...alone } = policy(BEFORE);
    expect(allowsMore(policy(BEFORE), alone)).toEqual(["One owner alone would be enough again."]);
  });

  test("a proof that a CRITICAL tool had built in", () => {
    const reset = { name: "resets", tools: ["admin_reset_system"] };
    const after = { ...reset, step_up: false };
    expect(allowsMore(policy([reset]), policy([after]))).toHaveLength(1);
    const lower = { ...reset, level: "HIGH" };
    expect(allowsMore(policy([reset]), policy([lower])).join()).toContain("falls");
  });

  test("a rule that asks where one with conditions allowed: it matches what fits no type", () => {
    const args = { "/amount": { under: 10, over: 0 } };
    const after = [ASK, { ...ALLOW, args, decision: "ask" }, DENY];
    expect(allowsMore(policy([ASK, { ...ALLOW, args }, DENY]), policy(after))).toHaveLength(1);
  });
});

describe("is seen to be as strict or stricter", () => {
  test.each<[string, readonly JsonObject[]]>([
    ["the same", BEFORE],
    ["one more that denies, wherever", [{ name: "x", decision: "deny" }, ...BEFORE]],
    ["one less that allows", [ASK, DENY]],
    ["from allowing to denying", [ASK, { ...ALLOW, decision: "deny" }, DENY]],
    ["from allowing to asking, without conditions", [ASK, { ...ALLOW, decision: "ask" }, DENY]],
    ["from asking to denying", [{ name: "pays", tools: ["pay"], decision: "deny" }, ALLOW, DENY]],
    ["a higher level", [{ ...ASK, level: "CRITICAL" }, ALLOW, DENY]],
    ["more people, and less time", [{ ...ASK, quorum: 3, expires: "30m" }, ALLOW, DENY]],
    ["fewer who decide", [{ ...ASK, approvers: { roles: ["owner"] } }, ALLOW, DENY]],
    ["no edits", [{ ...ASK, edits: "none" }, ALLOW, DENY]],
    ["edits left to others, as by default", [{ ...ASK, edits: "second" }, ALLOW, DENY]],
    ["other words", [{ ...ASK, why: "So." }, ALLOW, DENY]],
  ])("%s", (_, after) => {
    expect(allowsMore(policy(BEFORE), policy(after))).toEqual([]);
  });
});

const RANK = { deny: 0, ask: 1, allow: 2 } as const;
const rules = fc.uniqueArray(
  fc.record(
    {
      name: fc.constantFrom("a", "b", "c", "d"),
      decision: fc.constantFrom("ask", "allow", "deny"),
      tools: fc.constantFrom(["x"], ["y"], ["*"]),
      args: fc.constantFrom({ "/n": { over: 5 } }, { "/n": { equals: "x" } }),
    },
    { requiredKeys: ["name", "decision"] },
  ),
  { selector: ({ name }) => name, maxLength: 4 },
);
const facts = fc.record({
  tool: fc.constantFrom("x", "y"),
  args: fc.constantFrom({}, { n: 1 }, { n: 9 }, { n: "9" }, { n: "x" }, { n: null }),
});

test("what is seen to be stricter lets nothing pass, and asks of nothing, that was stopped before", () => {
  let seen = 0;
  fc.assert(
    fc.property(rules, rules, facts, (one, other, { tool, args }) => {
      const [before, after] = [policy(one as JsonObject[]), policy(other as JsonObject[])];
      if (allowsMore(before, after).length > 0) return;
      seen += 1;
      const [was, is] = [before, after].map((source) => {
        const fact = { tool, args: args as JsonObject, agentName: "scout" };
        return RANK[decide(compilePolicy(readPolicy(source)), fact).outcome];
      });
      expect(is).toBeLessThanOrEqual(was ?? -1);
    }),
    { numRuns: casesOf(20_000) },
  );
  expect(seen).toBeGreaterThan(casesOf(100));
});
