import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type House, MEDIUM_TOOL, openHouse, refusalOf, SITE } from "../support/house.ts";
import { ownKey } from "../support/own-key.ts";

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(() => house.close());

const PASSPHRASE = "correct horse battery";

describe("an operator", () => {
  test("is made known without a key, once, with a role that stays", async () => {
    const carl = await house.owner.addOperator({ name: "carl", role: "viewer" });
    expect(carl).toMatchObject({ kind: "person", name: "carl", role: "viewer" });
    expect(await house.owner.addOperator({ name: "carl" })).toEqual(carl);
    expect(await refusalOf(house.owner.addOperator({ name: "carl", role: "owner" }))).toBe(
      "INVALID_INPUT",
    );
    expect(await refusalOf(house.owner.addOperator({ name: "c\nd" }))).toBe("INVALID_INPUT");
    expect(house.ben.role).toBe("approver");
    const made = (await house.eventsOf("principal.created")).filter(
      ({ subject }) => subject === carl.id,
    );
    expect(made).toMatchObject([{ actor: house.ana.principal.id, data: { name: "carl" } }]);
  });

  test.each(["Ben", "BEN", "bеn", "ｂｅｎ"])(
    "is not called %s where ben is known, which nobody could tell apart",
    async (name) => {
      await expect(house.owner.addOperator({ name })).rejects.toMatchObject({
        code: "INVALID_INPUT",
        details: { known: "ben", reason: "look_alike_name" },
      });
      const key = ownKey(house.owner, { kind: "person", name });
      await expect(key).rejects.toMatchObject({ code: "INVALID_INPUT" });
      expect((await house.owner.listOperators()).items).toHaveLength(2);
    },
  );

  test("is called as they are in any script, and so as others nearly are", async () => {
    for (const name of ["Ирина", "Ben 2", "benno", "田中"]) {
      expect(await house.owner.addOperator({ name })).toMatchObject({ name });
    }
  });

  test("is made known once where twenty do it at the same moment", async () => {
    const added = await Promise.all(
      Array.from({ length: 20 }, () => house.owner.addOperator({ name: "carl" })),
    );
    expect(new Set(added.map(({ id }) => id)).size).toBe(1);
  });

  test("is listed with what lets them in", async () => {
    const ben = await house.enter("ben");
    await house.enter("ben");
    await house.withPasskey(ben);
    await ben.earshot.signOut();
    const { items } = await house.owner.listOperators();
    expect(items).toEqual([
      {
        principal: house.ana.principal,
        keys: 1,
        webSessions: 0,
        passkeys: 0,
        hasPassphrase: false,
      },
      { principal: house.ben, keys: 0, webSessions: 1, passkeys: 1, hasPassphrase: false },
    ]);
  });

  test("who does not manage keys adds, lists and removes nobody", async () => {
    const { earshot } = await house.enter("ben");
    const { id } = house.ana.principal;
    for (const calls of [earshot, house.agent]) {
      expect(await refusalOf(calls.addOperator({ name: "carl" }))).toBe("NOT_ALLOWED");
      expect(await refusalOf(calls.listOperators())).toBe("NOT_ALLOWED");
      expect(await refusalOf(calls.removeOperator({ id }))).toBe("NOT_ALLOWED");
    }
  });
});

describe("removing an operator", () => {
  test("ends all that lets them in, at once, and the log says so", async () => {
    const ben = await house.enter("ben");
    const made = await house.bensKey();
    const passkey = await house.withPasskey(ben);
    const { token } = await ben.earshot.createSignInLink();
    const response = passkey.assert(await house.signIn.passkeyOptions(SITE));
    const options = { idempotencyKey: "remove-1" };
    const remove = () => house.owner.removeOperator({ id: house.ben.id }, options);
    expect(await remove()).toEqual(house.ben);
    expect(await remove()).toEqual(house.ben);

    expect(await house.authenticateWeb(ben.secret)).toBeUndefined();
    expect(await house.authenticate(made.secret)).toBeUndefined();
    const browser = "Firefox";
    expect(await refusalOf(house.signIn.withLink({ token, browser }))).toBe("link");
    const byPasskey = house.signIn.withPasskey({ response, browser, site: SITE });
    expect(await refusalOf(byPasskey)).toBe("passkey");
    const ended = ["key.revoked", "web_session.revoked", "passkey.removed"] as const;
    expect((await house.eventsOf(...ended)).map(({ type }) => type).toSorted()).toEqual(
      [...ended].toSorted(),
    );
    expect(await house.eventsOf("operator.removed")).toMatchObject([
      { actor: house.ana.principal.id, subject: house.ben.id, data: { name: "ben" } },
    ]);
  });

  test("takes their votes, also those of a session that has ended", async () => {
    const ben = await house.enter("ben");
    const { id, authorization } = await house.seek(MEDIUM_TOOL);
    await ben.earshot.approve({ id, digest: authorization.digest });
    await ben.earshot.signOut();
    const { grant } = await house.agent.collect({ id });
    await house.owner.removeOperator({ id: house.ben.id });
    const { tool, args } = authorization.action;
    expect(await refusalOf(house.agent.redeem({ grant, tool, args }))).toBe("approver_gone");
  });

  test("ends what they approved and is not used, and whoever looks at it sees since when", async () => {
    const ben = await house.enter("ben");
    const { id, authorization } = await house.seek(MEDIUM_TOOL);
    await ben.earshot.approve({ id, digest: authorization.digest });
    const usableUntil = async () => {
      const { items } = await house.owner.list({ status: "approved" });
      const shown = await house.owner.show({ id });
      const inbox = await house.owner.inbox({ query: "status:approved" });
      const rows = inbox.items.filter((one) => one.id === id);
      return [...items, shown.request, ...rows].map((one) =>
        "usableUntil" in one ? one.usableUntil : undefined,
      );
    };
    await house.clock.advance(1_000);
    const now = new Date(house.clock.now()).toISOString();
    for (const until of await usableUntil()) expect(until && until > now).toBe(true);
    await house.owner.removeOperator({ id: house.ben.id });
    await house.clock.advance(1_000);
    expect(await usableUntil()).toEqual([now, now, now]);
  });

  test("is refused for the last owner, whoever asks", async () => {
    const { id } = house.ana.principal;
    expect(await refusalOf(house.owner.removeOperator({ id }))).toBe("last_owner");
    const carl = await house.owner.addOperator({ name: "carl", role: "owner" });
    // Known, but nothing lets carl in.
    expect(await refusalOf(house.owner.removeOperator({ id }))).toBe("last_owner");
    await ownKey(house.owner, { kind: "person", name: "carl" });
    expect(await refusalOf(house.owner.removeOperator({ id: carl.id }))).toBeUndefined();
    expect(await refusalOf(house.owner.removeOperator({ id }))).toBe("last_owner");
  });

  test("keeps the last way in of the last owner: a key, a passkey, and no web session", async () => {
    const { items } = await house.owner.listKeys();
    const [own] = items.filter(({ principal }) => principal.name === "ana");
    const id = own?.key.id ?? "key_none";
    // It reads alone, so it would not let anybody in who could mend anything.
    await ownKey(house.owner, { kind: "person", name: "ana", scopes: ["read"] });
    const ana = await house.enter("ana");
    expect(await refusalOf(house.owner.revokeKey({ id }))).toBe("last_way_in");
    const passkey = await house.withPasskey(ana);
    expect(await refusalOf(house.owner.revokeKey({ id }))).toBeUndefined();
    // What is wanted already is no error.
    expect(await refusalOf(ana.earshot.revokeKey({ id }))).toBeUndefined();
    const [known] = (await ana.earshot.listPasskeys()).items;
    const remove = async () => {
      const proof = passkey.assert(await ana.earshot.passkeyProof({}, { origin: SITE.origin }));
      const given = { id: known?.id ?? "psk_none", proof };
      return await refusalOf(ana.earshot.removePasskey(given, { origin: SITE.origin }));
    };
    expect(await remove()).toBe("last_way_in");
    expect(await house.eventsOf("passkey.removed")).toEqual([]);
  });

  test("keeps one owner's key where two owners revoke each other's at the same moment", async () => {
    const carl = await ownKey(house.owner, { kind: "person", name: "carl", role: "owner" });
    const caller = await house.authenticate(carl.secret);
    if (caller === undefined) throw new Error("The key is not good.");
    const { items } = await house.owner.listKeys();
    const [anas] = items.filter(({ principal }) => principal.name === "ana");
    const refusals = await Promise.all([
      refusalOf(house.owner.revokeKey({ id: carl.key.id })),
      refusalOf(house.open(caller).revokeKey({ id: anas?.key.id ?? "key_none" })),
    ]);
    expect(refusals.toSorted()).toEqual(["last_way_in", undefined]);
  });

  test("and what lets others in is refused to whoever has a passkey and no passphrase", async () => {
    const ana = await house.enter("ana");
    await house.withPasskey(ana);
    const deeds = [
      house.owner.removeOperator({ id: house.ben.id }),
      house.owner.addOperator({ name: "mallory", role: "owner" }),
      ownKey(house.owner, { kind: "person", name: "mallory", role: "owner" }),
      house.owner.applyPolicy({ source: { version: 1, rules: [] } }),
    ];
    expect(await Promise.all(deeds.map(refusalOf))).toEqual(deeds.map(() => "none_set"));
  });

  test("leaves one owner where two remove each other at the same moment", async () => {
    const carl = await ownKey(house.owner, { kind: "person", name: "carl", role: "owner" });
    const caller = await house.authenticate(carl.secret);
    if (caller === undefined) throw new Error("The key is not good.");
    const refusals = await Promise.all([
      refusalOf(house.owner.removeOperator({ id: carl.principal.id })),
      refusalOf(house.open(caller).removeOperator({ id: house.ana.principal.id })),
    ]);
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1);
    expect(await house.eventsOf("operator.removed")).toHaveLength(1);
  });

  test("wants the passphrase of who has one", async () => {
    await house.owner.setPassphrase({ passphrase: PASSPHRASE });
    const { id } = house.ben;
    expect(await refusalOf(house.owner.removeOperator({ id }))).toBe("no_passphrase");
    expect(await refusalOf(house.owner.addOperator({ name: "carl" }))).toBe("no_passphrase");
    const passphrase = PASSPHRASE;
    expect(await refusalOf(house.owner.removeOperator({ id, passphrase }))).toBeUndefined();
  });

  test("is for persons only", async () => {
    const { id } = house.agentKey.principal;
    expect(await refusalOf(house.owner.removeOperator({ id }))).toBe("NOT_FOUND");
  });

  test("leaves them no way in by what they did at the same moment", async () => {
    const ben = await house.enter("ben");
    const { token } = await ben.earshot.createSignInLink();
    const [, link, session] = await Promise.allSettled([
      house.owner.removeOperator({ id: house.ben.id }),
      ben.earshot.createSignInLink(),
      house.signIn.withLink({ token, browser: "Firefox" }),
    ]);
    const browser = "Firefox";
    if (link.status === "fulfilled") {
      const { token } = link.value;
      expect(await refusalOf(house.signIn.withLink({ token, browser }))).toBe("link");
    }
    if (session.status === "fulfilled") {
      expect(await house.authenticateWeb(session.value.secret)).toBeUndefined();
    }
    const [, left] = (await house.owner.listOperators()).items;
    expect(left).toMatchObject({ keys: 0, webSessions: 0, passkeys: 0 });
  });
});

describe("who is the only one to decide", () => {
  const approveByAna = async () => {
    const { id, authorization } = await house.seek(MEDIUM_TOOL);
    return await refusalOf(house.owner.approve({ id, digest: authorization.digest }));
  };

  test("is nobody while another can come back with a passkey", async () => {
    const ben = await house.enter("ben");
    await house.withPasskey(ben);
    expect(await approveByAna()).toBe("own_agent");
    await house.owner.revokeWebSession({ id: ben.session.id });
    expect(await approveByAna()).toBe("own_agent");
    await house.owner.removeOperator({ id: house.ben.id });
    expect(await approveByAna()).toBeUndefined();
  });

  test("is the one beside whom only viewers have a passkey", async () => {
    const carl = await house.owner.addOperator({ name: "carl", role: "viewer" });
    const { token } = await house.owner.createSignInLink({ operator: carl.name, atTerminal: true });
    const signedIn = await house.signIn.withLink({ token, browser: "Firefox" });
    await house.withPasskey(await house.again(signedIn));
    expect(await approveByAna()).toBeUndefined();
  });
});
