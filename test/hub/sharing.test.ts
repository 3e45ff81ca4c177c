import { afterEach, beforeEach, expect, test } from "vitest";
import { callerWithAllRights } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import type { RequestId } from "../../src/domain/id.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
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
let third: Earshot;

beforeEach(async () => {
  world = await openHub();
  const { principal } = await world.owner.createKey({ kind: "agent", name: "third" });
  third = createEarshot(world.ctx, callerWithAllRights(principal));
  await world.link("slack");
});
afterEach(() => world.close());

/** The question of one agent, which stands there, and the same of another. */
async function askedTwice() {
  const { request: leader } = await world.scout.ask(SHIP);
  await untilSent(world, leader.id);
  const { request: rider } = await world.rival.ask(SHIP);
  return { leader: leader.id, rider: rider.id };
}

/** The post, once it says so. */
async function postSaying(words: string, number = 1) {
  await until(async () => (await postOn(world, "slack", number)).text.includes(words));
  return await postOn(world, "slack", number);
}

async function open() {
  return (await world.owner.list({ status: "open" })).items;
}

async function rowsIn(split: "needs_me" | "done") {
  return (await world.owner.inbox({ split })).items;
}

test("the one post names every agent that asks, and its closing whom the answer went to", async () => {
  const { rider } = await askedTwice();
  const post = await postSaying("Question from scout and rival");
  expect(post.text).toContain("Also asked by rival: one answer goes to all.");
  await world.on("slack").press(control(post, "hold"), "member");
  await until(async () => (await statusOf(world, rider)) === "answered");
  await postSaying("The answer went to rival, too.");
  expect(await world.on("slack").shown()).toHaveLength(1);
});

test("it is one row of every list, which names all, before and after", async () => {
  const { leader, rider } = await askedTwice();
  const alsoAskedBy = [{ id: rider, agentName: "rival" }];
  expect(await open()).toMatchObject([{ id: leader, alsoAskedBy }]);
  expect(await rowsIn("needs_me")).toMatchObject([{ id: leader, alsoAskedBy }]);
  expect((await world.owner.inbox()).counts.needs_me).toBe(1);
  expect((await world.owner.show({ id: rider })).request).toMatchObject({ behind: leader });
  await world.owner.answer({ id: leader, answer: { choice: "hold" } });
  await until(async () => (await statusOf(world, rider)) === "answered");
  expect(await rowsIn("done")).toMatchObject([{ id: leader, alsoAskedBy }]);
  expect((await world.owner.list({ status: "answered" })).items).toMatchObject([{ id: leader }]);
});

test("an agent sees its own question, and nobody else who asks", async () => {
  const { leader, rider } = await askedTwice();
  for (const [agent, id] of [
    [world.scout, leader],
    [world.rival, rider],
  ] as const) {
    const { items } = await agent.list({ status: "open" });
    expect(items.map((one) => one.id)).toEqual([id]);
    const seen = JSON.stringify([items, (await agent.show({ id })).request]);
    expect(seen).not.toMatch(/alsoAskedBy|behind/);
  }
  await expect(world.rival.show({ id: leader })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("one that is taken out stands alone, and does not get the answer", async () => {
  const { leader, rider } = await askedTwice();
  const post = await postSaying("Question from scout and rival");
  await world.on("slack").press(control(post, "Leave out rival"), "member");
  const own = await postOn(world, "slack", 2);
  expect(own.text).toContain("Question from rival");
  await until(async () => !(await postOn(world, "slack")).text.includes("rival"));
  expect((await open()).map(({ id }) => id).toSorted()).toEqual([leader, rider].toSorted());
  expect(await logOf(world, rider)).toContain("request.separated");
  await world.owner.answer({ id: leader, answer: { choice: "hold" } });
  await postSaying("Answered by");
  expect((await postOn(world, "slack")).text).not.toContain("rival");
  expect(await statusOf(world, rider)).toBe("open");
  await world.owner.answer({ id: rider, answer: { choice: "approve" } });
  expect((await world.rival.wait({ id: rider })).request).toMatchObject({
    answer: { choice: "approve" },
  });
});

test("none is taken out that shares nothing, or has its answer; and an agent takes out none", async () => {
  const { leader, rider } = await askedTwice();
  const refused = (id: RequestId, by: Earshot = world.owner) => expect(by.separate({ id })).rejects;
  await refused(leader).toMatchObject({ code: "INVALID_INPUT" });
  await refused(rider, world.rival).toMatchObject({ code: "NOT_ALLOWED" });
  await world.owner.answer({ id: leader, answer: { choice: "hold" } });
  await refused(rider).toMatchObject({ code: "INVALID_INPUT" });
  await until(async () => (await statusOf(world, rider)) === "answered");
  await refused(rider).toMatchObject({ code: "INVALID_INPUT" });
});

test("whoever asks the same later joins the first, and not one that was taken out", async () => {
  const { leader, rider } = await askedTwice();
  await world.owner.separate({ id: rider });
  const { request } = await third.ask(SHIP);
  expect((await world.owner.show({ id: request.id })).request.behind).toBe(leader);
  await world.scout.cancel({ id: leader });
  await until(async () => (await deliveriesOf(world, request.id)).length > 0);
  const rows = await open();
  expect(rows.map(({ id }) => id).toSorted()).toEqual([rider, request.id].toSorted());
});

test("where the first is taken back, the next is asked once for all who are left", async () => {
  const { leader, rider } = await askedTwice();
  const { request } = await third.ask(SHIP);
  await world.scout.cancel({ id: leader });
  const post = await postSaying("Question from rival and third", 2);
  expect(await open()).toMatchObject([{ id: rider, alsoAskedBy: [{ id: request.id }] }]);
  await world.on("slack").press(control(post, "hold"), "member");
  await until(async () => (await statusOf(world, request.id)) === "answered");
  expect(await world.on("slack").shown()).toHaveLength(2);
});

test("authorizations are never shared", async () => {
  const input = { tool: "send", args: { to: "ops" }, reason: "The same." };
  const first = await world.scout.authorize(input);
  const second = await world.rival.authorize(input);
  const rows = await open();
  expect(rows.map(({ id }) => id)).toEqual([second.request.id, first.request.id]);
  expect(JSON.stringify(rows)).not.toContain("alsoAskedBy");
});

test("spaces make no other question, and other words do", async () => {
  await world.scout.ask(SHIP);
  await world.rival.ask({ ...SHIP, text: " Ship  1.4? " });
  await third.ask({ ...SHIP, text: "Ship 1.5?" });
  expect((await open()).map(({ alsoAskedBy }) => alsoAskedBy?.length ?? 0).toSorted()).toEqual([
    0, 1,
  ]);
});

test("one that has taken its own back is not named any more", async () => {
  const { leader, rider } = await askedTwice();
  await postSaying("scout and rival");
  await world.rival.cancel({ id: rider });
  await until(async () => !(await postOn(world, "slack")).text.includes("rival"));
  await world.owner.answer({ id: leader, answer: { choice: "hold" } });
  await postSaying("Answered by");
  expect((await postOn(world, "slack")).text).not.toContain("rival");
});
