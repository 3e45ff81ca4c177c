import { setTimeout as pause } from "node:timers/promises";
import { listAt, textAt } from "../../../../src/channels/slack/untrusted-json.ts";
import type { Json } from "../../../../src/domain/json.ts";
import { startApiProxy } from "../../../support/slack/api-proxy.ts";
import { type Door, signedCall } from "../../../support/slack/event-director.ts";
import { clickPayload, eventPayload } from "../../../support/slack/payloads.ts";
import { controlsOf, shownPost } from "../../../support/slack/shown-message.ts";
import { BOT_TOKEN, startSlackEmulator, TEAM } from "../../../support/slack/slack-emulator.ts";
import type { WayIn } from "../way-in.ts";
import { AGAIN_MS, LOOKED_AT, type Side } from "./side.ts";

const SIGNING_SECRET = "0123456789abcdef0123456789abcdef";
const PAGE = 1_000;

/** Slack over HTTP: a person's own chat with the app, and a channel that several read. */
export async function openSlackSide(wayIn: WayIn): Promise<Side> {
  const emulator = await startSlackEmulator();
  const proxy = await startApiProxy(emulator, () => "ws://127.0.0.1:1");
  const user = emulator.people.member;
  const actor = { id: user, team: TEAM };
  const opened = await emulator.call("conversations.open", { users: user });
  const own = textAt(opened, "channel", "id") ?? "";
  let count = 0;

  /** Of the people, whose numbers are others than those of the posts. */
  function nextTs(): string {
    count += 1;
    return `${Math.floor(Date.now() / 1_000)}.${500_000 + (count % 500_000)}`;
  }

  /** One call; whether it was acknowledged. */
  async function call(door: Door, payload: Json): Promise<boolean> {
    const { body, headers } = signedCall(door, payload, {
      secret: SIGNING_SECRET,
      atMs: Date.now(),
    });
    const type = door === "events" ? "application/json" : "application/x-www-form-urlencoded";
    const all = { ...Object.fromEntries(headers), "content-type": type };
    try {
      const url = `http://server/hooks/slack/${door}`;
      const response = await wayIn.fetch(url, { method: "POST", headers: all, body });
      await response.arrayBuffer();
      return response.status === 200;
    } catch {
      return false;
    }
  }

  async function messages(channel: string, isAll: boolean): Promise<Json[]> {
    const found: Json[] = [];
    let cursor = "";
    do {
      const limit = isAll ? PAGE : LOOKED_AT;
      const page = await emulator.call("conversations.history", { channel, limit, cursor });
      found.push(...listAt(page, "messages"));
      cursor = textAt(page, "response_metadata", "next_cursor") ?? "";
    } while (isAll && cursor !== "");
    return found.reverse();
  }

  return {
    kind: "slack",
    settings: { botToken: BOT_TOKEN, apiUrl: proxy.url, signingSecret: SIGNING_SECRET },
    chats: [own, emulator.channel],
    posts: async (chatId, isAll = false) => (await messages(chatId, isAll)).map(shownPost),
    async press(chatId, { id }, index) {
      const message = (await messages(chatId, false)).find((one) => textAt(one, "ts") === id);
      const control = message === undefined ? undefined : controlsOf(message)[index];
      if (control === undefined) return false;
      const click = { control, channel: chatId, by: actor, triggerId: "none", actionTs: nextTs() };
      return await call("interactions", clickPayload(click));
    },
    async say(chatId, text, to) {
      const ts = nextTs();
      const thread = to === undefined ? {} : { thread_ts: to.id };
      const isOwn = chatId === own;
      const event = {
        type: "message",
        channel: chatId,
        channel_type: isOwn ? "im" : "channel",
        user,
        team: TEAM,
        text,
        ts,
        ...thread,
      };
      const payload = eventPayload(event, `Ev${ts.replace(".", "")}`);
      while (!(await call("events", payload))) await pause(AGAIN_MS);
    },
    newLife() {},
    async close() {
      await proxy.close();
      await emulator.close();
    },
  };
}
