import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { approverOn, linkTo, until } from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";

let world: HubWorld;

beforeEach(async () => {
  world = await openHub();
});
afterEach(() => world.close());

const send = (chatId: string, channel = "slack", threadId?: string) =>
  world.scout.send({ channel, chatId, text: "Hello.", ...(threadId && { threadId }) });
const chat = (chatId: string, name: string, threadId?: string) =>
  world.owner.linkChat({ channel: "slack", chatId, name, ...(threadId && { threadId }) });
const refusal = (sent: Promise<unknown>) =>
  sent.then(
    () => "It was sent.",
    (error: { readonly code: string; readonly message: string }) =>
      `${error.code}: ${error.message}`,
  );

async function addressesOf(sent: ReturnType<typeof send>) {
  const { deliveries } = await sent;
  const all = await Promise.all(deliveries.map((id) => world.owner.delivery({ id })));
  return all.map(({ address }) => address);
}

describe("a message reaches", () => {
  test("a chat by the name of its link and by its id", async () => {
    const { chatId } = world.on("slack").address;
    await chat(chatId, "gen");
    for (const name of ["gen", chatId]) {
      expect(await addressesOf(send(name))).toEqual([{ channel: "slack", chatId }]);
    }
    await until(async () => (await world.on("slack").shown()).length === 2);
  });

  test("a thread by the name of its link", async () => {
    await chat("C1", "releases", "T7");
    expect(await addressesOf(send("releases"))).toEqual([
      { channel: "slack", chatId: "C1", threadId: "T7" },
    ]);
    expect(await addressesOf(send("C1"))).toEqual([{ channel: "slack", chatId: "C1" }]);
    expect(await addressesOf(send("releases", "slack", "T8"))).toMatchObject([{ threadId: "T8" }]);
  });

  test("a person by their name as an operator, their account and their chat", async () => {
    await linkTo(world, world.ownerPrincipal, { kind: "slack", account: "U1", chatId: "D1" });
    for (const name of ["ada", "U1", "D1"]) {
      expect(await addressesOf(send(name))).toEqual([{ channel: "slack", chatId: "D1" }]);
    }
  });

  test("an operator on the inbox and the console", async () => {
    for (const channel of ["inbox", "console"]) {
      expect((await send("ada", channel)).deliveries).toEqual([]);
    }
  });
});

describe("a message is refused", () => {
  test.each(["inbox", "console"])("to nobody on the %s, with who there is", async (channel) => {
    await approverOn(world, "ben", { kind: "slack", account: "U2", chatId: "D2" });
    expect(await refusal(send("nobody", channel))).toBe(
      'CHANNEL_UNAVAILABLE: There is no operator "nobody" in this workspace. There are ada, ben.',
    );
  });

  test("to an operator who was removed", async () => {
    const ben = await approverOn(world, "ben", { kind: "slack", account: "U2", chatId: "D2" });
    await world.owner.removeOperator({ id: ben.id });
    expect(await refusal(send("ben", "inbox"))).toContain('There is no operator "ben"');
    expect(await refusal(send("ben"))).toContain('No chat "ben" on slack is linked');
  });

  test("to what is not linked, with what is, and no more than ten", async () => {
    for (let at = 0; at < 12; at += 1) await chat(`C${at}`, `team-${at}`);
    expect(await refusal(send("team-x"))).toMatch(
      /^CHANNEL_UNAVAILABLE: No chat "team-x" on slack is linked .* There are team-0, .*team-9 and 2 more\. An operator links it/,
    );
    expect(await refusal(send("team-1", "telegram"))).toContain("There is none.");
  });

  test("where a name means two places, with both", async () => {
    await chat("C1", "ops");
    await chat("C2", "ops");
    expect(await refusal(send("ops"))).toBe(
      'INVALID_INPUT: "ops" means 2 places on slack: C1, C2. Name one of them by its id.',
    );
    expect(await addressesOf(send("C2"))).toEqual([{ channel: "slack", chatId: "C2" }]);
  });

  test("where a name is the id of another chat", async () => {
    await chat("C1", "C2");
    await chat("C2", "other");
    expect(await refusal(send("C2"))).toContain("means 2 places on slack: C1, C2");
  });

  test("to what somebody calls themselves on a platform", async () => {
    const { id, workspace } = world.ownerPrincipal;
    await linkTo(world, { id, workspace, name: "the-board" }, { kind: "slack", chatId: "D1" });
    expect(await refusal(send("the-board"))).toContain('No chat "the-board" on slack is linked');
  });
});

describe("what can be reached", () => {
  test("is told by names, and by ids where a name means two", async () => {
    await chat("C1", "gen");
    await chat("C2", "ops");
    await chat("C3", "ops");
    await chat("C4", "two words");
    await linkTo(world, world.ownerPrincipal, { kind: "slack", account: "U1", chatId: "D1" });
    const { items } = await world.scout.reachable();
    expect(items.filter(({ channel }) => channel === "slack")).toEqual([
      { channel: "slack", chatId: "gen", kind: "chat" },
      { channel: "slack", chatId: "C2", kind: "chat" },
      { channel: "slack", chatId: "C3", kind: "chat" },
      { channel: "slack", chatId: "C4", kind: "chat" },
      { channel: "slack", chatId: "ada", kind: "person" },
    ]);
    expect(items).toContainEqual({ channel: "inbox", chatId: "ada", kind: "person" });
    for (const { channel, chatId } of items) await send(chatId, channel);
  });

  test("is nothing that the policy keeps from the agent, nor does an error tell of it", async () => {
    await chat("C1", "gen");
    await chat("C2", "board");
    await chat("C3", "gen");
    await world.owner.applyPolicy({
      source: {
        version: 1,
        rules: [],
        messages: { allow: [{ channels: ["slack"], chats: ["C1", "zzz"] }] },
      },
    });
    expect((await world.scout.reachable()).items).toEqual([
      { channel: "slack", chatId: "gen", kind: "chat" },
    ]);
    expect(await addressesOf(send("gen"))).toMatchObject([{ chatId: "C1" }]);
    expect(await refusal(send("zzz"))).toContain("There are gen. ");
    const there = await refusal(send("board"));
    expect(there).toMatch(/^NOT_ALLOWED: /);
    expect(await refusal(send("nowhere"))).toBe(there.replaceAll("board", "nowhere"));
    const person = await world.owner.reachable();
    expect(person.items.map(({ chatId }) => chatId)).toContain("board");
  });
});
