import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newTicket } from "../../src/core/sign-in/tickets.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import {
  type AuthorizationRequest,
  asAuthorization,
  type Shown,
} from "../../src/domain/requests/request.ts";
import type { CreatedKey, Earshot } from "../../src/ports/earshot/earshot.ts";
import { authorizationBlocks } from "../../src/render/blocks.ts";
import { wordsIn } from "../../src/render/messages/messages.ts";
import { terminalLines } from "../../src/render/terminal-blocks.ts";
import { type House, openHouse, refusalOf } from "../support/house.ts";
import { keyMadeBy } from "../support/person-keys.ts";

const words = wordsIn("en");

/* Votes say whose hand gave them, and where it matters only the approvers' own hands count. */

let house: House;
beforeEach(async () => {
  house = await openHouse();
  await house.enter("ben");
});
afterEach(() => house.close());

const as = async ({ secret }: CreatedKey): Promise<Earshot> => {
  const caller = await house.authenticate(secret);
  if (caller === undefined) throw new Error("The key is not let in.");
  return house.open(caller);
};
/** A key of ben that ana has made, and so has seen. */
const copied = async (over: { unattended?: boolean } = {}) =>
  as(await keyMadeBy(house.ctx, { maker: house.ana, person: house.ben, ...over }));
const apply = async (over: JsonObject) =>
  void (await house.owner.applyPolicy({
    source: { version: 1, rules: [{ name: "pays", tools: ["pay"], ...over }] },
  }));
const vote = async (by: Earshot, { id, authorization }: Shown<AuthorizationRequest>) => {
  const { digest } = authorization;
  const typed = digest.slice(0, 6);
  return asAuthorization(await by.approve({ id, digest, typed }, { via: "cli" }));
};

describe("a vote by a key that somebody else made", () => {
  test("counts at MEDIUM where one person is enough, and says who made the key", async () => {
    const { authorization } = await vote(await copied(), await house.seek("pay"));
    expect(authorization.votes).toMatchObject([
      { by: { name: "ben" }, hand: "another's", madeBy: { name: "ana" } },
    ]);
  });

  test("is marked in the log, with the key", async () => {
    await vote(await copied(), await house.seek("pay"));
    const [event] = await house.eventsOf("request.approved");
    expect(event?.data).toMatchObject({
      hand: "another's",
      madeBy: house.ana.principal.id,
      key: expect.stringMatching(/^key_/),
    });
  });

  test("is marked where people look at it", async () => {
    const request = await vote(await copied(), await house.seek("pay"));
    const lines = terminalLines(authorizationBlocks(request, { words }), words, {
      width: 200,
    }).join("\n");
    expect(lines).toContain("ben via cli, by a key that ana made, at");
  });

  test.each([
    ["of two people", { level: "MEDIUM", quorum: 2 }],
    ["at HIGH", { level: "HIGH" }],
    ["at CRITICAL", { level: "CRITICAL", step_up: false }],
  ])("does not count %s", async (_, rule) => {
    await apply(rule);
    const request = await house.seek("pay");
    expect(await refusalOf(vote(await copied(), request))).toBe("not_own_hand");
    const [refused] = await house.eventsOf("request.decision_refused");
    expect(refused?.data).toMatchObject({ error: "not_own_hand" });
  });

  test("counts wherever the rule says hands: any", async () => {
    await apply({ level: "HIGH", hands: "any" });
    const request = await vote(await copied(), await house.seek("pay"));
    expect(request).toMatchObject({
      status: "approved",
      authorization: { votes: [{ hand: "another's" }] },
    });
  });

  test("is withdrawn by a policy that wants one person more", async () => {
    await apply({ level: "MEDIUM", quorum: 2, hands: "any" });
    const request = await house.seek("pay");
    await vote(await copied(), request);
    await apply({ level: "MEDIUM", quorum: 2 });
    const { request: now } = await house.owner.show({ id: request.id });
    expect(asAuthorization(now).authorization.votes).toEqual([]);
  });

  test("lets nothing run any more where own hands count by then", async () => {
    await apply({ level: "HIGH", hands: "any" });
    const { id } = await vote(await copied(), await house.seek("pay"));
    await apply({ level: "HIGH" });
    expect(await refusalOf(house.agent.collect({ id }))).toBe("demands_more");
  });
});

describe("a copied key", () => {
  test("makes no linked account and no passkey", async () => {
    const ben = await copied();
    const linking = ben.createLinkCode({ channel: "slack" });
    expect(await refusalOf(linking)).toBe("not_own_hand");
  });

  test("signs a browser in whose votes count no more than its own", async () => {
    await apply({ level: "HIGH" });
    const request = await house.seek("pay");
    const { token } = await (await copied()).createSignInLink({ atTerminal: true });
    const browser = await house.again(await house.signIn.withLink({ token, browser: "Firefox" }));
    expect(await refusalOf(vote(browser.earshot, request))).toBe("not_own_hand");
    const { needs } = await browser.earshot.inboxItem({ id: request.id });
    expect(needs).toMatchObject({ refusalCode: "NOT_ALLOWED" });
  });

  test("gives no standing permission at HIGH", async () => {
    await apply({ level: "HIGH" });
    const permitting = (await copied()).permit(
      { scope: "pattern", agent: "scout", tool: "pay", level: "HIGH", typed: "pay" },
      { via: "cli" },
    );
    expect(await refusalOf(permitting)).toBe("covers_nothing");
  });
});

describe("a vote by a key for scripts", () => {
  test("says so, and counts at MEDIUM", async () => {
    const request = await vote(await copied({ unattended: true }), await house.seek("pay"));
    expect(request.authorization.votes).toMatchObject([
      { by: { name: "ben" }, hand: "unattended" },
    ]);
    const lines = terminalLines(authorizationBlocks(request, { words }), words, {
      width: 200,
    }).join("\n");
    expect(lines).toContain("ben via cli, by a key for scripts, at");
  });

  test("does not count at HIGH", async () => {
    await apply({ level: "HIGH" });
    const request = await house.seek("pay");
    const script = await copied({ unattended: true });
    expect(await refusalOf(vote(script, request))).toBe("not_own_hand");
  });
});

describe("of one's own hand is", () => {
  test("the first sign-in by a link that somebody makes for a person whom nothing lets in", async () => {
    await apply({ level: "HIGH" });
    await house.owner.addOperator({ name: "cleo" });
    const { token } = await house.owner.createSignInLink({ operator: "cleo", atTerminal: true });
    const cleo = await house.again(await house.signIn.withLink({ token, browser: "Firefox" }));
    const request = await vote(cleo.earshot, await house.seek("pay"));
    expect(request.authorization.votes[0]).not.toHaveProperty("hand");
  });

  test("a later one is not", async () => {
    await apply({ level: "HIGH" });
    const { ctx, ben, ana } = house;
    const { token, writes } = newTicket(ctx, {
      workspace: ben.workspace,
      principal: ben.id,
      atTerminal: true,
      purpose: "sign_in_link",
      key: ana.key.id,
    });
    await ctx.commit({ workspace: ben.workspace, writes, events: [] });
    const again = await house.again(await house.signIn.withLink({ token, browser: "Firefox" }));
    expect(await refusalOf(vote(again.earshot, await house.seek("pay")))).toBe("not_own_hand");
  });

  test("a key that its person makes with one from before 0.2, which does not count itself", async () => {
    await apply({ level: "HIGH" });
    const old = await keyMadeBy(house.ctx, {
      maker: house.ana,
      person: house.ben,
      isOfBefore: true,
    });
    const request = await house.seek("pay");
    expect(await refusalOf(vote(await as(old), request))).toBe("not_own_hand");
    const own = await keyMadeBy(house.ctx, {
      maker: { principal: house.ben, key: old.key },
      person: house.ben,
    });
    expect(await vote(await as(own), request)).toMatchObject({ status: "approved" });
  });
});

test("where one person alone decides, every hand of theirs counts and is told", async () => {
  const alone = await openHouse();
  try {
    const script = await keyMadeBy(alone.ctx, {
      maker: alone.ana,
      person: alone.ana.principal,
      unattended: true,
    });
    const caller = await alone.authenticate(script.secret);
    if (caller === undefined) throw new Error("The key is not let in.");
    const request = await alone.seek("delete_user_data");
    const approved = await vote(alone.open(caller), request);
    expect(approved).toMatchObject({
      status: "approved",
      authorization: { votes: [{ hand: "unattended", soleOperator: true }] },
    });
  } finally {
    await alone.close();
  }
});
