import { afterEach, describe, expect, test } from "vitest";
import type { Content } from "../../src/ports/channels/channel.ts";
import type { ShownControl } from "../../src/testing/channel-contract/channel-world.ts";
import { byGroup, takeShare } from "../support/share.ts";
import { createSlackWorld, type SlackWorld } from "../support/slack/slack-world.ts";

takeShare("platforms", byGroup);

const open: SlackWorld[] = [];

async function startedWorld(mode: "http" | "socket" = "http"): Promise<SlackWorld> {
  const world = await createSlackWorld({ mode });
  open.push(world);
  return world;
}

afterEach(async () => {
  const worlds = open.splice(0);
  // Whatever a test does, nothing is sent that Slack would refuse.
  expect(worlds.flatMap(({ proxy }) => proxy.faults)).toEqual([]);
  await Promise.all(worlds.map((world) => world.close()));
});

const QUESTION: Content = {
  blocks: [
    { kind: "title", text: "A question of release-bot" },
    { kind: "said", by: "release-bot", text: "Ship <1.4> & *go*?" },
    { kind: "facts", facts: [{ label: "Level", value: "LOW" }] },
    { kind: "lines", label: "Arguments", lines: ["{", '  "to": "```prod```"', "}"] },
    { kind: "link", label: "Open in Earshot", url: "http://127.0.0.1:4711/i/r_1?a=1&b=2" },
  ],
  controls: [
    { kind: "button", token: "n.1", label: "Ship & go", style: "primary" },
    { kind: "button", token: "n.2", label: "Hold", description: "Until tomorrow" },
    { kind: "reply", hint: "Or answer in a thread." },
  ],
};

const plain = (text: string): Content => ({
  blocks: [{ kind: "said", by: "bot", text }],
  controls: [],
});

const heardAll = async () => ({});

function control(controls: readonly ShownControl[] = [], token: string): ShownControl {
  const found = controls.find((one) => one.token === token);
  if (found === undefined) throw new Error(`No control ${token} stands there.`);
  return found;
}

describe.each(["http", "socket"] as const)("over %s", (mode) => {
  test("a question is shown as it was written, and a button of it is pressed", async () => {
    const world = await startedWorld(mode);
    await world.start(async () => ({ say: "Answered: Ship <it>" }));
    const ref = await world.channel.post({
      key: "d_1",
      address: world.address,
      content: QUESTION,
    });
    const [post] = await world.shown();
    expect(post).toMatchObject({ id: ref.ids[0] });
    expect(post?.text).toContain("Ship <1.4> & *go*?");
    expect(post?.text).toContain('"to": "```prod```"');
    expect(post?.raw).not.toContain("<1.4>");
    expect(post?.controls.map(({ label }) => label)).toEqual(["Ship & go", "Hold"]);

    const told = await world.press(control(post?.controls, "n.1"), "member");
    expect(told).toBe("Answered: Ship <it>");
    expect(world.heard).toEqual([
      expect.objectContaining({
        kind: "press",
        token: "n.1",
        messageId: post?.id,
        address: { channel: "slack", chatId: world.emulator.channel },
        from: { id: `T000000001/${world.emulator.people.member}`, name: "member" },
      }),
    ]);
  });

  test("a click that is delivered twice has the same key, and another click another", async () => {
    const world = await startedWorld(mode);
    await world.start(heardAll);
    await world.channel.post({ key: "d_1", address: world.address, content: QUESTION });
    const [post] = await world.shown();
    await world.press(control(post?.controls, "n.1"), "member");
    await world.again();
    await world.press(control(post?.controls, "n.2"), "member");
    const keys = world.heard.map(({ key }) => key);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    for (const key of keys) expect(key).toMatch(/^[!-~]{1,100}$/);
  });

  test("what the sink does not store Slack brings again", async () => {
    const world = await startedWorld(mode);
    let tries = 0;
    await world.start(async () => {
      tries += 1;
      if (tries === 1) throw new Error("The store is away: secret-content");
      return {};
    });
    await world.say("hello", "member");
    expect(world.heard.map(({ kind }) => kind)).toEqual(["text", "text"]);
    expect(new Set(world.heard.map(({ key }) => key)).size).toBe(1);
    expect(world.log.join("\n")).not.toContain("secret-content");
  });

  test("Slack is told that an event is taken only once it is stored", async () => {
    const world = await startedWorld(mode);
    const stored = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let isStored = false;
    await world.start(async () => {
      begun.resolve();
      await stored.promise;
      isStored = true;
      return {};
    });
    let wasStoredWhenTaken: boolean | undefined;
    const said = world.say("hello", "member").then(() => {
      wasStoredWhenTaken = isStored;
    });
    await begun.promise;
    // An answer that was already on its way would be here by now.
    for (let trips = 0; trips < 5; trips += 1) await fetch(`${world.hookUrl}/other`);
    expect(wasStoredWhenTaken).toBeUndefined();
    stored.resolve();
    await said;
    expect(wasStoredWhenTaken).toBe(true);
  });

  test("a reply in a thread says which post it replies to, and markup reads as it was typed", async () => {
    const world = await startedWorld(mode);
    await world.start(heardAll);
    await world.channel.post({ key: "d_1", address: world.address, content: QUESTION });
    const [post] = await world.shown();
    await world.say("a < b && c > d &amp; _so_", "member", post);
    expect(world.heard).toEqual([
      expect.objectContaining({
        kind: "text",
        text: "a < b && c > d &amp; _so_",
        replyTo: post?.id,
        isToUs: false,
        address: { channel: "slack", chatId: world.emulator.channel, threadId: post?.id },
      }),
    ]);
  });

  test("a mention is told twice by Slack and is one event", async () => {
    const world = await startedWorld(mode);
    await world.start(heardAll);
    await world.say("@Earshot ship it", "member");
    expect(world.heard).toHaveLength(2);
    expect(new Set(world.heard.map(({ key }) => key)).size).toBe(1);
    for (const event of world.heard) {
      expect(event).toMatchObject({ kind: "text", text: "ship it", isToUs: true });
    }
  });

  test("guests and people of other workspaces are foreign in all that they do", async () => {
    const world = await startedWorld(mode);
    await world.start(heardAll);
    await world.channel.post({ key: "d_1", address: world.address, content: QUESTION });
    const [post] = await world.shown();
    for (const who of ["guest", "outsider"] as const) {
      await world.press(control(post?.controls, "n.1"), who);
      await world.say("yes", who, post);
    }
    expect(world.heard.map(({ from }) => from.isForeign)).toEqual([true, true, true, true]);
  });

  test("a reaction and its end are told", async () => {
    const world = await startedWorld(mode);
    await world.start(heardAll);
    await world.channel.post({ key: "d_1", address: world.address, content: QUESTION });
    const [post] = await world.shown();
    if (post === undefined) throw new Error("Nothing was posted.");
    await world.react({ to: post, name: "white_check_mark", by: "member" });
    await world.react({ to: post, name: "white_check_mark", by: "member", isOn: false });
    const told = { kind: "reaction", messageId: post.id, name: "white_check_mark" };
    expect(world.heard).toEqual([
      expect.objectContaining({ ...told, isAdded: true }),
      expect.objectContaining({ ...told, isAdded: false }),
    ]);
  });

  test("nothing forged is taken", async () => {
    const world = await startedWorld(mode);
    await world.start(heardAll);
    expect(await world.forge?.()).toBe(0);
  });
});

test("a socket that Slack refreshes is opened again, and nothing is lost between", async () => {
  const world = await startedWorld("socket");
  await world.start(heardAll);
  world.socket.refresh();
  await world.say("still there?", "member");
  expect(world.heard).toEqual([expect.objectContaining({ text: "still there?" })]);
  expect(world.socket.greeted()).toBe(2);
});

test("a channel that is stopped hears nothing more", async () => {
  const world = await startedWorld("http");
  await world.start(heardAll);
  await world.channel.stop();
  await world.say("hello", "member");
  expect(world.heard).toEqual([]);
});

test("plain text of a bot's is heard once per post", async () => {
  const world = await startedWorld("http");
  await world.start(heardAll);
  const ref = await world.channel.post({ key: "d_2", address: world.address, content: plain("x") });
  expect(ref.chatId).toBe(world.emulator.channel);
  expect(world.heard).toEqual([]);
});
