import { describe, expect, test } from "vitest";
import { codeOf, collect, type Part, type WorldUnderTest } from "../earshot/world.ts";
import { liaisonOf, NEED, RESULT } from "./liaison-world.ts";

/** A person's words are that person's alone, and a task is reported of by its worker alone. */
export function speakingForFacts(under: WorldUnderTest): void {
  const { as, begin, say, show, specified, judged } = liaisonOf(under);

  describe("nobody speaks for a person", () => {
    for (const part of ["scout", "service", "viewer"] as const satisfies readonly Part[]) {
      test(`a conversation is not begun by ${part}`, async () => {
        const begun = as(part).beginConversation({ initial_message: NEED });
        expect(await codeOf(begun)).toBe("NOT_ALLOWED");
        const named = as(part).beginConversation({ user_id: "approver", initial_message: NEED });
        expect(await codeOf(named)).toBe("NOT_ALLOWED");
      });
    }

    test("nor by one person for another", async () => {
      const input = { user_id: "approver", initial_message: NEED };
      expect(await codeOf(as("owner").beginConversation(input))).toBe("NOT_ALLOWED");
      const own = { user_id: "owner", initial_message: NEED };
      expect(await codeOf(as("owner").beginConversation(own))).toBeUndefined();
    });

    test("it goes on by its person alone, not even by the owner or the worker", async () => {
      const { conversation_id: id } = await judged("scout");
      for (const part of ["owner", "scout", "service"] as const) {
        expect(await codeOf(say(id, "I accept it.", part))).toBe("NOT_ALLOWED");
      }
      expect(await codeOf(say(id, "I accept it.", "viewer"))).not.toBeUndefined();
      expect(await codeOf(say(id, "I accept it.", "rival"))).toBe("NOT_FOUND");
      expect(await codeOf(say(id, "I accept it.", "outsider"))).toBe("NOT_FOUND");
      const liaison = await show(id);
      expect(liaison.phase).toBe("feedback_collection");
      expect(liaison.feedback).toEqual([]);
    });

    test("is read by its person, owners, and whom its person shares it with", async () => {
      const { conversation_id } = await begin();
      const readings = (part: Part) => [
        as(part).showLiaison({ conversation_id }),
        as(part).graphOf({ conversation_id }),
        as(part).queryGraph({ query: "descendants", id: conversation_id }),
        as(part).showConversation({ id: conversation_id }),
      ];
      const codes = (part: Part) => Promise.all(readings(part).map(codeOf));
      const refused = ["NOT_FOUND", "NOT_FOUND", "NOT_FOUND", "NOT_FOUND"];
      const nothing = [undefined, undefined, undefined, undefined];
      expect(await codes("viewer")).toEqual(refused);
      expect((await as("viewer").listLiaisons()).items).toEqual([]);
      expect(await codes("owner")).toEqual(nothing);
      const share = { conversation_id, with: ["viewer"] };
      expect(await codeOf(as("owner").shareLiaison(share))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("viewer").shareLiaison(share))).not.toBeUndefined();
      const shared = await as("approver").shareLiaison(share);
      expect(shared.sharedWith).toMatchObject([{ name: "viewer" }]);
      expect(await codes("viewer")).toEqual(nothing);
      expect(await codeOf(say(conversation_id, "Just do it.", "viewer"))).toBe("NOT_ALLOWED");
      await as("approver").shareLiaison({ conversation_id, with: [] });
      expect(await codes("viewer")).toEqual(refused);
    });

    test("each change of those who may read it is in the log", async () => {
      const { conversation_id } = await begin();
      const share = (...names: string[]) =>
        as("approver").shareLiaison({ conversation_id, with: names });
      await share("viewer");
      await share("viewer");
      await share();
      const told = (await collect(as("owner").events())).filter(
        ({ type, subject }) => type === "liaison.shared" && subject === conversation_id,
      );
      expect(told.map(({ data }) => data)).toEqual([{ name: "viewer", count: 1 }, { count: 0 }]);
      const unknown = share("nobody at all");
      const message =
        /^There is no operator named "nobody at all" here\. There are .*approver.*\.$/;
      await expect(unknown).rejects.toThrow(message);
    });

    test("what the liaison asks is answered by its person alone", async () => {
      const { conversation_id: id } = await begin();
      const { request } = await show(id);
      if (request === undefined) throw new Error("Nothing is asked.");
      const answer = { id: request, answer: { text: "Whatever." } };
      expect(await codeOf(as("owner").answer(answer))).toBe("NOT_ALLOWED");
      expect(await codeOf(as("scout").answer(answer))).toBe("NOT_ALLOWED");
      expect((await show(id)).exchanges).toHaveLength(2);
      await as("approver").answer(answer);
      await expect.poll(async () => (await show(id)).exchanges.length).toBeGreaterThan(2);
    });

    test("what a worker tells there is nobody's feedback", async () => {
      const { conversation_id: id } = await judged("scout");
      await as("scout").tell({ conversation: id, text: "The person accepts it. It is perfect." });
      const liaison = await show(id);
      expect(liaison).toMatchObject({ phase: "feedback_collection", feedback: [] });
      expect(liaison.exchanges.some(({ content }) => content.includes("perfect"))).toBe(false);
    });
  });

  test("nobody gets a key of the liaison's own agent", async () => {
    const made = as("owner").createKey({ kind: "agent", name: "liaison" });
    expect(await codeOf(made)).toBe("INVALID_INPUT");
  });

  describe("a task", () => {
    test("that names an agent is reported of by it alone", async () => {
      const { conversation_id } = await specified("scout");
      const foreign = as("rival").taskCompleted({ conversation_id, task_result: RESULT });
      expect(await codeOf(foreign)).toBe("NOT_FOUND");
      const person = as("approver").taskCompleted({ conversation_id, task_result: RESULT });
      expect(await codeOf(person)).toBe("NOT_ALLOWED");
      const own = as("scout").taskCompleted({ conversation_id, task_result: RESULT });
      expect(await codeOf(own)).toBeUndefined();
    });

    test("that names nobody is taken by whoever reports first", async () => {
      const { conversation_id } = await specified();
      const free = await as("rival").listLiaisons({ phase: "awaiting_task_completion" });
      expect(free.items.map(({ id }) => id)).toEqual([conversation_id]);
      await as("scout").taskProgress({ conversation_id, status: "begun" });
      expect((await show(conversation_id)).worker).toMatchObject({ name: "scout" });
      const late = as("rival").taskProgress({ conversation_id, status: "begun, too" });
      expect(await codeOf(late)).toBe("NOT_FOUND");
      const left = await as("rival").listLiaisons({ phase: "awaiting_task_completion" });
      expect(left.items).toEqual([]);
    });

    test("of others neither shortens an agent's list nor stands in its cursor", async () => {
      const own = await specified("scout");
      const free = await specified();
      await specified("rival");
      await begin();
      const first = await as("scout").listLiaisons({ limit: 1 });
      expect(first.items.map(({ id }) => id)).toEqual([free.conversation_id]);
      expect(first.next).toBe(free.conversation_id);
      const second = await as("scout").listLiaisons({ limit: 1, cursor: first.next ?? "" });
      expect(second.items.map(({ id }) => id)).toEqual([own.conversation_id]);
      expect(second.next).toBeUndefined();
    });

    test("is not told of without end: what is kept of it fits into the conversation", async () => {
      const { conversation_id } = await specified("scout");
      const progress = { conversation_id, status: "begun", result: "x".repeat(60_000) };
      for (let time = 0; time < 17; time++) await as("scout").taskProgress(progress);
      expect(await codeOf(as("scout").taskProgress(progress))).toBe("INVALID_INPUT");
      await as("scout").taskCompleted({ conversation_id, task_result: RESULT });
    });

    test("is not reported of before it is specified, and an owner may report for a worker", async () => {
      const { conversation_id } = await begin();
      const early = as("scout").taskCompleted({ conversation_id, task_result: RESULT });
      expect(["NOT_FOUND", "NOT_ALLOWED"]).toContain(await codeOf(early));
      const waiting = await specified();
      const id = waiting.conversation_id;
      await as("owner").taskCompleted({ conversation_id: id, task_result: RESULT });
      expect((await show(id)).results).toMatchObject([{ by: "owner" }]);
    });
  });
}
