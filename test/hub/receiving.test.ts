import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createReceive } from "../../src/core/hearing/receive.ts";
import { EarshotError } from "../../src/domain/errors.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import {
  control,
  deliveriesOf,
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
  await world.link("telegram", 2);
});
afterEach(() => world.close());

async function asked() {
  const { request } = await world.scout.ask(SHIP);
  const post = await postOn(world, "slack");
  await untilSent(world, request.id);
  return { id: request.id, post, token: (label: string) => control(post, label).token };
}

/** What the agent was told in words. */
async function messages(): Promise<readonly string[]> {
  const { items } = await world.owner.listConversations({});
  const [conversation] = items;
  if (conversation === undefined) return [];
  const { entries } = await world.owner.showConversation({ id: conversation.id });
  return entries.items.flatMap((entry) => ("text" in entry ? [entry.text] : []));
}

describe("an event that comes twice", () => {
  test("a press answers once, and is told the same again", async () => {
    const { id, post, token } = await asked();
    const press = { token: token("approve"), messageId: post.id, key: "once" };
    const first = await pressAs(world, "slack", press);
    expect(first).toEqual({ say: expect.stringContaining("answered by ada via slack") });
    expect(await pressAs(world, "slack", press)).toEqual(first);
    const log = await logOf(world, id);
    expect(log.filter((type) => type.startsWith("request.answered"))).toEqual(["request.answered"]);
    expect(await messages()).toEqual([]);
  });

  test("words to an agent are said once", async () => {
    await asked();
    await world.on("slack").say("Good morning.", "member");
    await world.on("slack").again();
    expect(await messages()).toEqual(["Good morning."]);
  });

  test("words to an agent are said once, though another has spoken there since", async () => {
    await asked();
    await world.on("slack").say("Good morning.", "member");
    const { message } = await world.rival.send({ channel: "slack", chatId: "chat-1", text: "Hm." });
    await until(async () => (await standing(world, message)).join() === "slack sent");
    await expect(world.on("slack").again()).resolves.toBeUndefined();
    expect(world.on("slack").heard).toHaveLength(2);
    const { items } = await world.owner.listConversations({});
    const said = await Promise.all(
      items.map(async ({ id }) => (await world.owner.showConversation({ id })).entries.items),
    );
    const texts = said.flat().flatMap((entry) => ("text" in entry ? [entry.text] : []));
    expect(texts.filter((text) => text === "Good morning.")).toHaveLength(1);
  });

  test("a late press is kept once", async () => {
    const { id, post, token } = await asked();
    await world.owner.answer({ id, answer: { choice: "hold" } });
    const press = { token: token("approve"), messageId: post.id, key: "late" };
    const first = await pressAs(world, "slack", press);
    expect(first).toMatchObject({ isRefusal: true, say: expect.stringContaining("ada") });
    expect(await pressAs(world, "slack", press)).toEqual(first);
    expect(await messages()).toEqual(["approve"]);
  });

  test("a refused press of a stranger stands in the log once", async () => {
    const { id, post, token } = await asked();
    const from = { id: "somebody else" };
    const press = { token: token("approve"), messageId: post.id, key: "stranger", from };
    await pressAs(world, "slack", press);
    await pressAs(world, "slack", press);
    const log = await logOf(world, id);
    expect(log.filter((type) => type === "request.decision_refused")).toHaveLength(1);
  });
});

test("of two presses the one that comes first counts, whatever their times", async () => {
  const { id, post, token } = await asked();
  const { account, address, deliver } = world.on("slack");
  const at = (atMs: number, label: string) =>
    deliver({
      kind: "press",
      key: `at-${atMs}`,
      token: token(label),
      messageId: post.id,
      atMs,
      from: account("member"),
      address,
    });
  await at(2_000, "hold");
  expect(await at(1_000, "approve")).toMatchObject({ isRefusal: true });
  const { request } = await world.owner.show({ id });
  expect(request).toMatchObject({ status: "answered", answer: { choice: "hold" } });
});

describe("a button that is stale", () => {
  test("says that the question was cancelled, and changes nothing", async () => {
    const { id, post, token } = await asked();
    await world.scout.cancel({ id, reason: "solved" });
    const heard = await pressAs(world, "slack", { token: token("hold"), messageId: post.id });
    expect(heard).toMatchObject({ isRefusal: true, say: expect.stringContaining("cancelled") });
    expect(await statusOf(world, id)).toBe("cancelled");
  });

  test("says that the question has expired, and changes nothing", async () => {
    await world.close();
    const clock = createFakeClock();
    world = await openHub({ clock });
    await world.link("slack");
    const { request } = await world.scout.ask({ ...SHIP, expiresInMs: 60_000 });
    const post = await postOn(world, "slack");
    await clock.advance(60_000);
    const { token } = control(post, "hold");
    const heard = await pressAs(world, "slack", { token, messageId: post.id });
    expect(heard).toMatchObject({ isRefusal: true, say: expect.stringContaining("expired") });
    expect(await statusOf(world, request.id)).toBe("expired");
  });

  test("is taken away once more, where the edit had not come", async () => {
    const { id, post, token } = await asked();
    world.on("slack").harm("refused");
    await world.owner.answer({ id, answer: { choice: "hold" } });
    await until(async () => {
      const [delivery] = await deliveriesOf(world, id);
      return delivery?.error?.code === "refused";
    });
    expect((await postOn(world, "slack")).controls).toHaveLength(2);
    await pressAs(world, "slack", { token: token("approve"), messageId: post.id });
    await until(async () => (await postOn(world, "slack")).controls.length === 0);
  });
});

describe("a token that was not given for where it is pressed", () => {
  test.each([
    ["another chat", { chatId: "chat-2" }],
    ["a chat that is named alike", { chatId: "chat-1 " }],
  ])("is none in %s", async (_, where) => {
    const { id, post, token } = await asked();
    const act = { token: token("approve"), messageId: post.id, ...where };
    const heard = await pressAs(world, "slack", act);
    expect(heard).toMatchObject({
      isRefusal: true,
      say: expect.stringContaining("no longer works"),
    });
    expect(await statusOf(world, id)).toBe("open");
  });

  test("is none on another channel", async () => {
    const { id, post, token } = await asked();
    const act = { token: token("approve"), messageId: post.id };
    expect(await pressAs(world, "telegram", act)).toMatchObject({ isRefusal: true });
    expect(await statusOf(world, id)).toBe("open");
  });

  test.each(["", ".", ".0", "x", "NONCE", "NONCE.", "NONCE.2", "NONCE.-1", "NONCE.00", "NONCE.a"])(
    "%j stands for nothing",
    async (made) => {
      const { id, post, token } = await asked();
      const [nonce = ""] = token("approve").split(".");
      const act = { token: made.replace("NONCE", nonce), messageId: post.id };
      const heard = await pressAs(world, "slack", act);
      expect(heard).toMatchObject({
        isRefusal: true,
        say: expect.stringContaining("no longer works"),
      });
      expect(await statusOf(world, id)).toBe("open");
    },
  );

  test("and one of a delivery that was never brought is not known anywhere else", async () => {
    const { id, post } = await asked();
    const held = (await deliveriesOf(world, id)).find(({ status }) => status === "queued");
    const act = { token: `${held?.nonce}.0`, messageId: post.id };
    expect(await pressAs(world, "slack", act)).toMatchObject({ isRefusal: true });
    expect(await statusOf(world, id)).toBe("open");
  });
});

const STORE_AWAY = new EarshotError("STORE_UNAVAILABLE", "The store is away.");
const FAILURES = [1, 2, 3].flatMap((number) => [
  { number, when: "before" as const },
  { number, when: "after" as const },
]);

describe("where the store fails at commit", () => {
  test.each(FAILURES)(
    "$number, $when it, the press comes again and counts once",
    async (failure) => {
      const { id, post, token } = await asked();
      let commits = 0;
      const { commit } = world.ctx;
      const failing = createReceive({
        ...world.ctx,
        async commit(change) {
          commits += 1;
          if (commits !== failure.number) return await commit(change);
          if (failure.when === "after") await commit(change);
          throw STORE_AWAY;
        },
      });
      await world.on("slack").start(failing);
      const heard = await pressAs(world, "slack", { token: token("hold"), messageId: post.id });
      expect(heard.say).toContain("answered by ada via slack");
      expect(heard.isRefusal).toBeUndefined();
      const log = await logOf(world, id);
      expect(log.filter((type) => type.startsWith("request.answered"))).toEqual([
        "request.answered",
      ]);
      expect(await messages()).toEqual([]);
    },
  );
});

describe("what would never be taken", () => {
  test("words to an agent that is not there any more are refused, and do not come again", async () => {
    await asked();
    const { ctx } = world;
    const store = { ...ctx.store, findPrincipalByName: async () => undefined };
    await world.on("slack").start(createReceive({ ...ctx, store }));
    const { account, address, deliver } = world.on("slack");
    const words = { kind: "text", text: "Hello?", messageId: "u1", isToUs: true } as const;
    const event = { key: "gone", from: account("member"), address, atMs: 1, ...words };
    expect(await deliver(event)).toMatchObject({
      isRefusal: true,
      say: expect.stringContaining("no agent"),
    });
    expect(world.on("slack").heard).toHaveLength(1);
  });

  test("what meets a fault of ours is given up and told; what comes behind it is taken", async () => {
    const { id, post, token } = await asked();
    const fault = new TypeError("x is undefined");
    const faults: unknown[] = [];
    let fails = true;
    const commit: typeof world.ctx.commit = async (change) => {
      if (fails) throw fault;
      return await world.ctx.commit(change);
    };
    const onFault = (error: unknown) => void faults.push(error);
    await world.on("slack").start(createReceive({ ...world.ctx, commit }, { onFault }));
    const press = { token: token("hold"), messageId: post.id };
    const heard = await pressAs(world, "slack", press);
    expect(heard).toMatchObject({ isRefusal: true, say: expect.stringContaining("not taken") });
    expect(faults).toEqual([fault, fault, fault, fault, fault]);
    expect(await statusOf(world, id)).toBe("open");
    fails = false;
    expect((await pressAs(world, "slack", press)).say).toContain("answered by ada");
  });

  test("while the store is away all comes again, however often", async () => {
    const { id, post, token } = await asked();
    let left = 20;
    const commit: typeof world.ctx.commit = async (change) => {
      left -= 1;
      if (left > 0) throw STORE_AWAY;
      return await world.ctx.commit(change);
    };
    await world.on("slack").start(createReceive({ ...world.ctx, commit }));
    await pressAs(world, "slack", { token: token("hold"), messageId: post.id });
    expect(await statusOf(world, id)).toBe("answered");
  });
});

test("what is said while the hub does not hear is heard when it does", async () => {
  const { id, post, token } = await asked();
  await world.on("slack").channel.stop();
  const pressed = pressAs(world, "slack", { token: token("hold"), messageId: post.id });
  await world.on("slack").start(createReceive(world.ctx));
  expect((await pressed).say).toContain("answered by ada");
  expect(await statusOf(world, id)).toBe("answered");
});

test("a press marks what it stands on as seen, and stops the way to the next address", async () => {
  await ownKey(world.owner, { kind: "person", name: "ben" });
  const { id, post, token } = await asked();
  await pressAs(world, "slack", { token: token("hold"), messageId: post.id });
  await until(async () => (await standing(world, id)).join() === "slack seen,telegram dropped");
});

test("a reply to what is not ours waits for no post that is to be tried again", async () => {
  world.on("slack").harm(...Array.from({ length: 12 }, () => "server_error" as const));
  const chat = world.on("slack").address.chatId;
  const { message } = await world.scout.send({ channel: "slack", chatId: chat, text: "Done." });
  const tries = async () => (await deliveriesOf(world, message))[0]?.attempts ?? 0;
  await until(async () => (await tries()) >= 2);
  const { deliver, account, address } = world.on("slack");
  const from = performance.now();
  const words = { kind: "text", text: "lunch?", messageId: "u", isToUs: false } as const;
  const base = { key: "lunch", from: account("member"), address, atMs: 1 };
  expect(await deliver({ ...base, ...words, replyTo: "m999" })).toEqual({});
  expect(performance.now() - from).toBeLessThan(5_000);
});
