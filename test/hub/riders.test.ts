import { afterEach, beforeEach, expect, test } from "vitest";
import {
  control,
  deliveriesOf,
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
    ...{ answer: { choice: "hold" }, closedBy: { name: "ada", via: "slack" } },
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

test("an agent that asks its own question again has it asked again", async () => {
  await world.scout.ask(SHIP);
  await postOn(world, "slack");
  await world.scout.ask(SHIP);
  await postOn(world, "slack", 2);
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
