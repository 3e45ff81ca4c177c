import { describe, expect, test } from "vitest";
import { toTimestamp } from "../../../src/domain/timestamp.ts";
import { codeOf, collect, type Part, type WorldUnderTest } from "../earshot/world.ts";

const DAY_MS = 24 * 60 * 60_000;

/** What operators note of requests in their inbox: sent, seen, claimed, snoozed. */
export function takingOnFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const ask = async () => (await as("scout").ask({ text: "Which colour?" })).request;
  const close = async (id: `req_${string}`) => await as("scout").cancel({ id });
  const inMs = (ms: number) => toTimestamp(under.world.clock.now() + ms);
  const logged = async (type: string) =>
    (await collect(as("owner").events())).filter((event) => event.type === type);

  describe("a delivery", () => {
    test("is noted once for each operator, by whichever page", async () => {
      const { id } = await ask();
      const note = (part: Part) => as(part).noteSent({ ids: [id, id] });
      const noted = await Promise.all([note("approver"), note("approver"), note("viewer")]);
      expect(noted.reduce((sum, each) => sum + each.noted, 0)).toBe(2);
      const { deliveries } = await as("owner").inboxItem({ id });
      expect(deliveries.map(({ name }) => name).sort()).toEqual(["approver", "viewer"]);
      expect(deliveries[0]).toMatchObject({ channel: "inbox", status: "sent" });
      expect(await logged("delivery.sent")).toHaveLength(2);
    });

    test("is seen at the moment it was opened first", async () => {
      const { id } = await ask();
      await as("approver").noteSent({ ids: [id] });
      const first = await as("approver").noteSeen({ id });
      await under.world.clock.advance(1_000);
      expect(await as("approver").noteSeen({ id })).toEqual(first);
      const { deliveries } = await as("owner").inboxItem({ id });
      expect(deliveries).toMatchObject([{ name: "approver", status: "seen", ...first }]);
      expect(await logged("delivery.seen")).toHaveLength(1);
      const [item] = (await as("approver").inbox()).items;
      expect(item).toMatchObject(first);
      expect((await as("owner").inbox()).items[0]?.seenAt).toBeUndefined();
    });

    test("of what has closed or is not there is passed over, and at most 100 fit", async () => {
      const { id } = await ask();
      await close(id);
      const unknown = `req_${"0".repeat(26)}` as const;
      expect(await as("viewer").noteSent({ ids: [id, unknown] })).toEqual({ noted: 0 });
      expect(await codeOf(as("viewer").noteSeen({ id: unknown }))).toBe("NOT_FOUND");
      const ids = Array.from(
        { length: 101 },
        (_, index) => `req_${String(index).padStart(26, "0")}` as const,
      );
      expect(await codeOf(as("viewer").noteSent({ ids }))).toBe("INVALID_INPUT");
    });

    test("noted again with the same key brings the same result", async () => {
      const { id } = await ask();
      const options = { idempotencyKey: "sent-1" };
      expect(await as("viewer").noteSent({ ids: [id] }, options)).toEqual({ noted: 1 });
      expect(await as("viewer").noteSent({ ids: [id] }, options)).toEqual({ noted: 1 });
    });
  });

  describe("a claim", () => {
    test("of many at once is held by one", async () => {
      const { id } = await ask();
      const parts = Array.from(
        { length: 20 },
        (_, n): Part => (n % 2 === 0 ? "owner" : "approver"),
      );
      const calls = await Promise.allSettled(parts.map((part) => as(part).claim({ id })));
      const held = calls.flatMap((call) =>
        call.status === "fulfilled" ? [call.value.by.name] : [],
      );
      expect(new Set(held).size).toBe(1);
      expect(held).toHaveLength(10);
      expect(await logged("request.claimed")).toHaveLength(1);
      const { claim } = await as("viewer").inboxItem({ id });
      expect(claim?.by.name).toBe(held[0]);
    });

    test("of one's own again stays as it was", async () => {
      const { id } = await ask();
      const first = await as("approver").claim({ id });
      await under.world.clock.advance(1_000);
      expect(await as("approver").claim({ id })).toEqual(first);
      expect((await as("owner").inbox()).items[0]?.claim).toEqual(first);
    });

    test("is taken over by whoever says so, and decides nothing", async () => {
      const { id } = await ask();
      await as("approver").claim({ id });
      expect(await codeOf(as("owner").claim({ id }))).toBe("ALREADY_CLAIMED");
      expect((await as("owner").claim({ id, take: true })).by.name).toBe("owner");
      await as("approver").answer({ id, answer: { text: "Blue." } });
    });

    test("is given back by who holds it alone", async () => {
      const { id } = await ask();
      await as("approver").claim({ id });
      expect(await as("owner").release({ id })).toEqual({ released: false });
      expect(await as("approver").release({ id })).toEqual({ released: true });
      expect(await as("approver").release({ id })).toEqual({ released: false });
      expect(await logged("request.released")).toHaveLength(1);
      expect((await as("owner").claim({ id })).by.name).toBe("owner");
    });

    test("of what has closed is refused, and is not for who may not answer", async () => {
      const { id } = await ask();
      expect(await codeOf(as("viewer").claim({ id }))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("viewer").release({ id }))).toBe("NOT_ALLOWED");
      await close(id);
      expect(await codeOf(as("approver").claim({ id }))).toBe("REQUEST_CLOSED");
    });

    test("made again with the same key stands, also when it was given back since", async () => {
      const { id } = await ask();
      const options = { idempotencyKey: "claim-1" };
      const first = await as("approver").claim({ id }, options);
      await as("approver").release({ id });
      expect(await as("approver").claim({ id }, options)).toEqual(first);
      expect((await as("approver").inboxItem({ id })).claim).toBeUndefined();
    });
  });

  describe("a snooze", () => {
    test("puts a request off in one's own inbox until it ends", async () => {
      const { id } = await ask();
      const until = inMs(60_000);
      expect(await as("approver").snooze({ id, until })).toEqual({ until });
      const mine = await as("approver").inbox();
      expect(mine).toMatchObject({ items: [], counts: { needs_me: 0, snoozed: 1 } });
      const [item] = (await as("approver").inbox({ split: "snoozed" })).items;
      expect(item).toMatchObject({ id, snoozedUntil: until });
      expect((await as("approver").inboxItem({ id })).snoozedUntil).toBe(until);
      expect((await as("owner").inbox()).items).toHaveLength(1);
      expect((await as("owner").inboxItem({ id })).snoozedUntil).toBeUndefined();
      await under.world.clock.advance(60_000);
      expect((await as("approver").inbox()).items).toHaveLength(1);
      expect((await as("approver").inboxItem({ id })).snoozedUntil).toBeUndefined();
    });

    test("is taken back, and the same one again is no change", async () => {
      const { id } = await ask();
      const until = inMs(60_000);
      await as("viewer").snooze({ id, until });
      await as("viewer").snooze({ id, until });
      expect(await as("viewer").snooze({ id })).toEqual({});
      expect(await as("viewer").snooze({ id })).toEqual({});
      expect((await as("viewer").inbox()).counts.snoozed).toBe(0);
      expect(await logged("request.snoozed")).toHaveLength(2);
    });

    test("never lengthens the life of a request", async () => {
      const asked = await as("scout").ask({ text: "Soon?", expiresInMs: 1_000 });
      const { id } = asked.request;
      await as("approver").snooze({ id, until: inMs(DAY_MS) });
      await under.world.clock.advance(1_000);
      expect((await as("scout").wait({ id })).outcome).toBe("expired");
      expect((await as("approver").inbox({ split: "snoozed" })).items).toEqual([]);
    });

    test("ends in the future, within 30 days, and is of what is open", async () => {
      const { id } = await ask();
      for (const until of [inMs(0), inMs(30 * DAY_MS + 1)]) {
        expect(await codeOf(as("approver").snooze({ id, until }))).toBe("INVALID_INPUT");
      }
      await close(id);
      const late = as("approver").snooze({ id, until: inMs(60_000) });
      expect(await codeOf(late)).toBe("REQUEST_CLOSED");
    });
  });
}
