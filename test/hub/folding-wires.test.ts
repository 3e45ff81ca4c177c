import { afterEach, describe, expect, test } from "vitest";
import { createReceive } from "../../src/core/hearing/receive.ts";
import type { RemoteChannel } from "../../src/domain/channel-kind.ts";
import type { RequestId } from "../../src/domain/id.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import type { ChannelWorld, ShownPost } from "../../src/testing/channel-contract/channel-world.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { createEmailWorld, MEMBER } from "../support/email/email-world.ts";
import { MEDIUM_TOOL } from "../support/house.ts";
import { control, deliveriesOf, passUntil, statusOf, until } from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";
import { createSlackWorld } from "../support/slack/slack-world.ts";
import { createTelegramWorld } from "../support/telegram/telegram-world.ts";

/* What is near-equal, as it reaches the platforms themselves over their own protocols. */

interface Wire {
  readonly world: ChannelWorld;
  readonly chatId: string;
  readonly account: string;
}

const CHATS: Readonly<Record<string, () => Promise<Wire>>> = {
  async slack() {
    const world = await createSlackWorld({ mode: "http" });
    const account = `T000000001/${world.emulator.people.member}`;
    return { world, chatId: world.address.chatId, account };
  },
  async telegram() {
    const world = await createTelegramWorld({ mode: "webhook" });
    return { world, chatId: world.address.chatId, account: String(world.people.member.id) };
  },
};

let clock: FakeClock;
let hub: HubWorld;
let wire: ChannelWorld;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(kind: RemoteChannel, opened: Promise<Wire>): Promise<void> {
  const { world, chatId, account } = await opened;
  closing.push(() => world.close());
  clock = createFakeClock(Date.UTC(2026, 5, 10, 12));
  hub = await openHub({ clock, channels: [], real: [world.channel] });
  closing.push(() => hub.close());
  wire = world;
  await wire.start(createReceive(hub.ctx));
  const { id: operator, workspace } = hub.ownerPrincipal;
  const link = {
    id: hub.ctx.ids.next("lnk"),
    workspace,
    operator,
    createdBy: operator,
    rank: 1,
    channel: kind,
    chatId,
    account,
    name: "Ada",
    createdAt: toTimestamp(clock.now()),
  };
  await hub.ctx.commit({ workspace, writes: [{ type: "link.insert", link }], events: [] });
}

async function pays(count: number): Promise<readonly RequestId[]> {
  const ids: RequestId[] = [];
  for (let amount = 1; amount <= count; amount++) {
    const input = { tool: MEDIUM_TOOL, args: { amount }, reason: `Invoice ${amount}.` };
    ids.push((await hub.scout.authorize(input)).request.id);
  }
  return ids;
}

async function folded(ids: readonly RequestId[]): Promise<void> {
  for (const id of ids) {
    await passUntil(clock, async () => {
      return (await deliveriesOf(hub, id)).some(({ behind }) => behind !== undefined);
    });
  }
}

async function post(number: number): Promise<ShownPost> {
  await passUntil(clock, async () => (await wire.shown()).length >= number);
  const shown = await wire.shown();
  expect(shown).toHaveLength(number);
  return shown[number - 1] as ShownPost;
}

describe.each(Object.entries(CHATS))("on %s", (kind, opened) => {
  test("twenty are one post that counts the rest; an approval decides one, and the next is posted", async () => {
    await open(kind as RemoteChannel, opened());
    const [first = "req_", second = "req_", ...others] = await pays(20);
    await folded([second, ...others]);
    const saying = async (words: string, number: number) =>
      (await wire.shown())[number - 1]?.text.includes(words) ?? false;
    await passUntil(clock, () => saying("19 more like this wait", 1));
    const shown = await post(1);
    expect(shown.text).toContain("/amount: 20 from 1 to 20");
    await wire.press(control(shown, "Approve"), "member");
    await until(async () => (await statusOf(hub, first as RequestId)) === "approved");
    const next = await post(2);
    expect(next.text).toContain("18 more like this wait");
    await passUntil(clock, async () => !(await saying("more like this", 1)));
    for (const id of [second, ...others]) {
      expect(await statusOf(hub, id as RequestId)).toBe("open");
    }
  });
});

test("by e-mail one is mailed at a time, and each tells how many wait behind it", async () => {
  const opened = async () => {
    const world = await createEmailWorld({ way: "webhook" });
    return { world, chatId: MEMBER, account: MEMBER };
  };
  await open("email", opened());
  const ids: RequestId[] = [];
  for (const build of [17, 18, 19, 20]) {
    ids.push((await hub.scout.ask({ text: `Ship build ${build}?` })).request.id);
  }
  const [first, second, third] = ids;
  await folded(ids.slice(1));
  await clock.advance(60_000);
  const shown = await post(1);
  expect(shown.text).not.toContain("more like this");
  // Nothing is mailed since fewer wait.
  await hub.scout.cancel({ id: third as RequestId });
  await clock.advance(60_000);
  await wire.say("Yes.", "member", shown);
  await until(async () => (await statusOf(hub, first as RequestId)) === "answered");
  await passUntil(clock, async () => (await wire.shown()).length >= 3);
  const mails = (await wire.shown()).map(({ text }) => text);
  expect(mails).toHaveLength(3);
  expect(mails.filter((text) => text.includes("Answered by"))).toHaveLength(1);
  const next = mails.find((text) => text.includes("Ship build 18?") && !text.includes("Answered"));
  expect(next).toContain("1 more like this waits");
  expect(next).toContain("Ship build 20?");
  expect(await statusOf(hub, second as RequestId)).toBe("open");
});
