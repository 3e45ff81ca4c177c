import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deliveryDetails } from "../../src/cli/commands/hub/deliveries.ts";
import { requestDeliveries } from "../../src/core/planning/plan-request.ts";
import type { RequestId } from "../../src/domain/id.ts";
import { asAuthorization, type ShownRequest, storedOf } from "../../src/domain/requests/request.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { CRITICAL_TOOL, HIGH_TOOL, MEDIUM_TOOL } from "../support/house.ts";
import { approverOn, control, deliveriesOf, passUntil, statusOf } from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";

/* Questions that an agent repeats with only a digit changed are one post in a chat. */

const NOON_MS = Date.UTC(2026, 5, 10, 12);
const MINUTE_MS = 60_000;

let clock: FakeClock;
let world: HubWorld;

beforeEach(async () => {
  clock = createFakeClock(NOON_MS);
  world = await openHub({ clock });
  await world.link("slack");
});
afterEach(() => world.close());

async function pays(n: number, over: { tool?: string; expiresInMs?: number } = {}) {
  const input = { tool: MEDIUM_TOOL, args: { amount: n }, reason: "An invoice.", ...over };
  return asAuthorization((await world.scout.authorize(input)).request);
}

async function paysMany(count: number): Promise<readonly ShownRequest[]> {
  const made: ShownRequest[] = [];
  for (let n = 1; n <= count; n++) made.push(await pays(n));
  return made;
}

const posts = async (kind: "slack" | "telegram" = "slack") => await world.on(kind).shown();
const textOf = async (number: number) => (await posts())[number - 1]?.text ?? "";

/** Once so many stand there, and nothing more comes. */
async function stand(count: number): Promise<void> {
  await passUntil(clock, async () => (await posts()).length >= count, 1_000);
  await clock.advance(2_000);
  expect(await posts()).toHaveLength(count);
}

async function says(number: number, words: string): Promise<void> {
  await passUntil(clock, async () => (await textOf(number)).includes(words), 1_000);
}

/** Once it waits behind another. */
async function folded(id: RequestId): Promise<void> {
  const isBehind = async () => (await deliveriesOf(world, id)).some(({ behind }) => behind);
  await passUntil(clock, isBehind, 100);
}

async function approve(request: ShownRequest): Promise<void> {
  const { id, authorization } = asAuthorization(request);
  await world.owner.approve({ id, digest: authorization.digest });
}

test("twenty that differ in a number are one post, which says how many wait and where they differ", async () => {
  const [, ...others] = await paysMany(20);
  for (const { id } of others) await folded(id);
  await says(1, "19 more like this wait");
  expect(await textOf(1)).toContain("/amount: 20 from 1 to 20");
  await stand(1);
});

test("an approval decides nothing of what waits behind it, and the next then stands there", async () => {
  const [first, second, third] = await paysMany(3);
  await says(1, "2 more like this wait");
  const [post] = await posts();
  if (post === undefined || !first || !second || !third) throw new Error("Nothing stands there.");
  await world.on("slack").press(control(post, "Approve"), "member");
  await passUntil(clock, async () => (await statusOf(world, first.id)) === "approved");
  await stand(2);
  expect(await textOf(2)).toContain("1 more like this waits");
  expect(await textOf(1)).not.toContain("more like this");
  for (const { id } of [second, third]) expect(await statusOf(world, id)).toBe("open");
  const [, next] = await posts();
  if (next === undefined) throw new Error("Nothing stands there.");
  await world.on("slack").press(control(next, "Reject"), "member");
  await stand(3);
  expect(await statusOf(world, third.id)).toBe("open");
  expect(await textOf(3)).not.toContain("more like this");
});

test("the number follows what is decided elsewhere, and a post is changed once in ten seconds", async () => {
  const [, second, third, fourth] = await paysMany(4);
  if (!second || !third || !fourth) throw new Error("Nothing was sought.");
  await folded(fourth.id);
  await says(1, "3 more like this wait");
  await approve(second);
  await world.scout.cancel({ id: third.id });
  await clock.advance(5_000);
  expect(await textOf(1)).toContain("3 more like this wait");
  await says(1, "1 more like this waits");
  await approve(fourth);
  await passUntil(clock, async () => !(await textOf(1)).includes("more like this"), 1_000);
  await stand(1);
});

test("near-equal questions are one post, and the answer is the first one's alone", async () => {
  const { request: first } = await world.scout.ask({ text: "Ship build 17?" });
  await stand(1);
  const { request: second } = await world.scout.ask({ text: "Ship build 18?" });
  await says(1, "1 more like this waits");
  expect(await textOf(1)).toContain("Ship build 18?");
  await world.owner.answer({ id: first.id, answer: { text: "Yes." } });
  await stand(2);
  expect(await textOf(2)).toContain("Ship build 18?");
  expect(await statusOf(world, second.id)).toBe("open");
});

describe("what is not folded", () => {
  test("another agent's", async () => {
    await pays(1);
    await stand(1);
    await world.rival.authorize({ tool: MEDIUM_TOOL, args: { amount: 2 }, reason: "Me too." });
    await stand(2);
  });

  test("what is critical, and what is of another level", async () => {
    await pays(1);
    await pays(2, { tool: HIGH_TOOL });
    await pays(3, { tool: CRITICAL_TOOL });
    await pays(4, { tool: CRITICAL_TOOL });
    await stand(4);
    await pays(5, { tool: HIGH_TOOL });
    await stand(4);
  });

  test("what ends before the post does", async () => {
    await pays(1, { expiresInMs: 60 * MINUTE_MS });
    await stand(1);
    await pays(2, { expiresInMs: 30 * MINUTE_MS });
    await stand(2);
    await pays(3, { expiresInMs: 90 * MINUTE_MS });
    await stand(2);
  });

  test("what goes to another chat", async () => {
    await pays(1);
    await stand(1);
    await approverOn(world, "ben", { kind: "telegram" });
    await pays(2);
    await passUntil(clock, async () => (await posts("telegram")).length === 1, 1_000);
    await stand(1);
  });
});

test("of what waits the first to end goes on, and what ends in a moment is told of alone", async () => {
  const first = await pays(1, { expiresInMs: 10 * MINUTE_MS });
  await stand(1);
  const long = await pays(2, { expiresInMs: 60 * MINUTE_MS });
  const soon = await pays(3, { expiresInMs: 20 * MINUTE_MS });
  const last = await pays(4, { expiresInMs: 10 * MINUTE_MS });
  for (const { id } of [long, soon, last]) await folded(id);
  clock.jump(10 * MINUTE_MS - 15_000);
  await approve(first);
  await stand(2);
  const [ofLast] = await deliveriesOf(world, last.id);
  expect(ofLast?.status).toBe("dropped");
  const [ofSoon] = await deliveriesOf(world, soon.id);
  expect(ofSoon?.status).toBe("sent");
  const [ofLong] = await deliveriesOf(world, long.id);
  expect(ofLong).toMatchObject({ status: "queued", behind: ofSoon?.id });
});

test("the next waits for the end of quiet hours where the first was decided in them", async () => {
  await world.owner.setAttention({ quiet: { from: "22:00", to: "07:00" } });
  const [first, second] = [
    await pays(1, { expiresInMs: 48 * 60 * MINUTE_MS }),
    await pays(2, { expiresInMs: 48 * 60 * MINUTE_MS }),
  ];
  await folded(second.id);
  clock.jump(Date.UTC(2026, 5, 10, 23) - clock.now());
  await approve(first);
  const held = async () => (await deliveriesOf(world, second.id))[0]?.heldFor === "quiet_hours";
  await passUntil(clock, held);
  await stand(1);
  clock.jump(9 * 60 * MINUTE_MS);
  await stand(2);
});

test("where the first cannot be brought the next is", async () => {
  const [first, second, third] = await paysMany(3);
  if (!first || !second || !third) throw new Error("Nothing was sought.");
  await folded(third.id);
  await world.pause();
  await approve(first);
  world.on("slack").harm("refused", "refused");
  await world.resume();
  const stateOf = async (id: RequestId) => (await deliveriesOf(world, id)).at(-1)?.status;
  await passUntil(clock, async () => (await stateOf(third.id)) === "sent", 1_000);
  expect(await stateOf(second.id)).toBe("failed");
});

test("what was told of is still told, and goes on, after a stop at any moment", async () => {
  const [first, second] = await paysMany(2);
  if (!first || !second) throw new Error("Nothing was sought.");
  await folded(second.id);
  await world.pause();
  await world.resume();
  await says(1, "1 more like this waits");
  await world.pause();
  await approve(first);
  await world.resume();
  await stand(2);
});

test("what a person drops is told of no more", async () => {
  const [, second] = await paysMany(2);
  if (!second) throw new Error("Nothing was sought.");
  await says(1, "1 more like this waits");
  const [waiting] = (await world.owner.deliveries({ item: second.id })).items;
  if (waiting === undefined) throw new Error("Nothing waits.");
  expect(deliveryDetails(waiting)).toContain(`behind     ${waiting.behind}`);
  await world.owner.dropDelivery({ id: waiting.id });
  await passUntil(clock, async () => !(await textOf(1)).includes("more like this"), 1_000);
});

test("a reminder of what waits brings it once, when its turn comes", async () => {
  const [first, last] = await paysMany(2);
  const second = last && storedOf(last);
  if (!first || second?.status !== "open") throw new Error("Nothing was sought.");
  await folded(second.id);
  const writes = await requestDeliveries(world.ctx, second);
  await world.ctx.commit({ workspace: second.workspace, writes, events: [] });
  const held = async () => (await deliveriesOf(world, second.id)).filter((one) => one.behind);
  await passUntil(clock, async () => (await held()).length === 2);
  await approve(first);
  await stand(2);
  expect(await textOf(2)).not.toContain("more like this");
  await approve(second);
  await stand(2);
  const statuses = (await deliveriesOf(world, second.id)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual(["dropped", "sent"]);
});

test("a policy that asks for more of one that waits has it posted by itself", async () => {
  const [, second] = await paysMany(2);
  if (!second) throw new Error("Nothing was sought.");
  await folded(second.id);
  const rules = [{ name: "careful", tools: [MEDIUM_TOOL], decision: "ask", level: "CRITICAL" }];
  await world.owner.applyPolicy({ source: { version: 1, rules } });
  await stand(2);
  expect(await textOf(1)).not.toContain("more like this");
});
