import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import type { Form } from "../../src/domain/requests/question.ts";
import { control, deliveriesOf, postOn, statusOf, until, untilSent } from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";

let world: HubWorld;

beforeEach(async () => {
  world = await openHub();
  await world.link("slack");
});
afterEach(() => world.close());

async function ask(form: Form, text = "What now?") {
  const { request } = await world.scout.ask({ text, form });
  await untilSent(world, request.id);
  return { id: request.id, post: await postOn(world, "slack") };
}

async function answerOf(id: RequestId) {
  const { request } = await world.owner.show({ id });
  return request.status === "answered" ? request.answer : request.status;
}

let count = 0;

/** Has the platform deliver it as the operator's. */
async function deliver(made: object) {
  count += 1;
  const { account, address, deliver: bring } = world.on("slack");
  const base = { key: `event-${count}`, from: account("member"), address, atMs: count };
  return await bring({ ...base, ...made } as Parameters<typeof bring>[0]);
}

const MEALS: Form = { kind: "choices", options: [{ label: "soup" }, { label: "fish" }], max: 1 };

describe("several options", () => {
  test("that are chosen together are the answer", async () => {
    const { id, post } = await ask({ ...MEALS, max: 2 });
    const [soup, fish] = [control(post, "soup").token, control(post, "fish").token];
    const token = soup.replace(/\.0$/, ".s");
    const chosen = [fish, soup];
    const heard = await deliver({ kind: "choose", token, chosen, messageId: post.id });
    expect(heard.say).toContain("answered by ada");
    expect(await answerOf(id)).toEqual({ choices: ["soup", "fish"] });
  });

  test.each([
    ["more than may be", ["0", "1"]],
    ["one that is none", ["0", "7"]],
    ["none that has a name", ["approve"]],
  ])("of which %s are chosen, are no answer", async (_, names) => {
    const { id, post } = await ask(MEALS);
    const made = (name: string) => control(post, "soup").token.replace(/\.0$/, `.${name}`);
    const chosen = names.map(made);
    const heard = await deliver({ kind: "choose", token: made("s"), chosen, messageId: post.id });
    expect(heard.isRefusal).toBe(true);
    expect(await statusOf(world, id)).toBe("open");
  });

  test("can be named in words", async () => {
    const { id, post } = await ask({ ...MEALS, max: 2 });
    await world.on("slack").say("2, soup", "member", post);
    await until(async () => (await statusOf(world, id)) === "answered");
    expect(await answerOf(id)).toEqual({ choices: ["fish", "soup"] });
  });
});

describe("a form", () => {
  const schema = {
    type: "object",
    properties: { count: { type: "integer", minimum: 1 }, note: { type: "string" } },
    required: ["count"],
  };

  async function submit(values: object) {
    const { id, post } = await ask({ kind: "fields", schema });
    const { token } = control(post, "Answer");
    return { id, heard: await deliver({ kind: "submit", token, values }) };
  }

  test("that is filled in is the answer", async () => {
    const { id } = await submit({ f0: "3", f1: "now" });
    expect(await answerOf(id)).toEqual({ fields: { count: 3, note: "now" } });
  });

  test("takes a note beside it where words may be the answer", async () => {
    const form = { kind: "fields", schema, allowText: true } as const;
    const { id, post } = await ask(form);
    const { token } = control(post, "Answer");
    await deliver({ kind: "submit", token, values: { f0: "3", note: "or four" } });
    expect(await answerOf(id)).toEqual({ fields: { count: 3 }, note: "or four" });
  });

  test("takes a note beside it also where words may not be the answer", async () => {
    const { id } = await submit({ f0: "3", note: "or four" });
    expect(await answerOf(id)).toEqual({ fields: { count: 3 }, note: "or four" });
  });

  test("in which only the note was written is answered in words", async () => {
    const { id, post } = await ask({ kind: "fields", schema, allowText: true });
    const { token } = control(post, "Answer");
    await deliver({ kind: "submit", token, values: { note: "ask ben" } });
    expect(await answerOf(id)).toEqual({ text: "ask ben" });
  });

  test.each([{}, { f0: "many" }, { f0: "0" }])(
    "that is filled in with %j is told why it is no answer",
    async (values) => {
      const { id, heard } = await submit(values);
      expect(heard).toMatchObject({ isRefusal: true, say: expect.stringContaining("count") });
      expect(await statusOf(world, id)).toBe("open");
    },
  );
});

describe("words", () => {
  const CHOICE: Form = { kind: "choice", options: [{ label: "ship" }, { label: "hold" }] };

  test("of an option, in other case or by its number, are that option", async () => {
    for (const [words, label] of [
      ["HOLD", "hold"],
      ["1", "ship"],
    ] as const) {
      const { request } = await world.scout.ask({ text: words, form: CHOICE });
      await untilSent(world, request.id);
      const [delivery] = await deliveriesOf(world, request.id);
      const replyTo = delivery?.post?.ids[0];
      await deliver({ kind: "text", text: words, messageId: words, isToUs: true, replyTo });
      expect(await answerOf(request.id)).toEqual({ choice: label });
    }
  });

  test("below an option are a note beside it, where words may be the answer", async () => {
    const { id, post } = await ask({ ...CHOICE, allowText: true });
    expect(post.text).toContain("with an option and a note on the lines below it");
    await world.on("slack").say("hold\nuntil Monday", "member", post);
    expect(await answerOf(id)).toEqual({ choice: "hold", note: "until Monday" });
    await until(async () => (await postOn(world, "slack")).text.includes("Note: until Monday"));
  });

  test("that are no option are told which there are", async () => {
    const { id, post } = await ask(CHOICE);
    const heard = await deliver({
      kind: "text",
      text: "maybe",
      messageId: "u",
      isToUs: true,
      replyTo: post.id,
    });
    expect(heard).toMatchObject({
      isRefusal: true,
      say: expect.stringContaining('"ship", "hold"'),
    });
    expect(await statusOf(world, id)).toBe("open");
  });

  test("of one's own are the answer where they may be", async () => {
    const { id, post } = await ask({ ...CHOICE, allowText: true });
    expect(post.text).toContain("Reply in your own words");
    await world.on("slack").say("only for half of them", "member", post);
    expect(await answerOf(id)).toEqual({ text: "only for half of them" });
  });

  test("that come too late are kept as a message to the agent", async () => {
    const { id, post } = await ask({ kind: "text" });
    await world.owner.answer({ id, answer: { text: "soup" } });
    const heard = await deliver({
      kind: "text",
      text: "fish",
      messageId: "u",
      isToUs: true,
      replyTo: post.id,
    });
    expect(heard.say).toContain("kept as a message");
    const { items } = await world.scout.mailbox();
    const late = items.find((item) => "text" in item && item.text === "fish");
    expect(late).toMatchObject({ lateAnswerTo: id });
  });

  test("that reply to nothing go to the agent that was heard last", async () => {
    const { id } = await ask({ kind: "text" });
    await world.owner.answer({ id, answer: { text: "soup" } });
    const heard = await deliver({
      kind: "text",
      text: "How is it going?",
      messageId: "u",
      isToUs: true,
    });
    expect(heard.say).toBe("It answers no question, and is kept as a message to scout.");
    const { items } = await world.scout.mailbox();
    expect(items.some((item) => "text" in item && item.text === "How is it going?")).toBe(true);
  });

  test("that are not said to us and reply to nothing of ours are left alone", async () => {
    const { id } = await ask({ kind: "text" });
    const words = { kind: "text", text: "lunch?", messageId: "u", isToUs: false };
    expect(await deliver(words)).toEqual({});
    expect(await deliver({ ...words, replyTo: "m999" })).toEqual({});
    expect(await statusOf(world, id)).toBe("open");
  });
});
