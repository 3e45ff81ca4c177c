import { describe, expect, test } from "vitest";
import type { ConversationId, MessageId } from "../../../src/domain/id.ts";
import type { TaskEvent } from "../../../src/ports/earshot/liaison.ts";
import { codeOf, type Part, type WorldUnderTest } from "../earshot/world.ts";
import { heldOf, sessionsOf } from "../sessions/sessions-world.ts";
import { ACCEPTED, DETAILS, liaisonOf, NEED, RESULT } from "./liaison-world.ts";

const ASKED = "Where did you get the 14% from?";
const ANSWER = "From the table of returns.";

/** What a person asks about their task goes to whoever does it, and the answer comes back. */
export function personQuestionFacts(under: WorldUnderTest): void {
  const { as, begin, say, show, specified, judged } = liaisonOf(under);
  const sessions = sessionsOf(under);

  const answered = (conversation_id: ConversationId, answers: MessageId, part: Part = "scout") =>
    as(part).taskProgress({ conversation_id, status: ANSWER, answers });

  async function askedOf(part: Part): Promise<Extract<TaskEvent, { type: "task.question_asked" }>> {
    const asked: TaskEvent[] = [];
    for await (const event of await as(part).taskEvents()) {
      if (event.type === "task.question_asked") asked.push(event);
    }
    const [only, ...others] = asked;
    if (only?.type !== "task.question_asked" || others.length > 0) {
      throw new Error(`Asked ${asked.length} times.`);
    }
    return only;
  }

  const told = async (id: ConversationId) =>
    (await show(id)).exchanges.filter(({ content }) => content.includes(ANSWER));

  /** The labels of the question before the person. */
  async function buttons(id: ConversationId): Promise<readonly string[]> {
    const { request } = await show(id);
    if (request === undefined) return [];
    const { request: open } = await as("approver").show({ id: request });
    const form =
      open.kind === "question" && open.status === "open" ? open.question.form : undefined;
    return form?.kind === "choice" ? form.options.map(({ label }) => label) : [];
  }

  describe("a person's question", () => {
    test("about running work goes to its worker, and the answer comes into the conversation once", async () => {
      const { conversation_id: id } = await specified("scout");
      const before = await show(id);
      const reply = await say(id, "How many regions are in the data?");
      expect(reply.response).toContain("I pass your question on to scout.");
      expect(reply.open_questions).toMatchObject([
        { question: "How many regions are in the data?" },
      ]);
      const asked = await askedOf("scout");
      expect(asked).toMatchObject({
        conversation_id: id,
        task_id: `${id}/task/1`,
        question: "How many regions are in the data?",
      });
      const { items } = await as("scout").mailbox();
      expect(JSON.stringify(items)).toContain(`answers=\\"${asked.exchange}`);
      const noted = await answered(id, asked.exchange);
      expect(noted.response).toContain("approver");
      expect(noted.open_questions).toBeUndefined();
      await answered(id, asked.exchange);
      const after = await show(id);
      expect(await told(id)).toMatchObject([{ role: "assistant", phase: before.phase }]);
      expect((await told(id))[0]?.content).toContain(
        'scout on your question "How many regions are in the data?":',
      );
      expect(after).toMatchObject({
        phase: before.phase,
        published: before.published,
        progress: [],
        confidence_history: before.confidence_history,
      });
      const again = { conversation_id: id, status: "From elsewhere.", answers: asked.exchange };
      expect(await codeOf(as("scout").taskProgress(again))).toBe("REQUEST_CLOSED");
      const unknown = { ...again, answers: before.exchanges[0]?.id ?? "msg_" } as typeof again;
      expect(await codeOf(as("scout").taskProgress(unknown))).toBe("NOT_FOUND");
      expect(await codeOf(answered(id, asked.exchange, "rival"))).toBe("NOT_FOUND");
    });

    test("about a result is no feedback, and every verdict is still at hand", async () => {
      const { conversation_id: id } = await judged("scout");
      const verdicts = await buttons(id);
      expect(verdicts).toEqual(["Accept", "Change", "Reject", "No longer needed"]);
      const reply = await say(id, ASKED);
      expect(reply).toMatchObject({ phase: "feedback_collection" });
      expect(reply.feedback_metrics).toBeUndefined();
      expect(reply.response).toContain("I pass your question on to scout.");
      expect(await buttons(id)).toEqual(verdicts);
      await answered(id, (await askedOf("scout")).exchange);
      expect(await told(id)).toHaveLength(1);
      expect(await buttons(id)).toEqual(verdicts);
      expect(await show(id)).toMatchObject({ phase: "feedback_collection", feedback: [] });
      expect(await say(id, "Accept")).toMatchObject({ phase: "completed" });
    });

    test("after the end is answered all the same, and opens nothing again", async () => {
      const { conversation_id: id } = await judged("scout");
      await say(id, ACCEPTED);
      expect(await say(id, ASKED)).toMatchObject({ phase: "completed" });
      await answered(id, (await askedOf("scout")).exchange);
      expect(await told(id)).toHaveLength(1);
      expect(await show(id)).toMatchObject({ phase: "completed", round: 1 });
    });

    test("beside a verdict goes to the worker, and the verdict counts", async () => {
      const { conversation_id: id } = await judged("scout");
      const reply = await say(id, `I accept it. ${ASKED}`);
      expect(reply.phase).toBe("completed");
      expect(reply.response).toContain("I pass your question on to scout.");
      expect(await askedOf("scout")).toMatchObject({ question: ASKED });
    });

    test("that nobody can answer yet is said to wait, and reaches whoever takes the task", async () => {
      const { conversation_id: id } = await specified();
      const reply = await say(id, "How many regions are in the data?");
      expect(reply.response).toContain("Your question goes to whoever takes the task.");
      const { exchange } = await askedOf("scout");
      await answered(id, exchange);
      expect(await told(id)).toHaveLength(1);
      expect(await show(id)).toMatchObject({ worker: { name: "scout" } });
    });

    test("to a worker that is halted is said to wait", async () => {
      const { conversation_id: id } = await specified("scout");
      const { principal } = await as("scout").whoami();
      await as("owner").haltAgent({ id: principal.id });
      const reply = await say(id, "How many regions are in the data?");
      expect(reply.response).toContain("scout does not answer at present");
    });

    test("before there is a task goes nowhere, and is said to", async () => {
      const { conversation_id: id } = await begin("approver", "scout");
      const reply = await say(id, "How many people work on this?");
      expect(reply).toMatchObject({ phase: "problem_definition" });
      expect(reply.response).toContain("I cannot answer that myself");
      expect(reply.open_questions).toBeUndefined();
    });

    test("starts a worker that a host runs, and its last words are the answer", async () => {
      await as("scout").registerAgent({ channels: [] });
      const { conversation_id: id } = await as("approver").beginConversation({
        initial_message: `${NEED} ${DETAILS} Just do it.`,
        agent: "scout",
      });
      await as("scout").endSession({
        ...heldOf(await sessions.claim()),
        outcome: "completed",
        text: RESULT,
      });
      await say(id, ASKED);
      const claimed = await sessions.claim();
      expect(claimed.session.task).toContain(ASKED);
      expect(claimed.session.task).toContain(RESULT);
      await as("scout").endSession({ ...heldOf(claimed), outcome: "completed", text: ANSWER });
      await expect.poll(() => told(id)).toHaveLength(1);
      expect(await show(id)).toMatchObject({
        phase: "feedback_collection",
        results: [{ result: RESULT }],
      });
      await as("owner").eraseLiaison({ conversation_id: id });
      const left = await as("viewer").showSession({ id: claimed.session.id });
      expect(JSON.stringify([await show(id), left])).not.toMatch(/14%|table of returns/);
    });
  });
}
