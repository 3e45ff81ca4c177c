import { expect, onTestFinished, test } from "vitest";
import { hear } from "../../src/core/hearing/start-hearing.ts";
import type { Channel, Inbound, Sink } from "../../src/ports/channels/channel.ts";
import { createFakeWorld } from "../../src/testing/fake-channel.ts";
import { eventually } from "../support/cli.ts";
import { openHub } from "../support/hub-world.ts";

test("a channel tells of itself only: an account of another one is not spoken for", async () => {
  const { ctx, close } = await openHub();
  onTestFinished(close);
  const fake = createFakeWorld({ kind: "ntfy" });
  let given: Sink | undefined;
  const channel: Channel = {
    ...fake.channel,
    start: async (sink) => {
      given = sink;
    },
    receive: async () => ({ status: 200 }),
  };
  const heard: Inbound[] = [];
  const end = hear(ctx, channel, {
    sink: async (event) => {
      heard.push(event);
      return { say: "Noted." };
    },
    onFault: () => {},
  });
  onTestFinished(end);
  const told = await eventually(() => given);
  const event = (kind: string): Inbound => ({
    kind: "text",
    key: `e-${kind}`,
    text: "Ship it.",
    messageId: "m1",
    isToUs: true,
    from: { id: "u1", name: "Ada" },
    address: { channel: kind, chatId: "c1" },
    atMs: 1,
  });
  await expect(told(event("slack"))).rejects.toThrow("ntfy told of an event on slack");
  expect(await told(event("ntfy"))).toEqual({ say: "Noted." });
  expect(heard.map(({ address }) => address.channel)).toEqual(["ntfy"]);
});
