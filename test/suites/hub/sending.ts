import { describe, expect, test } from "vitest";
import type { SendInput } from "../../../src/ports/earshot/hub.ts";
import { codeOf, collect, eventually, type Part } from "../earshot/world.ts";
import { chatOf, type HubUnderTest, shownAt } from "./world.ts";

export function hubSendingFacts(under: HubUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const slack = (chat = "chat-1") => chatOf(under.world, "slack", chat);
  const linkChat = (chat = "chat-1") => as("owner").linkChat(slack(chat));
  const send = (text: string, over: Partial<SendInput> = {}, part: Part = "scout") =>
    as(part).send({ ...slack(), text, ...over });

  describe("sending", () => {
    test("brings the text to a chat that is linked, in the agent's name", async () => {
      await linkChat();
      const sent = await send("Build 7 is green.");
      expect(sent.deliveries).toHaveLength(1);
      const [post] = await shownAt(under.world, { kind: "slack" });
      expect(post?.text).toBe("scout: Build 7 is green.");
      await eventually(async () => (await statusOf(sent.deliveries[0])) === "sent");
    });

    test.each([
      ["an empty chat id", ""],
      ["white space in it", "C01 23"],
      ["a line end in it", "C01\n23"],
      ["an invisible character in it", "C01\u200b23"],
      ["more than 128 characters", "c".repeat(129)],
    ])("is refused for %s", async (_, chatId) => {
      await linkChat();
      expect(await codeOf(send("x", { chatId }))).toBe("INVALID_INPUT");
    });

    test.each([
      ["nothing", ""],
      ["blanks only", " \n"],
    ])("is refused for %s", async (_, text) => {
      await linkChat();
      expect(await codeOf(send(text))).toBe("INVALID_INPUT");
    });

    test("is refused where the chat is not linked, or the channel is not there", async () => {
      await linkChat();
      for (const over of [
        { chatId: slack("chat-2").chatId },
        { channel: "telegram" as const },
        { channel: "email" as const, chatId: "ana@example.com" },
        { channel: "fax" },
      ]) {
        expect(await codeOf(send("x", over))).toBe("CHANNEL_UNAVAILABLE");
      }
      expect(await codeOf(send("x", {}, "stranger"))).toBe("CHANNEL_UNAVAILABLE");
      expect((await as("owner").deliveries()).items).toEqual([]);
    });

    test("is for whoever may speak: not for a viewer", async () => {
      await linkChat();
      expect(await codeOf(send("x", {}, "viewer"))).toBe("NOT_ALLOWED");
    });

    test("with the same key is done once and brings the same ids", async () => {
      await linkChat();
      const call = (text = "Once.") =>
        as("scout").send({ ...slack(), text }, { idempotencyKey: "k" });
      const first = await call();
      expect(await call()).toEqual(first);
      expect(await codeOf(call("Twice."))).toBe("KEY_REUSED");
      await shownAt(under.world, { kind: "slack" });
      expect((await as("scout").deliveries({ item: first.message })).items).toHaveLength(1);
    });

    test("with the same key at the same time brings it once", async () => {
      await linkChat();
      const input = { ...slack(), text: "Once." };
      const calls = Array.from({ length: 6 }, () =>
        as("scout").send(input, { idempotencyKey: "k" }),
      );
      const ids = (await Promise.all(calls)).map(({ message }) => message);
      expect(new Set(ids).size).toBe(1);
      await send("After.");
      const posts = await shownAt(under.world, { kind: "slack", count: 2 });
      expect(posts.map(({ text }) => text)).toEqual(["scout: Once.", "scout: After."]);
    });

    test("to the inbox and the console stands at once, without a delivery", async () => {
      for (const channel of ["inbox", "console"] as const) {
        expect(await send("Here.", { channel, chatId: "owner" })).toMatchObject({ deliveries: [] });
      }
    });

    test("splits a long text into parts that stand in order and hold all of it", async () => {
      await linkChat();
      const words = Array.from({ length: 1_500 }, (_, at) => `w${at}`);
      const { deliveries } = await send(words.join(" "));
      expect(deliveries.length).toBeGreaterThan(1);
      const count = deliveries.length;
      const posts = await shownAt(under.world, { kind: "slack", count });
      expect(posts.flatMap(({ text }) => text.match(/\bw\d+\b/g) ?? [])).toEqual(words);
      const shown = await Promise.all(deliveries.map((id) => as("scout").delivery({ id })));
      expect(shown.map(({ part }) => part)).toEqual(
        deliveries.map((_, at) => ({ index: at + 1, of: count })),
      );
    });

    test("many messages to a chat stand there in the order in which they were sent", async () => {
      await linkChat();
      const texts = Array.from({ length: 12 }, (_, at) => `n${at}`);
      for (const text of texts) await send(text);
      const posts = await shownAt(under.world, { kind: "slack", count: texts.length });
      expect(posts.map(({ text }) => text)).toEqual(texts.map((text) => `scout: ${text}`));
    });

    test("replies to the platform's message that it names", async () => {
      await linkChat();
      await send("First.");
      const [first] = await shownAt(under.world, { kind: "slack" });
      if (first === undefined) throw new Error("Nothing is shown.");
      await send("Second.", { replyTo: first.id });
      const posts = await shownAt(under.world, { kind: "slack", count: 2 });
      expect(posts[1]).toMatchObject({ replyTo: first.id });
    });

    test("leaves no text where deliveries and the log are shown", async () => {
      await linkChat();
      const { message, deliveries } = await send("canary-7731");
      await shownAt(under.world, { kind: "slack" });
      const shown = [
        await as("owner").deliveries({ item: message }),
        await as("owner").delivery({ id: deliveries[0] ?? "dlv_" }),
        await collect(as("owner").events()),
      ];
      expect(JSON.stringify(shown)).not.toContain("canary-7731");
      expect(JSON.stringify(shown)).not.toContain("nonce");
    });
  });

  async function statusOf(id: `dlv_${string}` | undefined) {
    return id === undefined ? undefined : (await as("owner").delivery({ id })).status;
  }
}
