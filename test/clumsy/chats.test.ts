import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createReceive } from "../../src/core/hearing/receive.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { Form } from "../../src/domain/requests/question.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import type { Heard } from "../../src/ports/channels/channel.ts";
import type { ChannelWorld, ShownPost } from "../../src/testing/channel-contract/channel-world.ts";
import { createEmailWorld } from "../support/email/email-world.ts";
import { control, seek, statusOf, until, untilSent } from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";
import { byGroup, takeShare } from "../support/share.ts";
import { eventPayload } from "../support/slack/payloads.ts";
import { createSlackWorld, type SlackWorld } from "../support/slack/slack-world.ts";
import { createTelegramWorld, type TelegramWorld } from "../support/telegram/telegram-world.ts";
import { createWebhookWorld } from "../support/webhook/webhook-world.ts";

takeShare("platforms", byGroup);

/*
 * What thumbs do in chats that are in a hurry, or not where they seem to be, over each platform's own
 * protocol. Edits and voice messages stand in test/hub/words-*.test.ts.
 */

const SHIP: Form = { kind: "choice", options: [{ label: "ship" }, { label: "hold" }] };

const PRESSED = {
  slack: () => createSlackWorld({ mode: "http" }),
  telegram: () => createTelegramWorld({ mode: "polling" }),
  webhook: () => createWebhookWorld(),
} as const;
interface Scene<W extends ChannelWorld> {
  chat: W;
  world: HubWorld;
  /** What the hub has made of each event. */
  heard: Heard[];
}

/** The member of the platform is the owner, and is reached in its chat. */
function useScene<W extends ChannelWorld>(open: () => Promise<W>): Scene<W> {
  const scene = {} as Scene<W>;
  beforeEach(async () => {
    const chat = await open();
    const world = await openHub({ channels: [], real: [chat.channel] });
    const heard: Heard[] = [];
    const receive = createReceive(world.ctx);
    await chat.start(async (event) => {
      const one = await receive(event);
      heard.push(one);
      return one;
    });
    await chat.say("hello", "member");
    await until(() => heard.length > 0);
    const { id: operator, workspace } = world.ownerPrincipal;
    const { channel, chatId } = chat.address;
    const link = {
      id: world.ctx.ids.next("lnk"),
      workspace,
      operator,
      createdBy: operator,
      rank: 1,
      channel,
      chatId,
      account: chat.heard[0]?.from.id ?? "",
      name: "Ada",
      createdAt: toTimestamp(world.ctx.clock.now()),
    };
    await world.ctx.commit({ workspace, writes: [{ type: "link.insert", link }], events: [] });
    Object.assign(scene, { chat, world, heard });
  });
  afterEach(async () => {
    // Whatever was done, the log tells of every row.
    expect((await scene.world.owner.verifyAudit()).record?.faults).toEqual([]);
    await scene.chat.channel.stop();
    await scene.world.close();
    await scene.chat.close();
  });
  return scene;
}

/** What somebody does, and what they are told once the hub has made something of it. */
async function toldOf(scene: Scene<ChannelWorld>, act: () => unknown): Promise<string> {
  const before = scene.heard.length;
  await act();
  await until(() => scene.heard.length > before);
  return scene.heard.at(-1)?.say ?? "";
}

async function postWith({ chat }: Scene<ChannelWorld>, text: string): Promise<ShownPost> {
  const find = async () => (await chat.shown()).findLast((post) => post.text.includes(text));
  await until(async () => (await find()) !== undefined);
  return (await find()) as ShownPost;
}

async function ask(scene: Scene<ChannelWorld>, text: string, form: Form = { kind: "text" }) {
  const { request } = await scene.world.scout.ask({ text, form });
  await untilSent(scene.world, request.id);
  return { id: request.id, post: await postWith(scene, text) };
}

async function answerOf({ world }: Scene<ChannelWorld>, id: RequestId) {
  const { request } = await world.owner.show({ id });
  return request.status === "answered" ? request.answer : request.status;
}

const mailed = async ({ world }: Scene<ChannelWorld>) =>
  (await world.scout.mailbox()).items.filter((item) => "text" in item);

describe.each(Object.keys(PRESSED) as (keyof typeof PRESSED)[])("by buttons on %s", (platform) => {
  const scene = useScene<ChannelWorld>(PRESSED[platform]);

  test("a button that is tapped twice at once answers once, and no other question", async () => {
    const other = await ask(scene, "Ship the other?", SHIP);
    const { id, post } = await ask(scene, "Ship it?", SHIP);
    const said = await Promise.all([
      scene.chat.press(control(post, "ship"), "member"),
      scene.chat.press(control(post, "ship"), "member"),
    ]);
    expect(await answerOf(scene, id)).toEqual({ choice: "ship" });
    expect(said.join(" ")).toContain("answered by ada");
    expect(await statusOf(scene.world, other.id)).toBe("open");
  });

  test("two buttons that are tapped at once: one counts, and both hear which", async () => {
    const { id, post } = await ask(scene, "Ship it?", SHIP);
    const said = await Promise.all([
      scene.chat.press(control(post, "ship"), "member"),
      scene.chat.press(control(post, "hold"), "member"),
    ]);
    const answer = await answerOf(scene, id);
    expect([{ choice: "ship" }, { choice: "hold" }]).toContainEqual(answer);
    for (const one of said) expect(one).toMatch(/answered by ada/i);
  });

  test("the button of a post that is not true any more decides nothing, and says who did", async () => {
    const { id, post } = await ask(scene, "Ship it?", SHIP);
    await scene.world.pause();
    await scene.world.owner.answer({ id, answer: { choice: "hold" } });
    const next = (await scene.world.scout.ask({ text: "Ship the next?", form: SHIP })).request.id;
    const said = await scene.chat.press(control(post, "ship"), "member");
    expect(said).toMatch(/answered by ada/i);
    expect(await answerOf(scene, id)).toEqual({ choice: "hold" });
    expect(await statusOf(scene.world, next)).toBe("open");
    await scene.world.resume();
  });

  test("a tap and the page at once: one is the answer, and the chat says which", async () => {
    const { id, post } = await ask(scene, "Ship it?", SHIP);
    const [said] = await Promise.all([
      scene.chat.press(control(post, "ship"), "member"),
      scene.world.owner
        .answer({ id, answer: { choice: "hold" } }, { via: "inbox" })
        .catch(() => {}),
    ]);
    expect(["ship", "hold"]).toContain(((await answerOf(scene, id)) as { choice: string }).choice);
    expect(said).toMatch(/answered by ada/i);
  });
});

const REPLIED = { ...PRESSED, email: () => createEmailWorld({ way: "webhook" }) } as const;

describe.each(Object.keys(REPLIED) as (keyof typeof REPLIED)[])("in words on %s", (platform) => {
  const scene = useScene<ChannelWorld>(REPLIED[platform]);

  test("a reply to a post that is closed answers no other, and is kept for its agent", async () => {
    const first = await ask(scene, "Which colour?");
    await scene.world.owner.answer({ id: first.id, answer: { text: "green" } });
    const open = await ask(scene, "Which day?");
    const said = await toldOf(scene, () => scene.chat.say("blue", "member", first.post));
    expect(said).toContain("kept as a message");
    expect(await statusOf(scene.world, open.id)).toBe("open");
    expect(await mailed(scene)).toMatchObject([{ text: "blue", lateAnswerTo: first.id }]);
  });

  test("a reply to one of two open posts answers that one alone", async () => {
    const first = await ask(scene, "Which colour?");
    const second = await ask(scene, "Which day?");
    const said = await toldOf(scene, () => scene.chat.say("blue", "member", first.post));
    expect(said).toContain("Which colour?");
    expect(await answerOf(scene, first.id)).toEqual({ text: "blue" });
    expect(await statusOf(scene.world, second.id)).toBe("open");
  });

  test("a reply that comes twice answers once, and leaves nothing behind", async () => {
    const first = await ask(scene, "Which colour?");
    await toldOf(scene, () => scene.chat.say("blue", "member", first.post));
    const next = await ask(scene, "Which day?");
    await toldOf(scene, () => scene.chat.again());
    expect(await answerOf(scene, first.id)).toEqual({ text: "blue" });
    expect(await statusOf(scene.world, next.id)).toBe("open");
    expect(await mailed(scene)).toEqual([]);
  });

  test("a paste of many lines is one answer, and its lines choose nothing", async () => {
    const lines = "one\ntwo\n\n1\nyes\nlast";
    const open = await ask(scene, "Ship it?", SHIP);
    const { id, post } = await ask(scene, "What does it say?");
    await toldOf(scene, () => scene.chat.say(lines, "member", post));
    expect(await answerOf(scene, id)).toEqual({ text: lines });
    expect(await statusOf(scene.world, open.id)).toBe("open");
  });

  test("a yes in words to an action approves nothing, and the person hears how", async () => {
    const { id } = await seek(scene.world);
    await untilSent(scene.world, id);
    const post = await postWith(scene, "The customer wants it.");
    const said = await toldOf(scene, () => scene.chat.say("yes, approve", "member", post));
    expect(said).toContain("Words authorise nothing");
    expect(await statusOf(scene.world, id)).toBe("open");
  });
});

describe("on slack, in a channel", () => {
  const scene = useScene<SlackWorld>(PRESSED.slack);

  test("words that reply to nothing and mention nobody answer nothing", async () => {
    const { id } = await ask(scene, "Which colour?");
    expect(await toldOf(scene, () => scene.chat.say("blue", "member"))).toBe("");
    expect(await statusOf(scene.world, id)).toBe("open");
  });

  test.each(["+1", "white_check_mark", "thumbsup::skin-tone-3"])(
    "a %s instead of words answers nothing, and the person hears so",
    async (name) => {
      const { id, post } = await ask(scene, "Ship it?", SHIP);
      const said = await toldOf(scene, () => scene.chat.react({ to: post, name, by: "member" }));
      expect(said).toContain("A reaction answers nothing, so it is still open.");
      expect(await statusOf(scene.world, id)).toBe("open");
    },
  );

  test("eyes say that it was seen, and want no reply", async () => {
    const { post } = await ask(scene, "Ship it?", SHIP);
    const react = () => scene.chat.react({ to: post, name: "eyes", by: "member" });
    expect(await toldOf(scene, react)).toBe("");
  });

  test("a message that is forwarded to the app is no answer, and whoever did it hears so", async () => {
    const { id, post } = await ask(scene, "Which colour?");
    const { emulator, deliver } = scene.chat;
    const told = () => {
      const event = {
        type: "message",
        channel: emulator.channel,
        channel_type: "channel",
        user: emulator.people.member,
        text: "",
        ts: "1790000000.000100",
        thread_ts: post.id,
        attachments: [{ is_share: true, text: "blue", fallback: "blue" }],
      };
      return deliver("events", eventPayload(event, "Evforwarded"));
    };
    expect(await toldOf(scene, told)).toContain("so the forwarded message was not taken");
    expect(await statusOf(scene.world, id)).toBe("open");
  });

  test("a post that somebody deletes takes nothing with it: it is answered elsewhere, and the next comes", async () => {
    const { id, post } = await ask(scene, "Ship it?", SHIP);
    const { emulator } = scene.chat;
    await emulator.call("chat.delete", { channel: emulator.channel, ts: post.id });
    await scene.world.owner.answer({ id, answer: { choice: "hold" } });
    const next = await ask(scene, "Ship the next?", SHIP);
    await scene.chat.press(control(next.post, "ship"), "member");
    expect(await answerOf(scene, id)).toEqual({ choice: "hold" });
    expect(await answerOf(scene, next.id)).toEqual({ choice: "ship" });
  });
});

describe("on telegram, in a group", () => {
  const scene = useScene<TelegramWorld>(PRESSED.telegram);

  test("words that reply to nothing and mention nobody answer nothing", async () => {
    const { id } = await ask(scene, "Which colour?");
    expect(await toldOf(scene, () => scene.chat.say("blue", "member"))).toBe("");
    expect(await statusOf(scene.world, id)).toBe("open");
  });

  test.each(["👍", "👎", "👌"])(
    "a %s instead of words answers nothing, and the person hears so",
    async (emoji) => {
      const { id, post } = await ask(scene, "Ship it?", SHIP);
      const { chat } = scene;
      const react = () => chat.telegram.react(chat.message(post), chat.people.member, [emoji]);
      expect(await toldOf(scene, react)).toContain("A reaction answers nothing");
      expect(await statusOf(scene.world, id)).toBe("open");
      const own = { channel: "telegram", chatId: String(chat.people.member.id) } as const;
      await until(async () => (await chat.shown(own)).length > 0);
    },
  );

  test("a thumb on what is closed is a thumb", async () => {
    const { id, post } = await ask(scene, "Ship it?", SHIP);
    await scene.world.owner.answer({ id, answer: { choice: "hold" } });
    const { chat } = scene;
    const react = () => chat.telegram.react(chat.message(post), chat.people.member, ["👍"]);
    expect(await toldOf(scene, react)).toBe("");
  });

  test("a forwarded message is no answer of whoever forwards it, and they hear so", async () => {
    const { id, post } = await ask(scene, "Which colour?");
    const { chat } = scene;
    const member = chat.people.member;
    const extra = { forward_origin: { type: "hidden_user", sender_user_name: "Bo", date: 1 } };
    const written = { from: member, text: "blue", extra };
    const toBot = { id: member.id, type: "private" } as const;
    for (const at of [{ chat: toBot }, { chat: chat.group, replyTo: chat.message(post) }]) {
      const said = await toldOf(scene, () => chat.telegram.write({ ...written, ...at }));
      expect(said).toContain("so the forwarded message was not taken");
    }
    expect(await statusOf(scene.world, id)).toBe("open");
    expect(await mailed(scene)).toEqual([]);
  });

  test("a button that was carried to another chat decides nothing", async () => {
    const { id, post } = await ask(scene, "Ship it?", SHIP);
    const { chat } = scene;
    const from = chat.people.member;
    const message = { message_id: 77, date: 1, chat: { id: from.id, type: "private" }, text: "?" };
    const data = control(post, "ship").token;
    const query = { id: "carried", from, message, chat_instance: "2", data };
    const said = await toldOf(scene, () => chat.telegram.queue.add({ callback_query: query }));
    expect(said).not.toContain("answered by");
    expect(scene.heard.at(-1)?.isRefusal).toBe(true);
    expect(await statusOf(scene.world, id)).toBe("open");
  });

  test("a post that somebody deletes takes nothing with it: it is answered elsewhere, and the next comes", async () => {
    const { id, post } = await ask(scene, "Ship it?", SHIP);
    scene.chat.telegram.chats.forget(Number(post.id));
    await scene.world.owner.answer({ id, answer: { choice: "hold" } });
    const next = await ask(scene, "Ship the next?", SHIP);
    await scene.chat.press(control(next.post, "ship"), "member");
    expect(await answerOf(scene, next.id)).toEqual({ choice: "ship" });
  });
});
