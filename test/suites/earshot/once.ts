import { describe, expect, test } from "vitest";
import { codeOf, collect, type WorldUnderTest } from "./world.ts";

export function onceFacts(under: WorldUnderTest): void {
  const scout = () => under.world.as("scout");
  const owner = () => under.world.as("owner");
  const key = (idempotencyKey: string) => ({ idempotencyKey });

  describe("idempotency keys", () => {
    test("a repeated ask is one request, also when it has closed", async () => {
      const first = await scout().ask({ text: "Which?" }, key("k"));
      expect(await scout().ask({ text: "Which?" }, key("k"))).toEqual(first);
      await owner().answer({ id: first.request.id, answer: { text: "B" } });
      const again = await scout().ask({ text: "Which?", holdMs: 1_000 }, key("k"));
      expect(again).toMatchObject({ outcome: "answered", request: { id: first.request.id } });
      expect((await owner().list()).items).toHaveLength(1);
    });

    test("asks that are repeated at the same time are one request", async () => {
      const asked = await Promise.all(
        Array.from({ length: 32 }, () => scout().ask({ text: "Which?" }, key("k"))),
      );
      expect(new Set(asked.map(({ request }) => request.id)).size).toBe(1);
      expect((await owner().list()).items).toHaveLength(1);
    });

    test("the same key with other content or another operation is refused", async () => {
      await scout().ask({ text: "Which?" }, key("k"));
      expect(await codeOf(scout().ask({ text: "Which one?" }, key("k")))).toBe("KEY_REUSED");
      expect(await codeOf(scout().tell({ text: "Which?" }, key("k")))).toBe("KEY_REUSED");
      expect((await owner().list()).items).toHaveLength(1);
    });

    test("keys belong to whoever uses them", async () => {
      const [one, two] = [
        await scout().ask({ text: "Which?" }, key("k")),
        await under.world.as("rival").ask({ text: "Which?" }, key("k")),
      ];
      expect(one.request.id).not.toBe(two.request.id);
    });

    test("a repeated answer succeeds again; it is not late", async () => {
      const { request } = await scout().ask({ text: "Which?" });
      const input = { id: request.id, answer: { text: "B" } };
      const first = await owner().answer(input, key("k"));
      expect(await owner().answer(input, key("k"))).toEqual(first);
      expect(await codeOf(owner().answer({ ...input, answer: { text: "C" } }, key("k")))).toBe(
        "KEY_REUSED",
      );
      const { entries } = await scout().showConversation({ id: request.conversation });
      expect(entries.items).toHaveLength(1);
    });

    test("a repeated late answer is late again and kept once", async () => {
      const { request } = await scout().ask({ text: "Which?" });
      await owner().answer({ id: request.id, answer: { text: "first" } });
      const late = () => owner().answer({ id: request.id, answer: { text: "late" } }, key("late"));
      for (let time = 0; time < 3; time++) expect(await codeOf(late())).toBe("REQUEST_CLOSED");
      const { entries } = await scout().showConversation({ id: request.conversation });
      expect(entries.items).toHaveLength(2);
    });

    test("a repeated cancellation, message and conversation bring the first result", async () => {
      const { request } = await scout().ask({ text: "Which?" });
      const cancel = () => scout().cancel({ id: request.id, reason: "moot" }, key("c"));
      expect(await cancel()).toEqual(await cancel());
      const tell = () => scout().tell({ text: "Done." }, key("t"));
      expect(await tell()).toEqual(await tell());
      const start = () => scout().startConversation({ title: "Release" }, key("s"));
      expect(await start()).toEqual(await start());
      const types = (await collect(owner().events())).map(({ type }) => type);
      expect(types.filter((type) => type === "message.created")).toHaveLength(1);
      expect(types.filter((type) => type === "request.cancelled")).toHaveLength(1);
    });

    test("a repeated creation of a key does not show its secret again", async () => {
      const create = () => owner().createKey({ kind: "agent", name: "newcomer" }, key("n"));
      const { key: made } = await create();
      await expect(create()).rejects.toMatchObject({
        code: "KEY_REUSED",
        details: { id: made.id },
      });
    });

    test.each(["", "with space", "x".repeat(129), "ünïcode"])(
      "the key %j is refused",
      async (bad) => {
        expect(await codeOf(scout().ask({ text: "Which?" }, key(bad)))).toBe("INVALID_INPUT");
      },
    );
  });
}
