import { describe, expect, test } from "vitest";
import type { RequestId } from "../../../src/domain/id.ts";
import type { JsonObject } from "../../../src/domain/json.ts";
import { asAuthorization } from "../../../src/domain/requests/request.ts";
import { HOUR_MS, MINUTE_MS } from "../../../src/domain/time.ts";
import { codeOf, collect, type Part, type WorldUnderTest } from "./world.ts";

const RULES = [{ name: "spending", tools: ["pay"], level: "LOW" }];
const TESTS = { a_week: 7, people: ["approver"] };
/** Moments of a week are anywhere in it. */
const MOST_STEPS = 30;

export function plantedFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const pay = async (amount: number) =>
    asAuthorization(
      (
        await as("scout").authorize({
          tool: "pay",
          args: { amount, to: "ACME" },
          reason: "It is due.",
          joinKey: `${amount}`,
        })
      ).request,
    );
  const apply = async (more: JsonObject = {}) =>
    await as("owner").applyPolicy({ source: { version: 1, rules: RULES, ...more } });

  /** People approve some payments; then they work on, until they are shown what nobody sought. */
  async function planted(): Promise<RequestId> {
    await apply({ test_requests: TESTS });
    for (const amount of [100, 110, 120, 130]) {
      const { id, authorization } = await pay(amount);
      await as("approver").approve({ id, digest: authorization.digest });
    }
    for (let step = 0; step < MOST_STEPS; step++) {
      await under.world.clock.advance(12 * HOUR_MS);
      await as("approver").noteSent({ ids: [] });
      const [item] = (await as("approver").inbox()).items;
      if (item !== undefined) return item.id;
    }
    throw new Error("Nothing was planted.");
  }

  const act = async (id: RequestId, name: "approve" | "reject") => {
    const { request } = await as("approver").inboxItem({ id });
    const { digest } = asAuthorization(request).authorization;
    return name === "approve"
      ? as("approver").approve({ id, digest })
      : as("approver").reject({ id });
  };

  describe("a planted test request", () => {
    test("is not there unless the policy names its person", async () => {
      await apply();
      for (const amount of [100, 110, 120, 130]) {
        const { id, authorization } = await pay(amount);
        await as("approver").approve({ id, digest: authorization.digest });
      }
      for (let step = 0; step < MOST_STEPS / 2; step++) {
        await under.world.clock.advance(12 * HOUR_MS);
        await as("approver").noteSent({ ids: [] });
      }
      expect((await as("approver").inbox()).items).toEqual([]);
      expect((await as("approver").insights()).mine).not.toHaveProperty("tests");
    });

    test("stands in its person's list and on its card as any other", async () => {
      const id = await planted();
      const real = await pay(140);
      const { items, counts } = await as("approver").inbox();
      expect(items.map((one) => one.id).toSorted()).toEqual([id, real.id].toSorted());
      expect(counts.needs_me).toBe(2);
      const [one, other] = items.map((item) => Object.keys(item).toSorted());
      expect(one).toEqual(other);
      const cards = await Promise.all(
        [id, real.id].map((each) => as("approver").inboxItem({ id: each })),
      );
      const [test_, like] = cards.map((card) => Object.keys(card).toSorted());
      expect(test_).toEqual(like);
      const [fields, others] = cards.map(({ request }) => Object.keys(request).toSorted());
      expect(fields).toEqual(others);
      expect((await as("approver").inbox({ query: "tool:pay status:open" })).items).toHaveLength(2);
      expect((await as("owner").inbox()).items.map((item) => item.id)).not.toContain(id);
    });

    test("is nothing that an agent or anybody else finds, or that wakes them", async () => {
      const before = (await as("owner").lastEvent()).seq;
      const id = await planted();
      for (const part of ["scout", "rival", "owner", "viewer", "service"] as const) {
        expect(await codeOf(as(part).show({ id }))).toBe("NOT_FOUND");
        const listed = (await as(part).list()).items.map((one) => one.id);
        expect(listed).not.toContain(id);
      }
      expect(await codeOf(as("scout").wait({ id }))).toBe("NOT_FOUND");
      expect(await codeOf(as("owner").inboxItem({ id }))).toBe("NOT_FOUND");
      const told = await collect(as("owner").events({ after: before }));
      expect(told.filter(({ subject }) => subject === id)).toEqual([]);
      expect((await as("owner").deliveries({ item: id })).items).toEqual([]);
    });

    test("that is approved runs nothing, and is told at once to have been a test", async () => {
      const id = await planted();
      expect(await codeOf(act(id, "approve"))).toBe("REQUEST_CLOSED");
      const run = { request: id, tool: "pay", args: { amount: 1_000, to: "ACME" } };
      expect(await codeOf(as("scout").redeem(run))).toBe("NOT_FOUND");
      expect(await codeOf(as("scout").collect({ id }))).toBe("NOT_FOUND");
      const card = await as("approver").inboxItem({ id });
      expect(card.test).toMatchObject({ outcome: "missed", twist: { kind: "amount", times: 10 } });
      expect(card.request.status).toBe("cancelled");
      expect(card.history.map(({ type }) => type)).toEqual(["test.ended"]);
      expect((await as("approver").inbox()).items).toEqual([]);
      const logged = (await collect(as("owner").events())).filter(({ subject }) => subject === id);
      expect(logged.map(({ type }) => type)).toEqual(["test.ended"]);
      expect(logged[0]).not.toHaveProperty("data");
      expect(await codeOf(act(id, "reject"))).toBe("REQUEST_CLOSED");
      const collected = await collect(as("scout").events());
      expect(collected.filter(({ subject }) => subject === id)).toEqual([]);
    });

    test("counts in its person's own share alone, and owners are told of no single person", async () => {
      const id = await planted();
      expect(await codeOf(act(id, "reject"))).toBe("REQUEST_CLOSED");
      expect((await as("approver").inboxItem({ id })).test).toMatchObject({ outcome: "caught" });
      const { mine, outcomes } = await as("approver").insights({ days: 30 });
      expect(mine.tests).toEqual({ caught: 1, of: 1 });
      expect(outcomes).toMatchObject([{ tool: "pay", approved: 4, rejected: 0 }]);
      const owners = await as("owner").insights({ days: 30 });
      expect(owners).not.toHaveProperty("tests");
      expect(owners.mine).not.toHaveProperty("tests");
    });

    test("ends with whatever else is done to it, and counts for nothing then", async () => {
      const id = await planted();
      expect(await codeOf(as("approver").claim({ id }))).toBe("REQUEST_CLOSED");
      expect((await as("approver").inboxItem({ id })).test).toMatchObject({ outcome: "ended" });
      expect((await as("approver").insights({ days: 30 })).mine.tests).toEqual({
        caught: 0,
        of: 0,
      });
    });

    test.each<[string, (id: RequestId) => Promise<unknown>]>([
      ["its proof", (id) => as("approver").proveAction({ id })],
      ["the rules that asked it", (id) => as("approver").explainRequest({ id })],
    ])("ends with a wish for %s, which tells of no test that goes on", async (_, want) => {
      const id = await planted();
      expect(await codeOf(want(id))).toBe("REQUEST_CLOSED");
      expect((await as("approver").inboxItem({ id })).test).toMatchObject({ outcome: "ended" });
    });

    test("goes without a word where nobody looks in time", async () => {
      const id = await planted();
      await under.world.clock.advance(61 * MINUTE_MS);
      expect((await as("approver").inbox()).items).toEqual([]);
      expect(await codeOf(as("approver").approve({ id, digest: "0".repeat(64) }))).toBe(
        "NOT_FOUND",
      );
      await as("approver").noteSent({ ids: [] });
      expect((await as("approver").insights({ days: 30 })).mine.tests).toEqual({
        caught: 0,
        of: 0,
      });
    });

    test("is over once it is turned off", async () => {
      const id = await planted();
      await apply();
      expect((await as("approver").inbox()).items).toEqual([]);
      expect((await as("approver").inboxItem({ id })).test).toMatchObject({ outcome: "ended" });
      const logged = (await collect(as("owner").events())).filter(({ subject }) => subject === id);
      expect(logged.map(({ type }) => type)).toEqual(["test.ended"]);
    });

    test("is never what an agent has sought, whatever it says of itself", async () => {
      await apply({ test_requests: TESTS });
      const { id, authorization } = await pay(100);
      expect(await as("approver").inboxItem({ id })).not.toHaveProperty("test");
      await as("approver").reject({ id, reason: "No." });
      expect(authorization.digest).toHaveLength(64);
      expect(await as("approver").inboxItem({ id })).not.toHaveProperty("test");
      const logged = (await collect(as("owner").events())).filter(({ subject }) => subject === id);
      expect(logged.map(({ type }) => type)).not.toContain("test.ended");
    });
  });
}
