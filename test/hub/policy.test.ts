import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { callerWithAllRights } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import type { RemoteChannel } from "../../src/domain/channel-kind.ts";
import { DEFAULT_WORKSPACE } from "../../src/domain/id.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Role } from "../../src/domain/people/principal.ts";
import { toMs } from "../../src/domain/timestamp.ts";
import { eventually } from "../suites/earshot/world.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";
import { ownKey } from "../support/own-key.ts";

let world: HubWorld;

beforeEach(async () => {
  world = await openHub();
});
afterEach(() => world.close());

const apply = (more: JsonObject) =>
  world.owner.applyPolicy({ source: { version: 1, rules: [], ...more } });

async function shownOn(kind: RemoteChannel, count = 1) {
  await eventually(async () => (await world.on(kind).shown()).length >= count);
  const post = (await world.on(kind).shown())[count - 1];
  if (post === undefined) throw new Error("Nothing is shown.");
  return post;
}

/** Somebody else who can decide, reached at the platform's first chat. */
async function operator(name: string, { role, on }: { role: Role; on?: RemoteChannel }) {
  const { principal } = await ownKey(world.owner, { kind: "person", name, role });
  if (principal.kind !== "person") throw new Error("No person.");
  if (on !== undefined) {
    const { address, account } = world.on(on);
    const { id: by } = principal;
    const link = {
      id: world.ctx.ids.next("lnk"),
      workspace: DEFAULT_WORKSPACE,
      channel: on,
      chatId: address.chatId,
      operator: by,
      account: account("member").id,
      name,
      rank: 1,
      createdAt: new Date().toISOString() as `${string}Z`,
      createdBy: by,
    };
    const writes = [{ type: "link.insert" as const, link }];
    await world.ctx.commit({ workspace: DEFAULT_WORKSPACE, writes, events: [] });
  }
  return createEarshot(world.ctx, callerWithAllRights(principal));
}

const SHIP = {
  text: "Ship 1.4?",
  form: { kind: "choice", options: [{ label: "approve" }, { label: "hold" }] },
} as const;

describe("routing", () => {
  test("the next address is tried after the time that the policy says", async () => {
    await world.link("slack");
    await world.link("telegram", 2);
    await apply({ routing: { fallback_after: "90s" } });
    const { steps } = await world.owner.testRoute();
    expect(steps.map(({ channel, heldFor }) => [channel, heldFor])).toEqual([
      ["slack", undefined],
      ["telegram", "fallback"],
    ]);
    const [first, second] = steps.map(({ at }) => toMs(at));
    expect((second ?? 0) - (first ?? 0)).toBe(90_000);
  });

  test("whom the policy escalates to is asked besides, once it has been open so long", async () => {
    await world.link("slack");
    await operator("ben", { role: "approver", on: "telegram" });
    await apply({ routing: { escalate: [{ after: "1s", to: ["role:approver"] }] } });
    const { request } = await world.scout.ask({ ...SHIP, to: ["ada"] });
    await shownOn("slack");
    const post = await shownOn("telegram");
    expect(post.text).toContain("Ship 1.4?");
    const { items } = await world.owner.deliveries({ item: request.id });
    const ofBen = items.find(({ address }) => address.channel === "telegram");
    expect(ofBen?.heldFor ?? "escalation").toBe("escalation");
  });

  test("what is answered before is not escalated", async () => {
    await world.link("slack");
    await operator("ben", { role: "approver", on: "telegram" });
    await apply({ routing: { escalate: [{ after: "30m", to: ["ben"] }] } });
    const { request } = await world.scout.ask({ ...SHIP, to: ["ada"] });
    await shownOn("slack");
    const { items: planned } = await world.owner.deliveries({ item: request.id });
    expect(planned.map(({ heldFor }) => heldFor).sort()).toEqual(["escalation", undefined]);
    await world.owner.answer({ id: request.id, answer: { choice: "hold" } });
    const { items } = await world.owner.deliveries({ item: request.id });
    expect(items.find(({ address }) => address.channel === "telegram")?.status).toBe("dropped");
  });
});

describe("who is asked", () => {
  test("a role is whoever has it when it is asked", async () => {
    await operator("ben", { role: "approver" });
    const { request } = await world.scout.ask({ ...SHIP, to: ["role:approver", "ada", "ben"] });
    expect(request.to).toEqual(["ben", "ada"]);
    const { request: action } = await world.scout.authorize({
      tool: "get_user_info",
      args: {},
      reason: "to look",
      to: ["role:approver"],
    });
    expect(action.to).toEqual(["ben"]);
  });

  test("a role that nobody has, or that is none, is refused", async () => {
    const asked = (to: string) => world.scout.ask({ ...SHIP, to: [to] });
    await expect(asked("role:approver")).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(asked("role:viewer")).rejects.toThrow(/role:owner and role:approver/);
    await expect(world.owner.testRoute({ to: ["role:approver"] })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  });
});

describe("minimal content", () => {
  const CODEWORD = "What is the codeword of vault seven?";

  test("shows who asks, and neither what nor anything that decides", async () => {
    await world.link("slack");
    await world.link("telegram", 2);
    await apply({ routing: { fallback_after: "1s", channels: { slack: "minimal" } } });
    await world.scout.ask({ ...SHIP, text: CODEWORD });
    const post = await shownOn("slack");
    expect(post.text).toContain("Question from scout");
    expect(post.raw).not.toContain("codeword");
    expect(post.controls).toEqual([]);
    const other = await shownOn("telegram");
    expect(other.text).toContain(CODEWORD);
    expect(other.controls).toHaveLength(2);
  });

  test("is not answered in words", async () => {
    await world.link("slack");
    await apply({ routing: { channels: { slack: "minimal" } } });
    const { request } = await world.scout.ask({ text: CODEWORD });
    const post = await shownOn("slack");
    await world.on("slack").say("swordfish", "member", post);
    expect((await world.owner.show({ id: request.id })).request.status).toBe("open");
  });

  test("tells nothing of an answer that was given elsewhere", async () => {
    await world.link("slack");
    await apply({ routing: { channels: { slack: "minimal" } } });
    const { request } = await world.scout.ask({ text: CODEWORD });
    await shownOn("slack");
    await world.owner.answer({ id: request.id, answer: { text: "swordfish" } });
    await eventually(async () => {
      const [post] = await world.on("slack").shown();
      return post?.text.includes("Question from scout") === false;
    });
    expect((await world.on("slack").shown())[0]?.raw).not.toMatch(/swordfish|codeword/);
  });

  test("holds for actions of the level and above, which no button approves", async () => {
    await world.link("slack");
    const rules = [{ name: "transfers", tools: ["transfer"], level: "MEDIUM" }];
    await world.owner.applyPolicy({
      source: { version: 1, rules, routing: { minimal_from: "MEDIUM" } },
    });
    const { request } = await world.scout.authorize({
      tool: "transfer",
      args: { iban: "DE02120300000000202051" },
      reason: "to pay",
    });
    const post = await shownOn("slack");
    expect(post.controls).toEqual([]);
    expect(post.raw).not.toMatch(/transfer|DE0212|to pay/);
    await eventually(async () => {
      const { items } = await world.owner.deliveries({ item: request.id });
      return items[0]?.status === "sent";
    });
    const [delivery] = (await world.owner.deliveries({ item: request.id })).items;
    expect(delivery).not.toHaveProperty("digest");
  });
});

test("what the policy says of a channel from outside holds on it", async () => {
  await world.close();
  world = await openHub({ channels: [{ kind: "ntfy" }] });
  await world.link("ntfy");
  await apply({
    routing: { channels: { ntfy: "minimal" } },
    messages: { allow: [{ channels: ["ntfy"] }] },
  });
  await world.scout.ask({ ...SHIP, text: "What is the codeword?" });
  const post = await shownOn("ntfy");
  expect(post.raw).not.toContain("codeword");
  const { chatId } = world.on("ntfy").address;
  await world.scout.send({ channel: "ntfy", chatId, text: "Build 7 is green." });
  expect((await shownOn("ntfy", 2)).text).toContain("Build 7 is green.");
  const elsewhere = world.scout.send({ channel: "inbox", chatId: "ada", text: "Hello." });
  await expect(elsewhere).rejects.toMatchObject({ code: "NOT_ALLOWED" });
});

describe("messages", () => {
  const send = (chatId: string) =>
    world.scout.send({ channel: "slack", chatId, text: "All tests are green." });

  test("go where a rule of the policy allows it", async () => {
    await world.link("slack");
    const { chatId } = world.on("slack").address;
    await apply({ messages: { allow: [{ agents: ["sc*"], channels: ["slack"] }] } });
    await send(chatId);
    expect((await shownOn("slack")).text).toContain("All tests are green.");
  });

  test("are refused elsewhere, with the rule that is missing", async () => {
    await world.link("slack");
    const { chatId } = world.on("slack").address;
    await apply({ messages: { allow: [{ channels: ["inbox"], chats: ["ada"] }] } });
    await expect(send(chatId)).rejects.toMatchObject({
      code: "NOT_ALLOWED",
      message: expect.stringContaining(
        JSON.stringify({ agents: ["scout"], channels: ["slack"], chats: [chatId] }),
      ),
    });
    await world.scout.send({ channel: "inbox", chatId: "ada", text: "Here." });
    const { conversation } = (await world.scout.ask({ text: "Anything?" })).request;
    const text = "Said by a person.";
    await world.owner.send({ channel: "slack", chatId, text, conversation });
    await shownOn("slack", 2);
    const texts = (await world.on("slack").shown()).map((post) => post.text);
    expect(texts.some((one) => one.includes("Said by a person."))).toBe(true);
  });
});

test("where the stored policy is not what was applied, little is shown and nothing is sent", async () => {
  const database = new DatabaseSync(":memory:");
  const tampered = await openHub({ database });
  try {
    await tampered.link("slack");
    const source = JSON.stringify({ version: 1, rules: [] });
    database
      .prepare(
        "insert into policies (workspace, revision, source, at, in_force) values (?, ?, ?, 0, 1)",
      )
      .run(DEFAULT_WORKSPACE, "another", source);
    await tampered.scout.ask(SHIP);
    const { chatId } = tampered.on("slack").address;
    await eventually(async () => (await tampered.on("slack").shown()).length === 1);
    expect((await tampered.on("slack").shown())[0]?.controls).toEqual([]);
    await expect(
      tampered.scout.send({ channel: "slack", chatId, text: "Green." }),
    ).rejects.toMatchObject({ code: "DIGEST_MISMATCH" });
  } finally {
    await tampered.close();
  }
});
