import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { nowOf } from "../../src/core/call/context.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { Form } from "../../src/domain/requests/question.ts";
import type { Inbound } from "../../src/ports/channels/channel.ts";
import type { ShownPost } from "../../src/testing/channel-contract/channel-world.ts";
import { eventually } from "../support/cli.ts";
import {
  approverOn,
  control,
  pressAs,
  seek,
  statusOf,
  until,
  untilSent,
} from "../support/hub-cast.ts";

import { type HubWorld, openHub } from "../support/hub-world.ts";
import { ownKey } from "../support/own-key.ts";

/* Words that people say in a chat: what they answer, and what becomes of those that answer nothing. */

let world: HubWorld;

beforeEach(async () => {
  world = await openHub();
  await world.link("slack");
});
afterEach(async () => {
  // Whatever was said, the log tells of every row.
  expect((await world.owner.verifyAudit()).record?.faults).toEqual([]);
  await world.close();
});

const CHOICE: Form = { kind: "choice", options: [{ label: "ship" }, { label: "hold" }] };

async function ask(text: string, form: Form = { kind: "text" }, by = world.scout) {
  const { request } = await by.ask({ text, form });
  await untilSent(world, request.id);
  return request.id;
}

async function answerOf(id: RequestId) {
  const { request } = await world.owner.show({ id });
  return request.status === "answered" ? request.answer : request.status;
}

let count = 0;

type Words = Partial<Extract<Inbound, { kind: "text" }>>;

/** Says something to us in the chat, without a reply. */
async function say(text: string, made: Words = {}) {
  count += 1;
  const { account, address, deliver } = world.on("slack");
  const base = { key: `said-${count}`, from: account("member"), address, atMs: count };
  const words = { kind: "text", text, messageId: `u${count}`, isToUs: true } as const;
  return await deliver({ ...base, ...words, ...made });
}

async function postWith(text: string): Promise<ShownPost> {
  let found: ShownPost | undefined;
  await until(async () => {
    found = (await world.on("slack").shown()).findLast((post) => post.text.includes(text));
    return found !== undefined;
  });
  if (found === undefined) throw new Error("It is not shown.");
  return found;
}

const whichPost = () => postWith("Which question does this answer?");

async function press(post: ShownPost, label: string, from = {}) {
  const { token } = control(post, label);
  return await pressAs(world, "slack", { token, messageId: post.id, from });
}

async function messages() {
  const { items } = await world.scout.mailbox();
  return items.filter((item) => "text" in item);
}

describe("where one question is open, and nothing stands behind it", () => {
  test("words are its answer, and who said them is told which question that is", async () => {
    const id = await ask("Which region?");
    const heard = await say("the north");
    expect(await answerOf(id)).toEqual({ text: "the north" });
    expect(heard.say).toContain("answered by ada");
    expect(heard.say).toContain("Your words answer the question of scout: “Which region?”");
  });

  test("words of an option are that option", async () => {
    const id = await ask("Ship it?", CHOICE);
    await say("HOLD");
    expect(await answerOf(id)).toEqual({ choice: "hold" });
  });

  test("words that fit no option are none, and are kept as a message", async () => {
    const id = await ask("Ship it?", CHOICE);
    const heard = await say("what changed?");
    expect(await statusOf(world, id)).toBe("open");
    expect(heard.say).toContain("kept as a message to scout");
    expect(await messages()).toMatchObject([{ text: "what changed?" }]);
  });

  test("words that are said to nobody answer nothing", async () => {
    const id = await ask("Which region?");
    expect(await say("lunch?", { isToUs: false })).toEqual({});
    expect(await statusOf(world, id)).toBe("open");
  });

  test("words of somebody who may not answer answer nothing", async () => {
    const id = await ask("Which region?");
    const { principal } = await ownKey(world.owner, {
      kind: "person",
      name: "vi",
      role: "viewer",
    });
    if (principal.kind !== "person") throw new Error("It is a person.");
    const guest = world.on("slack").account("guest").id;
    expect((await say("north", { from: { id: guest, name: "g" } })).isRefusal).toBe(true);
    expect(await statusOf(world, id)).toBe("open");
  });

  test("words that the platform tells twice answer once", async () => {
    const id = await ask("Which region?");
    await say("the north", { key: "twice" });
    const other = await ask("Which day?");
    await say("the north", { key: "twice" });
    expect(await answerOf(id)).toEqual({ text: "the north" });
    expect(await statusOf(world, other)).toBe("open");
  });

  test("of two that come at once one is the answer, and the other is kept", async () => {
    const id = await ask("Which region?");
    await Promise.all([say("the north"), say("the south")]);
    const answer = await answerOf(id);
    expect([{ text: "the north" }, { text: "the south" }]).toContainEqual(answer);
    expect(await messages()).toHaveLength(1);
  });

  test("words approve and reject nothing", async () => {
    const { id } = await seek(world);
    await untilSent(world, id);
    await say("approve");
    await say("yes");
    expect(await statusOf(world, id)).toBe("open");
  });

  test("words in a thread answer what is asked in that thread alone", async () => {
    const id = await ask("Which region?");
    const { address } = world.on("slack");
    await say("the north", { address: { ...address, threadId: "t1" }, replyTo: "t1" });
    expect(await statusOf(world, id)).toBe("open");
  });
});

describe("where it is not plain what words answer", () => {
  test("a reply to a post that is not known is no answer of the one open question: the person is asked", async () => {
    const region = await ask("Which region?");
    await say("the north", { replyTo: "from-before-a-kill" });
    const post = await whichPost();
    expect(await statusOf(world, region)).toBe("open");
    await press(post, "1. Which region?");
    expect(await answerOf(region)).toEqual({ text: "the north" });
  });

  test("the person is asked once, with a button for each question, and what they press is answered", async () => {
    const region = await ask("Which region?");
    const day = await ask("Which day?", { kind: "text" }, world.rival);
    await say("the north", { key: "once" });
    await say("the north", { key: "once" });
    const post = await whichPost();
    expect(post.controls.map(({ label }) => label)).toEqual([
      "1. Which day?",
      "2. Which region?",
      "None of these",
    ]);
    const heard = await press(post, "2. Which region?");
    expect(heard.say).toContain("Your words answer the question of scout: “Which region?”");
    expect(await answerOf(region)).toEqual({ text: "the north" });
    expect(await statusOf(world, day)).toBe("open");
    await until(async () => (await postWith("These words were said to")).controls.length === 0);
    const all = await world.on("slack").shown();
    expect(all.filter(({ text }) => text.includes("These words were said to"))).toHaveLength(1);
  });

  test("words are used once, whichever buttons are pressed", async () => {
    const region = await ask("Which region?");
    const day = await ask("Which day?");
    await say("the north");
    const post = await whichPost();
    const heard = await Promise.all([
      press(post, "1. Which day?"),
      press(post, "2. Which region?"),
    ]);
    const answers = [await answerOf(region), await answerOf(day)];
    expect(answers).toContainEqual({ text: "the north" });
    expect(answers).toContain("open");
    expect(heard.filter(({ isRefusal }) => isRefusal === true)).toHaveLength(1);
    expect((await press(post, "None of these")).say).toContain("already used");
  });

  test("none of them leaves them a message", async () => {
    await ask("Which region?");
    await ask("Which day?");
    await say("how is it going?");
    const heard = await press(await whichPost(), "None of these");
    expect(heard.say).toContain("kept as a message to scout");
    expect(await messages()).toMatchObject([{ text: "how is it going?" }]);
  });

  test("nobody else says what they answer", async () => {
    const region = await ask("Which region?");
    await ask("Which day?");
    await say("the north");
    const ben = await approverOn(world, "ben", { kind: "slack", account: "account-ben" });
    const post = await whichPost();
    const heard = await press(post, "2. Which region?", { id: "account-ben", name: ben.name });
    expect(heard.isRefusal).toBe(true);
    expect(await statusOf(world, region)).toBe("open");
  });

  test("a question that closes meanwhile is told of, and the words are kept for its agent", async () => {
    const region = await ask("Which region?");
    await ask("Which day?");
    await say("the north");
    const post = await whichPost();
    await world.owner.answer({ id: region, answer: { text: "the south" } });
    const heard = await press(post, "2. Which region?");
    expect(heard.say).toContain("kept as a message");
    expect(await messages()).toMatchObject([{ text: "the north", lateAnswerTo: region }]);
    expect((await press(post, "1. Which day?")).say).toContain("already used");
  });

  test("what an agent has said since the question is what words may be about", async () => {
    const id = await ask("Which region?");
    const { address } = world.on("slack");
    const { message } = await world.scout.send({ ...address, text: "I am on it." });
    await untilSent(world, message);
    await say("fine");
    expect(await statusOf(world, id)).toBe("open");
    await press(await whichPost(), "1. Which region?");
    expect(await answerOf(id)).toEqual({ text: "fine" });
  });

  test("words that wait are nobody's to read, and are erased as messages are", async () => {
    const id = await ask("Which region?");
    await ask("Which day?");
    await say("the north");
    const post = await whichPost();
    expect(await messages()).toEqual([]);
    const { ctx } = world;
    const chatIds = [world.on("slack").address.chatId];
    const place = { workspace: "default", channel: "slack", limit: 1, chatIds } as const;
    // The post is seen before the record has it as sent.
    const { item } = await eventually(async () => {
      const [newest] = await ctx.store.deliveriesTo(place);
      return newest?.which === undefined ? undefined : newest;
    });
    const message = await ctx.store.findMessage("default", item as `msg_${string}`);
    if (message === undefined) throw new Error("It is not kept.");
    const erased = { ...message, text: "(erased)", salt: "" };
    const writes = [{ type: "message.erase", message: erased } as const];
    const erasing = { type: "message.erased", at: nowOf(ctx), subject: message.id } as const;
    await ctx.commit({ workspace: "default", writes, events: [erasing] });
    expect((await press(post, "2. Which region?")).say).toContain("no longer kept");
    expect(await statusOf(world, id)).toBe("open");
  });

  test("a reply to what asks is told where words are taken", async () => {
    const id = await ask("Which region?");
    await ask("Which day?");
    await say("the north");
    const heard = await say("the second", { replyTo: (await whichPost()).id });
    expect(heard).toMatchObject({
      isRefusal: true,
      say: expect.stringContaining("Press a button"),
    });
    expect(await statusOf(world, id)).toBe("open");
  });

  test("what was taken stands in nobody's way: the next words are an answer again", async () => {
    await ask("Which region?");
    const day = await ask("Which day?");
    await say("the north");
    await press(await whichPost(), "2. Which region?");
    await say("Monday");
    expect(await answerOf(day)).toEqual({ text: "Monday" });
  });
});

describe("words that are edited", () => {
  const edit = (text: string, first: string, made: Words = {}) =>
    say(text, { edits: first, ...made });

  test("after they answered change nothing: they are a message that is bound to the request", async () => {
    const id = await ask("Which region?");
    await say("staging", { key: "first" });
    const heard = await edit("production!!", "first");
    expect(await answerOf(id)).toEqual({ text: "staging" });
    expect(heard.say).toContain("What counts is “staging”");
    expect(await messages()).toMatchObject([{ text: "production!!", corrects: id }]);
    expect((await edit("no, staging", "first")).say).toContain("What counts is “staging”");
  });

  test("before they answered anything are a reply like others", async () => {
    const id = await ask("Ship it?", CHOICE);
    const replyTo = (await postWith("Ship it?")).id;
    expect((await say("hodl", { key: "first", replyTo })).isRefusal).toBe(true);
    await edit("hold", "first", { replyTo });
    expect(await answerOf(id)).toEqual({ choice: "hold" });
  });

  test("while it is asked which question they answer stay as they were", async () => {
    const id = await ask("Which region?");
    await ask("Which day?");
    await say("the north", { key: "first" });
    expect((await edit("the south", "first")).say).toContain("What you said first counts");
    await press(await whichPost(), "2. Which region?");
    expect(await answerOf(id)).toEqual({ text: "the north" });
    await edit("the south", "first");
    expect(await messages()).toMatchObject([{ text: "the south", corrects: id }]);
  });

  test("after they came too late are bound to the same request", async () => {
    const id = await ask("Which region?");
    const replyTo = (await postWith("Which region?")).id;
    await world.owner.answer({ id, answer: { text: "the south" } });
    await say("the north", { key: "first", replyTo });
    await edit("the east", "first", { replyTo });
    expect(await messages()).toMatchObject([
      { text: "the north", lateAnswerTo: id },
      { text: "the east", corrects: id },
    ]);
  });

  test("of a message, or of which nothing came, begin and answer nothing", async () => {
    await say("hello", { key: "first" });
    const id = await ask("Which region?");
    expect((await edit("the north", "first")).isRefusal).toBe(true);
    expect((await edit("the north", "never-heard")).isRefusal).toBe(true);
    expect(await statusOf(world, id)).toBe("open");
    expect(await messages()).toEqual([]);
  });

  test("of a reply to an agent's message, of which nothing came, are not heard", async () => {
    const { address } = world.on("slack");
    const { message } = await world.scout.send({ ...address, text: "I am on it." });
    await untilSent(world, message);
    const replyTo = (await postWith("I am on it.")).id;
    expect((await edit("stop", "never-heard", { replyTo })).say).toContain("Say it again");
    expect(await messages()).toEqual([]);
  });

  test("by a stranger are nobody's words", async () => {
    await ask("Which region?");
    await say("staging", { key: "first" });
    const from = world.on("slack").account("guest");
    expect(await edit("production", "first", { from })).toEqual({});
    expect(await messages()).toEqual([]);
  });
});

describe("what has no words", () => {
  test("is told what can be read, and answers nothing", async () => {
    const id = await ask("Which region?");
    const replyTo = (await postWith("Which region?")).id;
    for (const made of [{ replyTo }, { replyTo, isToUs: false }, {}]) {
      const heard = await say("", { unread: "the voice message", ...made });
      expect(heard.say).toContain("so the voice message was not taken");
    }
    expect(await statusOf(world, id)).toBe("open");
    expect(await messages()).toEqual([]);
  });

  test("and is said to nobody is left alone", async () => {
    await ask("Which region?");
    expect(await say("", { unread: "the picture", isToUs: false })).toEqual({});
  });

  test("beside words is told of, and the words count", async () => {
    const id = await ask("Which region?");
    const heard = await say("this one", { unread: "the picture" });
    expect(await answerOf(id)).toEqual({ text: "this one" });
    expect(heard.say).toContain("Only your words were read, not the picture.");
  });
});
