import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../suites/earshot/world.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";

/* A post whose fate is unknown: the platform has it, but the server did not hear so. */

let world: HubWorld;

beforeEach(async () => {
  world = await openHub({ channels: [{ kind: "slack" }] });
  await world.link("slack");
});
afterEach(() => world.close());

test("a post that is found once its question is closed is edited, so that no button stays", async () => {
  const slack = world.on("slack");
  slack.harm("lost_after");
  const form = { kind: "choice", options: [{ label: "approve" }, { label: "hold" }] } as const;
  const { request } = await world.scout.ask({ text: "Ship 1.4?", form });
  await eventually(async () => (await slack.shown()).length === 1);
  await world.owner.answer({ id: request.id, answer: { choice: "hold" } });
  await eventually(async () => (await slack.shown())[0]?.controls.length === 0);
  expect(await slack.shown()).toHaveLength(1);
  const { items } = await world.owner.deliveries({ item: request.id });
  expect(items.map(({ status }) => status)).toEqual(["sent"]);
});
