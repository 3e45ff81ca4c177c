import { expect, test, vi } from "vitest";
import { telegramModule } from "../../src/channels/telegram/telegram-module.ts";
import { deadUrl } from "../support/scripted-server.ts";
import { aPost, aStartedWorld, aWorld, failingSink } from "../support/telegram/in-world.ts";
import { FAKE_TOKEN, type TelegramWorld } from "../support/telegram/telegram-world.ts";

const WAIT = { timeout: 20_000 };

function textsOf({ heard }: TelegramWorld): string[] {
  return heard.flatMap((event) => (event.kind === "text" ? [event.text] : []));
}

function offsetsOf({ telegram }: TelegramWorld): unknown[] {
  return telegram.server.calls
    .filter(({ method }) => method === "getUpdates")
    .map(({ args }) => args["offset"]);
}

test("an update is confirmed only after its sink has resolved", async () => {
  let store = () => {};
  const stored = new Promise<void>((resolve) => {
    store = resolve;
  });
  const world = await aStartedWorld("polling", async () => {
    await stored;
    return {};
  });
  await world.say("One.", "member");
  await vi.waitFor(() => expect(world.heard).toHaveLength(1), WAIT);
  expect(world.telegram.queue.pending).toHaveLength(1);
  expect(offsetsOf(world).every((offset) => offset === undefined)).toBe(true);
  store();
  await vi.waitFor(() => expect(world.telegram.queue.pending).toEqual([]), WAIT);
});

test("behind an update that failed nothing is heard before it is", async () => {
  const world = await aWorld("polling");
  await world.say("One.", "member");
  await world.say("Two.", "member");
  await world.start(failingSink(2));
  await vi.waitFor(() => expect(textsOf(world)).toEqual(["One.", "One.", "One.", "Two."]), WAIT);
  expect(world.logged.join("\n")).toContain("could not be stored");
});

test("updates that come in another order are heard in that of their numbers", async () => {
  const world = await aWorld("polling");
  const { telegram } = world;
  for (const text of ["One.", "Two.", "Three."]) await world.say(text, "member");
  telegram.queue.reverse();
  await world.start(async () => ({}));
  await vi.waitFor(() => expect(textsOf(world)).toEqual(["One.", "Two.", "Three."]), WAIT);
  await vi.waitFor(() => expect(telegram.queue.pending).toEqual([]), WAIT);
});

test("a stop ends the poll that is held, and confirms what was heard", async () => {
  const world = await aStartedWorld("polling");
  await world.say("One.", "member");
  await vi.waitFor(() => expect(world.heard).toHaveLength(1), WAIT);
  await world.channel.stop();
  expect(world.telegram.queue.pending).toEqual([]);
  await world.say("Two.", "member");
  expect(world.telegram.queue.pending).toHaveLength(1);
  expect(textsOf(world)).toEqual(["One."]);
});

test("of two that poll with one token the older is told so, and both go on", async () => {
  const world = await aStartedWorld("polling");
  const logged: string[] = [];
  const settings = { token: FAKE_TOKEN, apiUrl: world.telegram.server.url };
  const log = (line: string) => void logged.push(line);
  const other = await telegramModule.open(settings, { now: Date.now, log });
  await other.start(async () => ({}));
  try {
    const all = () => [...world.logged, ...logged].join("\n");
    await vi.waitFor(() => expect(all()).toContain("409 Conflict: terminated by other"), WAIT);
  } finally {
    await other.stop();
  }
  await world.say("Still there?", "member");
  await vi.waitFor(() => expect(textsOf(world)).toContain("Still there?"), WAIT);
});

test("a webhook that is set keeps polls away, which the log and the check say", async () => {
  const world = await aWorld("polling");
  const url = "https://elsewhere.example/secret-path";
  world.telegram.queue.setWebhook({ url }, undefined);
  await world.start(async () => ({}));
  await vi.waitFor(() => expect(world.logged.join("\n")).toContain("webhook is active"), WAIT);
  const fault = (await world.channel.check()).find(({ isOk }) => !isOk);
  expect(fault?.text).toContain("elsewhere.example is set");
  expect(fault?.text).not.toContain("secret-path");
});

test("a Telegram that is away at the start is asked again", async () => {
  const world = await aWorld("polling");
  const dead = { token: FAKE_TOKEN, apiUrl: await deadUrl() };
  const logged: string[] = [];
  const log = (line: string) => void logged.push(line);
  const channel = await telegramModule.open(dead, { now: Date.now, log });
  await channel.start(async () => ({}));
  await vi.waitFor(() => expect(logged.length).toBeGreaterThan(2), WAIT);
  await channel.stop();
  expect(logged.join("\n")).not.toContain(FAKE_TOKEN);
  expect(world.logged).toEqual([]);
});

test("a token that Telegram does not know keeps it from starting", async () => {
  const world = await aWorld("polling");
  const token = `${FAKE_TOKEN}x`;
  const settings = { token, apiUrl: world.telegram.server.url };
  const channel = await telegramModule.open(settings, { now: Date.now, log: () => {} });
  await expect(channel.start(async () => ({}))).rejects.toMatchObject({
    kind: "permanent",
    message: expect.stringContaining("BotFather"),
  });
  expect(await channel.check()).toMatchObject([{ isOk: false }]);
});

test("a start that a stop overtakes hears nothing", async () => {
  const world = await aWorld("polling");
  await world.say("One.", "member");
  const starting = world.start(async () => ({}));
  await world.channel.stop();
  await starting;
  await world.channel.check();
  expect(offsetsOf(world)).toEqual([]);
});

test("where it polls there is no webhook to call", async () => {
  expect((await aWorld("polling")).channel.receive).toBeUndefined();
});

test("an update of a kind that nobody knows is passed over", async () => {
  const world = await aStartedWorld("polling");
  await world.channel.post(aPost(world));
  world.telegram.queue.add({ callback_query: { id: "odd" } });
  world.telegram.queue.add({ message: null });
  await world.say("One.", "member");
  await vi.waitFor(() => expect(textsOf(world)).toEqual(["One."]), WAIT);
});
