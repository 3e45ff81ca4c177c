import { describe, expect, test } from "vitest";
import { codeOf, collect, type WorldUnderTest } from "../earshot/world.ts";
import { heldOf, replyWith, sessionsOf, WHICH } from "./sessions-world.ts";

/** How hosts claim sessions and work on them. */
export function claimingSessionFacts(under: WorldUnderTest): void {
  const sessions = sessionsOf(under);
  const { as, start, claim, claimNone } = sessions;

  describe("a session that is queued", () => {
    test("is taken up once, with what it was started with", async () => {
      const queued = await start("Paint the shed.");
      expect(queued).toMatchObject({ status: "queued", epoch: 0, attempts: 0, root: queued.id });
      const { session, entries, leaseMs } = await claim();
      expect(session).toMatchObject({ id: queued.id, task: "Paint the shed.", status: "running" });
      expect(session).toMatchObject({ epoch: 1, attempts: 1, claim: { host: "host-1" } });
      expect(entries).toEqual([]);
      expect(leaseMs).toBeGreaterThan(0);
      expect(await claimNone()).toBe(true);
    });

    test("wakes a host that waits for one", async () => {
      const waited = as("scout").claimSession({ host: "host-1", holdMs: 30_000 });
      const queued = await start("Paint the shed.");
      expect((await waited).claimed?.session.id).toBe(queued.id);
    });

    test("is its agent's alone", async () => {
      await start("Paint the shed.");
      const { claimed } = await as("rival").claimSession({ host: "host-1" });
      expect(claimed).toBeUndefined();
      expect((await as("rival").listSessions()).items).toEqual([]);
      expect(await codeOf(as("owner").claimSession({ host: "host-1" }))).toBe("NOT_ALLOWED");
    });

    test("is started by a key once, whatever is repeated", async () => {
      const again = () =>
        as("owner").startSession({ agent: "scout", text: "Once." }, { idempotencyKey: "start-1" });
      const first = await again();
      expect((await again()).id).toBe(first.id);
      const other = as("owner").startSession(
        { agent: "scout", text: "Another." },
        { idempotencyKey: "start-1" },
      );
      expect(await codeOf(other)).toBe("KEY_REUSED");
    });

    test("of a schedule begins once, whoever begins it", async () => {
      const due = { agent: "scout", text: "Water it.", scheduled: "water 2026-01-01T09:00:00Z" };
      const first = await as("scout").startSession(due);
      expect((await as("scout").startSession(due)).id).toBe(first.id);
      expect((await as("viewer").listSessions()).items).toHaveLength(1);
    });
  });

  describe("of one lane", () => {
    test("one session runs at a time, in the order in which they came", async () => {
      const [first, second] = [await start("First.", "t1"), await start("Second.", "t1")];
      expect(second.lane).toBe(first.lane);
      const one = await claim();
      expect(one.session.id).toBe(first.id);
      expect(await claimNone()).toBe(true);
      await as("scout").endSession({ ...heldOf(one), outcome: "completed", text: "Done." });
      expect((await claim()).session.id).toBe(second.id);
    });

    test("others are kept from nothing", async () => {
      await start("First.", "t1");
      const other = await start("Second.", "t2");
      await claim();
      expect((await claim()).session.id).toBe(other.id);
    });
  });

  describe("a host", () => {
    test("keeps a session for as long as it renews", async () => {
      await start("Long work.");
      const one = await claim();
      for (let time = 0; time < 3; time++) {
        await under.world.clock.advance(one.leaseMs * 0.6);
        const { cancelAsked } = await as("scout").renewSession(heldOf(one));
        expect(cancelAsked).toBe(false);
      }
      expect(await claimNone()).toBe(true);
    });

    test("past its time writes nothing, and another takes the session up as it was left", async () => {
      await start("Long work.", "t1");
      const one = await claim();
      const held = heldOf(one);
      const { recordEntries, renewSession, askInSession, endSession } = as("scout");
      await recordEntries({ ...held, after: 0, entries: [{ kind: "prompt", text: "Begin." }] });
      await under.world.clock.advance(one.leaseMs + 1);
      const late = { ...held, after: 1, entries: [replyWith(WHICH)] };
      expect(await codeOf(recordEntries(late))).toBe("SESSION_LOST");
      const other = await claim("host-2");
      expect(other.session).toMatchObject({ id: one.session.id, epoch: 2, attempts: 2 });
      expect(other.entries.map(({ body }) => body.kind)).toContain("prompt");
      const after = other.session.entries;
      for (const write of [
        () => recordEntries({ ...late, after }),
        () => renewSession(held),
        () => askInSession({ ...held, call: WHICH.id, question: { text: "Which?" } }),
        () => endSession({ ...held, outcome: "completed" as const }),
      ]) {
        expect(await codeOf(write())).toBe("SESSION_LOST");
      }
      const { items } = await as("viewer").sessionEntries({ id: one.session.id });
      expect(items).toHaveLength(after);
    });

    test("may repeat what it recorded, which changes nothing", async () => {
      await start("Work.");
      const held = heldOf(await claim());
      const given = { ...held, after: 0, entries: [{ kind: "note", text: "Once." }] } as const;
      const first = await as("scout").recordEntries(given);
      expect(await as("scout").recordEntries(given)).toEqual(first);
      const { items } = await as("viewer").sessionEntries({ id: held.id });
      expect(items.map(({ seq }) => seq)).toEqual([1]);
    });

    test("records neither how a session ends, nor more than fits", async () => {
      await start("Work.");
      const held = { ...heldOf(await claim()), after: 0 };
      const end = { kind: "end", status: "completed", text: "" } as const;
      const large = { kind: "note", text: "x".repeat(256 * 1_024) } as const;
      const record = as("scout").recordEntries;
      expect(await codeOf(record({ ...held, entries: [end] }))).toBe("INVALID_INPUT");
      expect(["INVALID_INPUT", "TOO_LARGE"]).toContain(
        await codeOf(record({ ...held, entries: [large] })),
      );
    });

    test("that waits no more takes nothing up", async () => {
      await start("Work.");
      const signal = AbortSignal.abort();
      const none = as("scout").claimSession({ host: "host-1" }, { signal });
      await none.catch(() => {});
      expect((await claim()).session.attempts).toBe(1);
    });

    test("gives a session back, and the next goes on from there", async () => {
      await start("Work.");
      const one = await claim();
      const entries = [{ kind: "note", text: "So far." }] as const;
      await as("scout").recordEntries({ ...heldOf(one), after: 0, entries });
      const { session } = await as("scout").endSession({ ...heldOf(one), outcome: "released" });
      expect(session.status).toBe("queued");
      const other = await claim("host-2");
      expect(other.session).toMatchObject({ id: one.session.id, epoch: 2 });
      expect(other.entries.map(({ body }) => body)).toContainEqual(entries[0]);
    });

    test("of an agent that is halted takes nothing up and keeps nothing", async () => {
      await start("Work.");
      const held = heldOf(await claim());
      await start("More work.");
      const watched = codeOf(as("scout").watchSession({ ...held, holdMs: 30_000 }));
      await as("owner").haltAgent({ id: (await as("scout").whoami()).principal.id });
      expect(await watched).toBe("NOT_ALLOWED");
      expect(await codeOf(as("scout").claimSession({ host: "host-1" }))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("scout").renewSession(held))).toBe("NOT_ALLOWED");
    });
  });

  test("what happens to a session is told to the log, its words are not", async () => {
    await start("Paint the shed.");
    const held = heldOf(await claim());
    await as("scout").endSession({ ...held, outcome: "completed", text: "It is painted." });
    const events = await collect(as("owner").events());
    const own = events.filter(({ subject }) => subject === held.id);
    expect(own.map(({ type }) => type)).toEqual([
      "session.created",
      "session.started",
      "session.completed",
    ]);
    expect(JSON.stringify(own)).not.toMatch(/shed|painted/);
  });
}
