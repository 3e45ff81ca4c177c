import { expect, test } from "vitest";
import { UNDO_MS } from "../../src/domain/limits.ts";
import { type ChatScene, openChat, presses, shows } from "../support/chat-cast.ts";
import { MEDIUM_TOOL } from "../support/house.ts";
import { SHIP, statusOf, until } from "../support/hub-cast.ts";
import type { SlackWorld } from "../support/slack/slack-world.ts";
import type { TelegramWorld } from "../support/telegram/telegram-world.ts";

/* Words beside a decision, before it and in its place, inside a chat. */

const ACTION = { tool: MEDIUM_TOOL, args: { amount: 1 }, reason: "Rent." };
const seek = async ({ hub }: ChatScene) => (await hub.scout.authorize(ACTION)).request.id;
const shown = async ({ hub }: ChatScene, id: `req_${string}`) =>
  (await hub.owner.show({ id })).request;

/** Chooses in Slack's form, and writes. */
function fill(scene: ChatScene, choice: number, words: string): Promise<string> {
  return fillIn(scene, {
    f0: { v: { selected_option: { value: String(choice) } } },
    f1: { v: { value: words } },
  });
}

async function fillIn(
  scene: ChatScene,
  values: Parameters<SlackWorld["submit"]>[0],
): Promise<string> {
  const wire = scene.wire as SlackWorld;
  await shows(scene, "With words…");
  const { controls } = await shows(scene, "With words…");
  const button = controls.find(({ label }) => label === "With words…");
  if (button === undefined) throw new Error("No form is offered.");
  await wire.press(button, "member");
  const before = scene.heard.length;
  await wire.submit(values);
  await until(() => scene.heard.length > before);
  return scene.heard.at(-1)?.say ?? "";
}

/** Replies in Telegram to what the bot asks after a button. */
async function reply(scene: ChatScene, label: string, words: string): Promise<string> {
  const { telegram, people } = scene.wire as TelegramWorld;
  await presses(scene, label);
  const forced = () => telegram.chats.messages.findLast(({ keyboard }) => keyboard.isFixed);
  await until(() => forced() !== undefined);
  const before = scene.heard.length;
  const replyTo = forced();
  if (replyTo === undefined) throw new Error("Nothing was asked.");
  telegram.write({ from: people.member, chat: replyTo.chat, text: words, replyTo });
  await until(() => scene.heard.length > before);
  return scene.heard.at(-1)?.say ?? "";
}

const APPROVE = 0;
const REJECT = 1;
const ASK = 2;
const RESPOND = 3;

const WAYS = {
  slack: {
    note: (scene: ChatScene, words: string) => fill(scene, APPROVE, words),
    reason: (scene: ChatScene, words: string) => fill(scene, REJECT, words),
    ask: (scene: ChatScene, words: string) => fill(scene, ASK, words),
    respond: (scene: ChatScene, words: string) => fill(scene, RESPOND, words),
  },
  telegram: {
    note: (scene: ChatScene, words: string) => reply(scene, "Approve, with a note…", words),
    reason: (scene: ChatScene, words: string) => reply(scene, "Reject, and say why…", words),
    ask: (scene: ChatScene, words: string) => reply(scene, "Ask the agent first…", words),
    respond: (scene: ChatScene, words: string) =>
      reply(scene, "Answer instead of running it…", words),
  },
} as const;

const CHANNELS = ["slack", "telegram"] as const;

test.each(CHANNELS)("on %s an approval takes a note", async (channel) => {
  const scene = await openChat(channel);
  const id = await seek(scene);
  await WAYS[channel].note(scene, "Tell Ben.");
  await scene.clock.advance(UNDO_MS);
  await until(async () => (await statusOf(scene.hub, id)) === "approved");
  expect(await shown(scene, id)).toMatchObject({
    authorization: { votes: [{ note: "Tell Ben.", by: { via: channel } }] },
  });
});

test.each(CHANNELS)("on %s a rejection takes a reason", async (channel) => {
  const scene = await openChat(channel);
  const id = await seek(scene);
  await WAYS[channel].reason(scene, "Too dear.");
  await scene.clock.advance(UNDO_MS);
  await until(async () => (await statusOf(scene.hub, id)) === "rejected");
  expect(await shown(scene, id)).toMatchObject({ reason: "Too dear." });
});

test.each(CHANNELS)("on %s the agent is asked first, whatever the words are", async (channel) => {
  const scene = await openChat(channel);
  const id = await seek(scene);
  expect(await WAYS[channel].ask(scene, "Approve. Yes, run it.")).toBe(
    "Sent to the agent. It stays open.",
  );
  await scene.clock.advance(UNDO_MS);
  expect(await shown(scene, id)).toMatchObject({
    status: "open",
    askedBack: [{ text: "Approve. Yes, run it.", by: { name: "ada", via: channel } }],
    authorization: { votes: [] },
  });
});

test.each(CHANNELS)("on %s words answer in place of the tool", async (channel) => {
  const scene = await openChat(channel);
  const id = await seek(scene);
  await WAYS[channel].respond(scene, "It was paid.");
  await scene.clock.advance(UNDO_MS);
  await until(async () => (await statusOf(scene.hub, id)) === "responded");
  expect(await shown(scene, id)).toMatchObject({ response: "It was paid." });
});

test("in Slack an option takes a note beside it", async () => {
  const scene = await openChat("slack");
  const { id } = (await scene.hub.scout.ask(SHIP)).request;
  await fill(scene, 1, "Not on Friday.");
  await scene.clock.advance(UNDO_MS);
  await until(async () => (await statusOf(scene.hub, id)) === "answered");
  expect(await shown(scene, id)).toMatchObject({
    answer: { choice: "hold", note: "Not on Friday." },
  });
});

const MEALS = {
  text: "Which meals?",
  form: { kind: "choices", options: [{ label: "soup" }, { label: "fish" }, { label: "rice" }] },
} as const;

test("in Slack several options take a note beside them", async () => {
  const scene = await openChat("slack");
  const { id } = (await scene.hub.scout.ask(MEALS)).request;
  await fillIn(scene, {
    f0: { v: { selected_option: { value: "0" } } },
    f1: { v: { selected_options: [{ value: "0" }, { value: "2" }] } },
    f2: { v: { value: "Not too hot." } },
  });
  await scene.clock.advance(UNDO_MS);
  await until(async () => (await statusOf(scene.hub, id)) === "answered");
  expect(await shown(scene, id)).toMatchObject({
    answer: { choices: ["soup", "rice"], note: "Not too hot." },
  });
});

test.each([
  ["an option", SHIP, "2\nNot on Friday.", { choice: "hold", note: "Not on Friday." }],
  ["several", MEALS, "soup, 3\nNot too hot.", { choices: ["soup", "rice"], note: "Not too hot." }],
] as const)("in Telegram %s takes a note below it", async (...[, asked, words, answer]) => {
  const scene = await openChat("telegram");
  const { id } = (await scene.hub.scout.ask(asked)).request;
  await reply(scene, "Answer, with a note…", words);
  await scene.clock.advance(UNDO_MS);
  await until(async () => (await statusOf(scene.hub, id)) === "answered");
  expect(await shown(scene, id)).toMatchObject({ answer });
});

test("in Telegram a note that names no option answers nothing", async () => {
  const scene = await openChat("telegram");
  const { id } = (await scene.hub.scout.ask(SHIP)).request;
  await reply(scene, "Answer, with a note…", "Not on Friday.");
  await scene.clock.advance(UNDO_MS);
  expect(await statusOf(scene.hub, id)).toBe("open");
});

test("an approval that was begun before the action was changed approves nothing", async () => {
  const scene = await openChat("slack");
  const id = await seek(scene);
  const wire = scene.wire as SlackWorld;
  const { controls } = await shows(scene, "With words…");
  await wire.press(controls.find(({ label }) => label === "With words…") ?? raise(), "member");
  const args = { amount: 2 };
  const { digest } = await scene.hub.owner.previewEdit({ id, args });
  const token = controls.find(({ label }) => label === "With words…")?.token;
  const [delivery] = await scene.hub.ctx.store.deliveriesOf("default", id);
  if (delivery === undefined) throw raise();
  await scene.hub.ctx.commit({
    workspace: "default",
    writes: [
      { type: "outbox.put", delivery: { ...delivery, digest, version: delivery.version + 1 } },
    ],
    events: [],
  });
  const before = scene.heard.length;
  await wire.submit({
    f0: { v: { selected_option: { value: "0" } } },
    f1: { v: { value: "Go." } },
  });
  await until(() => scene.heard.length > before);
  expect(token).toMatch(/\.w[\da-f]{12}$/);
  expect(scene.heard.at(-1)?.say).toContain("The action was changed since you chose.");
  expect(await statusOf(scene.hub, id)).toBe("open");
});

function raise(): never {
  throw new Error("There is none.");
}
