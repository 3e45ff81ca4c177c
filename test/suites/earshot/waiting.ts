import { describe, expect, test } from "vitest";
import type { RequestId } from "../../../src/domain/id.ts";
import { settled } from "../../../src/testing/fake-clock.ts";
import { codeOf, eventually, type WorldUnderTest } from "./world.ts";

export function waitingFacts(under: WorldUnderTest): void {
  const scout = () => under.world.as("scout");
  const owner = () => under.world.as("owner");
  const ask = async (text = "Which?") => (await scout().ask({ text })).request.id;
  const answer = (id: RequestId, text: string) => owner().answer({ id, answer: { text } });
  /** Moves the clock until the call has settled, and returns how far. */
  async function moveUntil(call: Promise<unknown>, stepMs = 1_000): Promise<number> {
    let isDone = false;
    const done = call.finally(() => {
      isDone = true;
    });
    done.catch(() => {});
    const started = under.world.clock.now();
    await eventually(async () => {
      if (!isDone) await under.world.clock.advance(stepMs);
      return isDone;
    });
    return under.world.clock.now() - started;
  }

  describe("waiting", () => {
    test("a wait brings the answer as soon as it is there", async () => {
      const id = await ask();
      const waits = Array.from({ length: 20 }, () => scout().wait({ id, holdMs: 50_000 }));
      await settled();
      await answer(id, "now");
      for (const waited of await Promise.all(waits)) {
        expect(waited).toMatchObject({ outcome: "answered", request: { answer: { text: "now" } } });
      }
    });

    test("asking with a hold waits in the same call", async () => {
      const asked = scout().ask({ text: "Which?", holdMs: 50_000 });
      await eventually(async () => (await owner().list({ status: "open" })).items.length === 1);
      const [request] = (await owner().list()).items;
      await answer(request?.id ?? "req_", "held");
      expect(await asked).toMatchObject({
        outcome: "answered",
        request: { answer: { text: "held" } },
      });
    });

    test("a hold that ends brings pending, and the request lives on", async () => {
      const id = await ask();
      const wait = scout().wait({ id, holdMs: 10_000 });
      await moveUntil(wait);
      expect(await wait).toMatchObject({ outcome: "pending", request: { id, status: "open" } });
      await answer(id, "later");
      expect(await scout().wait({ id })).toMatchObject({ outcome: "answered" });
    });

    test("no hold looks and returns at once; a longer one than the bound is cut to it", async () => {
      const id = await ask();
      expect(await scout().wait({ id })).toMatchObject({ outcome: "pending" });
      const wait = scout().wait({ id, holdMs: 3_600_000 });
      expect(await moveUntil(wait)).toBeLessThanOrEqual(60_000);
      expect(await wait).toMatchObject({ outcome: "pending" });
      expect(await codeOf(scout().wait({ id, holdMs: -1 }))).toBe("INVALID_INPUT");
    });

    test("a wait that its caller ends rejects with the reason, and withdraws nothing", async () => {
      const id = await ask();
      const ended = new AbortController();
      const wait = scout().wait({ id, holdMs: 50_000 }, { signal: ended.signal });
      await settled();
      ended.abort(new Error("enough"));
      await expect(wait).rejects.toThrow("enough");
      await expect(scout().wait({ id, holdMs: 9 }, { signal: ended.signal })).rejects.toThrow(
        "enough",
      );
      expect((await owner().show({ id })).request.status).toBe("open");
    });

    test("a wait for any of several ends with the first that closes", async () => {
      const ids = [await ask("one"), await ask("two"), await ask("three")];
      const wait = scout().waitMany({ ids, holdMs: 50_000 });
      await settled();
      await answer(ids[1] ?? "req_", "second");
      const { outcome, requests } = await wait;
      expect(outcome).toBe("settled");
      expect(requests.map((waited) => waited.outcome)).toEqual(["pending", "answered", "pending"]);
      expect(requests.map(({ request }) => request.id)).toEqual(ids);
    });

    test("a wait for all of several ends with the last that closes, however it closes", async () => {
      const ids = [await ask("one"), await ask("two")];
      const wait = scout().waitMany({ ids, until: "all", holdMs: 50_000 });
      await settled();
      await answer(ids[0] ?? "req_", "first");
      await settled();
      await scout().cancel({ id: ids[1] ?? "req_" });
      const { outcome, requests } = await wait;
      expect(outcome).toBe("settled");
      expect(requests.map((waited) => waited.outcome)).toEqual(["answered", "cancelled"]);
    });

    test("a wait for several that its hold ends brings what there is", async () => {
      const ids = [await ask("one"), await ask("two")];
      await answer(ids[0] ?? "req_", "first");
      const wait = scout().waitMany({ ids, until: "all", holdMs: 5_000 });
      await moveUntil(wait);
      expect(await wait).toMatchObject({
        outcome: "pending",
        requests: [{ outcome: "answered" }, { outcome: "pending" }],
      });
      expect(await scout().waitMany({ ids })).toMatchObject({ outcome: "settled" });
      expect(await codeOf(scout().waitMany({ ids: [] }))).toBe("INVALID_INPUT");
    });

    test("a server that stops sends every waiter away with pending", async () => {
      const id = await ask();
      const waits = [
        scout().wait({ id, holdMs: 50_000 }),
        scout().ask({ text: "Held?", holdMs: 50_000 }),
      ];
      const many = scout().waitMany({ ids: [id], holdMs: 50_000 });
      await eventually(async () => (await owner().list()).items.length === 2);
      await settled();
      under.world.stop();
      for (const waited of await Promise.all(waits)) expect(waited.outcome).toBe("pending");
      expect((await many).outcome).toBe("pending");
    });
  });

  describe("expiry", () => {
    const later = (ms: number) => under.world.clock.advance(ms);

    test("a question expires when asked to, and wakes who waits for it", async () => {
      const { request } = await scout().ask({ text: "Quick?", expiresInMs: 10_000 });
      const wait = scout().wait({ id: request.id, holdMs: 50_000 });
      await settled();
      await later(10_000);
      expect(await wait).toMatchObject({ outcome: "expired", request: { status: "expired" } });
      const late = owner().answer({ id: request.id, answer: { text: "too late" } });
      await expect(late).rejects.toMatchObject({
        code: "REQUEST_CLOSED",
        details: { status: "expired" },
      });
      const { history } = await owner().show({ id: request.id });
      expect(history.map(({ type }) => type)).toEqual([
        "request.created",
        "request.expired",
        "request.answered_late",
      ]);
    });

    test("an answer one millisecond before the end is in time", async () => {
      const { request } = await scout().ask({ text: "Quick?", expiresInMs: 10_000 });
      await later(9_999);
      expect(await answer(request.id, "in time")).toMatchObject({ status: "answered" });
      await later(60_000);
      expect(await scout().wait({ id: request.id })).toMatchObject({ outcome: "answered" });
    });

    test("many that expire at different times each do", async () => {
      for (const seconds of [5, 3, 8]) {
        await scout().ask({ text: `${seconds}`, expiresInMs: seconds * 1_000 });
      }
      const open = async () => (await owner().list({ status: "open" })).items.length;
      await later(3_000);
      expect(await open()).toBe(2);
      await later(2_000);
      expect(await open()).toBe(1);
      await later(3_000);
      expect(await open()).toBe(0);
    });

    test("a clock that jumps forward expires what is over then", async () => {
      const { request } = await scout().ask({ text: "Quick?", expiresInMs: 3_600_000 });
      await under.world.clock.jump(7_200_000);
      expect(await codeOf(answer(request.id, "too late"))).toBe("REQUEST_CLOSED");
      expect((await owner().show({ id: request.id })).request.status).toBe("expired");
    });

    test("a question without an end stays open for ever", async () => {
      const id = await ask();
      await later(400 * 86_400_000);
      expect((await owner().show({ id })).request.status).toBe("open");
    });
  });
}
