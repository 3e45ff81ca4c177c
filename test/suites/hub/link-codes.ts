import { describe, expect, test } from "vitest";
import { codeOf, eventually, type Part } from "../earshot/world.ts";
import { chatOf, type HubUnderTest, linkPart, sayAs } from "./world.ts";

const TEN_MINUTES_MS = 10 * 60_000;

export function hubLinkCodeFacts(under: HubUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const code = async (part: Part = "owner") =>
    (await as(part).createLinkCode({ channel: "slack" })).code;
  const say = (text: string, over: Partial<Parameters<typeof sayAs>[1]> = {}) =>
    sayAs(under.world, { kind: "slack", text, by: "ada", ...over });
  const links = async () => (await as("owner").listLinks()).items;
  const idOf = async (part: Part) => (await as(part).whoami()).principal.id;

  describe("a link code", () => {
    test("tells what to say, where and until when", async () => {
      const made = await as("owner").createLinkCode({ channel: "slack" });
      expect(made.code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
      expect(made.say).toContain(made.code);
      expect(Date.parse(made.expiresAt) - under.world.clock.now()).toBe(TEN_MINUTES_MS);
    });

    test.each([
      ["alone", (text: string) => text],
      ["behind the word", (text: string) => `link ${text}`],
      [
        "in small letters, without the hyphen",
        (text: string) => text.toLowerCase().replace("-", ""),
      ],
    ])("said %s makes the account its operator's", async (_, saying) => {
      expect(await say(saying(await code("approver")))).toMatch(/^Linked/);
      expect(await links()).toMatchObject([
        {
          ...chatOf(under.world, "slack", "chat-1"),
          operator: await idOf("approver"),
          name: "ada",
        },
      ]);
    });

    test("is used up by whoever says it first", async () => {
      const said = await code();
      expect(await say(said)).toMatch(/^Linked/);
      expect(await say(said, { by: "eve", chat: "chat-2" })).toMatch(/not valid/);
      expect(await links()).toHaveLength(1);
    });

    test("said twice at the same time links one account", async () => {
      const said = await code();
      const told = await Promise.all(
        ["ada", "eve", "mal"].map((by) => say(said, { by, chat: `chat-${by}` })),
      );
      expect(told.filter((text) => text?.startsWith("Linked"))).toHaveLength(1);
      expect(await links()).toHaveLength(1);
    });

    test("of one channel is none of another", async () => {
      expect(await say(await code(), { kind: "telegram" })).toMatch(/not valid/);
      expect(await links()).toEqual([]);
    });

    test("is good for ten minutes", async () => {
      const [first, second] = [await code(), await code()];
      await under.world.clock.advance(TEN_MINUTES_MS - 1_000);
      expect(await say(first)).toMatch(/^Linked/);
      await under.world.clock.advance(2_000);
      expect(await say(second, { by: "eve", chat: "chat-2" })).toMatch(/not valid/);
      expect(await links()).toHaveLength(1);
    });

    test("of a guest or somebody of another organisation links nobody, and stays good", async () => {
      const said = await code();
      expect(await say(said, { isForeign: true })).toMatch(/not valid/);
      expect(await links()).toEqual([]);
      expect(await say(said)).toMatch(/^Linked/);
    });

    test("of another workspace links there", async () => {
      await say(await code("outsider"));
      expect(await links()).toEqual([]);
      expect((await as("outsider").listLinks()).items).toMatchObject([
        { operator: await idOf("outsider") },
      ]);
    });

    test("of somebody who is linked already changes nothing", async () => {
      const link = await linkPart(under.world, "owner", { kind: "slack" });
      await say(await code("approver"), { by: "owner" });
      expect(await links()).toEqual([link]);
    });

    test("is for operators: not for agents, services and scripts", async () => {
      for (const part of ["scout", "service", "script"] as const) {
        expect(await codeOf(code(part))).toBe("NOT_ALLOWED");
      }
      expect(await codeOf(as("owner").createLinkCode({ channel: "webhook" }))).toBe(
        "CHANNEL_UNAVAILABLE",
      );
    });

    test("that names an address has an invitation brought there, without the code", async () => {
      const { chatId } = chatOf(under.world, "slack", "chat-3");
      const made = await as("owner").createLinkCode({ channel: "slack", chatId });
      // Another node finds it the next time it looks.
      await under.world.clock.advance(5_000);
      const there = () => under.world.on("slack").shown({ channel: "slack", chatId });
      await eventually(async () => (await there()).length === 1);
      const [post] = await there();
      expect(post?.text).toContain("reply to this message with the code");
      expect(post?.raw).not.toContain(made.code);
    });
  });
}
