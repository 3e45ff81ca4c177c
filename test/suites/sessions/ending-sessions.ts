import { describe, expect, test } from "vitest";
import type { SessionLedgerEntry } from "../../../src/domain/sessions/ledger.ts";
import { codeOf, collect, eventually, type WorldUnderTest } from "../earshot/world.ts";
import { askIn, heldOf, sessionsOf } from "./sessions-world.ts";

/** How sessions end, are continued, and appear in the ledger. */
export function endingSessionFacts(under: WorldUnderTest): void {
  const sessions = sessionsOf(under);
  const { as, start, claim, claimNone, statuses } = sessions;

  async function ledger(): Promise<readonly SessionLedgerEntry[]> {
    const lines: SessionLedgerEntry[] = [];
    for await (const line of await as("owner").exportSessions()) lines.push(line);
    return lines;
  }

  describe("a session that was asked something", () => {
    test("and ends without a word is tried once more, and not again", async () => {
      await start("Are you there?", "t1");
      const one = await claim();
      const ended = await as("scout").endSession({ ...heldOf(one), outcome: "completed" });
      expect(ended.retry).toMatchObject({ cause: "retry", continues: one.session.id });
      const again = await claim();
      expect(again.session.id).toBe(ended.retry?.id);
      const last = await as("scout").endSession({ ...heldOf(again), outcome: "completed" });
      expect(last.retry).toBeUndefined();
      expect(await claimNone()).toBe(true);
    });

    test("and has said something is done", async () => {
      await start("Are you there?", "t1");
      const one = await claim();
      const text = "I am.";
      const ended = await as("scout").endSession({ ...heldOf(one), outcome: "completed", text });
      expect(ended.retry).toBeUndefined();
      expect(ended.session).toMatchObject({ status: "completed", posted: true });
      const { conversation } = ended.session;
      const { entries } = await as("owner").showConversation({ id: conversation });
      expect(JSON.stringify(entries.items)).toContain(text);
    });
  });

  describe("a session that a person ends", () => {
    test("before it began never begins", async () => {
      const { id } = await start("Never mind.");
      const ended = await as("owner").cancelSession({ id, reason: "Not needed." });
      expect(ended).toMatchObject({ status: "cancelled", reason: "Not needed." });
      expect(await claimNone()).toBe(true);
      expect(await as("owner").cancelSession({ id })).toEqual(ended);
    });

    test("while it runs is ended by its host, which is told at once", async () => {
      await start("Long work.");
      const held = heldOf(await claim());
      const watched = as("scout").watchSession({ ...held, holdMs: 30_000 });
      await as("owner").cancelSession({ id: held.id });
      expect(await watched).toEqual({ cancelAsked: true });
      expect((await as("scout").renewSession(held)).cancelAsked).toBe(true);
      const { session } = await as("scout").endSession({ ...held, outcome: "cancelled" });
      expect(session.status).toBe("cancelled");
    });

    test("while it waits takes back what it waits for, and nothing goes on from it", async () => {
      await start("Paint the shed.");
      const { session, request } = await askIn(sessions);
      await as("owner").cancelSession({ id: session.id });
      expect((await as("owner").show({ id: request.id })).request.status).toBe("cancelled");
      expect(await claimNone()).toBe(true);
      expect(await statuses(session.id)).toEqual(["cancelled"]);
      const events = await collect(as("owner").events());
      expect(events.slice(-2).map(({ type, subject }) => [type, subject])).toEqual([
        ["session.cancelled", session.id],
        ["request.cancelled", request.id],
      ]);
      expect(await codeOf(as("owner").answer({ id: request.id, answer: { text: "Red." } }))).toBe(
        "REQUEST_CLOSED",
      );
    });

    test("while its host is gone is not taken up again", async () => {
      await start("Long work.");
      const { session, leaseMs } = await claim();
      await as("owner").cancelSession({ id: session.id, reason: "Not needed." });
      await under.world.clock.advance(leaseMs + 1);
      expect(await claimNone()).toBe(true);
      const shown = await as("viewer").showSession({ id: session.id });
      expect(shown.session).toMatchObject({ status: "cancelled", reason: "Not needed." });
    });
  });

  describe("a session that has ended", () => {
    test("is taken on again by a person, once", async () => {
      await start("Paint the shed.");
      const held = heldOf(await claim());
      await as("scout").endSession({ ...held, outcome: "failed", text: "No paint." });
      const next = await as("owner").resumeSession({ id: held.id, text: "Paint is there now." });
      expect(next).toMatchObject({ cause: "resume", continues: held.id, status: "queued" });
      expect(await codeOf(as("owner").resumeSession({ id: held.id }))).toBe("SESSION_CLOSED");
      expect((await claim()).former?.session.id).toBe(held.id);
    });

    test("is taken on again by a key once, whatever is repeated", async () => {
      await start("Paint the shed.");
      const held = heldOf(await claim());
      await as("scout").endSession({ ...held, outcome: "failed", text: "No paint." });
      const resumed = (text: string) =>
        as("owner").resumeSession({ id: held.id, text }, { idempotencyKey: "resume-1" });
      const first = await resumed("Paint is there now.");
      expect((await resumed("Paint is there now.")).id).toBe(first.id);
      expect(await codeOf(resumed("There is another paint."))).toBe("KEY_REUSED");
    });

    test("loses its words with those of the request that it asked", async () => {
      await start("Paint the shed.");
      const { session, request } = await askIn(sessions);
      await as("owner").answer({ id: request.id, answer: { text: "A secret red." } });
      const held = heldOf(await claim());
      const prompt = { kind: "prompt", text: "They said: A secret red." } as const;
      await as("scout").recordEntries({ ...held, after: 0, entries: [prompt] });
      await as("scout").endSession({ ...held, outcome: "completed", text: "Painted it." });
      const asked = (await as("owner").showSession({ id: session.id })).session;
      expect(asked).toMatchObject({ status: "paused", continuedBy: held.id });
      await as("owner").erase({ id: request.id });
      const left = await Promise.all(
        [session.id, held.id].map(async (id) => [
          (await as("owner").showSession({ id })).session.erasedAt !== undefined,
          JSON.stringify(await as("owner").sessionEntries({ id })),
        ]),
      );
      expect(left.map(([isErased]) => isErased)).toEqual([true, true]);
      expect(JSON.stringify(left)).not.toMatch(/secret|shed/);
      expect(await as("owner").verifyAudit()).toMatchObject({ intact: true });
    });

    test("that was at work as its request was erased loses its words when that is said again", async () => {
      await start("Paint the shed.");
      const { request } = await askIn(sessions);
      await as("owner").answer({ id: request.id, answer: { text: "A secret red." } });
      const held = heldOf(await claim());
      const prompt = { kind: "prompt", text: "They said: A secret red." } as const;
      await as("scout").recordEntries({ ...held, after: 0, entries: [prompt] });
      await as("owner").erase({ id: request.id });
      await as("scout").endSession({ ...held, outcome: "completed", text: "Painted it." });
      const words = async () => JSON.stringify(await as("owner").sessionEntries({ id: held.id }));
      expect(await words()).toContain("secret");
      await as("owner").erase({ id: request.id });
      expect(await words()).not.toContain("secret");
    });

    test("is none of those who may only look, or belong elsewhere", async () => {
      const { id } = await start("Paint the shed.");
      expect(await codeOf(as("viewer").cancelSession({ id }))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("outsider").showSession({ id }))).toBe("NOT_FOUND");
      expect(await codeOf(as("viewer").resumeSession({ id }))).toBe("NOT_ALLOWED");
      const none = { agent: "scout", text: "Paint it." };
      expect(await codeOf(as("viewer").startSession(none))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("rival").startSession(none))).toBe("NOT_FOUND");
      const held = heldOf(await claim());
      const asRival = [
        as("rival").showSession({ id }),
        as("rival").sessionEntries({ id }),
        as("rival").cancelSession({ id }),
        as("rival").resumeSession({ id }),
        as("rival").renewSession(held),
        as("rival").watchSession(held),
        as("rival").recordEntries({ ...held, after: 0, entries: [{ kind: "note", text: "!" }] }),
        as("rival").postInSession({ ...held, call: "c", text: "!" }),
        as("rival").endSession({ ...held, outcome: "completed" }),
        as("rival").askInSession({ ...held, call: "c", question: { text: "!" } }),
      ];
      const codes = await Promise.all(asRival.map(codeOf));
      expect(new Set(codes)).toEqual(new Set(["NOT_FOUND"]));
    });
  });

  test("an agent begins none where the policy lets it say nothing", async () => {
    const messages = { allow: [{ channels: ["inbox"], chats: ["ours"] }] };
    await as("owner").applyPolicy({ source: { version: 1, rules: [], messages } });
    const startIn = (part: "owner" | "scout", chatId: string) =>
      as(part).startSession({ agent: "scout", text: "Hm.", place: { channel: "inbox", chatId } });
    const refused = async () => (await codeOf(startIn("scout", "theirs"))) === "NOT_ALLOWED";
    await eventually(async () => (await refused()) && (await refused()));
    expect(await startIn("scout", "ours")).toMatchObject({ status: "queued" });
    expect(await startIn("owner", "theirs")).toMatchObject({ status: "queued" });
  });

  describe("the ledger", () => {
    test("takes in no place that is none", async () => {
      const line = (channel: string) =>
        JSON.stringify({ session_id: channel, ts_start: "2025-11-14T22:13:20Z", channel });
      const lines = [line("slack"), line("no channel")];
      const taken = await as("owner").importSessions({ agent: "scout", lines });
      expect(taken).toMatchObject({ imported: 1, skipped: [{ line: 2 }] });
      const id = (await as("viewer").listSessions()).items[0]?.id;
      if (id === undefined) throw new Error("There is none.");
      expect(await codeOf(as("owner").resumeSession({ id }))).toBe("INVALID_INPUT");
      const next = await as("owner").resumeSession({ id, text: "Paint it." });
      expect(next).toMatchObject({ task: "Paint it.", continues: id });
    });

    test("has a line for each session, in the names that readers of ledgers know", async () => {
      await start("Paint the shed.", "t1");
      const { session } = await askIn(sessions);
      const other = await start("And the fence.");
      expect(await ledger()).toMatchObject([
        {
          session_id: session.id,
          thread_ts: "t1",
          ask_operator_called: true,
          ts_start: session.startedAt,
          ts_end: session.endedAt,
          status: "paused",
        },
        { session_id: other.id, thread_ts: null, ask_operator_called: false, ts_end: null },
      ]);
    });

    test("that was given out keeps its threads where it is taken in", async () => {
      await start("Paint the shed.", "t1");
      await askIn(sessions);
      const given = (await ledger()).map((entry, at) => ({ ...entry, session_id: `old-${at}` }));
      const lines = given.map((entry) => JSON.stringify(entry));
      await as("owner").importSessions({ agent: "rival", lines });
      const taken = (await ledger()).filter(({ agent }) => agent === "rival");
      expect(taken).toMatchObject(
        given.map(({ session_id, thread_ts }) => ({ session_id, thread_ts })),
      );
      expect(taken[0]?.thread_ts).toBe("t1");
    });

    test.each([
      ["that ends before it begins", { ts_end: "2025-11-14T22:13:19Z" }, "before its ts_start"],
      ["whose truth is a word", { ask_operator_called: "yes" }, "neither true nor false"],
      ["whose truth is a number", { ask_operator_called: 1 }, "neither true nor false"],
      ["with a thread of no chat", { thread_ts: "1.2" }, "nothing says of which chat"],
    ])("takes in no line %s, and says why", async (_, wrong, why) => {
      const line = { session_id: "s-1", ts_start: "2025-11-14T22:13:20Z" };
      const lines = [JSON.stringify({ ...line, ...wrong }), JSON.stringify(line)];
      const taken = await as("owner").importSessions({ agent: "scout", lines });
      expect(taken).toMatchObject({
        imported: 1,
        skipped: [{ line: 1, why: expect.stringContaining(why) }],
      });
    });

    test("of another is taken in once; lines that cannot be read are named", async () => {
      const line = {
        session_id: "s-1",
        thread_ts: "1700000000.000100",
        ts_start: "2025-11-14T22:13:20.000Z",
        ts_end: "2025-11-14T22:14:00.000Z",
      };
      const lines = [JSON.stringify(line), "{ not json", JSON.stringify({ session_id: "s-2" })];
      const given = { agent: "scout", lines, channel: "slack", chatId: "C1" } as const;
      const first = await as("owner").importSessions(given);
      expect(first).toMatchObject({ imported: 1, known: 0 });
      expect(first.skipped.map((skipped) => skipped.line)).toEqual([2, 3]);
      expect(await as("owner").importSessions(given)).toMatchObject({ imported: 0, known: 1 });
      await as("owner").importSessions({ ...given, agent: "rival" });
      expect((await as("rival").listSessions()).items).toHaveLength(1);
      const { items } = await as("scout").listSessions();
      expect(items).toMatchObject([{ cause: "import", asked: false }]);
      expect(await claimNone()).toBe(true);
      expect(await codeOf(as("approver").importSessions(given))).toBe("NOT_ALLOWED");
    });
  });

  test("skills are counted as they are read, and what nobody reads is told", async () => {
    await as("scout").registerAgent({ channels: [], skills: ["paint", "sand"] });
    await as("scout").recordSkillRead({ skill: "paint" });
    const { items } = await as("viewer").skillUse();
    const [{ skills } = { skills: [] }] = items;
    expect(skills.map(({ name, reads }) => [name, reads.day])).toEqual([
      ["paint", 1],
      ["sand", 0],
    ]);
  });
}
