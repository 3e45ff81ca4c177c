import { describe, expect, test } from "vitest";
import { codeOf, type WorldUnderTest } from "../earshot/world.ts";
import { liaisonOf, NEED, RESULT } from "./liaison-world.ts";

/** What is said twice with one key is said once. */
export function conversingOnceFacts(under: WorldUnderTest): void {
  const { as, begin, show, specified } = liaisonOf(under);

  describe("a repetition with the same key", () => {
    test("begins one conversation", async () => {
      const key = { idempotencyKey: "begin-1" };
      const input = { initial_message: NEED };
      const first = await as("approver").beginConversation(input, key);
      expect(await as("approver").beginConversation(input, key)).toEqual(first);
      const other = as("approver").beginConversation({ initial_message: "Else." }, key);
      expect(await codeOf(other)).toBe("KEY_REUSED");
      expect((await as("owner").listLiaisons()).items).toHaveLength(1);
    });

    test("says words once, and gives the reply to them", async () => {
      const { conversation_id } = await begin();
      const key = { idempotencyKey: "say-1" };
      const input = { conversation_id, message: "It is for the executives." };
      const first = await as("approver").continueConversation(input, key);
      const again = await as("approver").continueConversation(input, key);
      expect(again.response).toBe(first.response);
      expect((await show(conversation_id)).exchanges).toHaveLength(4);
    });

    test("reports progress and a result once; the same result without a key is the same", async () => {
      const { conversation_id } = await specified();
      const progress = { conversation_id, status: "begun" };
      const key = { idempotencyKey: "progress-1" };
      await as("scout").taskProgress(progress, key);
      await as("scout").taskProgress(progress, key);
      const done = { conversation_id, task_result: RESULT };
      await as("scout").taskCompleted(done);
      await as("scout").taskCompleted(done);
      const liaison = await show(conversation_id);
      expect(liaison.progress).toHaveLength(1);
      expect(liaison.results).toHaveLength(1);
      expect(liaison.phase).toBe("feedback_collection");
      const other = as("scout").taskCompleted({ conversation_id, task_result: "Something else." });
      expect(await codeOf(other)).toBe("CONVERSATION_CLOSED");
    });

    test("words said at the same moment are all kept, in one order", async () => {
      const { conversation_id } = await begin();
      const words = ["It is for the executives.", "Last quarter.", "Bar charts, please."];
      await Promise.all(
        words.map((message) => as("approver").continueConversation({ conversation_id, message })),
      );
      const { exchanges, dueAt, replied } = await show(conversation_id);
      const said = exchanges.filter(({ role }) => role === "human").map(({ content }) => content);
      expect(said.slice(1).sort()).toEqual([...words].sort());
      expect(dueAt).toBeUndefined();
      expect(replied).toBe(exchanges.length);
    });

    test("messages sent there at the same moment are all its person's words, too", async () => {
      const { conversation_id: id } = await specified();
      const before = (await show(id)).exchanges.length;
      const words = ["One more thing.", "It must be filterable by region.", "Bar charts, please."];
      await Promise.all(words.map((text) => as("approver").tell({ conversation: id, text })));
      await expect.poll(async () => (await show(id)).dueAt).toBeUndefined();
      const { exchanges } = await show(id);
      const said = exchanges.slice(before).filter(({ role }) => role === "human");
      expect(said.map(({ content }) => content).sort()).toEqual([...words].sort());
    });

    test("answers to a question that is gone are words all the same, a line a detail", async () => {
      const { conversation_id: id } = await begin();
      const { request } = await show(id);
      if (request === undefined) throw new Error("Nothing is asked.");
      await as("owner").cancel({ id: request });
      const answers = ["executives", "the whole team", "our customers"].map((audience) =>
        codeOf(as("approver").answer({ id: request, answer: { fields: { audience } } })),
      );
      expect(new Set(await Promise.all(answers))).toEqual(new Set(["REQUEST_CLOSED"]));
      const { exchanges } = await show(id);
      const said = exchanges.filter(({ role }) => role === "human").slice(1);
      expect(said.map(({ content }) => content).sort()).toEqual([
        "audience: executives",
        "audience: our customers",
        "audience: the whole team",
      ]);
    });
  });
}
