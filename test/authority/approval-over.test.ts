import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ApprovalOver } from "../../src/domain/authority/approval-over.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import {
  type AuthorizationRequest,
  asAuthorization,
  type Shown,
} from "../../src/domain/requests/request.ts";
import { type Browser, type House, openHouse, refusalOf } from "../support/house.ts";

/* Whether anything can run by an approval is said in one place, and every look at it tells the same. */

const TOOL = "pay";
const HOUR_MS = 3_600_000;

let house: House;
let ben: Browser;
let cleo: Browser;
beforeEach(async () => {
  house = await openHouse();
  ben = await house.enter("ben");
  await house.owner.addOperator({ name: "cleo" });
  const { token } = await house.owner.createSignInLink({ operator: "cleo", atTerminal: true });
  cleo = await house.again(await house.signIn.withLink({ token, browser: "Firefox" }));
});
afterEach(() => house.close());

async function apply(over: JsonObject): Promise<void> {
  const asks =
    over["decision"] === undefined
      ? { level: "MEDIUM", approvers: { roles: ["owner", "approver"] } }
      : {};
  const rules = [{ name: "pays", tools: [TOOL], ...asks, ...over }];
  await house.owner.applyPolicy({ source: { version: 1, rules } });
}

/** A request that two people have approved, ben before cleo. */
async function approvedByBoth(): Promise<Shown<AuthorizationRequest>> {
  await apply({ quorum: 2 });
  const request = await house.seek(TOOL);
  const { id, authorization } = request;
  for (const { earshot } of [ben, cleo]) {
    await earshot.approve({ id, digest: authorization.digest });
  }
  return asAuthorization((await house.owner.show({ id })).request);
}

/** What each look at it says, the agent's and people's. */
async function told({
  id,
}: Shown<AuthorizationRequest>): Promise<readonly (ApprovalOver | undefined)[]> {
  const { owner, agent } = house;
  const { items } = await owner.list({ status: "approved" });
  const rows = (await owner.inbox({ query: "status:approved" })).items;
  const all = [
    (await owner.show({ id })).request,
    (await owner.inboxItem({ id })).request,
    ...items.filter((one) => one.id === id),
    ...rows.filter((one) => one.id === id),
    (await agent.wait({ id })).request,
    ...(await agent.waitMany({ ids: [id] })).requests.map(({ request }) => request),
  ];
  expect(all).toHaveLength(6);
  return all.map((one) => ("over" in one ? one.over : undefined));
}

const saidBySix = (over: ApprovalOver | undefined) => Array.from({ length: 6 }, () => over);

describe("an approval is told as over by every look at it", () => {
  test("where an earlier voter was removed, and since when", async () => {
    const request = await approvedByBoth();
    expect(await told(request)).toEqual(saidBySix(undefined));
    await house.clock.advance(1_000);
    const at = new Date(house.clock.now()).toISOString();
    await house.owner.removeOperator({ id: house.ben.id });
    await house.clock.advance(1_000);
    expect(await told(request)).toEqual(saidBySix("approver_gone"));
    const [row] = (await house.owner.inbox({ query: "status:approved" })).items;
    expect(row).toMatchObject({ id: request.id, usableUntil: at });
    expect(await refusalOf(house.agent.collect({ id: request.id }))).toBe("approver_gone");
  });

  test("where the permission that approved it was revoked, and since when", async () => {
    await apply({});
    const { id } = await ben.earshot.permit({ scope: "pattern", agent: "scout", tool: TOOL });
    const request = await house.seek(TOOL);
    expect(request).toMatchObject({ status: "approved", basis: { permission: id } });
    expect(await told(request)).toEqual(saidBySix(undefined));
    await house.clock.advance(1_000);
    const usableUntil = new Date(house.clock.now()).toISOString();
    await ben.earshot.revokePermission({ id });
    expect(await told(request)).toEqual(saidBySix("approver_gone"));
    expect((await house.owner.show({ id: request.id })).request).toMatchObject({ usableUntil });
    expect(await refusalOf(house.agent.collect({ id: request.id }))).toBe("approver_gone");
  });

  test("where the policy of today demands more or denies, and no more once it does not", async () => {
    const request = await approvedByBoth();
    await apply({ quorum: 3 });
    expect(await told(request)).toEqual(saidBySix("demands_more"));
    expect(await refusalOf(house.agent.collect({ id: request.id }))).toBe("demands_more");
    await apply({ decision: "deny" });
    expect(await told(request)).toEqual(saidBySix("denied_now"));
    await apply({ quorum: 2 });
    expect(await told(request)).toEqual(saidBySix(undefined));
  });

  test("where it was used, erased, or is too old", async () => {
    const used = await approvedByBoth();
    const { grant, args } = await house.agent.collect({ id: used.id });
    await house.agent.redeem({ grant, tool: TOOL, args });
    expect(await told(used)).toEqual(saidBySix("used"));
    const erased = await approvedByBoth();
    await house.owner.erase({ id: erased.id });
    expect(await told(erased)).toEqual(saidBySix("erased"));
    const old = await approvedByBoth();
    await house.clock.advance(2 * HOUR_MS);
    expect((await house.agent.wait({ id: old.id })).request).toMatchObject({ over: "expired" });
  });
});

test("an approval that the policy refuses today can still be taken back: it may allow it again", async () => {
  const { id } = await approvedByBoth();
  await apply({ decision: "deny" });
  expect((await house.owner.inboxItem({ id })).isRevocable).toBe(true);
  expect(await house.owner.revoke({ id, reason: "No." })).toMatchObject({ status: "rejected" });
});
