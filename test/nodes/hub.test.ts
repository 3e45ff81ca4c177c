import { beforeEach, expect, test } from "vitest";
import { callerWithAllRights } from "../../src/core/callers/bootstrap.ts";
import { createFigures } from "../../src/core/upkeep/figures.ts";
import { SHARDS, shardOf } from "../../src/domain/hub/delivery.ts";
import type { DeliveryId } from "../../src/domain/id.ts";
import { eventually } from "../support/cli.ts";
import { type HubDeployment, type HubNode, openHubDeployment, shared } from "./hub-nodes.ts";

/* What is brought to people is brought once, whichever node does it and whichever ends. */

const SHIP = {
  text: "Ship 1.4?",
  form: { kind: "choice", options: [{ label: "approve" }, { label: "hold" }] },
} as const;

let deployment: HubDeployment;
let one: HubNode;

beforeEach(async () => {
  deployment = await openHubDeployment();
  one = await deployment.start();
});

const chat = (name: string) => ({ channel: "slack", chatId: `here.${name}` }) as const;
/** A chat for each part of the hub: every node has some of them. */
const CHATS = Array.from({ length: SHARDS }, (_, shard) => {
  let at = 0;
  while (shardOf(chat(`chat-${at}`)) !== shard) at += 1;
  return chat(`chat-${at}`);
});

async function linkChats(): Promise<void> {
  for (const address of CHATS) await one.as("owner").linkChat(address);
}

async function linkOwner(): Promise<void> {
  for (const kind of ["slack", "telegram"] as const) {
    const { code } = await one.as("owner").createLinkCode({ channel: kind });
    await deployment.on(kind).say(code, "member");
  }
}

const textsIn = async (address: (typeof CHATS)[number]) =>
  (await deployment.on("slack").shown(address)).map(({ text }) => text.replace("scout: ", ""));

const sayTo = (node: HubNode, address: (typeof CHATS)[number], text: string) =>
  node.as("scout").send({ ...address, text });

async function saysThere(address: (typeof CHATS)[number], texts: readonly string[]) {
  await eventually(
    async () => (await textsIn(address)).length >= texts.length || undefined,
    () => `${texts.length} posts`,
  );
  expect(await textsIn(address)).toEqual(texts);
}

const isSent = (node: HubNode, id: DeliveryId | undefined) =>
  eventually(async () => {
    const shown = await node.as("owner").delivery({ id: id ?? "dlv_" });
    return shown.status === "sent" || undefined;
  });

test("nodes share evenly, and what one of them is told any of them brings once, in order", async () => {
  const two = await deployment.start();
  await shared(deployment, 2);
  await linkChats();
  const texts = Array.from({ length: 6 }, (_, at) => `n${at}`);
  for (const [at, text] of texts.entries()) {
    const teller = at % 2 === 0 ? one : two;
    await Promise.all(CHATS.map((address) => sayTo(teller, address, text)));
  }
  for (const address of CHATS) await saysThere(address, texts);
  const all = [...one.posted, ...two.posted];
  expect(new Set(all).size).toBe(SHARDS * texts.length);
  expect(all).toHaveLength(SHARDS * texts.length);
  expect(one.posted.length).toBe(two.posted.length);
});

test("what a node held that is stopped goes on at the others at once", async () => {
  const two = await deployment.start();
  await shared(deployment, 2);
  await linkChats();
  await one.stop();
  for (const address of CHATS) await sayTo(two, address, "After.");
  for (const address of CHATS) await saysThere(address, ["After."]);
  expect(await deployment.shares()).toEqual([SHARDS]);
});

test("what a node held that dies goes on at another in its order", async () => {
  const two = await deployment.start();
  await shared(deployment, 2);
  await linkChats();
  for (const address of CHATS) await sayTo(one, address, "Before.");
  for (const address of CHATS) await saysThere(address, ["Before."]);
  await one.die();
  for (const text of ["first", "second", "third"]) {
    for (const address of CHATS) await sayTo(two, address, text);
  }
  for (const address of CHATS) await saysThere(address, ["Before.", "first", "second", "third"]);
  await shared(deployment, 1);
});

test("a node that is stopped past its time changes nothing when it goes on", async () => {
  await shared(deployment, 1);
  await linkChats();
  const [address] = CHATS as [(typeof CHATS)[number]];
  await sayTo(one, address, "Before.");
  await saysThere(address, ["Before."]);
  const two = await deployment.start();
  await shared(deployment, 2);
  one.pauses.pause();
  await shared(deployment, 1);
  const { deliveries } = await sayTo(two, address, "Meanwhile.");
  await isSent(two, deliveries[0]);
  one.pauses.resume();
  await shared(deployment, 2);
  await saysThere(address, ["Before.", "Meanwhile."]);
});

test("what a node was bringing when it was stopped stands there once, as the other has stored it", async () => {
  await shared(deployment, 1);
  await linkChats();
  const [address] = CHATS as [(typeof CHATS)[number]];
  const { deliveries } = await held(one, () => sayTo(one, address, "Under way."));
  const [id] = deliveries;
  const two = await deployment.start();
  await isSent(two, id);
  const stored = await two.as("owner").delivery({ id: id ?? "dlv_" });
  one.pauses.resume();
  await shared(deployment, 2);
  expect(await two.as("owner").delivery({ id: id ?? "dlv_" })).toEqual(stored);
  await sayTo(two, address, "After.");
  await saysThere(address, ["Under way.", "After."]);
});

test("an answer at one node edits what another has posted", async () => {
  const two = await deployment.start();
  await shared(deployment, 2);
  await linkOwner();
  for (const node of [one, two]) {
    const before = (await deployment.on("slack").shown()).length;
    const { request } = await one.as("scout").ask({ ...SHIP, text: `Ship ${before}?` });
    const standing = () => eventually(async () => (await deployment.on("slack").shown())[before]);
    expect((await standing()).controls).toHaveLength(2);
    await node.as("owner").answer({ id: request.id, answer: { choice: "hold" } });
    await eventually(async () => (await standing()).controls.length === 0 || undefined);
    expect((await standing()).text).toMatch(/ada/);
  }
});

test("what agents of two nodes ask alike is asked once and answered to both", async () => {
  const two = await deployment.start();
  await shared(deployment, 2);
  await linkOwner();
  const first = one.as("scout").ask({ ...SHIP, holdMs: 40_000 });
  const [post] = await eventually(async () => {
    const there = await deployment.on("slack").shown();
    return there.length > 0 ? there : undefined;
  });
  const second = two.as("rival").ask({ ...SHIP, holdMs: 40_000 });
  await eventually(async () => {
    const [asked] = (await one.as("owner").list({ status: "open" })).items;
    return asked?.alsoAskedBy?.length === 1 || undefined;
  });
  const [approve] = post?.controls ?? [];
  if (approve === undefined) throw new Error("No button.");
  await deployment.on("slack").press(approve, "member");
  for (const asked of [first, second]) {
    expect(await asked).toMatchObject({
      request: { answer: { choice: "approve" }, closedBy: { name: "ada" } },
    });
  }
  expect(await deployment.on("slack").shown()).toHaveLength(1);
});

/** Pauses a node between what it posts next and its hearing of it. */
async function held<T>(node: HubNode, act: () => Promise<T>): Promise<T> {
  const before = node.posted.length;
  node.pauses.pauseOnce();
  const done = await act();
  await eventually(() => node.posted.length > before || undefined);
  return done;
}

test("what the record says of people is the same on each node, and on one that starts", async () => {
  await linkOwner();
  const two = await deployment.start();
  await one.as("scout").authorize({ tool: "deploy", args: {}, reason: "It is due.", holdMs: 0 });
  await one.as("scout").ask(SHIP);
  await eventually(async () => {
    const { items } = await one.as("owner").deliveries({});
    // Further places are held until nobody answers at the first.
    return items.filter(({ status }) => status === "sent").length === 2 || undefined;
  });
  const figuresOf = async ({ ctx }: HubNode) => {
    const by = { workspace: "default", kind: "person", name: "ada" } as const;
    const ada = await ctx.store.findPrincipalByName(by);
    if (ada === undefined) throw new Error("There is an owner.");
    const { store } = await createFigures(ctx)(callerWithAllRights(ada));
    const ages = { oldestOpenMs: 0, oldestByLevel: [] };
    const levels = store?.oldestByLevel.filter(({ ms }) => ms > 0).map(({ level }) => level);
    return { ...store, ...ages, levels };
  };
  const before = await figuresOf(one);
  expect(before).toMatchObject({ openRequests: 2, levels: ["MEDIUM"] });
  expect(before.deliveries?.find(({ channel }) => channel === "slack")).toMatchObject({
    lastHeardMs: expect.any(Number),
  });
  for (const node of [two, await deployment.start()]) {
    expect(await figuresOf(node)).toEqual(before);
  }
});
