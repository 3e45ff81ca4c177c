import { afterEach, beforeEach, expect, test } from "vitest";
import type { Context } from "../../src/core/call/context.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { type Browser, type House, openHouse, refusalOf } from "../support/house.ts";
import { ownKey } from "../support/own-key.ts";

/* Standing permissions and the keys that they were given by. */

const TOOL = "deploy";

let house: House;
let ben: Browser;
beforeEach(async () => {
  house = await openHouse();
  ben = await house.enter("ben");
});
afterEach(() => house.close());

const permit = (earshot: Earshot) =>
  earshot.permit({ scope: "pattern", agent: "scout", tool: TOOL });
const statusNow = async () => (await house.seek(TOOL, { at: house.ctx.ids.next("req") })).status;
const listed = async () => (await house.owner.listPermissions()).items;

test("a permission goes with the web session in which it was given", async () => {
  const { id } = await permit(ben.earshot);
  expect(await statusNow()).toBe("approved");
  await house.owner.revokeWebSession({ id: ben.session.id });
  expect(await statusNow()).toBe("open");
  await house.enter("ben");
  expect(await statusNow()).toBe("open");
  expect(await listed()).toEqual([expect.objectContaining({ id, revokedAt: expect.any(String) })]);
});

test("a permission goes with the key by which it was given", async () => {
  const { key, secret } = await house.bensKey();
  const caller = await house.authenticate(secret);
  if (caller === undefined) throw new Error("The key is not let in.");
  expect(await permit(house.open(caller))).toMatchObject({ key: key.id });
  expect(await statusNow()).toBe("approved");
  await house.owner.revokeKey({ id: key.id });
  expect(await statusNow()).toBe("open");
});

test("what it has approved before is not redeemed any more", async () => {
  await permit(ben.earshot);
  const { id } = await house.seek(TOOL);
  const { grant, args } = await house.agent.collect({ id });
  await house.owner.revokeWebSession({ id: ben.session.id });
  const redeemed = house.agent.redeem({ grant, tool: TOOL, args });
  expect(await refusalOf(redeemed)).toBe("approver_gone");
});

/** Revokes ben's web session when what rests on it has been looked at and is about to be written. */
function revokingAt(write: "grant.consume" | "permission.use"): Context {
  return {
    ...house.ctx,
    commit: async (change) => {
      if (change.writes.some(({ type }) => type === write)) {
        await house.owner.revokeWebSession({ id: ben.session.id });
      }
      return await house.ctx.commit(change);
    },
  };
}

async function agentAt(ctx: Context): Promise<Earshot> {
  const caller = await house.authenticate(house.agentKey.secret);
  if (caller === undefined) throw new Error("The agent is not let in.");
  return createEarshot(ctx, caller);
}

test("nothing is redeemed on a permission whose key is revoked meanwhile", async () => {
  await permit(ben.earshot);
  const { id } = await house.seek(TOOL);
  const { grant, args } = await house.agent.collect({ id });
  const redeeming = await agentAt(revokingAt("grant.consume"));
  expect(await refusalOf(redeeming.redeem({ grant, tool: TOOL, args }))).toBe("approver_gone");
});

test("a permission whose key is revoked meanwhile approves nothing", async () => {
  await permit(ben.earshot);
  const seeking = await agentAt(revokingAt("permission.use"));
  const { request } = await seeking.authorize({ tool: TOOL, args: {}, reason: "So." });
  expect(request.status).toBe("open");
});

test("permissions of an operator who is removed are taken back, and the log says so", async () => {
  const { id } = await permit(ben.earshot);
  const { secret } = await ownKey(house.owner, { kind: "person", name: "cas", role: "approver" });
  const cas = await house.authenticate(secret);
  if (cas === undefined) throw new Error("The key is not let in.");
  const { id: other } = await permit(house.open(cas));
  await house.owner.removeOperator({ id: house.ben.id });
  const revoked = await house.eventsOf("permission.revoked");
  expect(revoked.map(({ subject }) => subject)).toEqual([id]);
  const row = await house.ctx.store.findPermission("default", id);
  expect(row?.revokedAt).toBeDefined();
  const standing = (await listed()).filter(({ revokedAt }) => revokedAt === undefined);
  expect(standing.map((permission) => permission.id)).toEqual([other]);
});

test("a web session that is over leaves its permissions", async () => {
  await permit(ben.earshot);
  await ben.earshot.signOut();
  expect(await statusNow()).toBe("approved");
});
