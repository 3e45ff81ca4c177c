import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { textAt } from "../../src/channels/slack/untrusted-json.ts";
import { until } from "../support/hub-cast.ts";
import { openSessionChat, type SessionChat } from "../support/session-chat.ts";
import { createSlackWorld, type SlackWorld } from "../support/slack/slack-world.ts";

/* An order given in a chat while this record was not listening is not carried out a second time. */

const AN_HOUR = 3_600_000;

let slack: SlackWorld;
let chat: SessionChat;

beforeEach(async () => {
  slack = await createSlackWorld({ mode: "http" });
  const { channel, start, emulator } = slack;
  const account = `T000000001/${emulator.people.member}`;
  chat = await openSessionChat({ channel, start, account, chatId: emulator.channel });
  await chat.serve(chat.scout);
});
afterEach(async () => {
  await chat.close();
  await slack.close();
});

/** Says something that Slack tells nobody of, as our own bot or as somebody who is linked. */
async function unheard(text: string, as: "member" | "us", threadId?: string): Promise<string> {
  const thread = threadId === undefined ? {} : { thread_ts: threadId };
  const input = { channel: slack.emulator.channel, text, ...thread };
  const said = await (as === "us"
    ? slack.emulator.call("chat.postMessage", input)
    : slack.emulator.call("chat.postMessage", input, as));
  return textAt(said, "ts") ?? "";
}

const order = (task: string, threadId?: string) =>
  unheard(`<@U0EARSHOT> ${task}`, "member", threadId);

/** Catches up, and is done with it once an order given last has begun or been found. */
async function caughtUp(): Promise<readonly [status: string, task: string][]> {
  await order("last");
  await chat.up();
  await until(async () => (await chat.sessions()).some(({ task }) => task === "last"));
  return (await chat.sessions())
    .filter(({ task }) => task !== "last")
    .map(({ status, task }): [string, string] => [status, task])
    .toReversed();
}

const mark = (messageId: string, name: "white_check_mark" | "speech_balloon") =>
  slack.channel.mark?.({ chatId: slack.emulator.channel, messageId }, name, true);

describe("catching up with a chat", () => {
  test.each([
    ["the chat was linked", { linked: Date.now() + AN_HOUR }],
    ["an agent was served there", { served: Date.now() + AN_HOUR }],
  ])("begins nothing that was said before %s", async (_, times) => {
    await order("old");
    chat.since(times);
    const before = new Date().toISOString();
    await chat.up();
    await until(async () => {
      const [link] = await chat.ctx.store.listLinks("default");
      return (link?.heardAt ?? "") >= before;
    });
    expect(await chat.sessions()).toEqual([]);
  });

  test("takes the code that made the link for no order", async () => {
    await order("link QEQCM-FJKRF");
    await order("link 7KQ2M9XWPT");
    chat.since({ linked: Date.now() + 1_000 });
    expect(await caughtUp()).toEqual([]);
  });

  test("leaves alone what bears our mark of an ended session, or has words of ours behind it", async () => {
    const marked = await order("marked");
    await mark(marked, "white_check_mark");
    const answered = await order("answered");
    await unheard("Done.", "us", answered);
    const inThread = await unheard("lunch?", "member");
    await order("in a thread", inThread);
    await unheard("Booked.", "us", inThread);
    const others = await order("what others said something to");
    await unheard("yes, please", "member", others);
    expect(await caughtUp()).toEqual([
      ["queued", "what others said something to"],
      ["queued", "yes, please"],
    ]);
  });
});

describe("a record that does not know what was done", () => {
  test("leaves each order to people, with who said it, when and where", async () => {
    chat.forget();
    const said = await order("delete the cluster");
    const found = await caughtUp();
    expect(found).toEqual([["pending", "delete the cluster"]]);
    const [, pending] = await chat.sessions();
    expect(pending).toMatchObject({
      from: "ada",
      place: { channel: "slack", messageId: said },
      saidAt: new Date(Number(said) * 1_000).toISOString(),
    });
    expect((await chat.scout.claimSession({ host: "host", holdMs: 100 })).claimed).toBeUndefined();
  });

  test("carries out what a person begins, drops what one cancels, and asks about neither again", async () => {
    chat.forget();
    await order("one");
    await order("two");
    expect(await caughtUp()).toHaveLength(2);
    const [last, two, one] = await chat.sessions();
    await chat.owner.cancelSession({ id: two?.id ?? "ses_" });
    await chat.owner.cancelSession({ id: last?.id ?? "ses_" });
    await chat.owner.beginSession({ id: one?.id ?? "ses_" });
    expect((await chat.claim()).session).toMatchObject({ id: one?.id, task: "one" });
    await chat.down();
    chat.forget();
    await chat.up();
    await order("three");
    await until(async () => (await chat.sessions()).length >= 3);
    const again = (await chat.sessions()).filter(({ task }) => task === "one" || task === "two");
    expect(again).toHaveLength(2);
  });

  test("has heard the chat from then on: what is missed later begins by itself", async () => {
    chat.forget();
    await order("before");
    expect(await caughtUp()).toEqual([["pending", "before"]]);
    await chat.down();
    await order("after");
    await chat.up();
    await until(async () => (await chat.sessions()).some(({ task }) => task === "after"));
    expect((await chat.sessions())[0]).toMatchObject({ task: "after", status: "queued" });
  });

  test("leaves replies in a thread that it knows to people, too, unless we went on after them", async () => {
    await chat.up();
    await slack.say("@Earshot ship it", "member");
    const { session } = await chat.claim();
    const thread = session.place?.threadId ?? "";
    await chat.scout.endSession({
      id: session.id,
      epoch: session.epoch,
      outcome: "completed",
      text: "Shipped.",
    });
    await until(async () => (await slack.channel.standing?.(threadOf(thread)))?.length === 2);
    await chat.down();
    const soon = Date.now() + 1_000;
    await until(() => Date.now() > soon);
    await unheard("and the docs", "member", thread);
    await unheard("The docs are shipped.", "us", thread);
    await unheard("and the site", "member", thread);
    chat.forget();
    const found = await caughtUp();
    expect(found).toEqual([
      ["completed", "ship it"],
      ["pending", "and the site"],
    ]);
  });
});

const threadOf = (threadId: string) => ({ chatId: slack.emulator.channel, threadId, sinceMs: 0 });
