import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SECRET_PREFIX } from "../../src/domain/people/key-secret.ts";
import { type House, MEDIUM_TOOL, openHouse, refusalOf } from "../support/house.ts";
import { ownKey } from "../support/own-key.ts";

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(() => house.close());

const WEEK_MS = 7 * 24 * 60 * 60_000;

describe("a web session", () => {
  test("lasts seven days, whether it was looked up before or not", async () => {
    const used = await house.enter("ben");
    const idle = await house.enter("ben");
    await house.clock.advance(WEEK_MS - 1);
    expect(await house.authenticateWeb(used.secret)).toMatchObject({ key: used.session.id });
    await house.clock.advance(1);
    expect(await house.authenticateWeb(used.secret)).toBeUndefined();
    expect(await house.authenticateWeb(idle.secret)).toBeUndefined();
    expect((await house.owner.listWebSessions()).items).toEqual([]);
  });

  test("is taken from a cookie only, and a key from no cookie", async () => {
    const { secret } = await house.enter("ben");
    expect(await house.authenticate(secret)).toBeUndefined();
    const disguised = secret.replace("ear_web_", SECRET_PREFIX);
    expect(await house.authenticate(disguised)).toBeUndefined();
    expect(await house.authenticateWeb(house.ana.secret)).toBeUndefined();
  });

  test("is listed as such, and is no key", async () => {
    const ben = await house.enter("ben");
    const ana = await house.enter("ana");
    const keys = (await house.owner.listKeys()).items.map(({ key }) => key.id);
    expect(keys).not.toContain(ben.session.id);
    expect(await refusalOf(house.owner.revokeKey({ id: ben.session.id }))).toBe("NOT_FOUND");
    const { isCurrent: _, ...other } = ben.session;
    expect((await ana.earshot.listWebSessions()).items).toEqual([ana.session, other]);
    expect((await ben.earshot.listWebSessions()).items).toEqual([ben.session]);
  });

  test("shows of its browser what can be read in a line", async () => {
    const { token } = await house.owner.createSignInLink();
    const browser = `\u202eFire\nfox\ud800${"x".repeat(1_000)}`;
    const { session } = await house.signIn.withLink({ token, browser });
    expect(session.browser).toMatch(/^Fire fox\ufffd?x+$/);
    expect(session.browser.length).toBe(120);
  });

  test("speaks for the inbox, and for nothing else", async () => {
    const { earshot } = await house.enter("ben");
    const { request } = await house.agent.ask({ text: "Which?" });
    const via = "cli";
    const closed = await earshot.answer({ id: request.id, answer: { text: "this" } }, { via });
    expect(closed).toMatchObject({ closedBy: { name: "ben", via: "inbox" } });
  });
});

test("a key gains nothing by saying that it calls from the inbox", async () => {
  const { request } = await house.agent.ask({ text: "Which?" });
  const answer = { text: "this" };
  const closed = await house.owner.answer({ id: request.id, answer }, { via: "inbox" });
  expect(closed).toMatchObject({ closedBy: { via: "http" } });
});

describe("revoking a web session", () => {
  test("lets it in no more, at once, and again is no error", async () => {
    const ben = await house.enter("ben");
    await house.owner.revokeWebSession({ id: ben.session.id });
    expect(await house.authenticateWeb(ben.secret)).toBeUndefined();
    await house.owner.revokeWebSession({ id: ben.session.id });
    expect(await house.eventsOf("web_session.revoked")).toHaveLength(1);
    expect((await house.owner.listWebSessions()).items).toEqual([]);
  });

  test("is for one's own, and for all who manage keys", async () => {
    const [ana, ben, other] = [
      await house.enter("ana"),
      await house.enter("ben"),
      await house.enter("ben"),
    ];
    const revoke = (id: typeof ana.session.id) => ben.earshot.revokeWebSession({ id });
    expect(await refusalOf(revoke(ana.session.id))).toBe("NOT_FOUND");
    expect(await refusalOf(revoke(other.session.id))).toBeUndefined();
    expect(await refusalOf(revoke(house.ana.key.id))).toBe("NOT_FOUND");
    expect(await house.authenticateWeb(ana.secret)).toBeDefined();
  });

  test("takes the votes that were given in it", async () => {
    const ben = await house.enter("ben");
    await house.enter("ben");
    const { id, authorization } = await house.seek(MEDIUM_TOOL);
    await ben.earshot.approve({ id, digest: authorization.digest });
    const { grant } = await house.agent.collect({ id });
    await house.owner.revokeWebSession({ id: ben.session.id });
    const { tool, args } = authorization.action;
    expect(await refusalOf(house.agent.redeem({ grant, tool, args }))).toBe("approver_gone");
  });
});

describe("a link that was made with what is revoked lets nobody in", () => {
  const enter = (token: string) => refusalOf(house.signIn.withLink({ token, browser: "Firefox" }));

  test("in a web session, for oneself", async () => {
    const ben = await house.enter("ben");
    const { token } = await ben.earshot.createSignInLink();
    const other = await house.owner.createSignInLink();
    await ben.earshot.revokeWebSession({ id: ben.session.id });
    expect(await enter(token)).toBe("link");
    expect(await enter(other.token)).toBeUndefined();
  });

  test("in a web session of an owner, for anybody", async () => {
    const ana = await house.enter("ana");
    const { token } = await ana.earshot.createSignInLink({ operator: "ben" });
    await house.owner.revokeWebSession({ id: ana.session.id });
    expect(await enter(token)).toBe("link");
  });

  test("with a key of an owner, for anybody", async () => {
    const made = await ownKey(house.owner, { kind: "person", name: "carl", role: "owner" });
    const caller = await house.authenticate(made.secret);
    if (caller === undefined) throw new Error("The key is not good.");
    const { token } = await house.open(caller).createSignInLink({ operator: "ben" });
    await house.owner.revokeKey({ id: made.key.id });
    expect(await enter(token)).toBe("link");
    expect(await refusalOf(house.open(caller).createSignInLink())).toBe("NOT_SIGNED_IN");
  });
});

describe("signing out", () => {
  test("ends the session, and leaves what was decided in it", async () => {
    const ben = await house.enter("ben");
    const { id, authorization } = await house.seek(MEDIUM_TOOL);
    await ben.earshot.approve({ id, digest: authorization.digest });
    const { grant } = await house.agent.collect({ id });
    expect(await ben.earshot.signOut()).toEqual({ signedOut: true });
    expect(await house.authenticateWeb(ben.secret)).toBeUndefined();
    const { tool, args } = authorization.action;
    expect(await house.agent.redeem({ grant, tool, args })).toMatchObject({ request: { id } });
    expect(await house.eventsOf("web_session.ended", "web_session.revoked")).toMatchObject([
      { type: "web_session.ended", subject: ben.session.id },
    ]);
  });

  test("is followed by a revocation where the votes are to go too", async () => {
    const ben = await house.enter("ben");
    const { id, authorization } = await house.seek(MEDIUM_TOOL);
    await ben.earshot.approve({ id, digest: authorization.digest });
    const { grant } = await house.agent.collect({ id });
    await ben.earshot.signOut();
    await house.owner.revokeWebSession({ id: ben.session.id });
    const { tool, args } = authorization.action;
    expect(await refusalOf(house.agent.redeem({ grant, tool, args }))).toBe("approver_gone");
  });

  test("is nothing that a key does", async () => {
    expect(await refusalOf(house.owner.signOut())).toBe("no_web_session");
  });
});

test("what was decided in a session that has expired stands", async () => {
  const ben = await house.enter("ben");
  await house.clock.advance(WEEK_MS - 60_000);
  const { id, authorization } = await house.seek(MEDIUM_TOOL);
  await ben.earshot.approve({ id, digest: authorization.digest });
  await house.clock.advance(60_000);
  const { grant } = await house.agent.collect({ id });
  const { tool, args } = authorization.action;
  expect(await house.agent.redeem({ grant, tool, args })).toMatchObject({ request: { id } });
});
