import { expect, test } from "vitest";
import { UNDO_MS } from "../../src/domain/limits.ts";
import { openChat, presses, shows } from "../support/chat-cast.ts";
import { MEDIUM_TOOL } from "../support/house.ts";
import { control, statusOf, until } from "../support/hub-cast.ts";
import type { SlackWorld } from "../support/slack/slack-world.ts";
import type { TelegramWorld } from "../support/telegram/telegram-world.ts";

/* What asks for words beside a decision, and what refuses it, in the language of who reads it. */

const ACTION = { tool: MEDIUM_TOOL, args: { amount: 1 }, reason: "家賃です。" };

async function openIn(channel: "slack" | "telegram", language: string) {
  const scene = await openChat(channel);
  await scene.hub.owner.setAttention({ language });
  const { id } = (await scene.hub.scout.authorize(ACTION)).request;
  return { ...scene, id };
}

test("a form in Slack is read in Japanese, and what is chosen there is taken", async () => {
  const scene = await openIn("slack", "ja");
  const wire = scene.wire as SlackWorld;
  const post = await shows(scene, "言葉を添える…");
  expect(await wire.press(control(post, "言葉を添える…"), "member")).toBe("言葉を添える");
  const { blocks, submit } = wire.form.view;
  const texts = JSON.stringify([blocks, submit]);
  expect(texts).toContain("メモを添えて承認");
  expect(texts.match(/"text":"[^"]*[a-z]{3}[^"]*"/gi)).toBeNull();
  await wire.submit({
    f0: { v: { selected_option: { value: "0" } } },
    f1: { v: { value: "どうぞ" } },
  });
  await until(() => scene.heard.length > 0);
  await scene.clock.advance(UNDO_MS);
  await until(async () => (await statusOf(scene.hub, scene.id)) === "approved");
  const { request } = await scene.hub.owner.show({ id: scene.id });
  expect(request).toMatchObject({ authorization: { votes: [{ note: "どうぞ" }] } });
});

test("Telegram's bot asks for the words in the language of who pressed", async () => {
  const scene = await openIn("telegram", "de");
  const { telegram } = scene.wire as TelegramWorld;
  await presses(scene, "Ablehnen, mit Grund…");
  const asked = () => telegram.chats.messages.findLast(({ keyboard }) => keyboard.isFixed);
  await until(() => asked() !== undefined);
  expect(asked()?.said.text).toContain("Warum lehnen Sie ab?");
});

test("why a press decides nothing is said in the language of who pressed", async () => {
  const scene = await openIn("slack", "fr");
  await shows(scene, "Approuver");
  await scene.hub.owner.haltAgent({ id: (await scene.hub.scout.whoami()).principal.id });
  expect(await presses(scene, "Approuver")).toMatch(
    /^L’agent scout est .* npx earshot agents resume\.$/,
  );
  expect(await statusOf(scene.hub, scene.id)).toBe("open");
});
