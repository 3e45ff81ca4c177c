import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type House, openHouse, refusalOf } from "../support/house.ts";
import { ownKey } from "../support/own-key.ts";

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(() => house.close());

const post = (token: string) => house.signIn.withLink({ token, browser: "Firefox" });

describe("a sign-in link", () => {
  test("lets the operator in it was made for, and says of the browser what it is", async () => {
    const { token, ...link } = await house.owner.createSignInLink({ operator: "ben" });
    expect(link).toMatchObject({ operator: { name: "ben" }, atTerminal: false });
    const { secret, session, operator } = await post(token);
    expect(secret).toMatch(/^ear_web_[\w-]{43}[0-9A-Za-z]{6}$/);
    expect(operator).toEqual(house.ben);
    expect(session).toMatchObject({ name: "ben", browser: "Firefox", atTerminal: false });
    expect(session.isCurrent).toBe(true);
    const caller = await house.authenticateWeb(secret);
    expect(caller).toMatchObject({ principal: { name: "ben" }, web: { atTerminal: false } });
    expect([...(caller?.rights ?? [])]).not.toContain("keys");
  });

  test("is good once, also where twenty try it at the same moment", async () => {
    const { token } = await house.owner.createSignInLink();
    const tries = await Promise.all(Array.from({ length: 20 }, () => refusalOf(post(token))));
    expect(tries.filter((refusal) => refusal === undefined)).toHaveLength(1);
    expect(tries.filter((refusal) => refusal === "link")).toHaveLength(19);
    expect(await house.eventsOf("web_session.started")).toHaveLength(1);
    expect((await house.owner.listWebSessions()).items).toHaveLength(1);
  });

  test("is good for ten minutes", async () => {
    const early = await house.owner.createSignInLink();
    const late = await house.owner.createSignInLink();
    await house.clock.advance(10 * 60_000 - 1);
    expect(await refusalOf(post(early.token))).toBeUndefined();
    await house.clock.advance(1);
    expect(await refusalOf(post(late.token))).toBe("link");
  });

  test("that nobody made lets nobody in, and the log does not grow by it", async () => {
    const before = await house.owner.lastEvent();
    for (const token of ["", "x", "a".repeat(43)])
      expect(await refusalOf(post(token))).toBe("link");
    expect(await house.owner.lastEvent()).toEqual(before);
  });

  test("is no key: its token is nowhere kept, and opens nothing else", async () => {
    const { token } = await house.owner.createSignInLink();
    expect(await house.authenticate(token)).toBeUndefined();
    expect(await house.authenticateWeb(token)).toBeUndefined();
    const events = JSON.stringify(await house.eventsOf("sign_in_link.created"));
    expect(events).not.toContain(token);
  });

  test("of a link that has expired is dropped when the next one is made", async () => {
    const { token } = await house.owner.createSignInLink();
    await house.clock.advance(11 * 60_000);
    await house.owner.createSignInLink();
    expect(await house.ctx.store.findTicket(house.ctx.digest.text(token))).toBeUndefined();
  });
});

describe("a sign-in link is made", () => {
  test("for others only by who manages keys", async () => {
    const { earshot } = await house.enter("ben");
    expect(await refusalOf(earshot.createSignInLink({ operator: "ana" }))).toBe("NOT_ALLOWED");
    expect((await earshot.createSignInLink()).operator).toEqual(house.ben);
    expect((await earshot.createSignInLink({ operator: "ben" })).operator).toEqual(house.ben);
  });

  test("for others with one's own passphrase, for who has one", async () => {
    const passphrase = "correct horse battery";
    await house.owner.setPassphrase({ passphrase });
    const link = (more: object) => house.owner.createSignInLink({ operator: "ben", ...more });
    expect(await refusalOf(link({}))).toBe("no_passphrase");
    expect(await refusalOf(link({ passphrase: "wrong horse battery" }))).toBe("wrong_passphrase");
    expect(await refusalOf(link({ passphrase }))).toBeUndefined();
    expect(await refusalOf(house.owner.createSignInLink())).toBeUndefined();
  });

  test("for nobody who is not known", async () => {
    expect(await refusalOf(house.owner.createSignInLink({ operator: "nobody" }))).toBe("NOT_FOUND");
  });

  test("by no agent, and by no script in the name of a person", async () => {
    expect(await refusalOf(house.agent.createSignInLink())).toBe("not_an_operator");
    const made = await ownKey(house.owner, { kind: "person", name: "ana", unattended: true });
    const script = await house.authenticate(made.secret);
    const calls = script === undefined ? undefined : house.open(script);
    expect(await refusalOf(calls?.createSignInLink() ?? Promise.resolve())).toBe("not_an_operator");
  });

  test("by no key that carries less than the link would give", async () => {
    const made = await ownKey(house.owner, { kind: "person", name: "ana", scopes: ["read"] });
    const reader = await house.authenticate(made.secret);
    const calls = reader === undefined ? undefined : house.open(reader);
    expect(await refusalOf(calls?.createSignInLink() ?? Promise.resolve())).toBe("partial_key");
  });

  test("at a terminal by no browser, whatever it says", async () => {
    const { earshot } = await house.enter("ana");
    expect((await earshot.createSignInLink({ atTerminal: true })).atTerminal).toBe(false);
    const forBen = await earshot.createSignInLink({ operator: "ben", atTerminal: true });
    expect(forBen.atTerminal).toBe(false);
  });

  test("once for an idempotency key, and is not shown again", async () => {
    const options = { idempotencyKey: "link-1" };
    await house.owner.createSignInLink({}, options);
    expect(await refusalOf(house.owner.createSignInLink({}, options))).toBe("KEY_REUSED");
    expect(await house.eventsOf("sign_in_link.created")).toHaveLength(1);
  });
});

describe("a link that was made in a web session", () => {
  const DAY_MS = 24 * 60 * 60_000;

  test("lets in while that lasts", async () => {
    const { earshot } = await house.enter("ana");
    const own = await earshot.createSignInLink();
    const forBen = await earshot.createSignInLink({ operator: "ben" });
    expect(await refusalOf(post(own.token))).toBeUndefined();
    expect(await refusalOf(post(forBen.token))).toBeUndefined();
  });

  test.each(["sign-out", "revocation", "expiry"])("dies with its %s", async (end) => {
    const { earshot, session } = await house.enter("ana");
    if (end === "expiry") await house.clock.advance(7 * DAY_MS - 1);
    const own = await earshot.createSignInLink();
    const forBen = await earshot.createSignInLink({ operator: "ben" });
    if (end === "expiry") await house.clock.advance(1);
    if (end === "sign-out") await earshot.signOut();
    if (end === "revocation") await house.owner.revokeWebSession({ id: session.id });
    expect(await refusalOf(post(own.token))).toBe("link");
    expect(await refusalOf(post(forBen.token))).toBe("link");
  });

  test("lets nobody in behind a sign-out at the same moment", async () => {
    const { earshot } = await house.enter("ana");
    const { token } = await earshot.createSignInLink();
    await Promise.all([earshot.signOut(), refusalOf(post(token))]);
    const started = await house.eventsOf("web_session.started", "web_session.ended");
    expect(started.at(-1)?.type).toBe("web_session.ended");
  });
});

describe("an owner who is removed, or whose key is revoked", () => {
  const browser = "Firefox";

  async function another() {
    const made = await ownKey(house.owner, { kind: "person", name: "carl", role: "owner" });
    const caller = await house.authenticate(made.secret);
    if (caller === undefined) throw new Error("The key is not let in.");
    return { ...made, calls: house.open(caller) };
  }

  test("takes the links that they made for others along, and leaves those of everybody else", async () => {
    for (const end of ["removeOperator", "revokeKey"] as const) {
      const carl = await another();
      const { token } = await house.owner.createSignInLink({ operator: "ben" });
      const taken = await carl.calls.createSignInLink({ operator: "ben" });
      const { id } = end === "revokeKey" ? carl.key : carl.principal;
      await house.owner[end]({ id: id as never });
      expect(await refusalOf(house.signIn.withLink({ token: taken.token, browser }))).toBe("link");
      const { operator, session } = await house.signIn.withLink({ token, browser });
      expect(operator).toEqual(house.ben);
      await house.owner.revokeWebSession({ id: session.id });
    }
  });
});
