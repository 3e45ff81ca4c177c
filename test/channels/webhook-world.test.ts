import { expect, onTestFinished, test } from "vitest";
import type { Content } from "../../src/ports/channels/channel.ts";
import type { ChannelWorld, Harm } from "../../src/testing/channel-contract/channel-world.ts";
import { createWebhookWorld } from "../support/webhook/webhook-world.ts";

/* The world in which the contract of channels tests this one. */

const CONTENT: Content = {
  blocks: [{ kind: "said", by: "scout", text: "Ship 1.4?" }],
  controls: [
    { kind: "button", token: "n.0", label: "approve" },
    {
      kind: "select",
      token: "n.1",
      label: "which",
      min: 1,
      max: 1,
      options: [{ token: "n.2", label: "eu" }],
    },
    { kind: "form", token: "n.3", label: "fill in", form: { title: "t", fields: [] } },
  ],
};

async function open(): Promise<ChannelWorld> {
  const world = await createWebhookWorld();
  onTestFinished(() => world.close());
  return world;
}

function post(world: ChannelWorld, key = "dlv_1", address = world.address) {
  return world.channel.post({ key, address, content: CONTENT });
}

test("what stands there is pressed, chosen and filled in, also on a screen that is older", async () => {
  const world = await open();
  let failures = 1;
  await world.start(async () => {
    failures -= 1;
    if (failures === 0) throw new Error("not stored");
    return { say: "Noted." };
  });
  const ref = await post(world);
  const [shown] = await world.shown();
  expect(shown?.text).toContain("Ship 1.4?");
  expect(shown?.controls.map(({ label }) => label)).toEqual(["approve", "eu", "fill in"]);
  for (const control of shown?.controls ?? []) {
    expect(await world.press(control, "member")).toBe("Noted.");
  }
  await world.channel.edit(ref, { blocks: [{ kind: "note", text: "closed" }], controls: [] });
  const [edited] = await world.shown();
  expect(edited).toMatchObject({ id: "dlv_1", text: "closed", controls: [] });
  const [button] = shown?.controls ?? [];
  if (button !== undefined) expect(await world.press(button, "guest")).toBe("Noted.");
  await world.say("hello", "outsider");
  await world.say("no", "member", shown);
  await world.again();
  expect(world.heard.map(({ kind, from }) => [kind, from.isForeign ?? false])).toEqual([
    ["press", false],
    ["press", false],
    ["choose", false],
    ["submit", false],
    ["press", true],
    ["text", true],
    ["text", false],
    ["text", false],
  ]);
  expect(world.heard.at(-1)?.key).toBe(world.heard.at(-2)?.key);
});

test.each<[Harm, string, number]>([
  ["rate_limited", "rate", 0],
  ["server_error", "transient", 0],
  ["refused", "permanent", 0],
  ["lost_before", "transient", 0],
  ["lost_after", "transient", 1],
])("%s is %s, and the same post goes next time", async (harm, kind, standing) => {
  const world = await open();
  world.harm(harm);
  await expect(post(world)).rejects.toMatchObject({ kind });
  expect(await world.shown()).toHaveLength(standing);
  await post(world);
  expect(await world.shown()).toHaveLength(1);
});

test("an address where nobody takes events is refused for good", async () => {
  const world = await open();
  await expect(post(world, "dlv_1", world.badAddress)).rejects.toMatchObject({ kind: "permanent" });
});
