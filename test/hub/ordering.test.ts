import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { present } from "../../src/domain/present.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { deliveriesOf, passUntil, SHIP, standing } from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";

let clock: FakeClock;
let world: HubWorld;

beforeEach(async () => {
  clock = createFakeClock();
  world = await openHub({ clock });
  await world.link("slack");
});
afterEach(() => world.close());

const chatId = "chat-1";
const NUMBERS = Array.from({ length: 12 }, (_, index) => `number ${index}.`);

async function sendAll(texts: readonly string[] = NUMBERS) {
  for (const text of texts) await world.scout.send({ channel: "slack", chatId, text });
}

async function shownTexts(): Promise<readonly string[]> {
  const all = await world.on("slack").shown();
  return all.map(({ text }) => text.replace("scout: ", ""));
}

describe("messages to one address", () => {
  test("stand there in the order in which they were sent", async () => {
    await sendAll();
    await passUntil(clock, async () => (await shownTexts()).length === NUMBERS.length);
    expect(await shownTexts()).toEqual(NUMBERS);
  });

  test("wait for a limit of the platform, keep their order, and none is lost", async () => {
    world.on("slack").harm("rate_limited", "rate_limited", "rate_limited");
    await sendAll();
    const passed = await passUntil(
      clock,
      async () => (await shownTexts()).length === NUMBERS.length,
    );
    expect(passed).toBeGreaterThanOrEqual(3_000);
    expect(await shownTexts()).toEqual(NUMBERS);
  });

  test("do not overtake one that has to be tried again", async () => {
    world.on("slack").harm("server_error", "lost_before", "server_error");
    await sendAll(NUMBERS.slice(0, 3));
    await passUntil(clock, async () => (await shownTexts()).length === 3);
    expect(await shownTexts()).toEqual(NUMBERS.slice(0, 3));
  });

  test("go on behind one that is refused for good", async () => {
    world.on("slack").harm("refused");
    await sendAll(NUMBERS.slice(0, 3));
    await passUntil(clock, async () => (await shownTexts()).length === 2);
    expect(await shownTexts()).toEqual(NUMBERS.slice(1, 3));
  });

  test("of whatever goes wrong on the way each stands there once, and in order", async () => {
    world
      .on("slack")
      .harm(
        "lost_after",
        "rate_limited",
        "lost_before",
        "lost_after",
        "server_error",
        "lost_after",
      );
    await sendAll();
    await passUntil(clock, async () => (await shownTexts()).length >= NUMBERS.length);
    await clock.advance(60_000);
    expect(await shownTexts()).toEqual(NUMBERS);
  });
});

describe("one agent that talks much", () => {
  const chatter = Array.from({ length: 40 }, (_, index) => `chatter ${index}`);

  test("keeps the question of another waiting for one message at most", async () => {
    await world.pause();
    await sendAll(chatter);
    await world.rival.ask(SHIP);
    await world.resume();
    await passUntil(clock, async () => (await shownTexts()).length >= 10);
    const place = (await shownTexts()).findIndex((text) => text.includes("Ship 1.4?"));
    expect(place).toBe(0);
  });

  test("and has its own question behind its own messages", async () => {
    await world.pause();
    await sendAll(chatter.slice(0, 5));
    await world.scout.ask(SHIP);
    await world.resume();
    await passUntil(clock, async () => (await shownTexts()).length === 6);
    expect((await shownTexts()).slice(0, 5)).toEqual(chatter.slice(0, 5));
  });

  test("is refused beyond 100 that wait for one chat, and others are not", async () => {
    await world.pause();
    await sendAll(Array.from({ length: 100 }, (_, index) => `chatter ${index}`));
    const more = { channel: "slack", chatId, text: "one more" } as const;
    await expect(world.scout.send(more)).rejects.toMatchObject({
      code: "QUEUE_FULL",
      message: expect.stringMatching(/^100 messages of this agent already wait.*"chat-1" on slack/),
    });
    await world.rival.send(more);
    const { conversation } = (await world.scout.ask(SHIP)).request;
    await world.owner.send({ ...more, ...present({ conversation }) });
    await world.resume();
    await passUntil(clock, async () => (await shownTexts()).length === 103);
    await world.scout.send(more);
  });

  test("is told again of a message that was taken when the chat is full", async () => {
    await world.pause();
    const first = { channel: "slack", chatId, text: "first" } as const;
    const call = { idempotencyKey: "first" };
    const sent = await world.scout.send(first, call);
    await sendAll(Array.from({ length: 99 }, (_, index) => `chatter ${index}`));
    expect(await world.scout.send(first, call)).toEqual(sent);
  });
});

test("a long message comes in parts that together are the text, in their order", async () => {
  const text = Array.from({ length: 3_000 }, (_, index) => `word${index}`).join(" ");
  const { deliveries } = await world.scout.send({ channel: "slack", chatId, text });
  expect(deliveries.length).toBeGreaterThan(1);
  await passUntil(clock, async () => (await shownTexts()).length === deliveries.length);
  const shown = await shownTexts();
  const of = deliveries.length;
  const whole = shown.map((part, index) => part.replace(`\nPart ${index + 1} of ${of}`, ""));
  expect(whole.join("")).toBe(text);
});

test("an edit goes before posts that wait", async () => {
  const { request } = await world.scout.ask(SHIP);
  await passUntil(clock, async () => (await standing(world, request.id)).join() === "slack sent");
  await world.pause();
  await sendAll(NUMBERS.slice(0, 3));
  await world.owner.answer({ id: request.id, answer: { choice: "hold" } });
  const seen: string[] = [];
  const { channel } = world.on("slack");
  const watched = {
    ...channel,
    post: async (post: Parameters<typeof channel.post>[0]) => {
      seen.push("post");
      return await channel.post(post);
    },
    edit: async (...call: Parameters<typeof channel.edit>) => {
      seen.push("edit");
      await channel.edit(...call);
    },
  };
  const channels = new Map(world.ctx.outlets?.channels).set("slack", watched);
  Object.assign(world.ctx.outlets ?? {}, { channels });
  await world.resume();
  await passUntil(clock, () => seen.length === 4);
  expect(seen).toEqual(["edit", "post", "post", "post"]);
});

test("what was answered while the hub stood still is never asked there", async () => {
  await world.pause();
  const { request } = await world.scout.ask(SHIP);
  await world.owner.answer({ id: request.id, answer: { choice: "hold" } });
  await world.resume();
  await clock.advance(10_000);
  expect(await world.on("slack").shown()).toEqual([]);
  expect(await standing(world, request.id)).toEqual(["slack dropped"]);
});

test("what is queued is brought after a pause, in its order", async () => {
  await world.pause();
  await sendAll(NUMBERS.slice(0, 4));
  await clock.advance(60_000);
  expect(await shownTexts()).toEqual([]);
  await world.resume();
  await passUntil(clock, async () => (await shownTexts()).length === 4);
  expect(await shownTexts()).toEqual(NUMBERS.slice(0, 4));
});

test("what is erased before it was brought never is", async () => {
  await world.pause();
  const { request } = await world.scout.ask(SHIP);
  await world.scout.cancel({ id: request.id });
  await world.owner.erase({ id: request.id });
  await world.resume();
  await clock.advance(10_000);
  expect(await world.on("slack").shown()).toEqual([]);
});

test("what has expired while the hub stood still is never asked", async () => {
  await world.pause();
  const { request } = await world.scout.ask({ ...SHIP, expiresInMs: 60_000 });
  clock.jump(120_000);
  await world.resume();
  await passUntil(
    clock,
    async () => (await standing(world, request.id)).join() === "slack dropped",
  );
  expect(await world.on("slack").shown()).toEqual([]);
});

test("a message to a person by their account goes to the chat with them", async () => {
  const { id } = world.on("slack").account("member");
  const { message } = await world.scout.send({ channel: "slack", chatId: id, text: "Done." });
  const [delivery] = await deliveriesOf(world, message);
  expect(delivery?.address).toEqual(world.on("slack").address);
});

test.each(["threadId", "replyTo"])("a %s that can be none is refused at once", async (what) => {
  for (const place of ["", "a b", "a\u0000", "a".repeat(1_001)]) {
    const message = { channel: "slack", chatId: "chat-1", text: "Done.", [what]: place } as const;
    await expect(world.scout.send(message)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  }
});
