import { describe, expect, test } from "vitest";
import { codeOf, type WorldUnderTest } from "../earshot/world.ts";
import { heldOf, sessionsOf } from "../sessions/sessions-world.ts";
import { DETAILS, liaisonOf, NEED, RESULT, WISHES } from "./liaison-world.ts";

/** What was said can be made to go. */
export function erasingLiaisonFacts(under: WorldUnderTest): void {
  const { as, begin, say, show, specified, judged } = liaisonOf(under);
  const sessions = sessionsOf(under);

  describe("erasing a conversation", () => {
    test("takes the words out of it, of its questions, its events and its graph", async () => {
      const { conversation_id: id } = await judged();
      await say(id, WISHES);
      expect(await codeOf(as("approver").eraseLiaison({ conversation_id: id }))).toBe(
        "NOT_ALLOWED",
      );
      await as("owner").eraseLiaison({ conversation_id: id });
      const liaison = await as("owner").showLiaison({ conversation_id: id });
      const { entries } = await as("owner").showConversation({ id });
      const left = JSON.stringify([liaison, entries]);
      for (const words of [NEED, DETAILS, RESULT, WISHES]) expect(left).not.toContain(words);
      expect(liaison.erasedAt).toBeDefined();
      const events = [];
      for await (const event of await as("owner").taskEvents()) events.push(event);
      expect(events).toEqual([]);
      expect((await as("owner").graphOf({ conversation_id: id })).nodes).toEqual([]);
      expect((await as("viewer").verifyAudit()).intact).toBe(true);
      expect(await codeOf(say(id, "Go on."))).toBe("CONVERSATION_CLOSED");
    });

    test("takes back what is still asked, and leaves no word in its title or its question", async () => {
      const { conversation_id: id } = await begin();
      const { request } = await show(id);
      if (request === undefined) throw new Error("Nothing is asked.");
      await as("owner").eraseLiaison({ conversation_id: id });
      expect((await show(id)).request).toBeUndefined();
      const asked = (await as("viewer").show({ id: request })).request;
      expect(asked.status).toBe("cancelled");
      expect(asked.erasedAt).toBeDefined();
      const answer = { id: request, answer: { text: "Too late." } };
      expect(await codeOf(as("approver").answer(answer))).toBe("REQUEST_CLOSED");
      const { conversation } = await as("owner").showConversation({ id });
      expect(conversation.title).not.toContain("dashboard");
    });

    test("reaches what its worker was started with, once that has ended", async () => {
      await as("scout").registerAgent({ channels: [] });
      const { conversation_id: id } = await specified("scout");
      const claimed = await sessions.claim();
      expect(claimed.session.task).toContain("revenue");
      const session = async () =>
        (await as("viewer").showSession({ id: claimed.session.id })).chain.at(-1);
      await as("owner").eraseLiaison({ conversation_id: id });
      expect((await session())?.erasedAt).toBeUndefined();
      await as("scout").endSession({ ...heldOf(claimed), outcome: "completed", text: RESULT });
      await as("owner").eraseLiaison({ conversation_id: id });
      expect((await session())?.erasedAt).toBeDefined();
      expect(JSON.stringify(await session())).not.toContain("revenue");
    });

    test("is not done question by question, which would leave the words in it", async () => {
      const { conversation_id: id } = await judged();
      const { items } = await as("viewer").list({ conversation: id, status: "answered" });
      const [question] = items;
      if (question === undefined) throw new Error("Nothing was answered.");
      expect(await codeOf(as("owner").erase({ id: question.id }))).toBe("INVALID_INPUT");
    });

    test("again changes nothing more", async () => {
      const { conversation_id: id } = await judged();
      const first = await as("owner").eraseLiaison({ conversation_id: id });
      const again = await as("owner").eraseLiaison({ conversation_id: id });
      expect(again.erasedAt).toBe(first.erasedAt);
    });
  });
}
