import type { RemoteChannel } from "../../../src/domain/channel-kind.ts";
import type { Address } from "../../../src/domain/hub/delivery.ts";
import type { Link } from "../../../src/domain/hub/link.ts";
import { present } from "../../../src/domain/present.ts";
import type { ShownPost } from "../../../src/testing/channel-contract/channel-world.ts";
import type { FakeWorld } from "../../../src/testing/fake-channel.ts";
import { eventually, type Part, type World } from "../earshot/world.ts";

/** Earshot under test with channels to fake platforms: Slack and Telegram. */
export interface HubWorld extends World {
  on(kind: RemoteChannel): FakeWorld;
}

/** The world of the running test, for the facts of the hub. */
export interface HubUnderTest {
  readonly world: HubWorld;
}

/** Another chat of the same world. */
export function chatOf(world: HubWorld, kind: RemoteChannel, chat: string): Address {
  const { chatId } = world.on(kind).address;
  return { channel: kind, chatId: chatId.replace("chat-1", chat) };
}

export interface Saying {
  readonly kind: RemoteChannel;
  readonly text: string;
  /** Whose account it is; the caller's own, if absent. */
  readonly by: string;
  readonly chat?: string;
  readonly isForeign?: true;
}

let said = 0;

/** Has somebody say something to the bot in private; resolves with the bot's reply. */
export async function sayAs(
  world: HubWorld,
  { kind, text, by, chat = "chat-1", isForeign }: Saying,
): Promise<string | undefined> {
  said += 1;
  const { id } = world.on(kind).account("member");
  const heard = await world.on(kind).deliver({
    kind: "text",
    key: `said-${said}`,
    text,
    messageId: `said-${said}`,
    isToUs: true,
    from: { id: `${by}.${id}`, name: by, ...present({ isForeign }) },
    address: chatOf(world, kind, chat),
    atMs: world.clock.now(),
  });
  return heard.say;
}

/**
 * Links the account of this name on a platform to a caller, by a code. The first link is the first
 * to be reached.
 */
export async function linkPart(
  world: HubWorld,
  part: Part,
  { kind, chat = "chat-1" }: { readonly kind: RemoteChannel; readonly chat?: string },
): Promise<Link> {
  const { code } = await world.as(part).createLinkCode({ channel: kind });
  await sayAs(world, { kind, text: code, by: part, chat });
  const { chatId } = chatOf(world, kind, chat);
  const { items } = await world.as(part).listLinks();
  const link = items.find((one) => one.channel === kind && one.chatId === chatId);
  if (link === undefined) throw new Error("It is not linked.");
  return link;
}

/** The posts of a chat, once there are this many. */
export async function shownAt(
  world: HubWorld,
  { kind, chat = "chat-1", count = 1 }: ShownAt,
): Promise<readonly ShownPost[]> {
  const there = () => world.on(kind).shown(chatOf(world, kind, chat));
  await eventually(async () => (await there()).length >= count);
  return await there();
}

export interface ShownAt {
  readonly kind: RemoteChannel;
  readonly chat?: string;
  readonly count?: number;
}
