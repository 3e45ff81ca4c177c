import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import { until } from "../support/hub-cast.ts";
import { openSessionChat, type SessionChat } from "../support/session-chat.ts";
import { createTelegramWorld, type TelegramWorld } from "../support/telegram/telegram-world.ts";

/* What people say on Telegram, by its own updates: to the bot alone, and edited. */

describe.each(["polling", "webhook"] as const)("on Telegram by %s", (mode) => {
  let world: TelegramWorld;
  let chat: SessionChat;
  let messageId = 9_000;

  beforeEach(async () => {
    world = await createTelegramWorld({ mode });
    const { channel, people } = world;
    const member = String(people.member.id);
    const start = (sink: Parameters<TelegramWorld["start"]>[0]) => world.start(sink);
    chat = await openSessionChat({ channel, start, account: member, chatId: member });
    await chat.up();
  });
  afterEach(async () => {
    await chat.close();
    await world.close();
  });

  const shown = () => world.shown({ channel: "telegram", chatId: String(world.people.member.id) });

  async function ask(text: string): Promise<RequestId> {
    const { request } = await chat.scout.ask({ text });
    await until(async () => (await shown()).some((post) => post.text.includes(text)));
    return request.id;
  }

  async function answerOf(id: RequestId) {
    const { request } = await chat.owner.show({ id });
    return request.status === "answered" ? request.answer : request.status;
  }

  const message = (fields: object) => {
    messageId += 1;
    const from = world.people.member;
    const base = { message_id: messageId, date: 1_790_000_000, from };
    return { ...base, chat: { id: from.id, type: "private" }, ...fields };
  };

  async function bring(update: object): Promise<void> {
    const heard = chat.heard.length;
    world.telegram.queue.add(update as never);
    await until(() => chat.heard.length > heard);
  }

  const lastHeard = () => chat.heard.at(-1)?.say ?? "";

  test("words to the bot alone are the answer where one question is open", async () => {
    const id = await ask("Which region?");
    await bring({ message: message({ text: "forty two" }) });
    expect(await answerOf(id)).toEqual({ text: "forty two" });
    await until(async () =>
      (await shown()).some(({ text }) => text.includes("Your words answer the question of scout")),
    );
  });

  test("where two are open buttons ask, and the one that is pressed is answered", async () => {
    const region = await ask("Which region?");
    const day = await ask("Which day?");
    await bring({ message: message({ text: "the north" }) });
    const which = async () =>
      (await shown()).find(({ text }) => text.includes("Which question does this answer?"));
    await until(async () => (await which()) !== undefined);
    const button = (await which())?.controls.find(({ label }) => label.includes("Which region?"));
    if (button === undefined) throw new Error("There is no such button.");
    await world.press(button, "member");
    expect(await answerOf(region)).toEqual({ text: "the north" });
    expect(await answerOf(day)).toBe("open");
  });

  test("an edit of an answer is a message, and the person is told what counts", async () => {
    const id = await ask("Which region?");
    const first = message({ text: "staging" });
    await bring({ message: first });
    await bring({ edited_message: { ...first, edit_date: 1_790_000_060, text: "production!!" } });
    expect(await answerOf(id)).toEqual({ text: "staging" });
    expect(lastHeard()).toContain("What counts is “staging”");
    const { items } = await chat.scout.mailbox();
    expect(items).toMatchObject([{ text: "production!!", corrects: id }]);
  });

  test.each([
    ["voice", "the voice message"],
    ["sticker", "the sticker"],
    ["photo", "the picture"],
  ])("a %s is told what can be read", async (field, name) => {
    const id = await ask("Which region?");
    await bring({ message: message({ [field]: {} }) });
    expect(lastHeard()).toContain(`so ${name} was not taken`);
    expect(await answerOf(id)).toBe("open");
  });
});
