import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import type { PersonPrincipal } from "../../src/domain/people/principal.ts";
import type { Account } from "../../src/ports/channels/channel.ts";
import {
  approverOn,
  control,
  deliveriesOf,
  linkTo,
  logOf,
  postOn,
  pressAs,
  SHIP,
  standing,
  statusOf,
  until,
  untilSent,
} from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";
import { ownKey } from "../support/own-key.ts";

let world: HubWorld;

beforeEach(async () => {
  world = await openHub();
  await world.link("slack");
});
afterEach(() => world.close());

async function asked() {
  const { request } = await world.scout.ask(SHIP);
  const post = await postOn(world, "slack");
  await untilSent(world, request.id);
  const press = (from: Partial<Account> = {}) =>
    pressAs(world, "slack", {
      token: control(post, "approve").token,
      messageId: post.id,
      from,
    });
  return { id: request.id, post, press };
}

async function expectRefused(id: `req_${string}`): Promise<void> {
  expect(await statusOf(world, id)).toBe("open");
  expect(await logOf(world, id)).toContain("request.decision_refused");
}

describe("who may not answer", () => {
  test("an account that nobody has linked", async () => {
    const { id, press } = await asked();
    const heard = await press({ id: "U-nobody" });
    expect(heard).toMatchObject({ isRefusal: true, say: expect.stringContaining("not linked") });
    expect(heard.say).toContain("npx earshot link slack");
    await expectRefused(id);
  });

  test("an account that has a linked one's name", async () => {
    const { id, press } = await asked();
    await press({ id: "U-nobody", name: "ada" });
    await expectRefused(id);
  });

  test.each(["guest", "outsider"] as const)("a %s, and one who is linked neither", async (by) => {
    const { id, press } = await asked();
    const { account } = world.on("slack");
    await approverOn(world, "ben", { kind: "slack", account: account(by).id, chatId: "D-ben" });
    const heard = await press(account(by));
    expect(heard).toMatchObject({ isRefusal: true, say: expect.stringMatching(/Guests/) });
    await expectRefused(id);
  });

  test("a bot, though its account is linked, and nobody is told", async () => {
    const { id, press } = await asked();
    expect(await press({ isBot: true })).toEqual({});
    expect(await statusOf(world, id)).toBe("open");
  });

  test("an operator of another workspace", async () => {
    const { id, press } = await asked();
    const other = await found(world.ctx, { owner: "mallory", agent: "scout" }, "other");
    const mallory = other.owner.principal as PersonPrincipal;
    await linkTo(world, mallory, { kind: "slack", account: "U-mallory", chatId: "D-mallory" });
    expect(await press({ id: "U-mallory" })).toMatchObject({ isRefusal: true });
    await expectRefused(id);
  });

  test("the same number on another platform", async () => {
    const { id } = await asked();
    const act = { token: "x.0", messageId: "m1", from: world.on("slack").account("member") };
    expect(await pressAs(world, "telegram", act)).toMatchObject({ isRefusal: true });
    expect(await statusOf(world, id)).toBe("open");
  });

  test("somebody who is not linked, in words", async () => {
    const { id, post } = await asked();
    await world.on("slack").say("approve", "outsider", post);
    await expectRefused(id);
  });

  test("a viewer, though linked", async () => {
    const { id, press } = await asked();
    const key = await ownKey(world.owner, { kind: "person", name: "eve", role: "viewer" });
    const eve = key.principal as PersonPrincipal;
    await linkTo(world, eve, { kind: "slack", account: "U-eve", chatId: "D-eve" });
    expect(await press({ id: "U-eve" })).toMatchObject({ isRefusal: true });
    expect(await statusOf(world, id)).toBe("open");
  });
});

describe("who may no more", () => {
  test("whose link was removed", async () => {
    const { id, press } = await asked();
    const { items } = await world.owner.listLinks();
    for (const link of items) await world.owner.removeLink({ id: link.id });
    expect(await press()).toMatchObject({ isRefusal: true });
    await expectRefused(id);
  });

  test("an operator whose keys were all revoked", async () => {
    const { key, principal } = await ownKey(world.owner, { kind: "person", name: "ben" });
    const own = { kind: "slack", account: "U-ben", chatId: "D-ben" } as const;
    await linkTo(world, principal as PersonPrincipal, own);
    const { id, press } = await asked();
    const { request } = await world.rival.authorize({
      tool: "get_user_info",
      args: {},
      reason: "So.",
    });
    await untilSent(world, request.id);
    await world.owner.revokeKey({ id: key.id });
    expect(await press({ id: "U-ben" })).toMatchObject({ isRefusal: true });
    await expectRefused(id);
    const [shown] = await deliveriesOf(world, request.id);
    const act = { token: `${shown?.nonce}.a`, messageId: shown?.post?.ids[0] ?? "" };
    const heard = await pressAs(world, "slack", { ...act, from: { id: "U-ben" } });
    expect(heard).toMatchObject({ isRefusal: true });
    await expectRefused(request.id);
  });

  test("an operator who was removed", async () => {
    const ben = await approverOn(world, "ben", {
      kind: "slack",
      account: "U-ben",
      chatId: "D-ben",
    });
    const { id, press } = await asked();
    await world.owner.removeOperator({ id: ben.id });
    expect(await press({ id: "U-ben" })).toMatchObject({ isRefusal: true });
    expect(await statusOf(world, id)).toBe("open");
  });
});

describe("what waits for an address that is removed", () => {
  const SECOND = { kind: "telegram", account: "U-ben", chatId: "chat-1" } as const;

  async function heldFor(own: typeof SECOND | undefined) {
    await world.pause();
    if (own !== undefined) await approverOn(world, "ben", own);
    const { request } = await world.scout.ask(SHIP);
    const { message } = await world.scout.send({ channel: "slack", chatId: "chat-1", text: "Hi." });
    return { request, message };
  }

  test("is not brought there; the agent is told, and an operator sees why", async () => {
    const { request, message } = await heldFor(undefined);
    for (const { id } of (await world.owner.listLinks()).items)
      await world.owner.removeLink({ id });
    await world.resume();
    await until(async () => (await standing(world, message)).join() === "slack failed");
    await until(async () => (await standing(world, request.id)).join() === "slack failed");
    expect(await world.on("slack").shown()).toEqual([]);
    const [letter] = (await world.owner.deliveries({ item: message })).items;
    expect(letter?.error).toEqual({
      code: "refused",
      message: expect.stringContaining("no longer linked"),
    });
    expect(await world.scout.wait({ id: request.id })).toMatchObject({ undeliverable: true });
  });

  test("is not brought to an operator who was removed", async () => {
    const { request } = await heldFor(SECOND);
    const { items } = await world.owner.listOperators();
    const ben = items.find(({ principal }) => principal.name === "ben");
    await world.owner.removeOperator({ id: ben?.principal.id ?? "prn_" });
    await world.resume();
    await until(async () => (await standing(world, request.id)).includes("slack sent"));
    await until(async () => (await standing(world, request.id)).includes("telegram failed"));
    expect(await world.on("telegram").shown()).toEqual([]);
  });
});

describe("a code that links", () => {
  const code = async () => (await world.owner.createLinkCode({ channel: "slack" })).code;

  async function say(text: string, id: string, isToUs = true) {
    const { deliver, address } = world.on("slack");
    const key = `say-${text}-${id}`.replaceAll(" ", "-");
    return await deliver({
      kind: "text",
      key,
      text,
      messageId: key,
      isToUs,
      atMs: 1,
      from: { id, name: id },
      address: { ...address, chatId: `D-${id}` },
    });
  }

  test("makes the account that says it the operator's own", async () => {
    const said = await say(`link ${await code()}`, "U-new");
    expect(said.say).toMatch(/^Linked/);
    const { press, id } = await asked();
    expect((await press({ id: "U-new" })).say).toContain("answered by ada");
    expect(await statusOf(world, id)).toBe("answered");
  });

  test("is good once", async () => {
    const once = await code();
    await say(once, "U-first");
    expect(await say(once, "U-second")).toMatchObject({ isRefusal: true });
    const { items } = await world.owner.listLinks();
    expect(items.map(({ account }) => account)).not.toContain("U-second");
  });

  test("is no code of somebody who is linked, where it is words", async () => {
    const words = ["Understood", "start production", "hello world", "build 12345"];
    await asked();
    for (const text of words) await world.on("slack").say(text, "member");
    const { items } = await world.scout.mailbox();
    expect(items.map((item) => "text" in item && item.text)).toEqual(words);
  });

  test("of another operator is refused to an account that is linked", async () => {
    const ben = await ownKey(world.owner, { kind: "person", name: "ben" });
    const own = { kind: "slack", account: "U-ben", chatId: "D-U-ben" } as const;
    await linkTo(world, ben.principal as PersonPrincipal, own);
    const said = await say(await code(), "U-ben");
    expect(said).toMatchObject({ isRefusal: true, say: expect.stringContaining("already linked") });
  });

  test("of one channel is none of another", async () => {
    const { code: other } = await world.owner.createLinkCode({ channel: "telegram" });
    expect(await say(other, "U-new")).toMatchObject({ isRefusal: true });
  });

  test("is not heard where it is not said to us", async () => {
    expect(await say(await code(), "U-new", false)).toEqual({});
    expect((await world.owner.listLinks()).items).toHaveLength(1);
  });

  test("links no guest and no account of another organisation", async () => {
    const text = await code();
    for (const by of ["guest", "outsider"] as const) await world.on("slack").say(text, by);
    expect((await world.owner.listLinks()).items).toHaveLength(1);
    expect((await say(text, "U-new")).say).toMatch(/^Linked/);
  });
});

test("what a reaction of a stranger says is nothing", async () => {
  const { id, post } = await asked();
  await world.on("slack").react(post, { name: "+1", by: "outsider", isAdded: true });
  const { items } = await world.owner.deliveries({ item: id });
  expect(items.map(({ status }) => status)).toEqual(["sent"]);
});

test("a reaction of an operator decides nothing, says that it was seen, and stops the fallback", async () => {
  await world.link("telegram", 2);
  const { id, post } = await asked();
  await world.on("slack").react(post, { name: "white_check_mark", by: "member", isAdded: true });
  await until(async () => {
    const { items } = await world.owner.deliveries({ item: id });
    return (
      items
        .map(({ status }) => status)
        .sort()
        .join() === "dropped,seen"
    );
  });
  expect(await statusOf(world, id)).toBe("open");
});

test("a reaction that is taken away is nothing", async () => {
  const { id, post } = await asked();
  await world.on("slack").react(post, { name: "eyes", by: "member", isAdded: false });
  const { items } = await world.owner.deliveries({ item: id });
  expect(items.map(({ status }) => status)).toEqual(["sent"]);
});

test("a key that carries only some rights of its operator links no account", async () => {
  const rights = new Set(["read", "answer"] as const);
  const partial = createEarshot(world.ctx, { principal: world.ownerPrincipal, rights });
  const code = partial.createLinkCode({ channel: "slack" });
  await expect(code).rejects.toMatchObject({
    code: "NOT_ALLOWED",
    details: { reason: "partial_key" },
    message: expect.stringContaining("A linked account gives rights of ada"),
  });
});
