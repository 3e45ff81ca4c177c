import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createChannelHearings } from "../../src/core/call/channel-hearings.ts";
import { createReceive } from "../../src/core/hearing/receive.ts";
import { hear } from "../../src/core/hearing/start-hearing.ts";
import type { Event, EventData, EventType } from "../../src/domain/log/event.ts";
import type { Channel } from "../../src/ports/channels/channel.ts";
import { ChannelError } from "../../src/ports/channels/channel.ts";
import type { FakeWorld } from "../../src/testing/fake-channel.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";

/* How it is known, and told, that what people do on a channel is not heard. */

let clock: FakeClock;
let world: HubWorld;
let slack: FakeWorld;
/** What the server's log is told. */
let logged: (string | undefined)[];

beforeEach(async () => {
  clock = createFakeClock();
  world = await openHub({ channels: [{ kind: "slack" }], clock });
  onTestFinished(world.close);
  slack = world.on("slack");
  logged = [];
});

async function hearSlack(channel: Channel = slack.channel): Promise<void> {
  const end = hear(world.ctx, channel, {
    sink: createReceive(world.ctx),
    onFault: () => {},
    onHearing: (why) => void logged.push(why),
  });
  onTestFinished(end);
  await clock.advance(0);
}

async function state() {
  const { items } = await world.owner.channels();
  return items[0];
}

async function toldInLog() {
  const events = await world.ctx.store.readEvents({ workspace: "default", after: 0, limit: 1_000 });
  return events
    .filter(({ subject }) => subject === "slack")
    .map(({ type, data }) => [type, data?.kind, data?.error]);
}

const GONE = { state: "reconnecting", why: "The socket is gone." } as const;

test("a channel that says that it does not hear is not running, from when that was so", async () => {
  await hearSlack();
  expect(await state()).toEqual({ channel: "slack", state: "running", queued: 0, failed: 0 });
  slack.hears(GONE);
  await clock.advance(2_000);
  const since = new Date(clock.now()).toISOString();
  await clock.advance(10_000);
  expect(await state()).toMatchObject({ ...GONE, since });
  slack.hears({ state: "running" });
  expect(await state()).toEqual({ channel: "slack", state: "running", queued: 0, failed: 0 });
});

test("it is told within a minute, in the log of the server and of events, and so is its end", async () => {
  await hearSlack();
  slack.hears(GONE);
  await clock.advance(60_000);
  expect(await toldInLog()).toEqual([["channel.unheard", "reconnecting", GONE.why]]);
  expect(logged).toEqual([GONE.why]);
  slack.hears({ state: "running" });
  await clock.advance(2_000);
  expect(await toldInLog()).toEqual([
    ["channel.unheard", "reconnecting", GONE.why],
    ["channel.heard", undefined, undefined],
  ]);
  expect(logged).toEqual([GONE.why, undefined]);
});

test("a question that stands there says so, and no more once it is heard again", async () => {
  await world.link("slack");
  await hearSlack();
  await world.scout.ask({ text: "Ship it?" });
  await clock.advance(1_000);
  const texts = async () => {
    await clock.advance(5_000);
    return (await slack.shown()).map(({ text }) => text).join("\n");
  };
  expect(await texts()).toContain("Ship it?");
  expect(await texts()).not.toContain("does not reach Earshot");
  slack.hears(GONE);
  await clock.advance(60_000);
  expect(await texts()).toContain("does not reach Earshot now");
  await world.scout.ask({ text: "And this?" });
  expect((await texts()).split("does not reach Earshot now")).toHaveLength(3);
  slack.hears({ state: "running" });
  await clock.advance(60_000);
  expect(await texts()).not.toContain("does not reach Earshot");
});

test("what is over within half a minute is told nobody", async () => {
  await hearSlack();
  slack.hears(GONE);
  await clock.advance(25_000);
  slack.hears({ state: "running" });
  await clock.advance(60_000);
  expect(await toldInLog()).toEqual([]);
});

test("one that lasts is told again, for nodes that have started since, and logged once", async () => {
  await hearSlack();
  slack.hears(GONE);
  await clock.advance(21 * 60_000);
  expect((await toldInLog()).length).toBe(3);
  expect(logged).toEqual([GONE.why]);
});

test.each([
  ["permanent", "deaf"],
  ["transient", "reconnecting"],
] as const)("one that cannot be started for a %s reason is %s, and says why", async (kind, is) => {
  const why = "The token is revoked. Set another.";
  let tries = 0;
  await hearSlack({
    ...slack.channel,
    start: async () => {
      tries += 1;
      throw new ChannelError(kind, why);
    },
  });
  await clock.advance(33_000);
  expect(await state()).toMatchObject({ state: is, why });
  expect(tries).toBe(3);
});

test("a channel from outside that says nothing of its hearing runs once it has started", async () => {
  const { hearing: _, ...silent } = slack.channel;
  let isAway = true;
  await hearSlack({
    ...silent,
    async start(sink) {
      if (isAway) throw new Error("The platform is away.");
      await silent.start(sink);
    },
  });
  expect(await state()).toMatchObject({ state: "reconnecting", why: "The platform is away." });
  isAway = false;
  await clock.advance(16_000);
  expect(await state()).toMatchObject({ state: "running" });
});

test("when it was last heard is told, from the platform's clock", async () => {
  await hearSlack();
  await world.link("slack");
  await clock.advance(60_000);
  await slack.say("hello", "member");
  const lastHeardAt = expect.stringMatching(/^2026-01-01T00:00:00\.\d{3}Z$/);
  expect(await state()).toMatchObject({ state: "running", lastHeardAt });
});

test("it is told again to whoever asks after the store was away", async () => {
  await hearSlack();
  slack.hears(GONE);
  const { listWorkspaces } = world.ctx.store;
  Object.assign(world.ctx.store, {
    listWorkspaces: async () => {
      throw new Error("The store is away.");
    },
  });
  await clock.advance(60_000);
  expect(await toldInLog()).toEqual([]);
  Object.assign(world.ctx.store, { listWorkspaces });
  await clock.advance(2_000);
  expect(await toldInLog()).toEqual([["channel.unheard", "reconnecting", GONE.why]]);
});

describe("a channel that another node hears", () => {
  const event = (type: EventType, data: EventData): Event => ({
    workspace: "default",
    seq: 1,
    type,
    at: "2026-01-01T00:00:00.000Z",
    subject: "slack",
    data: { channel: "slack", ...data },
  });

  test("is as that node has told, and runs where it has told nothing", () => {
    const hearings = createChannelHearings(clock);
    hearings.ended("slack");
    expect(hearings.of("slack")).toEqual({ hearing: { state: "running" }, isElsewhere: true });
    hearings.told(event("channel.unheard", { kind: "deaf", error: "The token is revoked." }));
    expect(hearings.of("slack")).toEqual({
      hearing: { state: "deaf", why: "The token is revoked." },
      isElsewhere: true,
      sinceMs: clock.now(),
    });
    hearings.told(event("channel.heard", {}));
    expect(hearings.of("slack")).toEqual({ hearing: { state: "running" }, isElsewhere: true });
  });

  test("is told of by nobody else: what this node hears itself it knows better", () => {
    const hearings = createChannelHearings(clock);
    hearings.started(slack.channel);
    hearings.told(event("channel.unheard", { kind: "deaf", error: "The token is revoked." }));
    expect(hearings.of("slack")).toEqual({ hearing: { state: "running" } });
  });

  test("is this node's to know once it hears it", () => {
    const hearings = createChannelHearings(clock);
    hearings.ended("slack");
    hearings.told(event("channel.unheard", { kind: "deaf", error: "The token is revoked." }));
    hearings.started(slack.channel);
    expect(hearings.of("slack")).toEqual({ hearing: { state: "running" } });
  });
});
