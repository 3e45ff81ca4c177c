import { describe, expect, test } from "vitest";
import { ownConversation } from "../../../src/domain/id.ts";
import { derivedTask } from "../../../src/domain/liaison/liaison.ts";
import { codeOf, type WorldUnderTest } from "../earshot/world.ts";
import { ACCEPTED, DETAILS, liaisonOf, NEED, RESULT, WISHES } from "./liaison-world.ts";

/** The phases of a conversation, as people and workers go through them. */
export function conversingFacts(under: WorldUnderTest): void {
  const { as, begin, say, show, specified, judged } = liaisonOf(under);

  describe("a conversation", () => {
    test("begins with a person's words, and the liaison asks what it does not know", async () => {
      const reply = await begin();
      expect(reply).toMatchObject({ phase: "problem_definition" });
      expect(reply.response).toContain("?");
      expect(reply.confidence?.score).toBeLessThan(0.8);
      const liaison = await show(reply.conversation_id);
      expect(liaison.exchanges.map(({ role }) => role)).toEqual(["human", "assistant"]);
      expect(liaison.exchanges[0]?.content).toBe(NEED);
      expect(liaison.clarifications.length).toBeGreaterThan(0);
      expect(liaison.clarifications.length).toBeLessThanOrEqual(3);
      expect(liaison).toMatchObject({ personName: "approver", published: 0, round: 1 });
    });

    test("has the contract's names, in its calls and in what they show", async () => {
      const begun = await as("approver").begin_conversation({
        user_id: "default",
        initial_message: NEED,
      });
      expect(begun).toMatchObject({
        is_sufficient: false,
        missing_aspects: expect.any(Array),
        suggested_questions: expect.any(Array),
      });
      expect(begun.suggested_questions.length).toBeGreaterThan(0);
      const { conversation_id } = begun;
      const said = { conversation_id, message: `${DETAILS} Just do it.` };
      const specified = await as("approver").continue_conversation(said);
      expect(specified).toMatchObject({ is_sufficient: true, phase: "awaiting_task_completion" });
      const done = { conversation_id, task_result: RESULT };
      expect((await as("scout").task_completed(done)).phase).toBe("feedback_collection");
      const shown = await show(conversation_id);
      expect(shown).toMatchObject({ task_result: RESULT, is_sufficient: true });
      expect(shown.derived_task).toEqual(derivedTask(shown));
      for (const { timestamp, confidence, at, score } of shown.confidence_history) {
        expect(timestamp).toBe(at);
        expect(confidence.score).toBe(score);
        expect(confidence.reasoning).not.toBe("");
        expect(confidence.confidence_factors.completeness).toEqual(expect.any(Number));
      }
    });

    test("asks by a question that every surface shows, and its answer goes on with it", async () => {
      const { conversation_id: id } = await begin();
      const { request } = await show(id);
      if (request === undefined) throw new Error("Nothing is asked.");
      const asked = await as("approver").show({ id: request });
      expect(asked.request).toMatchObject({
        status: "open",
        agentName: "liaison",
        to: ["approver"],
        conversation: id,
      });
      await as("approver").answer({ id: request, answer: { text: DETAILS } });
      await expect.poll(async () => (await show(id)).replied).toBe(4);
      const liaison = await show(id);
      expect(liaison.exchanges[2]).toMatchObject({ role: "human", content: DETAILS, request });
    });

    test("publishes the specification once it is good enough, confirms it, and asks no more", async () => {
      const reply = await specified();
      expect(reply.phase).toBe("awaiting_task_completion");
      const liaison = await show(reply.conversation_id);
      const task = derivedTask(liaison);
      expect(liaison.published).toBe(task?.version);
      expect(task?.requirements.length).toBeGreaterThan(0);
      expect(reply.response).toContain(task?.title ?? "a title");
      const said = new Set<string>(liaison.exchanges.map(({ id }) => id));
      for (const { extracted_from } of task?.requirements ?? []) {
        expect(extracted_from.every((id) => said.has(id))).toBe(true);
      }
      expect(liaison.phase_transitions.map(({ to }) => to)).toEqual([
        "problem_definition",
        "awaiting_task_completion",
      ]);
      expect(liaison.confidence_history.at(-1)?.score).toBe(reply.confidence?.score);
    });

    test("takes a correction behind the gate into the next version", async () => {
      const { conversation_id: id } = await specified();
      const before = await show(id);
      const reply = await say(id, "It must also be filterable by region.");
      expect(reply.phase).toBe("awaiting_task_completion");
      const after = await show(id);
      expect(after.published).toBeGreaterThan(before.published);
      const added = derivedTask(after)?.requirements.filter(
        ({ id: one }) => !derivedTask(before)?.requirements.some((old) => old.id === one),
      );
      expect(added?.some(({ description }) => /filter/i.test(description))).toBe(true);
      expect(reply.response).toMatch(/region/i);
    });

    test("carries the worker's progress to the person, and asks for feedback on the result", async () => {
      const { conversation_id } = await specified();
      await as("scout").taskProgress({ conversation_id, status: "half of the charts are drawn" });
      const done = await as("scout").taskCompleted({ conversation_id, task_result: RESULT });
      expect(done).toMatchObject({ phase: "feedback_collection" });
      expect(done.response).toContain(RESULT);
      const liaison = await show(conversation_id);
      expect(liaison).toMatchObject({
        worker: { name: "scout" },
        progress: [{ status: "half of the charts are drawn", by: "scout" }],
        results: [{ result: RESULT, by: "scout", round: 1 }],
      });
      const { entries } = await as("approver").showConversation({ id: conversation_id });
      const texts = entries.items.map((one) => ("text" in one ? one.text : ""));
      expect(texts).toContain("half of the charts are drawn");
    });

    test("understands feedback that wants more, and begins the next round with it", async () => {
      const { conversation_id: id } = await judged();
      const reply = await say(id, WISHES);
      expect(reply).toMatchObject({
        phase: "awaiting_task_completion",
        feedback_metrics: { acceptance_status: "needs_improvement" },
      });
      expect(reply.feedback_metrics?.improvement_suggestions).toHaveLength(3);
      const liaison = await show(id);
      expect(liaison.round).toBe(2);
      const [before, after] = liaison.specifications.slice(-2);
      expect(after?.version).toBe(liaison.published);
      expect(after?.requirements.length).toBe((before?.requirements.length ?? 0) + 3);
      const [accessibility] =
        reply.feedback_metrics?.dimension_feedback.filter(
          ({ dimension }) => dimension === "accessibility",
        ) ?? [];
      expect(accessibility?.sentiment).toMatch(/negative/);
      for (const quote of accessibility?.supporting_quotes ?? []) expect(WISHES).toContain(quote);
    });

    test("ends where the result is accepted, and a message after that reopens it", async () => {
      const { conversation_id: id } = await judged();
      const accepted = await say(id, ACCEPTED);
      expect(accepted).toMatchObject({
        phase: "completed",
        feedback_metrics: { acceptance_status: "accepted" },
      });
      expect((await show(id)).request).toBeUndefined();
      expect(await say(id, "Thank you!")).toMatchObject({ phase: "completed" });
      const again = await say(id, "The colours are wrong after all, please change them.");
      expect(again.phase).not.toBe("completed");
      const { phase_transitions } = await show(id);
      expect(phase_transitions.map(({ to }) => to)).toContain("feedback_collection");
    });

    test("can be withdrawn, and the worker is told", async () => {
      const { conversation_id: id } = await specified();
      expect(await say(id, "Never mind, forget it.")).toMatchObject({ phase: "completed" });
      const report = as("scout").taskCompleted({ conversation_id: id, task_result: RESULT });
      expect(await codeOf(report)).toBe("CONVERSATION_CLOSED");
    });

    test("is listed, the newest first, by phase and person", async () => {
      const first = await begin();
      const second = await specified();
      const mine = await as("owner").listLiaisons({ mine: true });
      expect(mine.items).toEqual([]);
      const all = await as("owner").listLiaisons();
      expect(all.items.map(({ id }) => id)).toEqual([
        second.conversation_id,
        first.conversation_id,
      ]);
      const waiting = await as("owner").listLiaisons({ phase: "problem_definition" });
      expect(waiting.items.map(({ id }) => id)).toEqual([first.conversation_id]);
      const page = await as("owner").listLiaisons({ limit: 1 });
      const rest = await as("owner").listLiaisons({ limit: 1, cursor: page.next ?? "" });
      expect(rest.items.map(({ id }) => id)).toEqual([first.conversation_id]);
    });

    test("lets the worker ask in it, and the person of it is asked", async () => {
      const { conversation_id } = await specified("scout");
      const { request } = await as("scout").ask({
        text: "Which currency?",
        conversation: conversation_id,
      });
      expect(request).toMatchObject({ to: ["approver"], conversation: conversation_id });
      const foreign = as("rival").ask({ text: "Which one?", conversation: conversation_id });
      expect(await codeOf(foreign)).toBe("NOT_FOUND");
    });

    test("hears what its person says to it without a question, as in a chat", async () => {
      const { conversation_id: id, phase } = await specified();
      const before = (await show(id)).exchanges.length;
      expect(phase).toBe("awaiting_task_completion");
      await as("approver").tell({
        conversation: id,
        text: "It must also be filterable by region.",
      });
      await as("approver").continueConversation({ conversation_id: id, message: "Is that right?" });
      const { exchanges } = await show(id);
      expect(exchanges[before]?.content).toBe("It must also be filterable by region.");
    });
  });

  test("other conversations are left to agents as they were", async () => {
    const { principal } = await as("scout").whoami();
    const own = ownConversation(principal.id as `prn_${string}`);
    await as("approver").tell({ conversation: own, text: "Hello." });
    expect((await as("owner").listLiaisons()).items).toEqual([]);
  });
}
