import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../src/domain/id.ts";
import { present } from "../../src/domain/present.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { deliveriesOf, passUntil, postOn, SHIP, standing, statusOf } from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";

const CANNOT_FIND = { kind: "slack", capabilities: { find: false } } as const;
const MARK = "This may stand here twice";

let clock: FakeClock;
let world: HubWorld;

async function open(channels: NonNullable<Parameters<typeof openHub>[0]>["channels"]) {
  clock = createFakeClock();
  world = await openHub({ clock, ...present({ channels }) });
  await world.link("slack");
}

beforeEach(() => open(undefined));
afterEach(() => world.close());

async function send(text = "All is well.") {
  const { message } = await world.scout.send({ channel: "slack", chatId: "chat-1", text });
  return message;
}

type Item = Parameters<typeof standing>[1];

function untilStands(item: Item, how: string): Promise<number> {
  return passUntil(clock, async () => (await standing(world, item)).join() === how);
}

const shown = async () => (await world.on("slack").shown()).map(({ text }) => text);

describe("a platform that fails for now", () => {
  test("is tried again, later each time, until it takes the message", async () => {
    world.on("slack").harm("server_error", "lost_before", "server_error", "lost_before");
    const message = await send();
    const passed = await untilStands(message, "slack sent");
    // Three quarters of 1, 2, 4 and 8 seconds.
    expect(passed).toBeGreaterThanOrEqual(11_250);
    expect(passed).toBeLessThan(15_000);
    const [delivery] = await deliveriesOf(world, message);
    expect(delivery).toMatchObject({ attempts: 5 });
    expect(delivery).not.toHaveProperty("error");
    expect(await shown()).toEqual(["scout: All is well."]);
  });

  test("is given up after twelve attempts, and an operator sends it again", async () => {
    world.on("slack").harm(...Array.from({ length: 12 }, () => "lost_before" as const));
    const message = await send();
    await passUntil(
      clock,
      async () => (await standing(world, message)).join() === "slack failed",
      60_000,
    );
    const [failed] = await deliveriesOf(world, message);
    expect(failed).toMatchObject({ attempts: 12, error: { code: "unreachable" } });
    if (failed === undefined) throw new Error("It is there.");
    await world.owner.resendDelivery({ id: failed.id });
    await untilStands(message, "slack sent");
    expect(await shown()).toHaveLength(1);
  });

  test("tells when it takes more, and is not asked before; that is no attempt", async () => {
    world.on("slack").harm(...Array.from({ length: 20 }, () => "rate_limited" as const));
    const message = await send();
    const passed = await untilStands(message, "slack sent");
    expect(passed).toBeGreaterThanOrEqual(20_000);
    const [delivery] = await deliveriesOf(world, message);
    expect(delivery?.attempts).toBeLessThan(4);
  });
});

describe("a connection that was lost behind the call", () => {
  test("brings nothing twice where the platform can be searched", async () => {
    world.on("slack").harm("lost_after");
    const message = await send();
    await untilStands(message, "slack sent");
    expect(await shown()).toEqual(["scout: All is well."]);
  });

  test("brings a second one that says so where it cannot be searched", async () => {
    await world.close();
    await open([CANNOT_FIND]);
    world.on("slack").harm("lost_after");
    const message = await send();
    await untilStands(message, "slack sent");
    const [first, second] = await shown();
    expect(first).not.toContain(MARK);
    expect(second).toContain(MARK);
    expect(second).toContain("All is well.");
    expect(await shown()).toHaveLength(2);
  });

  test("brings a second question that says so, whose buttons answer", async () => {
    await world.close();
    await open([CANNOT_FIND]);
    world.on("slack").harm("lost_after");
    const { request } = await world.scout.ask(SHIP);
    await untilStands(request.id, "slack sent");
    const second = await postOn(world, "slack", 2);
    expect(second.text).toContain(MARK);
    const [hold] = second.controls;
    if (hold !== undefined) await world.on("slack").press(hold, "member");
    expect(await statusOf(world, request.id)).toBe("answered");
  });

  test("what was not taken is no second one, and does not say so", async () => {
    await world.close();
    await open([CANNOT_FIND]);
    world.on("slack").harm("lost_before");
    await untilStands(await send(), "slack sent");
    expect(await shown()).toEqual(["scout: All is well."]);
  });
});

describe("a hub that died in the middle of an attempt", () => {
  /** As it stands where the process ended between the call and what came of it. */
  async function died(message: Item, isTaken: boolean): Promise<void> {
    const [delivery] = await deliveriesOf(world, message);
    if (delivery === undefined) throw new Error("It is queued.");
    const begun = { ...delivery, attempts: 1, version: 2 };
    await world.ctx.commit({
      workspace: DEFAULT_WORKSPACE,
      writes: [{ type: "outbox.put", delivery: begun }],
      events: [],
    });
    if (!isTaken) return;
    const blocks = [{ kind: "said", by: "scout", text: "All is well." }] as const;
    const content = { blocks, controls: [] };
    const { channel, address } = world.on("slack");
    await channel.post({ key: delivery.id, address, content });
  }

  test.each([true, false])("brings it once, taken or not: %s", async (isTaken) => {
    await world.pause();
    const message = await send();
    await died(message, isTaken);
    await world.resume();
    await untilStands(message, "slack sent");
    expect(await shown()).toEqual(["scout: All is well."]);
  });
});

describe("what is refused for good", () => {
  test("is a dead letter at once; sent again by an operator, it does not say that it may stand twice", async () => {
    world.on("slack").harm("refused");
    const message = await send();
    await untilStands(message, "slack failed");
    const { items } = await world.owner.deliveries({ status: "failed" });
    expect(items).toMatchObject([{ item: message, attempts: 1, error: { code: "refused" } }]);
    const [letter] = items;
    if (letter === undefined) throw new Error("There is one.");
    await world.owner.resendDelivery({ id: letter.id });
    await untilStands(message, "slack sent");
    expect(await shown()).toEqual(["scout: All is well."]);
  });

  test("can be dropped, and is never tried again", async () => {
    world.on("slack").harm("refused");
    const message = await send();
    await untilStands(message, "slack failed");
    const [letter] = await deliveriesOf(world, message);
    if (letter === undefined) throw new Error("There is one.");
    await world.owner.dropDelivery({ id: letter.id });
    await expect(world.owner.resendDelivery({ id: letter.id })).rejects.toThrow(/is dropped/);
    await clock.advance(600_000);
    expect(await shown()).toEqual([]);
  });

  test("sends nothing of a request that was answered meanwhile", async () => {
    world.on("slack").harm("refused");
    const { request } = await world.scout.ask(SHIP);
    await untilStands(request.id, "slack failed");
    await world.owner.answer({ id: request.id, answer: { choice: "hold" } });
    const [letter] = await deliveriesOf(world, request.id);
    if (letter === undefined) throw new Error("There is one.");
    await world.owner.resendDelivery({ id: letter.id });
    await untilStands(request.id, "slack dropped");
    expect(await shown()).toEqual([]);
  });
});

describe("what comes back", () => {
  /** As mail systems and receivers tell of it: no person does. */
  const MACHINE = {
    id: "mailer-daemon",
    name: "mail system",
    isForeign: true,
    isBot: true,
  } as const;

  async function bounce(messageId: string) {
    const { deliver, address } = world.on("slack");
    return await deliver({
      kind: "bounce",
      key: "b1",
      messageId,
      reason: "No such mailbox.",
      from: MACHINE,
      address,
      atMs: 1,
    });
  }

  test("goes to the operator's next address at once", async () => {
    await world.link("telegram", 2);
    const { request } = await world.scout.ask(SHIP);
    await untilStands(request.id, "slack sent,telegram queued");
    await bounce((await postOn(world, "slack")).id);
    const passed = await untilStands(request.id, "slack failed,telegram sent");
    expect(passed).toBeLessThan(5_000);
  });

  test("from the last address tells who waits that nobody can be reached", async () => {
    const asked = world.scout.ask({ ...SHIP, holdMs: 50_000 });
    await passUntil(clock, async () => (await shown()).length === 1);
    const { id } = await postOn(world, "slack");
    await passUntil(clock, async () => {
      const { items } = await world.owner.deliveries({ status: "sent" });
      return items.length === 1;
    });
    await bounce(id);
    expect(await asked).toMatchObject({ outcome: "pending", undeliverable: true });
  });

  test("of what is not known changes nothing", async () => {
    const message = await send();
    await untilStands(message, "slack sent");
    await bounce("m999");
    expect(await standing(world, message)).toEqual(["slack sent"]);
  });
});
