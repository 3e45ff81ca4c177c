import { describe, expect, onTestFinished, test } from "vitest";
import { loadChannelModule } from "../../src/channels/load-channel.ts";
import type { RemoteChannel } from "../../src/domain/channel-kind.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Content } from "../../src/ports/channels/channel.ts";

/*
 * Real platforms, where they are told of: EARSHOT_TEST_SLACK and its like hold the settings of a
 * channel as JSON, as channels.json does, with the chat to post to as `chatId` beside them.
 */
const PLATFORMS = ["slack", "telegram", "email", "webhook"] as const;

const CONTENT: Content = {
  blocks: [
    { kind: "title", text: "A test of Earshot" },
    { kind: "said", by: "tester", text: "Nothing to do. <b>&amp; *this* stays as it is</b>" },
  ],
  controls: [{ kind: "button", token: "test.0", label: "Press nothing" }],
};

function settingsOf(kind: RemoteChannel): JsonObject | undefined {
  const text = process.env[`EARSHOT_TEST_${kind.toUpperCase()}`];
  return text === undefined ? undefined : (JSON.parse(text) as JsonObject);
}

for (const kind of PLATFORMS) {
  const settings = settingsOf(kind);
  describe.skipIf(settings === undefined)(`the real ${kind}`, () => {
    test("takes a post, shows an edit, and finds what was posted where it can be searched", async () => {
      const { chatId, ...own } = settings ?? {};
      const module = await loadChannelModule(kind, { settings: own, dataFolder: "." });
      const channel = await module.open(own, { now: Date.now, log: () => {} });
      onTestFinished(() => channel.stop());
      const lines = await channel.check();
      expect(lines.filter(({ isOk }) => !isOk)).toEqual([]);
      const key = `dlv_live${Date.now().toString(36)}`;
      const post = { key, address: { channel: kind, chatId: String(chatId) }, content: CONTENT };
      const ref = await channel.post(post);
      expect(ref.ids.length).toBeGreaterThan(0);
      if (channel.find !== undefined) expect((await channel.find(post))?.ids).toEqual(ref.ids);
      await channel.edit(ref, { ...CONTENT, controls: [] });
    });
  });
}
