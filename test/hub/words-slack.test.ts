import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { textAt } from "../../src/channels/slack/untrusted-json.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { until } from "../support/hub-cast.ts";
import { openSessionChat, type SessionChat } from "../support/session-chat.ts";
import { eventPayload } from "../support/slack/payloads.ts";
import { createSlackWorld, type SlackWorld } from "../support/slack/slack-world.ts";

/* What people say on Slack, by its own events: in their chat with the app, in a channel, and edited. */

describe.each(["http", "socket"] as const)("on Slack over %s", (mode) => {
  let slack: SlackWorld;
  let chat: SessionChat;
  let direct: string;
  let count = 0;

  beforeEach(async () => {
    slack = await createSlackWorld({ mode });
    const { channel, start, emulator } = slack;
    const opened = await emulator.call("conversations.open", { users: emulator.people.member });
    direct = textAt(opened, "channel", "id") ?? "";
    const account = `T000000001/${emulator.people.member}`;
    chat = await openSessionChat({ channel, start, account, chatId: direct });
    await chat.up();
  });
  afterEach(async () => {
    await chat.close();
    await slack.close();
  });

  async function ask(text: string): Promise<RequestId> {
    const { request } = await chat.scout.ask({ text });
    await until(async () => (await postsWith(text)).length > 0);
    return request.id;
  }

  const postsWith = async (text: string) => {
    const all = await slack.shown({ channel: "slack", chatId: direct });
    return all.filter((post) => post.text.includes(text));
  };

  async function answerOf(id: RequestId) {
    const { request } = await chat.owner.show({ id });
    return request.status === "answered" ? request.answer : request.status;
  }

  /** Has Slack tell of something in the chat with the app, as it does of what the member says there. */
  async function tell(event: JsonObject): Promise<void> {
    count += 1;
    const said = { type: "message", channel: direct, channel_type: "im", ...event };
    const heard = chat.heard.length;
    await slack.deliver("events", eventPayload(said, `Ev${mode}${count}`));
    await until(() => chat.heard.length > heard);
  }

  async function say(text: string, more: JsonObject = {}): Promise<JsonObject> {
    const user = slack.emulator.people.member;
    const made = await slack.emulator.call(
      "chat.postMessage",
      { channel: direct, text: text || "-" },
      "member",
    );
    return { user, text, ts: textAt(made, "ts") ?? "", ...more };
  }

  const lastHeard = () => chat.heard.at(-1)?.say ?? "";

  test("words in the chat with the app are the answer where one question is open", async () => {
    const id = await ask("Which region?");
    await tell(await say("forty two"));
    expect(await answerOf(id)).toEqual({ text: "forty two" });
    const told = slack.proxy.taken.filter(({ method }) => method === "chat.postEphemeral").at(-1);
    expect(textAt(told?.args, "text")).toContain("“Which region?”");
  });

  test("a question that was posted behind the words was not meant", async () => {
    const first = await ask("Which region?");
    const words = await say("the north");
    // The times of this workspace are whole seconds.
    const soon = Date.now() + 1_000;
    await until(() => Date.now() > soon);
    const second = await ask("Which day?");
    await tell(words);
    expect(await answerOf(first)).toEqual({ text: "the north" });
    expect(await answerOf(second)).toBe("open");
  });

  test("where two are open buttons ask, and the one that is pressed is answered", async () => {
    const first = await ask("Which region?");
    const second = await ask("Which day?");
    await tell(await say("the north"));
    await until(async () => (await postsWith("Which question does this answer?")).length > 0);
    const [post] = await postsWith("Which question does this answer?");
    const button = post?.controls.find(({ label }) => label.includes("Which region?"));
    if (button === undefined) throw new Error("There is no such button.");
    await slack.press(button, "member");
    await until(async () => (await answerOf(first)) !== "open");
    expect(await answerOf(second)).toBe("open");
    await until(async () => (await postsWith("These words were said to")).length > 0);
  });

  test("an edit of an answer is a message, and a link that Slack unfolds is none", async () => {
    const id = await ask("Which region?");
    const message = await say("staging");
    await tell(message);
    const unfolded = { message, previous_message: message, hidden: true };
    const other = eventPayload(
      { type: "message", subtype: "message_changed", channel: direct, ...unfolded },
      "Evunfolded",
    );
    await slack.deliver("events", other);
    const edited = {
      user: slack.emulator.people.member,
      ts: `${Math.floor(Number(message["ts"])) + 60}.000100`,
    };
    await tell({
      subtype: "message_changed",
      hidden: true,
      previous_message: message,
      ts: edited.ts,
      message: { ...message, type: "message", text: "production!!", edited },
    });
    expect(await answerOf(id)).toEqual({ text: "staging" });
    expect(lastHeard()).toContain("What counts is “staging”");
    const { items } = await chat.scout.mailbox();
    expect(items).toMatchObject([{ text: "production!!", corrects: id }]);
  });

  test("a voice message is told what can be read", async () => {
    const id = await ask("Which region?");
    const files = [{ id: "F1", mimetype: "audio/webm" }];
    await tell(await say("", { subtype: "file_share", files }));
    expect(lastHeard()).toContain("so the voice message was not taken");
    expect(await answerOf(id)).toBe("open");
  });

  test("in a channel words answer nothing, and a mention does", async () => {
    await chat.link(slack.emulator.channel);
    const { request } = await chat.scout.ask({ text: "Which colour?" });
    await until(async () =>
      (await slack.shown()).some(({ text }) => text.includes("Which colour?")),
    );
    await slack.say("blue", "member");
    expect(await answerOf(request.id)).toBe("open");
    await slack.say("@Earshot red", "member");
    await until(async () => (await answerOf(request.id)) !== "open");
    expect(await answerOf(request.id)).toEqual({ text: "red" });
  });
});
