import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { EventType } from "../../src/domain/log/event.ts";
import { CRITICAL_TOOL, type House, MEDIUM_TOOL, openHouse, refusalOf } from "../support/house.ts";

/* Whoever looks into an attempt finds in the log what was tried: the action, the tool, the grant, where. */

const PASSPHRASE = "five wet horses ran home";
const ARGS = { user_id: "user123" };
const OTHER = { user_id: "user124" };
const DIGEST = /^[0-9a-f]{64}$/;
const KEYED = /^[\w-]{43}$/;

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(() => house.close());

async function granted() {
  const request = await house.seek(MEDIUM_TOOL);
  const { id, authorization } = request;
  const ben = await house.enter("ben");
  await ben.earshot.approve({ id, digest: authorization.digest });
  const { grant, digest } = await house.agent.collect({ id });
  return { id, grant, digest };
}

async function last(type: EventType) {
  const event = (await house.eventsOf(type)).at(-1);
  if (event === undefined) throw new Error(`No ${type} was logged.`);
  return event;
}

describe("a refused grant", () => {
  test("tells the grant, the tool, the surface and the digest of what was about to run", async () => {
    const { id, grant, digest } = await granted();
    const redeem = house.agent.redeem({ grant, tool: MEDIUM_TOOL, args: OTHER }, { via: "mcp" });
    expect(await refusalOf(redeem)).toBe("other_action");
    const event = await last("grant.refused");
    expect(event).toMatchObject({
      subject: id,
      agent: house.agentKey.principal.id,
      data: { error: "other_action", name: MEDIUM_TOOL, via: "mcp", grant: expect.any(String) },
    });
    expect(event.data?.digest).toMatch(DIGEST);
    expect(event.data?.digest).not.toBe(digest);
  });

  test("that was used tells the approved digest, if just that was tried again", async () => {
    const { grant, digest } = await granted();
    await house.agent.redeem({ grant, tool: MEDIUM_TOOL, args: ARGS });
    const again = house.agent.redeem({ grant, tool: MEDIUM_TOOL, args: ARGS });
    expect(await refusalOf(again)).toBe("used");
    expect((await last("grant.refused")).data).toMatchObject({ error: "used", digest });
  });

  test("that nobody has signed gives the same digest for the same attempt, and no argument away", async () => {
    const forged = (args: typeof ARGS) =>
      refusalOf(house.agent.redeem({ grant: "e30.e30.e30", tool: MEDIUM_TOOL, args }));
    for (const args of [ARGS, ARGS, OTHER]) expect(await forged(args)).toBe("not_ours");
    const events = await house.eventsOf("grant.refused");
    const [one, two, three] = events.map(({ data }) => data?.digest);
    expect(one).toMatch(KEYED);
    expect(two).toBe(one);
    expect(three).not.toBe(one);
    expect(one).not.toBe(house.ctx.digest.json([MEDIUM_TOOL, ARGS]));
  });

  test("for something that is no tool's name holds none of that text", async () => {
    const tool = "call ana at home";
    await refusalOf(house.agent.redeem({ grant: "e30.e30.e30", tool, args: ARGS }));
    const event = await last("grant.refused");
    expect(event.data?.name).toBe("(not the name of a tool)");
    expect(JSON.stringify(event)).not.toContain("home");
  });
});

describe("an attempt without a grant is told too", () => {
  test("for what nobody has approved yet, and for what was rejected", async () => {
    const { id, authorization } = await house.seek(MEDIUM_TOOL);
    const redeem = () =>
      refusalOf(house.agent.redeem({ request: id, tool: MEDIUM_TOOL, args: ARGS }));
    expect(await redeem()).toBe("NOT_APPROVED");
    expect(await last("grant.refused")).toMatchObject({
      subject: id,
      data: { error: "not_approved", digest: authorization.digest, name: MEDIUM_TOOL },
    });
    await house.owner.reject({ id });
    await redeem();
    expect(await house.eventsOf("grant.refused")).toHaveLength(2);
  });

  test("for another agent's approval, without telling whose it is", async () => {
    const { id } = await granted();
    const { secret, principal } = await house.owner.createKey({ kind: "agent", name: "rival" });
    const caller = await house.authenticate(secret);
    if (caller === undefined) throw new Error("The rival is not let in.");
    const redeem = house.open(caller).redeem({ request: id, tool: MEDIUM_TOOL, args: ARGS });
    expect(await refusalOf(redeem)).toBe("NOT_FOUND");
    const event = await last("grant.refused");
    expect(event).toMatchObject({ actor: principal.id, subject: principal.id });
    expect(event).not.toHaveProperty("agent");
    expect(event.data?.digest).toMatch(KEYED);
  });

  test("for another call under the key of an earlier one", async () => {
    const { grant, id } = await granted();
    const key = { idempotencyKey: "one" };
    await house.agent.redeem({ grant, tool: MEDIUM_TOOL, args: ARGS }, key);
    await refusalOf(house.agent.redeem({ grant, tool: MEDIUM_TOOL, args: OTHER }, key));
    expect((await last("grant.refused")).data?.digest).toMatch(DIGEST);
    expect((await last("grant.refused")).subject).toBe(id);
  });
});

describe("a refused decision", () => {
  test("tells which decision, about which action, of which tool, where and under which policy", async () => {
    const { id, authorization } = await house.seek(CRITICAL_TOOL);
    const { digest, action, demand } = authorization;
    const ben = await house.enter("ben", { atTerminal: false });
    expect(await refusalOf(ben.earshot.approve({ id, digest }))).toBe("passkey_needed");
    expect(await last("request.decision_refused")).toMatchObject({
      actor: house.ben.id,
      subject: id,
      data: {
        kind: "approve",
        error: "passkey_needed",
        digest,
        name: CRITICAL_TOOL,
        via: "inbox",
        level: "CRITICAL",
        rule: demand.rule,
        revision: action.policyVersion,
      },
    });
  });

  test("on an action that is another by now tells the digest that was meant", async () => {
    const { id } = await house.seek(MEDIUM_TOOL);
    const digest = "0".repeat(64);
    const ben = await house.enter("ben");
    await refusalOf(ben.earshot.approve({ id, digest }));
    expect((await last("request.decision_refused")).data?.digest).toBe(digest);
    const words = "call ana at home";
    await refusalOf(ben.earshot.approve({ id, digest: words }));
    expect(JSON.stringify(await house.eventsOf("request.decision_refused"))).not.toContain(words);
  });

  test("tells a rejection and a revocation from an approval", async () => {
    await house.owner.applyPolicy({
      source: {
        version: 1,
        rules: [{ name: "own", tools: [MEDIUM_TOOL], approvers: { names: ["ana"] } }],
      },
    });
    const { id } = await house.seek(MEDIUM_TOOL);
    const ben = await house.enter("ben");
    await refusalOf(ben.earshot.reject({ id }));
    expect((await last("request.decision_refused")).data).toMatchObject({
      kind: "reject",
      name: MEDIUM_TOOL,
    });
  });
});

describe("a refused proof", () => {
  test("tells by which call a wrong passphrase was given, and where", async () => {
    const by = house.owner;
    await by.setPassphrase({ passphrase: PASSPHRASE });
    const wrong = { passphrase: `${PASSPHRASE}?` };
    await refusalOf(by.addOperator({ name: "cleo", ...wrong }, { via: "cli" }));
    expect((await last("passphrase.refused")).data).toMatchObject({
      kind: "addOperator",
      via: "cli",
    });
    await refusalOf(by.setPassphrase({ passphrase: PASSPHRASE, former: wrong.passphrase }));
    expect((await last("passphrase.refused")).data).toMatchObject({ kind: "setPassphrase" });
  });

  test("tells for which action it was given", async () => {
    const { id, authorization } = await house.seek(CRITICAL_TOOL);
    const { digest } = authorization;
    const ben = await house.enter("ben");
    await ben.earshot.setPassphrase({ passphrase: PASSPHRASE });
    const typed = digest.slice(0, 6);
    await refusalOf(ben.earshot.approve({ id, digest, typed, passphrase: `${PASSPHRASE}?` }));
    expect((await last("passphrase.refused")).data).toMatchObject({
      kind: "approve",
      digest,
      via: "inbox",
    });
  });
});
