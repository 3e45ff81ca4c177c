import { afterEach, beforeEach, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../src/domain/id.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { passUntil, SHIP, standing } from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";
import { createTelegramWorld, type TelegramWorld } from "../support/telegram/telegram-world.ts";

/* What the hub makes of Telegram's own failures, over its Bot API. */

let clock: FakeClock;
let telegram: TelegramWorld;
let world: HubWorld;

beforeEach(async () => {
  clock = createFakeClock();
  telegram = await createTelegramWorld({ mode: "webhook" });
  world = await openHub({ clock, channels: [], real: [telegram.channel] });
  const { id: operator, workspace } = world.ownerPrincipal;
  const link = {
    id: world.ctx.ids.next("lnk"),
    workspace,
    operator,
    createdBy: operator,
    rank: 1,
    channel: "telegram",
    chatId: telegram.address.chatId,
    name: "Ada",
    account: String(telegram.people.member.id),
    createdAt: toTimestamp(clock.now()),
  };
  const write = { type: "link.insert", link } as const;
  await world.ctx.commit({ workspace: DEFAULT_WORKSPACE, writes: [write], events: [] });
});
afterEach(async () => {
  await world.close();
  await telegram.close();
});

test("a post whose gateway gave up once it stood there says of the second that it may be there twice", async () => {
  telegram.telegram.server.harm("failed_after");
  const { request } = await world.scout.ask(SHIP);
  const sent = async () => (await standing(world, request.id)).join() === "telegram sent";
  await passUntil(clock, sent, 500);
  const shown = (await telegram.shown()).map(({ text }) => text);
  expect(shown).toHaveLength(2);
  expect(shown[0]).not.toContain("may stand here twice");
  expect(shown[1]).toContain("may stand here twice");
});
