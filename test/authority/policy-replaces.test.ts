import { afterEach, beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../src/domain/json.ts";
import { type House, openHouse, refusalOf } from "../support/house.ts";

/* Two owners write from the same policy: neither change is lost without a word. */

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(() => house.close());

const asking = (name: string): JsonObject => ({ version: 1, rules: [{ name, tools: [name] }] });
const [FIRST, ONE, OTHER] = [asking("first"), asking("one"), asking("other")];

test("the second of two changes from the same revision is refused, and says which one stands", async () => {
  const { revision: replaces } = await house.owner.applyPolicy({ source: FIRST });
  const stands = await house.owner.applyPolicy({ source: ONE, replaces });
  await expect(house.owner.applyPolicy({ source: OTHER, replaces })).rejects.toMatchObject({
    code: "POLICY_CHANGED",
    message: expect.stringContaining(`npx earshot policy diff ${stands.revision}`),
    details: { revision: stands.revision, replaces },
  });
  expect(await house.owner.policy()).toEqual(stands);
  const next = await house.owner.applyPolicy({
    source: OTHER,
    replaces: stands.revision.slice(0, 6),
  });
  expect((await house.owner.policy()).revision).toBe(next.revision);
});

test("of two at the same moment one is in force, and the other is told", async () => {
  const { revision: replaces } = await house.owner.policy();
  const both = [ONE, OTHER].map((source) => house.owner.applyPolicy({ source, replaces }));
  const done = await Promise.allSettled(both);
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(done).toContainEqual({
    status: "rejected",
    reason: expect.objectContaining({ code: "POLICY_CHANGED" }),
  });
});

test("what is in force already is no change, whatever it was written from", async () => {
  const { revision: replaces } = await house.owner.policy();
  const applied = await house.owner.applyPolicy({ source: ONE, replaces });
  expect(await house.owner.applyPolicy({ source: ONE, replaces })).toEqual(applied);
});

test("too short a beginning names no revision, and without any name it is not checked", async () => {
  const { revision } = await house.owner.applyPolicy({ source: FIRST });
  for (const replaces of ["", revision.slice(0, 5)]) {
    expect(await refusalOf(house.owner.applyPolicy({ source: ONE, replaces }))).toBe(
      "POLICY_CHANGED",
    );
  }
  await house.owner.applyPolicy({ source: OTHER });
});
