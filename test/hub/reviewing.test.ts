import { afterEach, beforeEach, expect, test } from "vitest";
import type { QuestionRequest } from "../../src/domain/requests/request.ts";
import type { ShownPost } from "../../src/testing/channel-contract/channel-world.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import {
  approverOn,
  control,
  logOf,
  passUntil,
  postOn,
  SHIP,
  statusOf,
} from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";

const DAY_MS = 24 * 60 * 60_000;
const LABELS = ["Keep waiting", "Ask the owners", "Give it up"];

let clock: FakeClock;
let world: HubWorld;

beforeEach(async () => {
  clock = createFakeClock(Date.UTC(2026, 5, 10, 9));
  world = await openHub({ clock });
  await approverOn(world, "ben", { kind: "slack" });
});
afterEach(() => world.close());

const shown = async () => (await world.on("slack").shown()).length;

/** A question that nobody has answered for a day, and the reminder of it. */
async function reminded(): Promise<{
  request: QuestionRequest;
  first: ShownPost;
  post: ShownPost;
}> {
  const { request } = await world.scout.ask(SHIP);
  await passUntil(clock, async () => (await shown()) === 1, 1_000);
  const first = await postOn(world, "slack");
  clock.jump(DAY_MS);
  await world.owner.review({ id: request.id, outcome: { do: "remind" } });
  await passUntil(clock, async () => (await shown()) === 2, 1_000);
  return { request: request as QuestionRequest, first, post: await postOn(world, "slack", 2) };
}

test("a reminder says for how long nobody has answered, and what can be done about it", async () => {
  const { first, post } = await reminded();
  const labels = (one: ShownPost) => one.controls.map(({ label }) => label);
  expect(labels(first).filter((label) => LABELS.includes(label))).toEqual([]);
  expect(labels(post)).toEqual(["approve", "hold", ...LABELS]);
  expect(post.text).toContain("Nobody has answered it for 1d");
});

test("one press keeps it waiting, and it can be answered still", async () => {
  const { request, post } = await reminded();
  const said = await world.on("slack").press(control(post, "Keep waiting"), "member");
  expect(said).toBe("It waits on.");
  expect(await statusOf(world, request.id)).toBe("open");
  expect(await logOf(world, request.id)).toContain("request.kept");
  await world.on("slack").press(control(post, "hold"), "member");
  expect(await statusOf(world, request.id)).toBe("answered");
});

test("one press gives it up, which says who did, and approves nothing", async () => {
  const { request, post } = await reminded();
  const said = await world.on("slack").press(control(post, "Give it up"), "member");
  expect(said).toContain("abandoned by ben via slack");
  const { request: now } = await world.owner.show({ id: request.id });
  expect(now).toMatchObject({ status: "abandoned", closedBy: { name: "ben", via: "slack" } });
  const again = await world.on("slack").press(control(post, "hold"), "member");
  expect(again).toContain("abandoned");
});

test("a stranger's press does nothing", async () => {
  const { request, post } = await reminded();
  await world.on("slack").press(control(post, "Give it up"), "outsider");
  expect(await statusOf(world, request.id)).toBe("open");
  expect(await logOf(world, request.id)).toContain("request.decision_refused");
});
