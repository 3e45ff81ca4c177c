import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listAt, textAt } from "../../src/channels/slack/untrusted-json.ts";
import type { Session } from "../../src/domain/sessions/session.ts";
import type { ClaimedSession } from "../../src/ports/earshot/sessions.ts";
import { until } from "../support/hub-cast.ts";
import { openSessionChat, type SessionChat } from "../support/session-chat.ts";
import { createSlackWorld, type SlackWorld } from "../support/slack/slack-world.ts";

/* Sessions that begin on Slack, over real HTTP to a program that keeps a workspace. */

let slack: SlackWorld;
let chat: SessionChat;

beforeEach(async () => {
  slack = await createSlackWorld({ mode: "http" });
  const { channel, start, emulator } = slack;
  const account = `T000000001/${emulator.people.member}`;
  chat = await openSessionChat({ channel, start, account, chatId: emulator.channel });
  await chat.serve(chat.scout);
  await chat.up();
});
afterEach(async () => {
  await chat.close();
  await slack.close();
});

/** Begins one by a mention, and has its host take it up. */
async function begun(text = "@Earshot ship it"): Promise<ClaimedSession> {
  await slack.say(text, "member");
  return await chat.claim();
}

async function asked(text = "Which region?"): Promise<Session> {
  const session = await chat.ask(await begun(), text);
  await untilStands(text);
  return session;
}

function threadOf({ place }: Session): string {
  if (place?.threadId === undefined) throw new Error("It is in no thread.");
  return place.threadId;
}

async function standing() {
  return (await slack.channel.standing?.({ chatId: slack.emulator.channel, sinceMs: 0 })) ?? [];
}

async function threadStanding(threadId: string) {
  const at = { chatId: slack.emulator.channel, threadId, sinceMs: 0 };
  return (await slack.channel.standing?.(at)) ?? [];
}

async function postWith(text: string) {
  const roots = await standing();
  const threads = await Promise.all(
    roots.filter((one) => one.hasReplies).map(({ messageId }) => threadStanding(messageId)),
  );
  return [...roots, ...threads.flat()].find((one) => one.isOurs && one.text.includes(text));
}

async function untilStands(text: string): Promise<string> {
  let id: string | undefined;
  await until(async () => {
    id = (await postWith(text))?.messageId;
    return id !== undefined;
  });
  return id ?? "";
}

async function isMarked(messageId: string, name: string): Promise<boolean> {
  const marks = await slack.channel.marks?.({ chatId: slack.emulator.channel, messageId });
  return marks?.some((mark) => mark.isOurs && mark.name === name) ?? false;
}

async function untilMarked(messageId: string, name: string, isOn = true): Promise<void> {
  await until(async () => (await isMarked(messageId, name)) === isOn);
}

/** Says something that Slack tells nobody of. */
async function sayUnheard(text: string, threadId?: string): Promise<string> {
  const thread = threadId === undefined ? {} : { thread_ts: threadId };
  const channel = slack.emulator.channel;
  const said = await slack.emulator.call(
    "chat.postMessage",
    { channel, text, ...thread },
    "member",
  );
  return textAt(said, "ts") ?? "";
}

const reply = (text: string, session: Session) =>
  slack.say(text, "member", { id: threadOf(session), text: "", raw: "", controls: [] });

async function continuationsOf({ id }: Session): Promise<readonly Session[]> {
  return (await chat.sessions()).filter(({ continues }) => continues === id);
}

test("a mention begins one session, in the thread that it opens", async () => {
  const { session } = await begun();
  const { messageId } = slack.heard[0] as { messageId: string };
  expect(session).toMatchObject({ agentName: "scout", task: "ship it", from: "ada" });
  expect(session.place).toEqual({
    channel: "slack",
    chatId: slack.emulator.channel,
    threadId: messageId,
    messageId,
  });
  await slack.again();
  expect(await chat.sessions()).toHaveLength(1);
});

test("a question is marked, and a reply in its thread goes on from there, once", async () => {
  const session = await asked();
  const post = await untilStands("Which region?");
  await untilMarked(post, "speech_balloon");
  await untilMarked(threadOf(session), "white_check_mark");
  await reply("the north", session);
  await slack.again();
  await untilMarked(post, "speech_balloon", false);
  const { session: next, former } = await chat.claim();
  expect(next).toMatchObject({ cause: "continuation", continues: session.id });
  expect(former?.request).toMatchObject({ status: "answered", answer: { text: "the north" } });
  expect(await continuationsOf(session)).toHaveLength(1);
  expect(await chat.sessions()).toHaveLength(2);
});

test("a reaction that Slack refuses loses nothing", async () => {
  const claimed = await begun();
  slack.proxy.refuse("reactions.add", "too_many_reactions");
  const session = await chat.ask(claimed, "Which region?");
  await untilStands("Which region?");
  await reply("the north", session);
  await until(async () => (await continuationsOf(session)).length === 1);
});

test("a reply after the answer begins a session that follows", async () => {
  const session = await asked();
  await reply("the north", session);
  await until(async () => (await continuationsOf(session)).length === 1);
  await reply("no, the south", session);
  await until(async () => (await chat.sessions()).length === 3);
  const [newest] = await chat.sessions();
  expect(newest).toMatchObject({ cause: "message", task: "no, the south" });
  expect(newest?.follows).toBeDefined();
  expect(newest?.place?.threadId).toBe(threadOf(session));
});

test("of several open questions of a thread a reply answers the newest", async () => {
  const other = await chat.agent("rover");
  const first = await asked();
  await chat.serve(other);
  const place = { ...first.place, channel: "slack", chatId: slack.emulator.channel } as const;
  await chat.owner.startSession({ agent: "rover", text: "look too", place });
  const second = await chat.ask(await chat.claim(other), "How fast?", other);
  await untilStands("How fast?");
  await reply("slowly", first);
  await until(async () => (await continuationsOf(second)).length === 1);
  expect(await continuationsOf(first)).toHaveLength(0);
  await reply("the north", first);
  await until(async () => (await continuationsOf(first)).length === 1);
});

describe("who may begin one", () => {
  test("a stranger may not, and is told how to be none", async () => {
    await slack.say("@Earshot ship it", "guest");
    await until(() => chat.heard.length > 0);
    expect(chat.heard[0]).toMatchObject({ isRefusal: true });
    expect(await chat.sessions()).toHaveLength(0);
  });

  test("where several agents are served, one is named", async () => {
    await chat.serve(await chat.agent("rover"));
    await slack.say("@Earshot ship it", "member");
    await until(() => chat.heard.length > 0);
    expect(chat.heard[0]?.say).toContain("rover");
    await slack.say("@Earshot rover: ship it", "member");
    await until(async () => (await chat.sessions()).length === 1);
    expect((await chat.sessions())[0]).toMatchObject({ agentName: "rover" });
  });

  test("what is said to nobody begins none", async () => {
    await slack.say("ship it", "member");
    await until(() => chat.heard.length > 0);
    expect(await chat.sessions()).toHaveLength(0);
  });
});

describe("what happened while nobody heard", () => {
  test("a reply is found, the mark is cleared, and one session goes on", async () => {
    const session = await asked();
    const post = await untilStands("Which region?");
    await untilMarked(post, "speech_balloon");
    await chat.down();
    await sayUnheard("the north", threadOf(session));
    await chat.up();
    await untilMarked(post, "speech_balloon", false);
    const { former } = await chat.claim();
    expect(former?.request).toMatchObject({ answer: { text: "the north" } });
    await chat.down();
    await chat.up();
    expect(await continuationsOf(session)).toHaveLength(1);
    expect(chat.faults).toEqual([]);
  });

  test("a mention begins a session, once", async () => {
    await chat.down();
    await sayUnheard("<@U0EARSHOT> ship it");
    await chat.up();
    await until(async () => (await chat.sessions()).length === 1);
    await chat.down();
    await chat.up();
    const { session } = await chat.claim();
    expect(session).toMatchObject({ task: "ship it" });
    expect(await chat.sessions()).toHaveLength(1);
  });

  test("what follows a mention in its thread is heard with it, once", async () => {
    await chat.down();
    const root = await sayUnheard("<@U0EARSHOT> ship it");
    await sayUnheard("to the north", root);
    await chat.up();
    await until(async () => (await chat.sessions()).length === 2);
    await chat.down();
    await chat.up();
    const tasks = (await chat.sessions()).map(({ task }) => task);
    expect(tasks).toEqual(["to the north", "ship it"]);
  });

  test("what was said in a thread before its session began stays unsaid", async () => {
    await chat.down();
    const root = await sayUnheard("lunch?");
    await sayUnheard("yes", root);
    await chat.up();
    const thread = { id: root, text: "", raw: "", controls: [] };
    await slack.say("@Earshot book a table", "member", thread);
    await until(async () => (await chat.sessions()).length === 1);
    await chat.down();
    // The times of this workspace are whole seconds.
    const soon = Date.now() + 1_000;
    await until(() => Date.now() > soon);
    const late = await sayUnheard("for four", root);
    await chat.up();
    await until(async () => (await chat.sessions()).length === 2);
    expect((await chat.sessions()).map(({ task }) => task)).toEqual(["for four", "book a table"]);
    expect((await chat.sessions())[0]?.place).toMatchObject({ threadId: root, messageId: late });
  });

  test("a mark that somebody took away is put there again", async () => {
    await asked();
    const post = await untilStands("Which region?");
    await untilMarked(post, "speech_balloon");
    await chat.down();
    const at = { chatId: slack.emulator.channel, messageId: post };
    await slack.channel.mark?.(at, "speech_balloon", false);
    await chat.up();
    await untilMarked(post, "speech_balloon");
  });

  test("a mark on what waits no more is taken away, and nobody else's", async () => {
    const session = await asked();
    const post = await untilStands("Which region?");
    await untilMarked(post, "speech_balloon");
    await reply("the north", session);
    await untilMarked(post, "speech_balloon", false);
    await chat.down();
    const at = { chatId: slack.emulator.channel, messageId: post };
    await slack.channel.mark?.(at, "speech_balloon", true);
    const item = { channel: at.chatId, timestamp: post, name: "speech_balloon" };
    await slack.emulator.call("reactions.add", item, "member");
    await chat.up();
    await untilMarked(post, "speech_balloon", false);
    const left = await slack.emulator.call("reactions.get", { ...item, full: true });
    expect(listAt(left, "message", "reactions")).toHaveLength(1);
  });

  test("a marked question that the store does not know is adopted", async () => {
    await chat.down();
    const channel = slack.emulator.channel;
    const root = await sayUnheard("<@U0EARSHOT> old task");
    const ts_start = new Date(Number(root) * 1_000 - 60_000).toISOString();
    const entry = { session_id: "old-1", thread_ts: root, ts_start, ask_operator_called: true };
    const lines = [JSON.stringify(entry), "{"];
    const place = { channel: "slack", chatId: channel } as const;
    const taken = await chat.owner.importSessions({ agent: "scout", lines, ...place });
    expect(taken).toMatchObject({ imported: 1 });
    const posted = await slack.emulator.call("chat.postMessage", {
      channel,
      text: "Which region?",
      thread_ts: root,
    });
    const post = textAt(posted, "ts") ?? "";
    await slack.channel.mark?.({ chatId: channel, messageId: post }, "speech_balloon", true);
    await sayUnheard("the north", root);
    await chat.up();
    const [old] = (await chat.sessions()).filter(({ cause }) => cause === "import");
    if (old === undefined) throw new Error("It was not taken in.");
    await until(async () => (await continuationsOf(old)).length === 1);
    await untilMarked(post, "speech_balloon", false);
    const [next] = await continuationsOf(old);
    expect(next).toMatchObject({ cause: "continuation" });
    expect(chat.faults).toEqual([]);
  });
});
