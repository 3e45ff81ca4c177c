import { onTestFinished } from "vitest";
import { createReceive } from "../../src/core/hearing/receive.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import type { Heard } from "../../src/ports/channels/channel.ts";
import type { ChannelWorld, ShownPost } from "../../src/testing/channel-contract/channel-world.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { control, until } from "./hub-cast.ts";
import { type HubWorld, openHub } from "./hub-world.ts";
import { createSlackWorld } from "./slack/slack-world.ts";
import { createTelegramWorld } from "./telegram/telegram-world.ts";

/* Chats over the protocols of their platforms, where what is pressed is held for a moment. */

export const CHATS = {
  async slack() {
    const wire = await createSlackWorld({ mode: "http" });
    const account = `T000000001/${wire.emulator.people.member}`;
    return { wire, chatId: wire.address.chatId, account };
  },
  async telegram() {
    const wire = await createTelegramWorld({ mode: "webhook" });
    return { wire, chatId: wire.address.chatId, account: String(wire.people.member.id) };
  },
} as const;

export interface ChatScene {
  readonly clock: FakeClock;
  readonly hub: HubWorld;
  readonly wire: ChannelWorld;
  readonly heard: Heard[];
}

export async function openChat(channel: keyof typeof CHATS): Promise<ChatScene> {
  const { wire, chatId, account } = await CHATS[channel]();
  onTestFinished(() => wire.close());
  const clock = createFakeClock(Date.UTC(2026, 5, 10, 12));
  const hub = await openHub({ clock, channels: [], real: [wire.channel], holds: true });
  onTestFinished(() => hub.close());
  const heard: Heard[] = [];
  const receive = createReceive(hub.ctx);
  await wire.start(async (event) => {
    const one = await receive(event);
    heard.push(one);
    return one;
  });
  const { id: operator, workspace } = hub.ownerPrincipal;
  const place = { channel, chatId, account, name: "Ada", createdAt: toTimestamp(clock.now()) };
  const whose = { workspace, operator, createdBy: operator };
  const link = { id: hub.ctx.ids.next("lnk"), rank: 1, ...place, ...whose };
  await hub.ctx.commit({ workspace, writes: [{ type: "link.insert", link }], events: [] });
  return { clock, hub, wire, heard };
}

export async function shows({ clock, wire }: ChatScene, label: string): Promise<ShownPost> {
  const found = async () =>
    (await wire.shown()).find(({ controls }) => controls.some((one) => one.label === label));
  // As long as a platform may want between two edits, and less than what is held waits.
  let leftMs = 2_000;
  await until(async () => {
    if ((await found()) !== undefined) return true;
    leftMs -= 100;
    if (leftMs >= 0) await clock.advance(100);
    return false;
  });
  return (await found()) as ShownPost;
}

/** What the person is told. */
export async function presses(scene: ChatScene, label: string): Promise<string> {
  const before = scene.heard.length;
  await scene.wire.press(control(await shows(scene, label), label), "member");
  await until(() => scene.heard.length > before);
  return scene.heard.at(-1)?.say ?? "";
}
