import { describe, expect, test } from "vitest";
import { applyRules, codeOf, type WorldUnderTest } from "../earshot/world.ts";
import { askIn, heldOf, PAYS, replyWith, sessionsOf } from "./sessions-world.ts";

/** Sessions that wait for people, and what goes on from them. */
export function pausingSessionFacts(under: WorldUnderTest): void {
  const sessions = sessionsOf(under);
  const { as, start, claim, claimNone, statuses } = sessions;

  async function seekIn() {
    const held = heldOf(await claim());
    await as("scout").recordEntries({ ...held, after: 0, entries: [replyWith(PAYS)] });
    const action = { tool: "pay", args: { amount: 10 }, reason: "An invoice." };
    return await as("scout").authorizeInSession({ ...held, call: PAYS.id, action });
  }

  describe("a session that asks", () => {
    test("has ended, and says what it waits for", async () => {
      await start("Paint the shed.", "t1");
      const { session, request } = await askIn(sessions);
      expect(session).toMatchObject({
        status: "paused",
        asked: true,
        waitsFor: { kind: "question", request: request.id },
      });
      expect(session.claim).toBeUndefined();
      expect(request).toMatchObject({ kind: "question", status: "open" });
      expect(await claimNone()).toBe(true);
      const shown = await as("viewer").showSession({ id: session.id });
      expect(shown.request?.id).toBe(request.id);
      const again = as("scout").endSession({ ...heldOf({ session }), outcome: "completed" });
      expect(await codeOf(again)).toBe("SESSION_LOST");
    });

    test("keeps no other of its lane from work", async () => {
      await start("Paint the shed.", "t1");
      await askIn(sessions);
      const next = await start("And the fence.", "t1");
      expect((await claim()).session.id).toBe(next.id);
    });

    test("is gone on from once by the answer, which the next is told", async () => {
      await start("Paint the shed.", "t1");
      const { session, request } = await askIn(sessions);
      await as("owner").answer({ id: request.id, answer: { text: "Red." } });
      const next = await claim();
      expect(next.session).toMatchObject({
        cause: "continuation",
        continues: session.id,
        root: session.id,
        lane: session.lane,
        conversation: session.conversation,
      });
      expect(next.former?.session.id).toBe(session.id);
      expect(next.former?.entries.length).toBe(next.former?.session.entries);
      expect(next.former?.request).toMatchObject({ status: "answered", answer: { text: "Red." } });
      expect(await claimNone()).toBe(true);
      expect(await codeOf(as("owner").resumeSession({ id: session.id }))).toBe("SESSION_CLOSED");
      expect(await statuses(session.id)).toEqual(["paused", "running"]);
    });

    test("wakes a host that waits when it is answered", async () => {
      await start("Paint the shed.");
      const { session, request } = await askIn(sessions);
      const waited = as("scout").claimSession({ host: "host-1", holdMs: 30_000 });
      await as("owner").answer({ id: request.id, answer: { text: "Red." } });
      expect((await waited).claimed?.session.continues).toBe(session.id);
    });

    test("is gone on from once, however many answer", async () => {
      await start("Paint the shed.");
      const { session, request } = await askIn(sessions);
      const answers = ["owner", "approver"] as const;
      await Promise.allSettled(
        answers.map((part) => as(part).answer({ id: request.id, answer: { text: part } })),
      );
      expect(await statuses(session.id)).toEqual(["paused", "queued"]);
    });

    test("is told that its question was withdrawn", async () => {
      await start("Paint the shed.");
      const { session, request } = await askIn(sessions);
      await as("owner").cancel({ id: request.id, reason: "The shed is gone." });
      const { former, session: next } = await claim();
      expect(next.continues).toBe(session.id);
      expect(former?.request).toMatchObject({ status: "cancelled" });
    });

    test("is told that its question was given up, or what is assumed instead", async () => {
      await start("Paint the shed.");
      const given = await askIn(sessions);
      await as("owner").review({ id: given.request.id, outcome: { do: "abandon" } });
      const { former } = await claim();
      expect(former?.request).toMatchObject({ status: "abandoned" });
      await start("Paint the fence.");
      const other = await askIn(sessions);
      const outcome = { do: "assume", assumption: "Red, as before." } as const;
      await as("owner").review({ id: other.request.id, outcome });
      const told = await claim();
      expect(told.former?.session.id).toBe(other.session.id);
      expect(told.former?.request).toMatchObject({ status: "assumed" });
    });
  });

  describe("a session whose question a standing answer covers", () => {
    test("has ended, and is gone on from at once, with nobody asked", async () => {
      const source = await as("scout").ask({ text: "Which colour?" });
      await as("approver").answer({ id: source.request.id, answer: { text: "Red." } });
      await as("approver").permit({ scope: "answer", like: source.request.id, forMs: 3_600_000 });
      await start("Paint the shed.", "t1");
      const { session, request } = await askIn(sessions);
      expect(session).toMatchObject({ status: "paused", posted: true });
      expect(request).toMatchObject({ status: "answered", answer: { text: "Red." } });
      const next = await claim();
      expect(next.session).toMatchObject({ cause: "continuation", continues: session.id });
      expect(next.former?.request).toMatchObject({ id: request.id, status: "answered" });
      expect(await claimNone()).toBe(true);
    });

    test("waits for a person where it asks whether a call is to run again", async () => {
      const source = await as("scout").ask({ text: "Again?" });
      await as("approver").answer({ id: source.request.id, answer: { text: "Yes." } });
      await as("approver").permit({ scope: "answer", like: source.request.id, forMs: 3_600_000 });
      await start("Paint the shed.", "t1");
      const held = heldOf(await claim());
      const question = { text: "Again?" };
      const given = { ...held, call: PAYS.id, kind: "repeat", question } as const;
      const { request } = await as("scout").askInSession(given);
      expect(request.status).toBe("open");
      expect((await as("scout").askInSession(given)).request.id).toBe(request.id);
    });
  });

  describe("a session that seeks an authorization", () => {
    test("waits for who decides, and is gone on from by their decision", async () => {
      await start("Pay the painter.");
      const sought = await seekIn();
      if (sought.outcome !== "paused") throw new Error("Nobody was asked.");
      expect(sought.session).toMatchObject({ status: "paused", waitsFor: { kind: "approval" } });
      await as("approver").reject({ id: sought.request, reason: "Too much." });
      const { former } = await claim();
      expect(former?.request).toMatchObject({ status: "rejected", reason: "Too much." });
    });

    test("is given the same decision for the same call, whatever the rules say by then", async () => {
      await applyRules(as("owner"), [{ name: "no", tools: ["pay"], decision: "deny" }]);
      await start("Pay the painter.");
      const held = heldOf(await claim());
      const action = { tool: "pay", args: { amount: 10 }, reason: "An invoice." };
      const again = () => as("scout").authorizeInSession({ ...held, call: PAYS.id, action });
      const first = await again();
      await applyRules(as("owner"), []);
      expect(await again()).toEqual(first);
    });

    test("is told when the time for it has run out", async () => {
      await start("Pay the painter.");
      const sought = await seekIn();
      if (sought.outcome !== "paused") throw new Error("Nobody was asked.");
      await under.world.clock.advance(3_600_001);
      const { claimed } = await as("scout").claimSession({ host: "host-1", holdMs: 30_000 });
      expect(claimed?.former?.request).toMatchObject({ status: "expired" });
    });

    test("goes on at once where a rule decides", async () => {
      await applyRules(as("owner"), [{ name: "no", tools: ["pay"], decision: "deny" }]);
      await start("Pay the painter.");
      const sought = await seekIn();
      expect(sought).toMatchObject({ outcome: "decided", request: { status: "rejected" } });
      expect(await claimNone()).toBe(true);
    });
  });
}
