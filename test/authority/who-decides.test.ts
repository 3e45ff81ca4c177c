import { afterEach, beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../src/domain/json.ts";
import { ACTION, openScene, type Part, type Scene } from "../attacks/scene.ts";

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});
afterEach(async () => await scene.close());

async function demand(list: JsonObject[], groups: JsonObject): Promise<void> {
  const rules = [{ name: "mail", tools: ["send_*"], approvers: list, hands: "any" }];
  await (await scene.as("owner")).applyPolicy({ source: { version: 1, groups, rules } });
}

async function approve(id: string, part: Part) {
  const as = await scene.as(part);
  const { request } = await as.show({ id: id as never });
  if (request.kind !== "authorization") throw new Error("It is a question.");
  return await as.approve({ id: request.id, digest: request.authorization.digest });
}

test("a list is filled by different people, in whatever order they come", async () => {
  await demand([{ groups: ["finance"] }, { groups: ["risk"] }], {
    finance: ["ana", "ben"],
    risk: ["ana"],
  });
  const { id } = await scene.seek();
  // Ana would fill finance as well; ben is of finance alone.
  expect(await approve(id, "ana")).toMatchObject({ status: "open" });
  expect(await approve(id, "ben")).toMatchObject({ status: "approved" });
  const { tool, args } = ACTION;
  const scout = await scene.as("scout");
  expect(await scout.redeem({ request: id, tool, args })).toMatchObject({ request: { id } });
});

test("it is in the list of those alone who could fill an open place", async () => {
  await demand([{ groups: ["finance"] }, { groups: ["risk"] }], {
    finance: ["ana", "ben"],
    risk: ["zoe"],
  });
  const { id } = await scene.seek();
  const needsBen = async () => {
    const { items } = await (await scene.as("ben")).inbox({ split: "needs_me" });
    return items.some((item) => item.id === id);
  };
  expect(await needsBen()).toBe(true);
  await approve(id, "ana");
  expect(await needsBen()).toBe(false);
  expect((await (await scene.as("ben")).inboxItem({ id })).needs).toMatchObject({
    refusalCode: "NOT_ALLOWED",
    refusalNames: { reason: "place_taken", id },
  });
});

test("no vote counts before people had the time to look, and none given before a rule wanted that", async () => {
  const owner = await scene.as("owner");
  const rule = { name: "mail", tools: ["send_*"], quorum: 2, hands: "any" };
  const put = async (more: JsonObject) =>
    await owner.applyPolicy({ source: { version: 1, rules: [{ ...rule, ...more }] } });
  await put({});
  const { id } = await scene.seek();
  await approve(id, "ana");
  await put({ wait: "10m" });
  await expect(approve(id, "ben")).rejects.toMatchObject({ details: { reason: "too_soon" } });
  expect((await (await scene.as("ben")).inboxItem({ id })).needs).toMatchObject({
    refusalNames: { reason: "too_soon" },
  });
  scene.clock.jump(10 * 60_000);
  expect(await approve(id, "ben")).toMatchObject({ status: "open" });
  expect(await approve(id, "ana")).toMatchObject({ status: "approved" });
});
