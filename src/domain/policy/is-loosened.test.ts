import { expect, test } from "vitest";
import type { Demand } from "../authority/authorization.ts";
import { isLoosened } from "./demands.ts";
import type { PolicyVerdict } from "./policy.ts";

const DEMAND: Demand = {
  rule: "pay",
  level: "HIGH",
  approvers: { names: ["ana", "ben"], roles: ["owner"] },
  quorum: 2,
  stepUp: true,
  expiresInMs: 60_000,
  edits: "none",
};
const ask = (change: Partial<Demand> = {}): PolicyVerdict => ({
  outcome: "ask",
  demand: { ...DEMAND, ...change },
});
const allow: PolicyVerdict = { outcome: "allow", demand: DEMAND };
const deny: PolicyVerdict = { outcome: "deny", demand: DEMAND };

test.each<readonly [string, PolicyVerdict, PolicyVerdict]>([
  ["a question in place of a no", deny, ask()],
  ["a pass in place of a question", ask(), allow],
  ["a lower level", ask(), ask({ level: "MEDIUM" })],
  ["fewer people", ask(), ask({ quorum: 1 })],
  ["no step-up", ask(), ask({ stepUp: false })],
  ["no reason", ask({ note: "required" }), ask()],
  ["no ticket", ask({ tickets: ["INC-1"] }), ask()],
  ["every hand", ask(), ask({ hands: "any" })],
  ["more time", ask(), ask({ expiresInMs: 60_001 })],
  ["changes of arguments", ask(), ask({ edits: "second" })],
  ["a person more", ask(), ask({ approvers: { names: ["ana", "ben", "eve"], roles: ["owner"] } })],
  ["a pass at a lower level", allow, { ...allow, demand: { ...DEMAND, level: "LOW" } }],
])("%s loosens, and the way back tightens", (_, before, after) => {
  expect(isLoosened(before, after)).toBe(true);
  expect(isLoosened(after, before)).toBe(false);
});

test("what is stricter in one regard and looser in another is loosened, as are other people", () => {
  expect(isLoosened(ask(), ask({ quorum: 3, stepUp: false }))).toBe(true);
  expect(isLoosened(ask(), ask({ approvers: { names: ["eve"], roles: ["owner"] } }))).toBe(true);
});
