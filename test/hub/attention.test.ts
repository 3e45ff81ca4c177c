import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Attention } from "../../src/domain/hub/link.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { HIGH_TOOL, MEDIUM_TOOL } from "../support/house.ts";
import { approverOn, deliveriesOf, passUntil, SHIP, seek } from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";

const EVENING_MS = Date.UTC(2026, 5, 10, 23);
const HOUR_MS = 60 * 60_000;
const NIGHT = { quiet: { from: "22:00", to: "07:00" } } as const;

let clock: FakeClock;
let world: HubWorld;

beforeEach(async () => {
  clock = createFakeClock(EVENING_MS);
  world = await openHub({ clock });
  await world.link("slack");
});
afterEach(() => world.close());

type Wanted = Omit<Attention, "operator">;
type Item = Parameters<typeof deliveriesOf>[1];

async function wants(attention: Wanted): Promise<void> {
  await world.owner.setAttention(attention);
}

const countOn = async (kind: "slack" | "telegram") => (await world.on(kind).shown()).length;

/** Once as many stand on Slack, within a minute. */
async function broughtSoon(count = 1): Promise<void> {
  const isSent = async () => {
    const { items } = await world.owner.deliveries({ channel: "slack", status: "sent" });
    return items.length >= count;
  };
  expect(await passUntil(clock, isSent, 1_000)).toBeLessThan(60_000);
  expect(await countOn("slack")).toBeGreaterThanOrEqual(count);
}

/** Shortly before that moment there are fewer on Slack, and shortly behind it as many. */
async function broughtAt(atMs: number, count = 1): Promise<void> {
  clock.jump(atMs - 20_000 - clock.now());
  await clock.advance(10_000);
  expect(await countOn("slack")).toBeLessThan(count);
  await broughtSoon(count);
  expect(clock.now()).toBeGreaterThanOrEqual(atMs);
}

const heldFor = async (item: Item) => (await deliveriesOf(world, item)).map((one) => one.heldFor);

describe("in quiet hours", () => {
  test("a question waits for their end", async () => {
    await wants(NIGHT);
    const { request } = await world.scout.ask(SHIP);
    expect(await heldFor(request.id)).toEqual(["quiet_hours"]);
    await broughtAt(EVENING_MS + 8 * HOUR_MS);
  });

  test("an authorization of a high level does not wait", async () => {
    await wants(NIGHT);
    await seek(world, HIGH_TOOL);
    await broughtSoon();
  });

  test("one of a lower level waits, unless it would expire", async () => {
    await wants(NIGHT);
    const { request } = await world.scout.authorize({
      tool: MEDIUM_TOOL,
      args: {},
      reason: "So.",
      expiresInMs: 4 * HOUR_MS,
    });
    expect(await heldFor(request.id)).toEqual(["quiet_hours"]);
    await broughtAt(EVENING_MS + 4 * HOUR_MS - 15 * 60_000);
  });

  test("what is answered on the page meanwhile is never brought", async () => {
    await wants(NIGHT);
    const { request } = await world.scout.ask(SHIP);
    await world.owner.answer({ id: request.id, answer: { choice: "hold" } });
    clock.jump(9 * HOUR_MS);
    await clock.advance(20_000);
    expect(await world.on("slack").shown()).toEqual([]);
  });

  test("one operator's night keeps the question from nobody else", async () => {
    await approverOn(world, "ben", { kind: "telegram" });
    await wants(NIGHT);
    await world.scout.ask(SHIP);
    const stands = async () => (await countOn("telegram")) === 1;
    expect(await passUntil(clock, stands, 1_000)).toBeLessThan(60_000);
    expect(await countOn("slack")).toBe(0);
  });

  test("a message of an agent is brought, as it was sent to that chat", async () => {
    await wants(NIGHT);
    await world.scout.send({ channel: "slack", chatId: "chat-1", text: "Done." });
    await broughtSoon();
  });
});

test("what waits for a digest comes together", async () => {
  await wants({ digest: ["09:00"] });
  await world.scout.ask(SHIP);
  clock.jump(HOUR_MS);
  await world.scout.ask({ text: "And 1.5?" });
  await broughtAt(EVENING_MS + 10 * HOUR_MS, 1);
  await broughtSoon(2);
});

test("who wants two an hour gets the third an hour later, and what is urgent at once", async () => {
  await wants({ perHour: 2 });
  for (const [index, what] of ["cable", "server"].entries()) {
    await world.scout.ask({ text: `Which ${what}?` });
    await broughtSoon(index + 1);
  }
  const { request } = await world.scout.ask({ text: "Which colour?" });
  const asked = clock.now();
  expect(await heldFor(request.id)).toEqual(["attention_budget"]);
  await seek(world, HIGH_TOOL);
  await broughtSoon(3);
  await broughtAt(asked + HOUR_MS, 4);
});

test("what is beyond what one wants in an hour comes together", async () => {
  await wants({ perHour: 1 });
  await world.scout.ask({ text: "Number 1?" });
  await broughtSoon();
  const { request: second } = await world.scout.ask({ text: "Number 2?" });
  clock.jump(HOUR_MS / 3);
  const { request: third } = await world.scout.ask({ text: "Number 3?" });
  const [one, other] = [await deliveriesOf(world, second.id), await deliveriesOf(world, third.id)];
  expect(one[0]?.heldFor).toBe("attention_budget");
  expect(other[0]?.dueAt).toBe(one[0]?.dueAt);
});

test("what nobody has seen goes to the next address after five minutes", async () => {
  await world.link("telegram", 2);
  await world.scout.ask(SHIP);
  const stands = async () => (await countOn("telegram")) === 1;
  const passed = await passUntil(clock, stands, 1_000);
  expect(passed).toBeGreaterThanOrEqual(5 * 60_000);
  expect(passed).toBeLessThan(6 * 60_000);
});

test("what somebody has seen does not", async () => {
  await world.link("telegram", 2);
  await world.scout.ask(SHIP);
  await broughtSoon();
  const [post] = await world.on("slack").shown();
  if (post === undefined) throw new Error("It stands there.");
  await world.on("slack").react(post, { name: "eyes", by: "member", isAdded: true });
  clock.jump(HOUR_MS);
  await clock.advance(20_000);
  expect(await countOn("telegram")).toBe(0);
});

test("the plan that is told is what happens", async () => {
  await world.link("telegram", 2);
  await wants(NIGHT);
  const { steps } = await world.owner.testRoute({});
  const { request } = await world.scout.ask(SHIP);
  const planned = await deliveriesOf(world, request.id);
  expect(planned.map(({ address, dueAt, heldFor: why }) => [address.channel, dueAt, why])).toEqual(
    steps.map(({ channel, at, heldFor: why }) => [channel, at, why]),
  );
});
