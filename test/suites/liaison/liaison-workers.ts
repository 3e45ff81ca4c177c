import { describe, expect, test } from "vitest";
import { codeOf, type WorldUnderTest } from "../earshot/world.ts";
import { heldOf, sessionsOf } from "../sessions/sessions-world.ts";
import { DETAILS, liaisonOf, NEED, RESULT, WISHES } from "./liaison-world.ts";

/** A worker that a host runs is started with what was agreed, and its end is the result. */
export function liaisonWorkerFacts(under: WorldUnderTest): void {
  const { as, say, show, specified } = liaisonOf(under);
  const sessions = sessionsOf(under);

  const hosted = () => as("scout").registerAgent({ channels: [] });
  const end = async (text: string) => {
    const claimed = await sessions.claim();
    await as("scout").endSession({ ...heldOf(claimed), outcome: "completed", text });
    return claimed.session;
  };

  describe("a worker's question", () => {
    test("comes into the conversation, and what the person says there answers it", async () => {
      const { conversation_id: id } = await specified("scout");
      const before = await show(id);
      const form = {
        kind: "choice",
        options: [{ label: "Portrait" }, { label: "Landscape" }],
        allowText: true,
      } as const;
      const { request } = await as("scout").ask({ text: "Which way up?", conversation: id, form });
      const asked = await show(id);
      expect(asked.exchanges.at(-1)).toMatchObject({
        role: "assistant",
        content: "scout: Which way up? (Portrait, Landscape)",
        request: request.id,
      });
      const reply = await say(id, "landscape");
      expect(reply).toMatchObject({ phase: "awaiting_task_completion", response: "→ scout" });
      const closed = await as("scout").wait({ id: request.id });
      expect(closed.request).toMatchObject({ status: "answered", answer: { choice: "Landscape" } });
      const after = await show(id);
      expect(after.specifications).toEqual(before.specifications);
      expect(after.request).toBe(before.request);
      // The next words are about the task again.
      await say(id, "It must also be filterable by region.");
      expect((await show(id)).specifications.length).toBe(before.specifications.length + 1);
    });

    test("that is answered once more says nothing about the task, and reaches the worker", async () => {
      const { conversation_id: id } = await specified("scout");
      const before = await show(id);
      const { request } = await as("scout").ask({ text: "Which way up?", conversation: id });
      await as("approver").answer({ id: request.id, answer: { text: "Landscape" } });
      const late = as("approver").answer({ id: request.id, answer: { text: "Portrait" } });
      expect(await codeOf(late)).toBe("REQUEST_CLOSED");
      const after = await show(id);
      expect(after.exchanges.at(-2)).toMatchObject({ content: "Portrait", with: "worker" });
      expect(after).not.toHaveProperty("dueAt");
      expect(after.specifications).toEqual(before.specifications);
      const { items } = await as("scout").mailbox({});
      expect(JSON.stringify(items)).toContain("Portrait");
    });

    test("that is withdrawn or answered elsewhere waits no more", async () => {
      const { conversation_id: id } = await specified("scout");
      const ask = { text: "Which way up?", conversation: id };
      const { request } = await as("scout").ask(ask);
      await as("approver").answer({ id: request.id, answer: { text: "Landscape" } });
      expect((await show(id)).exchanges.at(-2)).toMatchObject({ content: "Landscape" });
      const { request: other } = await as("scout").ask({ ...ask, text: "Which colour?" });
      await as("scout").cancel({ id: other.id });
      expect(await show(id)).not.toHaveProperty("workerAsks");
    });
  });

  describe("a worker that a host runs", () => {
    test("is started with the specification, and what it ends with is the result", async () => {
      await hosted();
      const { conversation_id: id } = await specified("scout");
      const session = await end(RESULT);
      expect(session.task).toContain(id);
      expect(session.task).toContain("revenue");
      expect(await show(id)).toMatchObject({
        phase: "feedback_collection",
        results: [{ result: RESULT, by: "scout" }],
      });
    });

    test("is started again with a correction and with the next round, one after another", async () => {
      await hosted();
      const { conversation_id: id } = await specified("scout");
      await say(id, "It must also be filterable by region.");
      await end("The first version.");
      // What was corrected meanwhile is another session's, behind this one: nothing is judged yet.
      expect((await show(id)).phase).toBe("awaiting_task_completion");
      const second = await end(RESULT);
      expect(second.task).toMatch(/filter/i);
      expect((await show(id)).results).toMatchObject([{ result: RESULT }]);
      await say(id, WISHES);
      const third = await end("With other colours.");
      expect(third.task).toContain("colour");
      expect((await show(id)).results).toHaveLength(2);
    });

    test("is started again where the person asks again for what was not done", async () => {
      await hosted();
      const { conversation_id: id } = await specified("scout");
      await end(RESULT);
      await say(id, WISHES);
      await end("Nothing is changed.");
      const again = await say(id, WISHES);
      expect(again.phase).toBe("awaiting_task_completion");
      const { published, round } = await show(id);
      expect([published, round]).toEqual([(await show(id)).specifications.at(-1)?.version, 3]);
      const third = await end("With other colours.");
      expect(third.task).toContain("colour");
      expect((await show(id)).results).toHaveLength(3);
    });

    test("is started with the next task, though it is published in the same version", async () => {
      await hosted();
      const { conversation_id: id } = await as("approver").beginConversation({
        initial_message: `${NEED} ${DETAILS} Just do it.`,
        agent: "scout",
      });
      const first = (await show(id)).published;
      await say(id, "Never mind, forget it.");
      await say(id, "I need our cookbook translated into French. Just do it.");
      expect(await show(id)).toMatchObject({ phase: "awaiting_task_completion", published: first });
      const next = await end(RESULT);
      expect(next.task).toContain(`${id}/task/2`);
    });

    test("that hands its result over itself is not taken at its last word", async () => {
      await hosted();
      const { conversation_id } = await specified("scout");
      const claimed = await sessions.claim();
      await as("scout").taskCompleted({ conversation_id, task_result: RESULT });
      await as("scout").endSession({
        ...heldOf(claimed),
        outcome: "completed",
        text: "I am done.",
      });
      expect((await show(conversation_id)).results).toMatchObject([{ result: RESULT }]);
    });

    test("is told to end where the task is withdrawn", async () => {
      await hosted();
      const { conversation_id: id } = await specified("scout");
      const claimed = await sessions.claim();
      await say(id, "It must also be filterable by region.");
      await say(id, "Never mind, forget it.");
      const held = await as("scout").renewSession(heldOf(claimed));
      expect(held.cancelAsked).toBe(true);
      const { items } = await as("viewer").listSessions({ agent: "scout", status: "cancelled" });
      expect(items.map(({ lane }) => lane)).toEqual([claimed.session.lane]);
    });

    test("is not started where nobody hosts it, and reports all the same", async () => {
      const { conversation_id } = await specified("scout");
      expect(await sessions.claimNone()).toBe(true);
      await as("scout").taskCompleted({ conversation_id, task_result: RESULT });
      expect((await show(conversation_id)).phase).toBe("feedback_collection");
    });
  });
}
