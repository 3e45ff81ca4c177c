import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/domain/json.ts";
import { type House, openHouse, refusalOf } from "../support/house.ts";

/* An auditor can say what a rule said on the day, and who had put it there. */

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(() => house.close());

const rule = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  tools: [`${name}_*`],
  ...more,
});
const policy = (...rules: readonly JsonObject[]): JsonObject => ({ version: 1, rules: [...rules] });

/** A minute after the last one. */
async function apply(source: JsonObject, by = house.owner): Promise<string> {
  await house.clock.advance(60_000);
  return (await by.applyPolicy({ source }, { via: "cli" })).revision;
}

const FIRST = policy(rule("pay", { quorum: 2 }), rule("mail"));
const SECOND = policy(rule("pay", { quorum: 1 }), rule("mail"), rule("get"));
const THIRD = policy(rule("get"), rule("pay", { quorum: 1 }));

describe("the log of policies", () => {
  test("names who put each in force, when, where and what it changed, newest first", async () => {
    const first = await apply(FIRST);
    const second = await apply(SECOND);
    const { items } = await house.owner.policyLog();
    expect(items).toMatchObject([
      {
        revision: second,
        former: first,
        by: { id: house.ana.principal.id, name: "ana" },
        via: "cli",
        changes: { added: ["get"], removed: [], changed: ["pay"], isReordered: false },
      },
      { revision: first, until: items[0]?.at, changes: { added: ["pay", "mail"] } },
    ]);
    expect(items[0]).not.toHaveProperty("until");
    expect(items[1]).not.toHaveProperty("former");
  });

  test("counts a policy that comes back as another time, by the person who brought it back", async () => {
    await house.owner.createKey({ kind: "person", name: "cleo", role: "owner" });
    const first = await apply(FIRST);
    await apply(SECOND);
    await apply(FIRST);
    const { items } = await house.owner.policyLog();
    expect(items.map(({ revision }) => revision === first)).toEqual([true, false, true]);
    const { puts } = await house.owner.policyRevision({ revision: first });
    expect(puts.map(({ seq }) => seq)).toEqual([items[0]?.seq, items[2]?.seq]);
  });

  test("comes in pages", async () => {
    for (const source of [FIRST, SECOND, THIRD]) await apply(source);
    const one = await house.owner.policyLog({ limit: 2 });
    const two = await house.owner.policyLog({ limit: 2, ...(one.next && { cursor: one.next }) });
    const all = await house.owner.policyLog();
    expect([...one.items, ...two.items]).toEqual(all.items);
    expect(two.next).toBeUndefined();
  });

  test("is not for agents, nor is any text in it", async () => {
    const revision = await apply(FIRST);
    for (const call of [
      house.agent.policyLog(),
      house.agent.policyRevision({ revision }),
      house.agent.diffPolicies(),
      house.agent.blamePolicy(),
    ]) {
      expect(await refusalOf(call)).toBe("NOT_ALLOWED");
    }
  });
});

describe("a former revision", () => {
  test("is read as it was applied, by its digest or the beginning of it", async () => {
    const first = await apply(FIRST);
    await apply(SECOND);
    expect(await house.owner.policyRevision({ revision: first })).toMatchObject({ source: FIRST });
    const named = await house.owner.policyRevision({ revision: first.slice(0, 8) });
    expect(named.revision).toBe(first);
  });

  test("is not guessed: too short a beginning, or an unknown one, names nothing", async () => {
    const first = await apply(FIRST);
    const read = (revision: string) => refusalOf(house.owner.policyRevision({ revision }));
    expect(await read(first.slice(0, 5))).toBe("INVALID_INPUT");
    expect(await read("nothing_at_all")).toBe("NOT_FOUND");
    expect(await read("")).toBe("INVALID_INPUT");
  });

  test("whose stored text was changed is told as such, and never shown as what was in force", async () => {
    const first = await apply(FIRST);
    await apply(SECOND);
    const { ctx } = house;
    const forged = { ...policy(), why: "forged" };
    const findPolicy = ctx.store.findPolicy.bind(ctx.store);
    Object.assign(ctx.store, {
      findPolicy: async (workspace: string, revision: string) => {
        const stored = await findPolicy(workspace as "default", revision);
        return stored && revision === first ? { ...stored, source: forged } : stored;
      },
    });
    expect(await refusalOf(house.owner.policyRevision({ revision: first }))).toBe(
      "DIGEST_MISMATCH",
    );
    expect(await refusalOf(house.owner.diffPolicies())).toBe("DIGEST_MISMATCH");
    const { items } = await house.owner.policyLog();
    expect(items.map((item) => "changes" in item)).toEqual([false, false]);
    const blame = await house.owner.blamePolicy();
    expect(new Set(blame.parts.map(({ put }) => put.seq))).toEqual(new Set([items[0]?.seq]));
  });
});

describe("two policies are compared", () => {
  test("the one in force with the one that it replaced, where none is named", async () => {
    const first = await apply(FIRST);
    const second = await apply(SECOND);
    const diff = await house.owner.diffPolicies();
    expect(diff).toMatchObject({ from: first, to: second });
    expect(diff.differences).toEqual([
      {
        kind: "rule",
        name: "pay",
        from: rule("pay", { quorum: 2 }),
        to: rule("pay", { quorum: 1 }),
      },
      { kind: "rule", name: "get", from: null, to: rule("get") },
    ]);
    expect(diff.allowsMore.join(" ")).toContain('"pay"');
  });

  test("any two that were in force, in either direction", async () => {
    const [first, , third] = [await apply(FIRST), await apply(SECOND), await apply(THIRD)];
    const there = await house.owner.diffPolicies({ from: first, to: third });
    const back = await house.owner.diffPolicies({ from: third, to: first });
    const turned = there.differences.map(({ name, from, to }) => [name, to, from]);
    const sorted = (parts: readonly unknown[]) => parts.map((part) => JSON.stringify(part)).sort();
    expect(sorted(back.differences.map(({ name, from, to }) => [name, from, to]))).toEqual(
      sorted(turned),
    );
  });

  test("and without any there is nothing to compare", async () => {
    expect(await refusalOf(house.owner.diffPolicies())).toBe("NOT_FOUND");
    expect(await refusalOf(house.owner.blamePolicy())).toBe("NOT_FOUND");
  });
});

describe("blame", () => {
  const blamed = async (revision?: string) => {
    const { parts } = await house.owner.blamePolicy(revision === undefined ? {} : { revision });
    return Object.fromEntries(parts.map(({ name, put }) => [name, put.revision]));
  };

  test("names for each rule the change that gave it its present form", async () => {
    const first = await apply(FIRST);
    const second = await apply(SECOND);
    expect(await blamed()).toEqual({ pay: second, mail: first, get: second, rules: first });
    const third = await apply(THIRD);
    expect(await blamed()).toEqual({ get: second, pay: second, rules: third });
    expect(await blamed(first)).toEqual({ pay: first, mail: first, rules: first });
  });

  test("counts a rule that went and came back from when it came back", async () => {
    await apply(FIRST);
    await apply(policy(rule("mail")));
    const again = await apply(FIRST);
    const { parts } = await house.owner.blamePolicy();
    const { items } = await house.owner.policyLog();
    expect(parts.find(({ name }) => name === "pay")?.put).toMatchObject({
      revision: again,
      seq: items[0]?.seq,
    });
    expect(parts.find(({ name }) => name === "mail")?.put.seq).toBe(items[2]?.seq);
  });
});

test("a request, its approval and a change of its demand name the revision that they rest on", async () => {
  const first = await apply(FIRST);
  const { id, authorization } = await house.seek("pay_all");
  const second = await apply(SECOND);
  const ben = await house.enter("ben");
  await ben.earshot.approve({ id, digest: authorization.digest });
  const events = await house.eventsOf(
    "request.created",
    "request.demand_changed",
    "request.approved",
  );
  expect(events.map(({ type, data }) => [type, data?.revision])).toEqual([
    ["request.created", first],
    ["request.demand_changed", second],
    ["request.approved", second],
  ]);
});
