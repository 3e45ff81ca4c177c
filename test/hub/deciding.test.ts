import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { callerWithAllRights } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import type { AuthorizationRequest, Shown } from "../../src/domain/requests/request.ts";
import { CRITICAL_TOOL, HIGH_TOOL, MEDIUM_TOOL } from "../support/house.ts";
import {
  approverOn,
  control,
  deliveriesOf,
  postOn,
  pressAs,
  seek,
  statusOf,
  until,
  untilSent,
} from "../support/hub-cast.ts";
import { type HubWorld, openHub } from "../support/hub-world.ts";
import { ownKey } from "../support/own-key.ts";

let world: HubWorld;

beforeEach(async () => {
  world = await openHub();
  await approverOn(world, "ben", { kind: "slack" });
  await approverOn(world, "cleo", { kind: "telegram" });
});
afterEach(() => world.close());

type Kind = "slack" | "telegram";

async function brought(request: Shown<AuthorizationRequest>, kind: Kind = "slack") {
  const post = await postOn(world, kind);
  await untilSent(world, request.id, 2);
  return post;
}

/** Presses what has this name on the post, whether or not it stands there. */
async function forge(request: Shown<AuthorizationRequest>, name: string, kind: Kind = "slack") {
  const all = await deliveriesOf(world, request.id);
  const delivery = all.find(({ address }) => address.channel === kind);
  const messageId = delivery?.post?.ids[0] ?? "";
  return await pressAs(world, kind, { token: `${delivery?.nonce}.${name}`, messageId });
}

test("one approval is enough where one is, and the agent gets what was shown", async () => {
  const request = await seek(world);
  const post = await brought(request);
  expect(post.text).toContain(`sha256:${request.authorization.digest}`);
  const said = await world.on("slack").press(control(post, "Approve"), "member");
  expect(said).toContain("approved by ben via slack");
  const grant = await world.scout.collect({ id: request.id });
  expect(grant.digest).toBe(request.authorization.digest);
});

test("a rejection says who and where, and every post loses its buttons", async () => {
  const request = await seek(world);
  await brought(request);
  const post = await postOn(world, "telegram");
  await world.on("telegram").press(control(post, "Reject"), "member");
  const { request: now } = await world.owner.show({ id: request.id });
  expect(now).toMatchObject({ status: "rejected", closedBy: { name: "cleo", via: "telegram" } });
  for (const kind of ["slack", "telegram"] as const) {
    await until(async () => (await postOn(world, kind)).controls.length === 0);
    expect((await postOn(world, kind)).text).toContain("Rejected by cleo via telegram");
  }
});

test("every post of an approval that is taken back says so, and why", async () => {
  const request = await seek(world);
  const post = await brought(request);
  await world.on("slack").press(control(post, "Approve"), "member");
  await world.owner.revoke({ id: request.id, reason: "Not that one." });
  for (const kind of ["slack", "telegram"] as const) {
    await until(async () => (await postOn(world, kind)).text.includes("Approval taken back by"));
    expect((await postOn(world, kind)).text).toContain("Not that one.");
  }
});

test("a post to whose own agent asks has no button, and says who can decide", async () => {
  await world.close();
  world = await openHub({ channels: [{ kind: "slack" }, { kind: "email" }] });
  await world.link("slack");
  await approverOn(world, "ben", { kind: "email" });
  const request = await seek(world);
  const mine = await brought(request);
  expect(mine.controls).toEqual([]);
  expect(mine.text).toContain("who can: ben");
  expect(mine.text).toContain("belongs to ada");
  const theirs = await postOn(world, "email");
  expect(theirs.text).not.toContain("who can:");
  // A press nevertheless is refused in words.
  const { isRefusal, say } = await forge(request, "a");
  expect(isRefusal).toBe(true);
  expect(say).toMatch(/nobody approves for an agent of their own/);
  expect(await statusOf(world, request.id)).toBe("open");
});

describe("where two have to approve", () => {
  beforeEach(async () => {
    const rule = { name: "two", decision: "ask", level: "MEDIUM", quorum: 2 };
    await world.owner.applyPolicy({ source: { version: 1, rules: [rule] } });
  });

  test("two people on two platforms do, and one person on one does not", async () => {
    const request = await seek(world);
    const [slack, telegram] = [await brought(request), await postOn(world, "telegram")];
    const first = await world.on("slack").press(control(slack, "Approve"), "member");
    expect(first).toBe("Your approval is noted. It waits for 1 more.");
    const again = await world.on("slack").press(control(slack, "Approve"), "member");
    expect(again).toMatch(/ben/);
    expect(await statusOf(world, request.id)).toBe("open");
    await world.on("telegram").press(control(telegram, "Approve"), "member");
    expect(await statusOf(world, request.id)).toBe("approved");
  });

  test("one person with two accounts counts once", async () => {
    const { items } = await world.owner.listLinks();
    const cleo = items.find(({ channel }) => channel === "telegram");
    if (cleo === undefined) throw new Error("Nobody is linked.");
    await world.owner.removeLink({ id: cleo.id });
    const [account, chatId] = [world.on("telegram").account("member").id, "chat-1"];
    await approverOn(world, "ben", { kind: "telegram", account, chatId, rank: 2 });
    const request = await seek(world);
    const slack = await postOn(world, "slack");
    await untilSent(world, request.id);
    await world.on("slack").press(control(slack, "Approve"), "member");
    await forge(request, "a", "telegram");
    expect(await statusOf(world, request.id)).toBe("open");
  });

  test("a button that showed other arguments approves nothing", async () => {
    const request = await seek(world);
    await brought(request);
    await world.pause();
    const args = { user_id: "user456" };
    const { principal } = await ownKey(world.owner, { kind: "person", name: "dora" });
    const dora = createEarshot(world.ctx, callerWithAllRights(principal));
    const { digest } = await dora.previewEdit({ id: request.id, args });
    const edited = await dora.approve({ id: request.id, digest, args });
    expect(edited.authorization.digest).not.toBe(request.authorization.digest);
    const heard = await forge(request, "a", "telegram");
    expect(heard.isRefusal).toBe(true);
    expect(await statusOf(world, request.id)).toBe("open");
    expect((await deliveriesOf(world, request.id)).map(({ job }) => job)).toEqual(["edit", "edit"]);
  });

  test("what somebody has edited is shown to the others as it is then, and approved so", async () => {
    const request = await seek(world);
    await brought(request);
    const { principal } = await ownKey(world.owner, { kind: "person", name: "dora" });
    const dora = createEarshot(world.ctx, callerWithAllRights(principal));
    const args = { user_id: "user456" };
    const { digest } = await dora.previewEdit({ id: request.id, args });
    await dora.approve({ id: request.id, digest, args });
    await until(async () => {
      const all = await deliveriesOf(world, request.id);
      return all.every((one) => one.digest === digest && one.job === undefined);
    });
    const post = await postOn(world, "slack");
    expect(post.text).toContain("user456");
    expect(post.text).toMatch(/decides not\W+dora, who changed the arguments/);
    await world.on("slack").press(control(post, "Approve"), "member");
    expect(await statusOf(world, request.id)).toBe("open");
    const other = await postOn(world, "telegram");
    await world.on("telegram").press(control(other, "Approve"), "member");
    const { request: now } = await world.owner.show({ id: request.id });
    expect(now).toMatchObject({ status: "approved", authorization: { digest } });
  });
});

describe.each([
  ["HIGH", HIGH_TOOL],
  ["CRITICAL", CRITICAL_TOOL],
])("an action of level %s", (level, tool) => {
  test("has no button that approves, and says where it is decided", async () => {
    const post = await brought(await seek(world, tool));
    expect(post.text).toContain(level);
    expect(post.controls.map(({ label }) => label)).toEqual(["Reject"]);
    expect(post.text).toContain("Decide on the page");
  });

  test("is not approved by a token that was made for it", async () => {
    const request = await seek(world, tool);
    await brought(request);
    expect(await forge(request, "a")).toMatchObject({ isRefusal: true });
    expect(await statusOf(world, request.id)).toBe("open");
  });

  test("can be rejected there", async () => {
    const request = await seek(world, tool);
    await world.on("slack").press(control(await brought(request), "Reject"), "member");
    expect(await statusOf(world, request.id)).toBe("rejected");
  });
});

test.each(["approve", "Approve", "yes", "a", "APPROVED BY ben", "1", "✅"])(
  "the words %j approve nothing, and say where to press",
  async (words) => {
    const request = await seek(world, MEDIUM_TOOL);
    const post = await brought(request);
    const { deliver, account, address } = world.on("slack");
    const heard = await deliver({
      kind: "text",
      key: "words",
      text: words,
      messageId: "u1",
      isToUs: true,
      atMs: 1,
      from: account("member"),
      address,
      replyTo: post.id,
    });
    expect(heard).toMatchObject({ isRefusal: true, say: expect.stringContaining("Words") });
    expect(await statusOf(world, request.id)).toBe("open");
  },
);

test("a reaction approves nothing", async () => {
  const request = await seek(world);
  const post = await brought(request);
  await world.on("slack").react(post, { name: "+1", by: "member", isAdded: true });
  expect(await statusOf(world, request.id)).toBe("open");
});

test("a press on the button of a question's option decides no action", async () => {
  const request = await seek(world);
  await brought(request);
  for (const name of ["0", "s", "f", "approve", ""]) {
    expect(await forge(request, name)).toMatchObject({ isRefusal: true });
  }
  expect(await statusOf(world, request.id)).toBe("open");
});
