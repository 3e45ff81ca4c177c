import { describe, expect, test, vi } from "vitest";
import { telegramModule } from "../../src/channels/telegram/telegram-module.ts";
import { ChannelError, type Post } from "../../src/ports/channels/channel.ts";
import { deadUrl } from "../support/scripted-server.ts";
import {
  aPost,
  aStartedWorld,
  failingSink,
  MODES,
  QUESTION,
  shownOf,
} from "../support/telegram/in-world.ts";
import { CallRefused } from "../support/telegram/refused-call.ts";
import { FAKE_TOKEN, TOPIC } from "../support/telegram/telegram-world.ts";

const ANSWERED = {
  blocks: [{ kind: "title", text: "Answered by Ada via telegram: Ship" }],
  controls: [],
} as const;

describe.each(MODES)("Telegram by %s", (mode) => {
  test("a press is answered in Telegram only after it was stored, as an alert where it is refused", async () => {
    const world = await aStartedWorld(mode, async () => ({ say: "Not yours.", isRefusal: true }));
    const ref = await world.channel.post(aPost(world));
    const pressed = world.telegram.chats.messages.at(-1);
    if (pressed === undefined) throw new Error("Nothing stands there.");
    const notice = await world.telegram.press(pressed, "nonce.1", world.people.guest);
    expect(notice).toEqual({ text: "Not yours.", isAlert: true });
    expect(world.heard).toMatchObject([
      {
        kind: "press",
        token: "nonce.1",
        messageId: ref.ids[0],
        from: { id: String(world.people.guest.id), name: "Gus" },
        address: { channel: "telegram", chatId: world.address.chatId },
        key: expect.stringMatching(/^tg:123456789:\d+$/),
      },
    ]);
  });

  test("a press whose sink fails comes again under the same key, and is then answered", async () => {
    const world = await aStartedWorld(mode, failingSink(2, { say: "Noted." }));
    const { controls } = await shownOf(world, await world.channel.post(aPost(world)));
    const [ship] = controls;
    if (ship === undefined) throw new Error("No button stands there.");
    expect(await world.press(ship, "member")).toBe("Noted.");
    expect(world.heard).toHaveLength(3);
    expect(new Set(world.heard.map(({ key }) => key)).size).toBe(1);
    await vi.waitFor(() => expect(world.telegram.queue.pending).toEqual([]), { timeout: 20_000 });
  });

  test("a press that is delivered twice has one key, though its second answer comes too late", async () => {
    const world = await aStartedWorld(mode, async () => ({ say: "Noted." }));
    const { controls } = await shownOf(world, await world.channel.post(aPost(world)));
    const [ship] = controls;
    if (ship === undefined) throw new Error("No button stands there.");
    await world.press(ship, "member");
    await world.again();
    await vi.waitFor(() => expect(world.heard).toHaveLength(2), { timeout: 20_000 });
    expect(world.heard[1]?.key).toBe(world.heard[0]?.key);
    await vi.waitFor(() => expect(world.logged).toHaveLength(1), { timeout: 20_000 });
    expect(world.logged[0]).not.toContain("Noted");
  });

  test("buttons that an edit took away press nothing", async () => {
    const world = await aStartedWorld(mode);
    const ref = await world.channel.post(aPost(world));
    const [ship] = (await shownOf(world, ref)).controls;
    await world.channel.edit(ref, ANSWERED);
    expect((await shownOf(world, ref)).controls).toEqual([]);
    if (ship === undefined) throw new Error("No button stood there.");
    await expect(world.press(ship, "member")).rejects.toThrow("No such button");
  });

  test("the same edit again is no error, and one of what is gone says so", async () => {
    const world = await aStartedWorld(mode);
    const ref = await world.channel.post(aPost(world));
    await world.channel.edit(ref, ANSWERED);
    await world.channel.edit(ref, ANSWERED);
    world.telegram.chats.forget(Number(ref.ids[0]));
    await expect(world.channel.edit(ref, ANSWERED)).rejects.toMatchObject({ kind: "gone" });
  });

  test("a post stands in its topic and what is said there comes from it", async () => {
    const world = await aStartedWorld(mode);
    const address = { ...world.address, threadId: String(TOPIC) };
    const ref = await world.channel.post({ ...aPost(world), address });
    expect(ref.threadId).toBe(String(TOPIC));
    expect(await world.shown(address)).toHaveLength(1);
    const extra = { message_thread_id: TOPIC, is_topic_message: true };
    const { group: chat, people } = world;
    world.telegram.write({ from: people.member, chat, text: "Here.", extra });
    await vi.waitFor(() => expect(world.heard[0]?.address).toEqual(address), { timeout: 20_000 });
  });

  test("a reply to what is not there any more is posted all the same", async () => {
    const world = await aStartedWorld(mode);
    const ref = await world.channel.post({ ...aPost(world), replyTo: "7777" });
    expect(await shownOf(world, ref)).not.toHaveProperty("replyTo");
  });

  test("what is told of words is told to who said them alone", async () => {
    const world = await aStartedWorld(mode, async () => ({ say: "Linked." }));
    await world.say("/link 123456", "member");
    const own = { channel: "telegram", chatId: String(world.people.member.id) } as const;
    await vi.waitFor(async () => expect(await world.shown(own)).toHaveLength(1), {
      timeout: 20_000,
    });
    expect((await world.shown(own))[0]?.text).toBe("Linked.");
    expect(await world.shown()).toEqual([]);
  });

  test("a person who has never written to the bot is told nothing, and the event is over", async () => {
    const world = await aStartedWorld(mode, async () => ({ say: "Linked." }));
    const { id } = world.people.member;
    const forbidden = "bot can't initiate conversation with a user";
    world.telegram.chats.addChat({ id, type: "private", forbidden });
    await world.say("/link 123456", "member");
    await vi.waitFor(() => expect(world.logged).toHaveLength(1), { timeout: 20_000 });
    await vi.waitFor(() => expect(world.telegram.queue.pending).toEqual([]), { timeout: 20_000 });
    expect(world.heard).toHaveLength(1);
  });

  test("an anonymous administrator is foreign", async () => {
    const world = await aStartedWorld(mode);
    const extra = { sender_chat: { id: world.group.id, title: "Board", type: "supergroup" } };
    const anonymous = { id: 1_087_968_824, is_bot: true, first_name: "Group" };
    world.telegram.write({ from: anonymous, chat: world.group, text: "Yes.", extra });
    await vi.waitFor(() => expect(world.heard[0]?.from.isForeign).toBe(true), { timeout: 20_000 });
  });

  test("a reaction is heard, since it was asked for", async () => {
    const world = await aStartedWorld(mode);
    const ref = await world.channel.post(aPost(world));
    const message = world.message(await shownOf(world, ref));
    // Polling asks with its first poll.
    await vi.waitFor(
      () => {
        world.telegram.react(message, world.people.member, ["👍"]);
        expect(world.heard[0]).toMatchObject({ kind: "reaction", name: "👍", isAdded: true });
      },
      { timeout: 20_000 },
    );
  });

  test("a mark is shown as far as Telegram can, and only its own is taken away", async () => {
    const { channel, ...world } = await aStartedWorld(mode);
    const { chatId, ids } = await channel.post(aPost({ ...world, channel }));
    const at = { chatId, messageId: ids[0] ?? "" };
    const shown = () => world.telegram.chats.messages.at(-1)?.reaction;
    await channel.mark?.(at, "speech_balloon", true);
    expect(shown()).toBe("👀");
    await channel.mark?.(at, "white_check_mark", true);
    await channel.mark?.(at, "speech_balloon", false);
    expect(shown()).toBe("👍");
    await channel.mark?.(at, "rocket", true);
    expect(shown()).toBe("👍");
    await channel.mark?.(at, "white_check_mark", false);
    expect(shown()).toBeUndefined();
  });

  test("a mark of what is gone says so", async () => {
    const { channel, address } = await aStartedWorld(mode);
    const at = { chatId: address.chatId, messageId: "7777" };
    await expect(channel.mark?.(at, "x", true)).rejects.toMatchObject({ kind: "gone" });
  });

  test("a chat that nobody knows, or that is no number, is refused for good", async () => {
    const world = await aStartedWorld(mode);
    for (const chatId of [world.badAddress.chatId, "-1005550000000", "@somebody", "", "1e5"]) {
      const address = { channel: "telegram", chatId } as const;
      const posted = world.channel.post({ ...aPost(world), address });
      await expect(posted).rejects.toMatchObject({ kind: "permanent" });
    }
    const address = { ...world.address, threadId: "7" };
    const posted = world.channel.post({ ...aPost(world), address });
    await expect(posted).rejects.toMatchObject({ kind: "permanent" });
  });

  test("a group that has become a supergroup is refused with its new id", async () => {
    const world = await aStartedWorld(mode);
    world.telegram.chats.addChat({ id: -55, type: "group", migratedTo: -1_005_550_000_055 });
    const address = { channel: "telegram", chatId: "-55" } as const;
    await expect(world.channel.post({ ...aPost(world), address })).rejects.toMatchObject({
      kind: "permanent",
      message: expect.stringContaining("-1005550000055"),
    });
  });

  test("each way of failing is told apart, with neither the token nor the content", async () => {
    const world = await aStartedWorld(mode);
    for (const [harm, kind] of [
      ["rate_limited", "rate"],
      ["server_error", "ambiguous"],
      ["refused", "permanent"],
      ["lost_before", "ambiguous"],
      ["lost_after", "ambiguous"],
    ] as const) {
      world.harm(harm);
      const error = await world.channel.post(aPost(world)).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ChannelError);
      expect(error).toMatchObject({ kind });
      expect(String(error)).not.toMatch(/AAE-|Ship/);
    }
    world.harm("rate_limited");
    await expect(world.channel.post(aPost(world))).rejects.toMatchObject({ retryAfterMs: 3_000 });
  });

  test("no message is sent with a preview of a link", async () => {
    const world = await aStartedWorld(mode);
    await world.channel.edit(await world.channel.post(aPost(world)), ANSWERED);
    const sent = world.telegram.server.calls.filter(({ args }) => "text" in args);
    expect(sent).toHaveLength(2);
    for (const { args } of sent) {
      expect(args).toMatchObject({ link_preview_options: { is_disabled: true } });
    }
  });

  test("the check names the bot and says what it hears in groups", async () => {
    const lines = await (await aStartedWorld(mode)).channel.check();
    expect(lines.every(({ isOk }) => isOk)).toBe(true);
    const said = lines.map(({ text }) => text).join("\n");
    expect(said).toContain("@earshot_test_bot");
    expect(said).toContain("Privacy mode is off");
    expect(JSON.stringify(lines)).not.toContain("AAE-");
  });
});

test("an emoji that is not of Telegram's list is refused by it", async () => {
  const world = await aStartedWorld("polling");
  const ref = await world.channel.post(aPost(world, QUESTION));
  const args = { chat_id: ref.chatId, message_id: Number(ref.ids[0]) };
  const reaction = [{ type: "emoji", emoji: "💬" }];
  const reply = await fetch(`${world.telegram.server.url}/bot${FAKE_TOKEN}/setMessageReaction`, {
    method: "POST",
    body: JSON.stringify({ ...args, reaction }),
  });
  expect(await reply.json()).toEqual(new CallRefused(400, "Bad Request: REACTION_INVALID").reply);
});

test("a Telegram that nobody reaches fails for now", async () => {
  const settings = { token: FAKE_TOKEN, apiUrl: await deadUrl() };
  const channel = await telegramModule.open(settings, { now: Date.now, log: () => {} });
  const post: Post = {
    key: "dlv_1",
    address: { channel: "telegram", chatId: "5" },
    content: QUESTION,
  };
  await expect(channel.post(post)).rejects.toMatchObject({ kind: "transient" });
  expect(await channel.check()).toMatchObject([
    { isOk: false, text: expect.stringContaining("ECONNREFUSED") },
  ]);
});

test("a message that forces a reply could not be edited, so none does", async () => {
  const world = await aStartedWorld("polling");
  const content = { ...QUESTION, controls: [{ kind: "reply", hint: "" }] } as const;
  const ref = await world.channel.post(aPost(world, content));
  expect((await shownOf(world, ref)).text).toContain("Reply to this message to answer in words.");
  await world.channel.edit(ref, ANSWERED);
  const chat_id = Number(ref.chatId);
  const forced = { chat_id, text: "Which?", reply_markup: { force_reply: true } };
  const { id } = world.telegram.chats.send(forced);
  await expect(world.channel.edit({ ...ref, ids: [String(id)] }, ANSWERED)).rejects.toMatchObject({
    kind: "gone",
  });
});
