import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "../../src/core/call/context.ts";
import { callerWithAllRights } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { startDispatcher } from "../../src/core/hub/dispatch/dispatcher.ts";
import { startSharing } from "../../src/core/hub/dispatch/shared-questions.ts";
import { countUndeliverable } from "../../src/core/planning/undeliverable.ts";
import {
  control,
  deliveriesOf,
  logOf,
  postOn,
  SHIP,
  statusOf,
  until,
  untilSent,
} from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";

let world: HubWorld;

beforeEach(async () => {
  world = await openHub();
  await world.link("slack");
});
afterEach(() => world.close());

/** The question of one agent, which stands there, and the same of another. */
async function askedTwice() {
  const { request: leader } = await world.scout.ask(SHIP);
  await untilSent(world, leader.id);
  const { request: rider } = await world.rival.ask(SHIP);
  return { leader, rider };
}

test("whose question stands there already is not asked again, and gets the same answer", async () => {
  const { leader, rider } = await askedTwice();
  expect(await deliveriesOf(world, rider.id)).toEqual([]);
  await world.on("slack").press(control(await postOn(world, "slack"), "hold"), "member");
  await until(async () => (await statusOf(world, rider.id)) === "answered");
  expect((await world.owner.show({ id: leader.id })).request.status).toBe("answered");
  expect((await world.owner.show({ id: rider.id })).request).toMatchObject({
    answer: { choice: "hold" },
    closedBy: { name: "ada", via: "slack" },
  });
  expect(await world.on("slack").shown()).toHaveLength(1);
});

test("people are asked for it itself once the first is cancelled", async () => {
  const { leader, rider } = await askedTwice();
  await world.scout.cancel({ id: leader.id });
  const post = await postOn(world, "slack", 2);
  expect(post.text).toContain("Question from rival");
  await world.on("slack").press(control(post, "approve"), "member");
  expect(await statusOf(world, rider.id)).toBe("answered");
  expect(await statusOf(world, leader.id)).toBe("cancelled");
});

test("one that was cancelled before is asked of nobody", async () => {
  const { leader, rider } = await askedTwice();
  await world.rival.cancel({ id: rider.id });
  await world.on("slack").press(control(await postOn(world, "slack"), "hold"), "member");
  await until(async () => (await statusOf(world, leader.id)) === "answered");
  expect(await statusOf(world, rider.id)).toBe("cancelled");
  expect(await world.on("slack").shown()).toHaveLength(1);
});

test("what was answered on its own before the first is, stays as it is", async () => {
  const { leader, rider } = await askedTwice();
  await world.owner.answer({ id: rider.id, answer: { choice: "approve" } });
  await world.owner.answer({ id: leader.id, answer: { choice: "hold" } });
  const { request } = await world.owner.show({ id: rider.id });
  expect(request).toMatchObject({ answer: { choice: "approve" } });
});

test("the end of a question costs no read unless it was shared", async () => {
  const { store } = world.ctx;
  const looked: string[] = [];
  const counting = {
    ...store,
    async ridersOf(...of: Parameters<typeof store.ridersOf>) {
      looked.push(of[1]);
      return await store.ridersOf(...of);
    },
  };
  const onFault = (error: unknown) => {
    throw error;
  };
  const stop = startSharing({ ...world.ctx, store: counting }, { onFault });
  const { request: alone } = await world.scout.ask({ ...SHIP, text: "Nobody else asks this." });
  await world.owner.answer({ id: alone.id, answer: { choice: "hold" } });
  const { leader, rider } = await askedTwice();
  await world.owner.answer({ id: leader.id, answer: { choice: "hold" } });
  await until(async () => (await statusOf(world, rider.id)) === "answered");
  await until(() => looked.includes(rider.id));
  await stop();
  expect(new Set(looked)).toEqual(new Set([leader.id, rider.id]));
});

test("an agent that asks its own question again has it asked again once the first is closed", async () => {
  const { request: first } = await world.scout.ask(SHIP);
  await postOn(world, "slack");
  const { request: second } = await world.scout.ask(SHIP);
  await world.owner.answer({ id: first.id, answer: { choice: "hold" } });
  await world.on("slack").press(control(await postOn(world, "slack", 2), "approve"), "member");
  await until(async () => (await statusOf(world, second.id)) === "answered");
});

test("a question with other options is another question", async () => {
  await world.scout.ask(SHIP);
  await postOn(world, "slack");
  await world.rival.ask({ ...SHIP, form: { kind: "text" } });
  await postOn(world, "slack", 2);
});

test("riders are settled by whoever starts after a stop", async () => {
  const { leader, rider } = await askedTwice();
  await world.pause();
  await world.owner.answer({ id: leader.id, answer: { choice: "hold" } });
  expect(await statusOf(world, rider.id)).toBe("open");
  await world.resume();
  await until(async () => (await statusOf(world, rider.id)) === "answered");
});

test("an agent is told where the question that stands for its own reaches nobody", async () => {
  await world.pause();
  const { request: leader } = await world.scout.ask(SHIP);
  const { request: rider } = await world.rival.ask({ ...SHIP, holdMs: 0 });
  const waiting = world.rival.wait({ id: rider.id, holdMs: 30_000 });
  world.on("slack").harm("refused");
  await world.resume();
  expect(await waiting).toMatchObject({ outcome: "pending", undeliverable: true });
  expect(await logOf(world, rider.id)).toContain("request.undeliverable");
  expect(await logOf(world, leader.id)).toContain("request.undeliverable");
  expect(await countUndeliverable(world.ctx, "default")).toBe(2);
  // A delivery that reaches nobody is not shared: people are asked again.
  const { request: third } = await world.rival.ask(SHIP);
  expect(await deliveriesOf(world, third.id)).toHaveLength(1);
});

test("the time of one that waits with the first begins when that stands there", async () => {
  await world.pause();
  await world.scout.ask(SHIP);
  const { request: rider } = await world.rival.ask({
    ...SHIP,
    expiresInMs: 60_000,
    expiresFrom: "delivery",
  });
  expect((await world.owner.show({ id: rider.id })).request).not.toHaveProperty("expiresAt");
  await world.resume();
  const expiresAt = async () => (await world.ctx.store.findRequest("default", rider.id))?.expiresAt;
  await until(async () => (await expiresAt()) !== undefined);
});

test("one whose leader closes while it is being asked is asked for itself", async () => {
  const { request: leader } = await world.scout.ask(SHIP);
  const { store } = world.ctx;
  let isClosed = false;
  const late = {
    ...world.ctx,
    store: {
      ...store,
      async deliveriesOf(...of: Parameters<typeof store.deliveriesOf>) {
        const found = await store.deliveriesOf(...of);
        if (!isClosed) {
          isClosed = true;
          await world.scout.cancel({ id: leader.id });
        }
        return found;
      },
    },
  };
  const rival = await world.ctx.store.findPrincipalByName({
    workspace: "default",
    kind: "agent",
    name: "rival",
  });
  if (rival === undefined) throw new Error("There are two.");
  const { request } = await createEarshot(late, callerWithAllRights(rival)).ask(SHIP);
  expect(await deliveriesOf(world, request.id)).toHaveLength(1);
});

describe("where no channel can be opened", () => {
  let bare: Context;
  let stop: () => Promise<void>;

  async function withoutChannels() {
    await world.pause();
    const { outlets } = world.ctx;
    if (outlets === undefined) throw new Error("There are channels.");
    const failed = new Map([["slack", "No token."]] as const);
    bare = { ...world.ctx, outlets: { ...outlets, channels: new Map(), failed } };
    const onFault = (error: unknown) => {
      throw error;
    };
    const stops = [startDispatcher(bare, { random: () => 0.5, onFault })];
    stops.push(startSharing(bare, { onFault }));
    stop = async () => void (await Promise.all(stops.map((one) => one())));
  }

  afterEach(() => stop());

  test("an answer is given to those who share it all the same", async () => {
    const { leader, rider } = await askedTwice();
    await withoutChannels();
    await world.owner.answer({ id: leader.id, answer: { choice: "hold" } });
    await until(async () => (await statusOf(world, rider.id)) === "answered");
  });

  test("an agent that waits is told at once", async () => {
    await withoutChannels();
    const scout = await world.ctx.store.findPrincipalByName({
      workspace: "default",
      kind: "agent",
      name: "scout",
    });
    if (scout === undefined) throw new Error("There is one.");
    const from = performance.now();
    const asked = await createEarshot(bare, callerWithAllRights(scout)).ask({
      ...SHIP,
      holdMs: 30_000,
    });
    expect(asked).toMatchObject({ outcome: "pending", undeliverable: true });
    expect(await countUndeliverable(bare, "default")).toBe(1);
    expect(performance.now() - from).toBeLessThan(15_000);
  });
});
