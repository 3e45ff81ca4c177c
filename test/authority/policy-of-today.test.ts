import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startRedemand } from "../../src/core/policy/redemand.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import {
  type AuthorizationRequest,
  asAuthorization,
  type Shown,
} from "../../src/domain/requests/request.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import { type Browser, type House, openHouse, refusalOf } from "../support/house.ts";

/* Votes are judged by the policy of the day they are given on, and nothing is approved that cannot run. */

const TOOL = "pay";
/** More than a sweep waits for. */
const SOON_MS = 6_000;
const ROLES = { roles: ["owner", "approver"] };

let house: House;
let people: Readonly<Record<"ben" | "cleo" | "dan", Browser>>;
beforeEach(async () => {
  house = await openHouse();
  await apply({});
  const [ben, cleo, dan] = [await house.enter("ben"), await enter("cleo"), await enter("dan")];
  people = { ben, cleo, dan };
});
afterEach(() => house.close());

async function enter(name: string): Promise<Browser> {
  await house.owner.addOperator({ name });
  const { token } = await house.owner.createSignInLink({ operator: name, atTerminal: true });
  return await house.again(await house.signIn.withLink({ token, browser: "Firefox" }));
}

/** Puts one rule in force, which asks any approver about a MEDIUM action unless told otherwise. */
const apply = async (over: JsonObject) =>
  void (await house.owner.applyPolicy({ source: policyOf(over) }));

function policyOf(over: JsonObject): JsonObject {
  const asks = over["decision"] === undefined ? { level: "MEDIUM", approvers: ROLES } : {};
  return { version: 1, rules: [{ name: "pays", tools: [TOOL], ...asks, ...over }] };
}

/** Puts it in force and dies before it is applied to what is open. */
async function putUntold(over: JsonObject): Promise<void> {
  const { ctx, clock } = house;
  const source = policyOf(over);
  const former = (await ctx.store.currentPolicy("default"))?.revision ?? "";
  const policy = { revision: ctx.digest.json(source), source, at: toTimestamp(clock.now()) };
  await ctx.commit({
    workspace: "default",
    events: [],
    writes: [{ type: "policy.put", policy, former }],
  });
}

const approve = async (
  who: keyof typeof people,
  { id, authorization }: Shown<AuthorizationRequest>,
) => asAuthorization(await people[who].earshot.approve({ id, digest: authorization.digest }));
const shown = async ({ id }: Shown<AuthorizationRequest>) =>
  asAuthorization((await house.owner.show({ id })).request);
const needsOf = async (who: keyof typeof people, { id }: Shown<AuthorizationRequest>) =>
  (await people[who].earshot.inboxItem({ id })).needs;
const votersOf = ({ authorization }: Shown<AuthorizationRequest>) =>
  authorization.votes.map(({ by }) => by.name);

/** Collects and redeems: what is told as approved can run. */
async function run({ id }: Shown<AuthorizationRequest>): Promise<void> {
  const { grant, args } = await house.agent.collect({ id });
  expect((await house.agent.redeem({ grant, tool: TOOL, args })).request.id).toBe(id);
}

describe("a policy that wants more", () => {
  test("of people is what the next vote is judged by, and the request waits for them", async () => {
    const request = await house.seek(TOOL);
    await apply({ quorum: 3 });
    expect(await approve("ben", request)).toMatchObject({
      status: "open",
      authorization: { demand: { quorum: 3 } },
    });
    expect((await house.agent.wait({ id: request.id })).outcome).toBe("pending");
    expect((await approve("cleo", request)).status).toBe("open");
    const approved = await approve("dan", request);
    expect(approved.status).toBe("approved");
    await run(approved);
  });

  test("is told at once of what is open, and in the log", async () => {
    const request = await house.seek(TOOL);
    await apply({ name: "pays more", quorum: 2 });
    expect((await shown(request)).authorization.demand).toMatchObject({
      rule: "pays more",
      quorum: 2,
    });
    const [event, ...more] = await house.eventsOf("request.demand_changed");
    expect(event).toMatchObject({ subject: request.id, data: { rule: "pays more" } });
    expect(more).toEqual([]);
  });

  test("of a vote than it showed takes that vote away", async () => {
    await apply({ quorum: 2 });
    const request = await house.seek(TOOL);
    await approve("ben", request);
    await apply({ quorum: 2, step_up: true });
    expect(votersOf(await shown(request))).toEqual([]);
    const [event] = await house.eventsOf("request.demand_changed");
    expect(event?.data).toMatchObject({ withdrawn: 1 });
    expect(await needsOf("ben", request)).toMatchObject({ passphrase: true });
  });

  test("by its level takes votes of a lower one away, and asks for the digest", async () => {
    await apply({ quorum: 2 });
    const request = await house.seek(TOOL);
    await approve("ben", request);
    await apply({ quorum: 2, level: "HIGH" });
    expect(votersOf(await shown(request))).toEqual([]);
    expect(await refusalOf(approve("cleo", request))).toBe("digest_not_typed");
    const { digest } = request.authorization;
    for (const who of ["ben", "cleo"] as const) {
      await people[who].earshot.approve({ id: request.id, digest, typed: digest.slice(0, 6) });
    }
    await run(request);
  });

  test("drops the vote of whoever decides no more", async () => {
    await apply({ quorum: 2 });
    const request = await house.seek(TOOL);
    await approve("ben", request);
    await apply({ quorum: 2, approvers: { names: ["cleo", "dan"] } });
    expect(votersOf(await approve("cleo", request))).toEqual(["cleo"]);
    expect(await refusalOf(approve("ben", request))).toBe("not_an_approver");
    const approved = await approve("dan", request);
    expect(approved.status).toBe("approved");
    await run(approved);
  });

  test("is what votes are judged by though nobody was told of it yet", async () => {
    const request = await house.seek(TOOL);
    await putUntold({ quorum: 2 });
    expect((await approve("ben", request)).status).toBe("open");
  });

  test("is not overtaken by a vote that is under way", async () => {
    for (let round = 0; round < 10; round++) {
      await apply({ name: `one ${round}` });
      const request = await house.seek(TOOL, { round });
      await Promise.all([approve("ben", request), apply({ name: `two ${round}`, quorum: 2 })]);
      const { status, authorization } = await shown(request);
      const { quorum } = authorization.demand;
      const [changed] = (await house.eventsOf("policy.changed")).slice(-1);
      const [approved] = (await house.eventsOf("request.approved")).slice(-1);
      const isBefore = approved?.subject === request.id && approved.seq < (changed?.seq ?? 0);
      expect(status, `quorum ${quorum}`).toBe(isBefore ? "approved" : "open");
    }
  });
});

describe("a policy that was cut off before it was applied to what is open", () => {
  const onFault = vi.fn();
  const stops: (() => Promise<void>)[] = [];
  const start = () => stops.push(startRedemand(house.ctx, { onFault }));
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    onFault.mockReset();
  });

  test("is applied to it after the next start, and whoever may decide now is asked", async () => {
    await apply({ approvers: { names: ["ben"] } });
    const request = await house.seek(TOOL);
    await putUntold({ approvers: { names: ["cleo"] } });
    expect((await shown(request)).to).toEqual(["ben"]);
    start();
    await house.clock.advance(SOON_MS);
    expect((await shown(request)).to).toEqual(["cleo"]);
    expect(await house.eventsOf("request.demand_changed")).toHaveLength(1);
  });

  test("is applied by whoever does the job, where another node had put it in force", async () => {
    const request = await house.seek(TOOL);
    start();
    await house.clock.advance(SOON_MS);
    await putUntold({ quorum: 2 });
    await house.clock.advance(SOON_MS);
    expect((await shown(request)).authorization.demand.quorum).toBe(2);
  });

  test("is applied once the store is back", async () => {
    const request = await house.seek(TOOL);
    await putUntold({ quorum: 2 });
    const away = vi
      .spyOn(house.ctx.store, "listWorkspaces")
      .mockRejectedValueOnce(new Error("away"));
    start();
    await house.clock.advance(SOON_MS);
    away.mockRestore();
    expect(onFault).toHaveBeenCalledOnce();
    expect((await shown(request)).authorization.demand.quorum).toBe(1);
    await house.clock.advance(SOON_MS);
    expect((await shown(request)).authorization.demand.quorum).toBe(2);
  });
});

describe("a policy that wants less", () => {
  test("approves nothing by itself, and one of those who may decide closes it", async () => {
    await apply({ quorum: 2 });
    const request = await house.seek(TOOL);
    await approve("ben", request);
    expect(await refusalOf(approve("ben", request))).toBe("ALREADY_VOTED");
    await apply({ quorum: 1 });
    expect((await shown(request)).status).toBe("open");
    expect(await needsOf("ben", request)).not.toHaveProperty("refusal");
    const approved = await approve("ben", request);
    expect(approved.status).toBe("approved");
    expect(votersOf(approved)).toEqual(["ben"]);
    await run(approved);
  });

  test("leaves it to one person where it would let the action pass", async () => {
    await apply({ quorum: 3 });
    const request = await house.seek(TOOL);
    await apply({ decision: "allow" });
    expect((await shown(request)).status).toBe("open");
    await run(await approve("ben", request));
  });

  test("does not lower the level that the digest binds", async () => {
    await apply({ level: "HIGH" });
    const request = await house.seek(TOOL);
    await apply({ level: "LOW" });
    expect(await refusalOf(approve("ben", request))).toBe("digest_not_typed");
  });
});

describe("a policy that denies", () => {
  test("lets nobody approve what is open, and says why; what comes after it may", async () => {
    const request = await house.seek(TOOL);
    await apply({ name: "closed", decision: "deny" });
    expect(await refusalOf(approve("ben", request))).toBe("denied_now");
    expect((await needsOf("ben", request))?.refusal).toContain('the rule "closed"');
    expect((await shown(request)).status).toBe("open");
    await apply({});
    await run(await approve("ben", request));
  });
});

describe("who is asked", () => {
  test("follows the names of the rule", async () => {
    await apply({ approvers: { names: ["ben"] } });
    const request = await house.seek(TOOL);
    expect(request.to).toEqual(["ben"]);
    await apply({ approvers: { names: ["cleo"] } });
    expect((await shown(request)).to).toEqual(["cleo"]);
    expect(await refusalOf(approve("ben", request))).toBe("not_an_approver");
    const { items } = await people.cleo.earshot.inbox({ split: "needs_me" });
    expect(items.map(({ id }) => id)).toEqual([request.id]);
    await run(await approve("cleo", request));
  });

  test("stays the agent's choice while they are enough, and is everybody's once they are not", async () => {
    const input = { tool: TOOL, args: {}, reason: "So.", to: ["ben"] };
    const request = asAuthorization((await house.agent.authorize(input)).request);
    await apply({ name: "as before" });
    expect((await shown(request)).to).toEqual(["ben"]);
    await apply({ quorum: 2 });
    expect((await shown(request)).to).toEqual([]);
    await approve("cleo", request);
    await run(await approve("dan", request));
  });
});

describe("what cannot run any more is not collected", () => {
  const CASES: readonly [string, () => Promise<unknown>][] = [
    ["denied_now", () => apply({ decision: "deny" })],
    ["demands_more", () => apply({ quorum: 2 })],
    ["approver_gone", () => house.owner.revokeWebSession({ id: people.ben.session.id })],
  ];

  test.each(CASES)("since it is %s", async (reason, change) => {
    const approved = await approve("ben", await house.seek(TOOL));
    await change();
    expect(await refusalOf(house.agent.collect({ id: approved.id }))).toBe(reason);
    const [refused] = await house.eventsOf("grant.refused");
    expect(refused).toMatchObject({ subject: approved.id, data: { error: reason } });
    expect(await house.eventsOf("grant.minted")).toEqual([]);
  });
});
