import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { slackModule } from "../../src/channels/slack/slack-module.ts";
import type { Content, Sink } from "../../src/ports/channels/channel.ts";
import { eventPayload } from "../support/slack/payloads.ts";
import { createSlackWorld, type SlackWorld } from "../support/slack/slack-world.ts";

let world: SlackWorld;

beforeEach(async () => {
  world = await createSlackWorld({ mode: "socket" });
});

afterEach(async () => {
  await world.close();
});

const FORM: Content = {
  blocks: [{ kind: "said", by: "bot", text: "How many?" }],
  controls: [
    {
      kind: "form",
      token: "n.f",
      label: "Answer",
      form: {
        title: "How many?",
        fields: [{ name: "count", label: "Count", kind: "number", isRequired: true }],
      },
    },
  ],
};

test("a refusal of a form goes back with the acknowledgement", async () => {
  await world.start(async () => ({ say: "Too many.", isRefusal: true }));
  await world.channel.post({ key: "d_1", address: world.address, content: FORM });
  await world.press({ label: "Answer", token: "n.f" }, "member");
  expect(await world.submit({ f0: { v: { value: "7" } } })).toEqual({
    response_action: "errors",
    errors: { f0: "Too many." },
  });
});

test("a click is acknowledged in time, however long it takes to tell the person", async () => {
  await world.start(async () => ({ say: "Answered." }));
  const controls = [{ kind: "button", token: "n.1", label: "Ship" }] as const;
  await world.channel.post({
    key: "d_1",
    address: world.address,
    content: { blocks: FORM.blocks, controls },
  });
  const release = world.proxy.stall("chat.postEphemeral");
  await world.press({ label: "Ship", token: "n.1" }, "member");
  expect(world.socket.sent).toHaveLength(1);
  release();
  await vi.waitUntil(() => world.proxy.taken.at(-1)?.method === "chat.postEphemeral");
});

test("events that were told in another order keep their times", async () => {
  await world.start(async () => ({}));
  const user = world.emulator.people.member;
  for (const ts of ["1700000002.000100", "1700000001.000100"]) {
    const event = { type: "message", channel: "C01", user, text: ts, ts };
    await world.deliver("events", eventPayload(event, `Ev${ts}`));
  }
  expect(world.heard.map(({ atMs }) => atMs)).toEqual([1_700_000_002_000, 1_700_000_001_000]);
});

test("what was being stored while the socket broke is brought again over the next one", async () => {
  const begun = Promise.withResolvers<void>();
  const first = Promise.withResolvers<void>();
  let tries = 0;
  const sink: Sink = async () => {
    tries += 1;
    begun.resolve();
    if (tries === 1) await first.promise;
    return {};
  };
  await world.start(sink);
  const said = world.say("hello", "member");
  await begun.promise;
  world.socket.cut();
  await expect.poll(() => world.socket.greeted()).toBe(2);
  first.resolve();
  await said;
  expect(tries).toBe(2);
  expect(new Set(world.heard.map(({ key }) => key)).size).toBe(1);
});

test("what is being stored when the channel is stopped is stored and acknowledged first", async () => {
  const begun = Promise.withResolvers<void>();
  const stored = Promise.withResolvers<void>();
  await world.start(async () => {
    begun.resolve();
    await stored.promise;
    return {};
  });
  const said = world.say("hello", "member");
  await begun.promise;
  const stopped = world.channel.stop();
  stored.resolve();
  await Promise.all([stopped, said]);
  expect(world.socket.sent).toHaveLength(1);
});

test("Slack that is away for a while is reached again", async () => {
  await world.start(async () => ({}));
  world.proxy.refuse("apps.connections.open", "internal_error");
  world.socket.cut();
  await expect.poll(() => world.socket.greeted()).toBe(2);
  expect(world.log.join("\n")).toContain("internal_error");
});

test("an app token that is refused keeps the channel from starting", async () => {
  const settings = { botToken: "xoxb-000000000-earshot", appToken: "xapp-1-A0EARSHOT-0-wrong" };
  const ports = { now: () => Date.now(), log: () => {} };
  const channel = await slackModule.open({ ...settings, apiUrl: world.proxy.url }, ports);
  await expect(channel.start(async () => ({}))).rejects.toMatchObject({ kind: "permanent" });
  await channel.stop();
});

test("a check says whether a socket can be opened", async () => {
  expect((await world.channel.check()).at(-1)).toMatchObject({ isOk: true });
  world.proxy.refuse("apps.connections.open", "missing_scope");
  expect((await world.channel.check()).at(-1)).toMatchObject({
    isOk: false,
    text: expect.stringContaining("connections:write"),
  });
});
