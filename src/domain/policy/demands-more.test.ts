import { expect, test } from "vitest";
import type { Demand } from "../authority/authorization.ts";
import { peopleOf } from "../authority/places.ts";
import { demandsMore } from "./demands.ts";

const before: Demand = {
  rule: "r",
  level: "HIGH",
  approvers: { names: ["ana"], roles: ["owner"] },
  quorum: 2,
  stepUp: false,
  expiresInMs: 3_600_000,
};

test.for<[string, Partial<Demand>]>([
  ["the same", {}],
  ["another rule's name", { rule: "s" }],
  ["a lower level", { level: "LOW" }],
  ["a smaller quorum", { quorum: 1 }],
  ["less time", { expiresInMs: 1_000 }],
  ["more people", { approvers: { names: ["ben", "ana"], roles: ["approver", "owner"] } }],
])("%s is not more", ([, change]) => {
  expect(demandsMore(before, { ...before, ...change })).toBeUndefined();
});

test.for<[Partial<Demand>, string]>([
  [{ level: "CRITICAL" }, "the level is CRITICAL now, and was HIGH"],
  [{ quorum: 3 }, "3 people have to approve now, and it was 2"],
  [{ waitMs: 1_000 }, "people have to wait longer now"],
  [{ note: "required" }, "each approver has to write why now"],
  [{ tickets: ["INC-1"] }, "each approver has to name a ticket now, as INC-1"],
  [{ stepUp: true }, "each approver has to prove again who they are now"],
  [{ approvers: { names: [], roles: ["owner"] } }, "these decide no more: ana"],
  [
    { approvers: { names: ["ana", "ben"], roles: ["approver"] } },
    "these decide no more: every owner",
  ],
  [{ approvers: { names: [], roles: [] } }, "these decide no more: ana, every owner"],
])("%j is more", ([change, expected]) => {
  expect(demandsMore(before, { ...before, ...change })).toBe(expected);
});

test("what asked for step-up before may ask for it now", () => {
  const strict = { ...before, stepUp: true };
  expect(demandsMore(strict, strict)).toBeUndefined();
});

test("a list is enough only for what the same people would meet", () => {
  const wanted = ["ana", "ben"].map((name) => ({
    count: 1,
    approvers: { names: [name], roles: [] },
  }));
  const listed = { ...before, ...peopleOf(wanted) };
  expect(demandsMore(listed, listed)).toBeUndefined();
  expect(demandsMore(listed, before)).toBe("other people have to approve now");
  expect(demandsMore(before, listed)).toBe("other people have to approve now");
});
