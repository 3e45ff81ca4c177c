import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Session } from "../../src/domain/sessions/session.ts";
import type { ShownPost } from "../../src/testing/channel-contract/channel-world.ts";
import { createFakeWorld, type FakeWorld } from "../../src/testing/fake-channel.ts";
import { until } from "../support/hub-cast.ts";
import { openSessionChat, type SessionChat } from "../support/session-chat.ts";

/* The same life where a platform can show no mark, and nothing of it can be read later. */

describe.each(["telegram", "email"] as const)("on %s", (kind) => {
  let platform: FakeWorld;
  let chat: SessionChat;

  beforeEach(async () => {
    platform = createFakeWorld({ kind, capabilities: { marks: false, history: false } });
    const { channel, start, account, address } = platform;
    const own = { account: account("member").id, chatId: address.chatId };
    chat = await openSessionChat({ channel, start, ...own });
    await chat.serve(chat.scout);
    await chat.up();
  });
  afterEach(() => chat.close());

  async function asked(text = "Which region?"): Promise<Session> {
    await platform.say("ship it", "member");
    return await chat.ask(await chat.claim(), text);
  }

  async function post(text: string): Promise<ShownPost> {
    let found: ShownPost | undefined;
    await until(async () => {
      found = (await platform.shown()).find((one) => one.text.includes(text));
      return found !== undefined;
    });
    if (found === undefined) throw new Error("It is not shown.");
    return found;
  }

  test("what is said to it begins one session, however often it is delivered", async () => {
    await platform.say("ship it", "member");
    await platform.again();
    const [session, ...others] = await chat.sessions();
    expect(others).toEqual([]);
    expect(session).toMatchObject({ task: "ship it", from: "ada", cause: "message" });
    expect(session?.place).toMatchObject({ channel: kind, chatId: platform.address.chatId });
  });

  test("a reply to its question goes on from there, once, after a restart too", async () => {
    const session = await asked();
    const question = await post("Which region?");
    await chat.down();
    const said = platform.say("the north", "member", question);
    await chat.up();
    await said;
    await platform.again();
    const { session: next, former } = await chat.claim();
    expect(next).toMatchObject({ cause: "continuation", continues: session.id });
    expect(former?.request).toMatchObject({ answer: { text: "the north" } });
    expect(await chat.sessions()).toHaveLength(2);
    expect(chat.faults).toEqual([]);
  });

  test("a reply after the answer begins another session", async () => {
    await asked();
    const question = await post("Which region?");
    await platform.say("the north", "member", question);
    await platform.say("no, the south", "member", question);
    await until(async () => (await chat.sessions()).length === 3);
    expect((await chat.sessions())[0]).toMatchObject({ task: "no, the south", cause: "message" });
  });

  test("a reply to what it said begins a session", async () => {
    await platform.say("ship it", "member");
    const { session } = await chat.claim();
    const { id, epoch } = session;
    await chat.scout.endSession({ id, epoch, outcome: "completed", text: "Shipped." });
    await platform.say("and the docs?", "member", await post("Shipped."));
    await until(async () => (await chat.sessions()).length === 2);
    expect((await chat.sessions())[0]).toMatchObject({ task: "and the docs?", follows: id });
  });

  test("a stranger's reply answers nothing", async () => {
    const session = await asked();
    const question = await post("Which region?");
    await platform.say("the north", "guest", question);
    expect(chat.heard.at(-1)).toMatchObject({ isRefusal: true });
    const { items } = await chat.owner.listSessions({});
    expect(items.map(({ id }) => id)).toEqual([session.id]);
  });

  test("where its chat is not linked an agent begins nothing, and says how it can", async () => {
    await platform.deliver({
      kind: "text",
      key: "elsewhere",
      text: "ship it",
      messageId: "u1",
      atMs: 1,
      isToUs: true,
      from: platform.account("member"),
      address: { channel: kind, chatId: "chat-9" },
    });
    expect(chat.heard.at(-1)?.say).toContain(`npx earshot links chat ${kind} chat-9`);
    expect(await chat.sessions()).toEqual([]);
  });
});
