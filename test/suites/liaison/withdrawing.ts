import { describe, expect, test } from "vitest";
import type { TaskEvent } from "../../../src/ports/earshot/liaison.ts";
import { codeOf, type WorldUnderTest } from "../earshot/world.ts";
import { ACCEPTED, liaisonOf, WISHES } from "./liaison-world.ts";

const DOUBTFUL = "Could be better.";
const REASON = "That was a question, I have accepted nothing.";

/** Feedback that was read wrongly counts nowhere any more. */
export function withdrawingFacts(under: WorldUnderTest): void {
  const { as, say, show, judged } = liaisonOf(under);

  async function accepted() {
    const { conversation_id } = await judged("scout");
    await say(conversation_id, ACCEPTED);
    return { conversation_id, round: 1, reason: REASON };
  }
  async function withdrawals(): Promise<TaskEvent[]> {
    const events: TaskEvent[] = [];
    for await (const event of await as("owner").taskEvents()) events.push(event);
    return events.filter(({ type }) => type === "task.feedback_withdrawn");
  }

  describe("withdrawn feedback", () => {
    for (const part of ["approver", "owner"] as const) {
      test(`is withdrawn by ${part}, is told, and counts nowhere`, async () => {
        const input = await accepted();
        const withdrawn = await as(part).withdrawFeedback(input);
        expect(withdrawn).toMatchObject({ ...input, by: part });
        expect(withdrawn).not.toHaveProperty("repeated");
        const { conversation_id: id } = input;
        const liaison = await show(id);
        expect(liaison.feedback).toMatchObject([
          { round: 1, withdrawn: { by: part, reason: REASON } },
        ]);
        expect(await withdrawals()).toMatchObject([
          { task_id: `${id}/task/1`, round: 1, by: part, reason: REASON },
        ]);
        const { items } = await as("owner").fitness();
        expect(items).toMatchObject([{ agent: "scout", accepted: 0, unrated: 1 }]);
        expect(items[0]).not.toHaveProperty("fitness");
        for await (const line of await as("owner").exportFitness()) expect(line).toBeUndefined();
        const { nodes } = await as("owner").graphOf({ conversation_id: id });
        const feedback = nodes.filter(({ kind }) => kind === "feedback");
        expect(feedback.map(({ props }) => props["withdrawn"])).toEqual(feedback.map(() => true));
      });
    }

    test("is withdrawn once: a repetition says so, and whose it was", async () => {
      const input = await accepted();
      const key = { idempotencyKey: "withdraw-1" };
      const first = await as("approver").withdrawFeedback(input, key);
      expect(await as("approver").withdrawFeedback(input, key)).toMatchObject(first);
      const again = await as("owner").withdrawFeedback({ ...input, reason: "Another reason." });
      expect(again).toEqual({ ...first, repeated: true });
      expect(await withdrawals()).toHaveLength(1);
      const other = as("approver").withdrawFeedback({ ...input, reason: "Else." }, key);
      expect(await codeOf(other)).toBe("KEY_REUSED");
    });

    test("is nobody else's to withdraw", async () => {
      const input = await accepted();
      for (const part of ["scout", "service"] as const) {
        expect(await codeOf(as(part).withdrawFeedback(input))).toBe("NOT_ALLOWED");
      }
      for (const part of ["viewer", "rival", "outsider"] as const) {
        expect(await codeOf(as(part).withdrawFeedback(input))).not.toBeUndefined();
      }
      const { conversation_id } = input;
      await as("approver").shareLiaison({ conversation_id, with: ["viewer"] });
      expect(await codeOf(as("viewer").withdrawFeedback(input))).toBe("NOT_ALLOWED");
      expect((await show(conversation_id)).feedback[0]).not.toHaveProperty("withdrawn");
    });

    test("has been published: a round without any is not found, and a reason is given", async () => {
      const { conversation_id } = await judged("scout");
      const input = { conversation_id, round: 1, reason: REASON };
      expect(await codeOf(as("approver").withdrawFeedback(input))).toBe("NOT_FOUND");
      const given = await accepted();
      const blank = as("approver").withdrawFeedback({ ...given, reason: "  " });
      expect(await codeOf(blank)).toBe("INVALID_INPUT");
      const later = as("approver").withdrawFeedback({ ...given, round: 2 });
      expect(await codeOf(later)).toBe("NOT_FOUND");
    });

    test("makes room for another: the person's next words judge the round again", async () => {
      const input = await accepted();
      await as("approver").withdrawFeedback(input);
      const { conversation_id: id } = input;
      const asked = await say(id, "I did not accept it.");
      expect(asked.phase).toBe("feedback_collection");
      await say(id, WISHES);
      const { feedback } = await show(id);
      expect(feedback).toHaveLength(2);
      expect(feedback[1]).toMatchObject({
        round: 1,
        metrics: { acceptance_status: "needs_improvement" },
      });
      expect(feedback[1]).not.toHaveProperty("withdrawn");
    });
  });

  describe("doubtful feedback", () => {
    test("is what was understood with little confidence and stands, the newest first", async () => {
      await accepted();
      const ids: string[] = [];
      for (let round = 0; round < 2; round++) {
        const { conversation_id } = await judged("scout");
        await say(conversation_id, DOUBTFUL);
        ids.unshift(conversation_id);
        await under.world.clock.advance(1_000);
      }
      const { items } = await as("owner").listDoubtfulFeedback();
      expect(items.map((one) => one.conversation_id)).toEqual(ids);
      expect(items[0]).toMatchObject({
        user_id: "approver",
        task_id: `${ids[0]}/task/1`,
        round: 1,
        acceptance_status: "needs_improvement",
      });
      for (const { confidence } of items) expect(confidence).toBeLessThan(0.5);
      expect((await as("owner").listDoubtfulFeedback({ limit: 1 })).items).toHaveLength(1);
      expect((await as("viewer").listDoubtfulFeedback()).items).toEqual([]);
      const [first] = items;
      if (first === undefined) throw new Error("Nothing is doubtful.");
      const { conversation_id, round } = first;
      await as("owner").withdrawFeedback({ conversation_id, round, reason: REASON });
      const left = await as("owner").listDoubtfulFeedback();
      expect(left.items.map((one) => one.conversation_id)).toEqual(ids.slice(1));
    });

    test("counts in no fitness", async () => {
      const { conversation_id } = await judged("scout");
      await say(conversation_id, DOUBTFUL);
      const { items } = await as("owner").fitness();
      expect(items).toMatchObject([{ agent: "scout", needs_improvement: 0 }]);
      expect(items[0]).not.toHaveProperty("fitness");
    });
  });
}
