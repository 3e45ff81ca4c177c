import { describe, expect, test } from "vitest";
import type { ConversationId, RequestId } from "../../../src/domain/id.ts";
import { codeOf, collect, type Part, type WorldUnderTest } from "./world.ts";

export function mailboxFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const ask = async (text: string, over: { expiresInMs?: number } = {}) =>
    (await as("scout").ask({ tool: "ask_human", text, ...over })).request;
  const answer = (id: RequestId, text = "B") => as("owner").answer({ id, answer: { text } });
  const unread = async (part: Part = "scout") => (await as(part).mailbox()).items;
  const ids = async (part: Part = "scout") => (await unread(part)).map(({ id }) => id);
  const later = () => under.world.clock.advance(1_000);
  /** The conversation that the agent has had from its start. */
  const homeOf = async (part: Part): Promise<ConversationId> =>
    (await as(part).listConversations()).items[0]?.id ?? "cnv_";

  describe("the mailbox", () => {
    test("is empty at first, and holds nothing of a question that is open", async () => {
      expect(await as("scout").mailbox()).toEqual({ items: [], unread: 0 });
      await ask("Which?");
      expect(await as("scout").mailbox()).toEqual({ items: [], unread: 0 });
    });

    test("holds how a tool's question has closed, the longest there first", async () => {
      const expiring = await ask("Quick?", { expiresInMs: 1_500 });
      const [one, two] = [await ask("One?"), await ask("Two?")];
      await later();
      const answered = await answer(two.id);
      await later();
      const cancelled = await as("owner").cancel({ id: one.id, reason: "moot" });
      const { request: expired } = await as("scout").wait({ id: expiring.id });
      expect(await as("scout").mailbox()).toEqual({
        items: [answered, expired, cancelled],
        unread: 3,
      });
    });

    test("holds nothing that no tool has asked, and nothing that the agent took back", async () => {
      const { request } = await as("scout").ask({ text: "Which?" });
      await answer(request.id);
      const own = await ask("Mine?");
      await as("scout").cancel({ id: own.id });
      expect(await unread()).toEqual([]);
    });

    test("holds what came too late, whoever had asked", async () => {
      const { request } = await as("scout").ask({ text: "Which?" });
      await answer(request.id);
      expect(await codeOf(answer(request.id, "late"))).toBe("REQUEST_CLOSED");
      expect(await unread()).toMatchObject([{ text: "late", lateAnswerTo: request.id }]);
    });

    test("holds what people say to the agent, not what it or a service says", async () => {
      const conversation = await homeOf("scout");
      await as("scout").tell({ text: "Backup done." });
      const said = [];
      for (const part of ["owner", "approver", "service"] as const) {
        said.push(await as(part).tell({ text: `from ${part}`, conversation }));
        await later();
      }
      expect(await unread()).toEqual(said.slice(0, 2));
      const { id } = await as("scout").startConversation({ title: "Release" });
      const there = await as("owner").tell({ text: "Ship it.", conversation: id });
      expect((await unread()).at(-1)).toEqual(there);
      const events = await collect(as("scout").events());
      expect(events.at(-1)).toMatchObject({ type: "message.created", subject: there.id });
    });

    test("an agent is spoken to by its name", async () => {
      const said = await as("owner").tell({ text: "Stop.", agent: "scout" });
      expect(said.conversation).toBe(await homeOf("scout"));
      expect(await unread()).toEqual([said]);
      const both = { text: "x", agent: "scout", conversation: said.conversation };
      expect(await codeOf(as("owner").tell(both))).toBe("INVALID_INPUT");
      for (const [part, agent] of [
        ["owner", "nobody"],
        ["owner", "approver"],
        ["outsider", "scout"],
        ["rival", "scout"],
      ] as const) {
        expect(await codeOf(as(part).tell({ text: "x", agent }))).toBe("NOT_FOUND");
      }
      expect(await codeOf(as("viewer").tell({ text: "x", agent: "scout" }))).toBe("NOT_ALLOWED");
      expect(await unread()).toEqual([said]);
    });

    test("a repeated message is there once", async () => {
      const conversation = await homeOf("scout");
      const say = () =>
        as("owner").tell({ text: "Stop.", conversation }, { idempotencyKey: "say" });
      const said = await say();
      await say();
      expect(await unread()).toEqual([said]);
    });

    test("a person says to whom; a viewer says nothing, and neither opens a conversation", async () => {
      const conversation = await homeOf("scout");
      expect(await codeOf(as("owner").tell({ text: "Hello?" }))).toBe("INVALID_INPUT");
      expect(await codeOf(as("viewer").tell({ text: "x", conversation }))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("owner").startConversation({ title: "Mine" }))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("outsider").tell({ text: "x", conversation }))).toBe("NOT_FOUND");
      expect(await unread()).toEqual([]);
    });

    test("gives as many as asked for, and tells how many there are", async () => {
      const all: RequestId[] = [];
      for (let count = 0; count < 4; count++) {
        const { id } = await ask(`${count}?`);
        await answer(id);
        await later();
        all.push(id);
      }
      const { items, unread: count } = await as("scout").mailbox({ limit: 2 });
      expect({ ids: items.map(({ id }) => id), count }).toEqual({ ids: all.slice(0, 2), count: 4 });
      expect(await ids()).toEqual(all);
      expect(await codeOf(as("scout").mailbox({ limit: 0 }))).toBe("INVALID_INPUT");
    });

    test("belongs to one agent; people, services and other agents see none of it", async () => {
      const { id } = await ask("Which?");
      await answer(id);
      for (const part of ["rival", "stranger"] as const) {
        expect(await unread(part)).toEqual([]);
        expect(await as(part).acknowledge({ ids: [id] })).toEqual({ acknowledged: 0 });
      }
      for (const part of ["owner", "viewer", "service"] as const) {
        expect(await codeOf(as(part).mailbox())).toBe("NOT_ALLOWED");
        expect(await codeOf(as(part).acknowledge({ ids: [id] }))).toBe("NOT_ALLOWED");
      }
      expect(await ids()).toEqual([id]);
    });
  });

  describe("acknowledging", () => {
    const events = async () =>
      (await collect(as("owner").events())).filter(({ type }) => type === "mailbox.acknowledged");

    test("takes items out for good and stands in the log, an event an item", async () => {
      const [one, two] = [await ask("One?"), await ask("Two?")];
      await answer(one.id);
      await answer(two.id);
      const message = await as("owner").tell({
        text: "Stop.",
        conversation: await homeOf("scout"),
      });
      const done = await as("scout").acknowledge({ ids: [one.id, message.id, one.id] });
      expect(done).toEqual({ acknowledged: 2 });
      expect(await ids()).toEqual([two.id]);
      const { id: scout } = (await as("scout").whoami()).principal;
      expect(await events()).toMatchObject([
        { subject: one.id, actor: scout, agent: scout },
        { subject: message.id, actor: scout, agent: scout },
      ]);
      expect((await as("owner").show({ id: one.id })).request.status).toBe("answered");
    });

    test("again, or of what is not there, changes nothing", async () => {
      const [one, open] = [await ask("One?"), await ask("Open?")];
      await answer(one.id);
      const unknown = "msg_01k00000000000000000000000";
      expect(await as("scout").acknowledge({ ids: [one.id] })).toEqual({ acknowledged: 1 });
      expect(await as("scout").acknowledge({ ids: [one.id, open.id, unknown] })).toEqual({
        acknowledged: 0,
      });
      expect(await events()).toHaveLength(1);
      await answer(open.id);
      expect(await ids()).toEqual([open.id]);
    });

    test("at the same time counts each item once", async () => {
      const asked = await Promise.all(["a", "b", "c", "d"].map((text) => ask(text)));
      for (const { id } of asked) await answer(id);
      const all = asked.map(({ id }) => id);
      const done = await Promise.all(
        Array.from({ length: 8 }, (_, call) =>
          as("scout").acknowledge({ ids: all.slice(call % 3) }),
        ),
      );
      expect(done.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBe(all.length);
      expect(await events()).toHaveLength(all.length);
    });

    test("is repeated with the same key and brings the first result", async () => {
      const { id } = await ask("One?");
      await answer(id);
      const call = (more: readonly RequestId[] = []) =>
        as("scout").acknowledge({ ids: [id, ...more] }, { idempotencyKey: "ack" });
      expect(await call()).toEqual({ acknowledged: 1 });
      expect(await call()).toEqual({ acknowledged: 1 });
      const other = await ask("Other?");
      expect(await codeOf(call([other.id]))).toBe("KEY_REUSED");
    });

    test("takes 1 to 100 ids", async () => {
      const many = Array.from(
        { length: 101 },
        (_, count) => `req_01k${String(count).padStart(23, "0")}` as const,
      );
      for (const wrong of [[], many]) {
        expect(await codeOf(as("scout").acknowledge({ ids: wrong }))).toBe("INVALID_INPUT");
      }
    });
  });
}
