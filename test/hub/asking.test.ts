import { afterEach, beforeEach, expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import { eventually } from "../suites/earshot/world.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";

let world: HubWorld;

beforeEach(async () => {
  world = await openHub();
  await world.link("slack");
  await world.link("telegram", 2);
});
afterEach(() => world.close());

const SHIP = {
  text: "Ship 1.4?",
  form: { kind: "choice", options: [{ label: "approve" }, { label: "hold" }] },
} as const;

async function shownOn(kind: "slack" | "telegram", count = 1) {
  await eventually(async () => (await world.on(kind).shown()).length >= count);
  const post = (await world.on(kind).shown())[count - 1];
  if (post === undefined) throw new Error("Nothing is shown.");
  return post;
}

async function statuses(item: RequestId) {
  return (await world.owner.deliveries({ item })).items.map(({ status }) => status);
}

test("a question stands at the operator's first address with a button for each option", async () => {
  const { request } = await world.scout.ask(SHIP);
  const post = await shownOn("slack");
  expect(post.text).toContain("Ship 1.4?");
  expect(post.controls.map(({ label }) => label)).toEqual(["approve", "hold"]);
  await eventually(async () => (await statuses(request.id)).includes("sent"));
  const { items } = await world.owner.deliveries({ item: request.id });
  expect(
    items.map(({ address, status, heldFor }) => [address.channel, status, heldFor]).sort(),
  ).toEqual([
    ["slack", "sent", undefined],
    ["telegram", "queued", "fallback"],
  ]);
});

test("a button answers as the linked operator, and every post says who answered", async () => {
  const asked = world.scout.ask({ ...SHIP, holdMs: 20_000 });
  const post = await shownOn("slack");
  const [approve] = post.controls;
  if (approve === undefined) throw new Error("No button.");
  await world.on("slack").press(approve, "member");
  const { outcome, request } = await asked;
  expect(outcome).toBe("answered");
  expect(request).toMatchObject({
    answer: { choice: "approve" },
    closedBy: { name: "ada", via: "slack" },
  });
  await eventually(async () => (await world.on("slack").shown())[0]?.controls.length === 0);
  expect((await world.on("slack").shown())[0]?.text).toMatch(/ada/);
});

test("what is answered elsewhere is edited, and what was not brought yet never is", async () => {
  const { request } = await world.scout.ask(SHIP);
  await shownOn("slack");
  await world.owner.answer({ id: request.id, answer: { choice: "hold" } });
  await eventually(async () => (await world.on("slack").shown())[0]?.controls.length === 0);
  const { items } = await world.owner.deliveries({ item: request.id });
  expect(items.map(({ status }) => status).sort()).toEqual(["dropped", "sent"]);
  expect(await world.on("telegram").shown()).toEqual([]);
});

test("a button of somebody who is not linked changes nothing, and is logged", async () => {
  const { request } = await world.scout.ask(SHIP);
  const [approve] = (await shownOn("slack")).controls;
  if (approve === undefined) throw new Error("No button.");
  const said = await world.on("slack").press(approve, "outsider");
  expect(said).toMatch(/not linked|cannot answer/);
  expect((await world.owner.show({ id: request.id })).request.status).toBe("open");
  const { history } = await world.owner.show({ id: request.id });
  expect(history.map(({ type }) => type)).toContain("request.decision_refused");
});

test("a post says to whom its request is given, for as long as it is", async () => {
  const { id } = (await world.scout.ask(SHIP)).request;
  await shownOn("slack");
  const text = async () => (await shownOn("slack")).text;
  await world.owner.assign({ id, to: "ada" });
  await eventually(async () => (await text()).includes("assigned to: ada"));
  await world.owner.unassign({ id });
  await eventually(async () => !(await text()).includes("assigned to"));
});

test("a reply in words answers a question, and authorises nothing", async () => {
  const { request } = await world.scout.ask({ text: "What is the codeword?" });
  const post = await shownOn("slack");
  await world.on("slack").say("swordfish", "member", post);
  await eventually(async () => {
    return (await world.owner.show({ id: request.id })).request.status === "answered";
  });
  const { request: authorization } = await world.scout.authorize({
    tool: "get_user_info",
    args: { user: "u1" },
    reason: "to look",
  });
  const second = await shownOn("slack", 2);
  await world.on("slack").say("approve", "member", second);
  expect((await world.owner.show({ id: authorization.id })).request.status).toBe("open");
});

test("the next address is asked at once where the first takes nothing", async () => {
  world.on("slack").harm("refused");
  await world.scout.ask(SHIP);
  const post = await shownOn("telegram");
  expect(post.text).toContain("Ship 1.4?");
});

test("an agent that waits is told at once where nobody can be reached", async () => {
  world.on("slack").harm("refused");
  world.on("telegram").harm("refused");
  const waited = await world.scout.ask({ ...SHIP, holdMs: 30_000 });
  expect(waited).toMatchObject({ outcome: "pending", undeliverable: true });
});

test("a lost connection brings the post once where the platform can be searched", async () => {
  world.on("slack").harm("lost_after");
  const { request } = await world.scout.ask(SHIP);
  await eventually(async () => {
    const { items } = await world.owner.deliveries({ item: request.id });
    return items.some(({ status }) => status === "sent");
  });
  expect(await world.on("slack").shown()).toHaveLength(1);
});

test("the same question of two agents is asked once and answered to both", async () => {
  const first = world.scout.ask({ ...SHIP, holdMs: 20_000 });
  const post = await shownOn("slack");
  const second = world.rival.ask({ ...SHIP, holdMs: 20_000 });
  const [, hold] = post.controls;
  if (hold === undefined) throw new Error("No button.");
  await eventually(async () => {
    const [one] = (await world.owner.list({ status: "open" })).items;
    return one?.alsoAskedBy?.length === 1;
  });
  await world.on("slack").press(hold, "member");
  expect(await first).toMatchObject({ request: { answer: { choice: "hold" } } });
  expect(await second).toMatchObject({
    request: { answer: { choice: "hold" }, closedBy: { name: "ada" } },
  });
  expect(await world.on("slack").shown()).toHaveLength(1);
});

test("a question whose time begins at delivery does not expire until it was brought", async () => {
  await world.pause();
  const input = { ...SHIP, expiresInMs: 1_000, expiresFrom: "delivery" } as const;
  const { request } = await world.scout.ask(input);
  expect(request).toMatchObject({ lifeMs: 1_000 });
  expect(request).not.toHaveProperty("expiresAt");
  await world.resume();
  await shownOn("slack");
  await eventually(async () => {
    const { request: now } = await world.owner.show({ id: request.id });
    return now.expiresAt !== undefined && now.lifeMs === undefined;
  });
  expect(await world.scout.wait({ id: request.id, holdMs: 1_500 })).toMatchObject({
    outcome: "expired",
  });
});
