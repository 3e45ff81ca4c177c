import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isMistyped } from "../../src/domain/people/key-secret.ts";
import type { CreatedKey } from "../../src/ports/earshot/earshot.ts";
import { type House, MEDIUM_TOOL, openHouse, refusalOf } from "../support/house.ts";

/* A key has a label and an end, and gives way to a new one without a gap. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let house: House;
beforeEach(async () => {
  house = await openHouse();
});
afterEach(() => house.close());

const isLetIn = async ({ secret }: Pick<CreatedKey, "secret">) =>
  (await house.authenticate(secret)) !== undefined;
const makeAgent = (more: object = {}) =>
  house.owner.createKey({ kind: "agent", name: "scout", ...more });
const by = async ({ secret }: Pick<CreatedKey, "secret">) => {
  const caller = await house.authenticate(secret);
  if (caller === undefined) throw new Error("Nobody is let in with this key.");
  return house.open(caller);
};
/** Somebody new, by the key that they have made with their invitation. */
const invited = async (name: string) => {
  const { secret } = await house.owner.createKey({ kind: "person", name, role: "approver" });
  return await by(await house.owner.acceptInvitation({ invitation: secret }));
};
const listed = async (id: string) =>
  (await house.owner.listKeys()).items.find(({ key }) => key.id === id)?.key;

describe("a key with an end", () => {
  test("lets its holder in until then, also if it was in use all the time", async () => {
    const made = await makeAgent({ label: "CI of web", expiresInMs: DAY_MS });
    expect(await listed(made.key.id)).toMatchObject({
      label: "CI of web",
      expiresAt: made.key.expiresAt,
    });
    expect(await isLetIn(made)).toBe(true);
    await house.clock.advance(DAY_MS - 1);
    expect(await isLetIn(made)).toBe(true);
    await house.clock.advance(1);
    expect(await isLetIn(made)).toBe(false);
  });

  test("takes neither an end of no time nor a label that hides something", async () => {
    expect(await refusalOf(makeAgent({ expiresInMs: 0 }))).toBe("INVALID_INPUT");
    expect(await refusalOf(makeAgent({ expiresInMs: 1e15 }))).toBe("INVALID_INPUT");
    expect(await refusalOf(makeAgent({ label: "a\u202eb" }))).toBe("INVALID_INPUT");
  });

  test("is no way in for the last owner: the key without an end cannot be revoked", async () => {
    await house.owner.createKey({ kind: "person", name: "ana", expiresInMs: DAY_MS });
    const revoking = house.owner.revokeKey({ id: house.ana.key.id });
    expect(await refusalOf(revoking)).toBe("last_way_in");
  });

  test("leaves what was decided with it as it is", async () => {
    const cleo = await invited("cleo");
    const lifeMs = HOUR_MS / 2;
    const short = await cleo.createKey({ kind: "person", name: "cleo", expiresInMs: lifeMs });
    const { id, authorization } = await house.seek(MEDIUM_TOOL);
    await (await by(short)).approve({ id, digest: authorization.digest });
    await house.clock.advance(lifeMs + 1);
    const args = { user_id: "user123" };
    const redeemed = await house.agent.redeem({ request: id, tool: MEDIUM_TOOL, args });
    expect(redeemed.request.status).toBe("approved");
  });

  test("is no invitation, which has an end of its own", async () => {
    const inviting = house.owner.createKey({ kind: "person", name: "cleo", expiresInMs: DAY_MS });
    expect(await refusalOf(inviting)).toBe("INVALID_INPUT");
  });
});

describe("a key that is rotated", () => {
  test("is good beside the new one for the overlap, and not longer", async () => {
    const former = await makeAgent({ label: "nightly", holdMs: 5_000, scopes: ["ask", "read"] });
    const {
      key,
      secret,
      former: ended,
    } = await house.owner.rotateKey({
      id: former.key.id,
      overlapMs: HOUR_MS,
    });
    expect(key).toMatchObject({
      principal: former.key.principal,
      label: "nightly",
      holdMs: 5_000,
      scopes: ["ask", "read"],
    });
    expect(await listed(former.key.id)).toEqual(ended);
    expect([await isLetIn(former), await isLetIn({ secret })]).toEqual([true, true]);
    await house.clock.advance(HOUR_MS);
    expect([await isLetIn(former), await isLetIn({ secret })]).toEqual([false, true]);
  });

  test("ends at once without an overlap", async () => {
    const former = await makeAgent();
    await house.owner.rotateKey({ id: former.key.id, overlapMs: 0 });
    expect(await isLetIn(former)).toBe(false);
  });

  test("gives the new one as long a life, and never a longer one to itself", async () => {
    const former = await makeAgent({ expiresInMs: HOUR_MS });
    await house.clock.advance(HOUR_MS / 2);
    const { key, former: ended } = await house.owner.rotateKey({ id: former.key.id });
    expect(ended.expiresAt).toBe(former.key.expiresAt);
    const life = Date.parse(key.expiresAt ?? "") - Date.parse(key.createdAt);
    expect(life).toBe(HOUR_MS);
  });

  test("is told in the log with its end, by whom and for which key", async () => {
    const { key } = await makeAgent();
    const { former } = await house.owner.rotateKey({ id: key.id });
    expect(await house.eventsOf("key.rotated")).toMatchObject([
      { actor: house.ana.principal.id, subject: key.id, data: { until: former.expiresAt } },
    ]);
    expect(await house.owner.verifyAudit()).toMatchObject({ intact: true });
  });

  test("is not rotated once it was revoked or has ended, nor for longer than a month", async () => {
    const { key } = await makeAgent();
    const rotate = (more: object = {}) => refusalOf(house.owner.rotateKey({ id: key.id, ...more }));
    expect(await rotate({ overlapMs: 31 * DAY_MS })).toBe("INVALID_INPUT");
    await house.owner.revokeKey({ id: key.id });
    expect(await rotate()).toBe("INVALID_INPUT");
    expect(await refusalOf(house.agent.rotateKey({ id: key.id }))).toBe("NOT_ALLOWED");
  });

  test("keeps a person's votes: nothing that they approved falls with the change", async () => {
    const cleo = await invited("cleo");
    const { items } = await cleo.listKeys();
    const own = items.find(({ key }) => key.invitation === undefined)?.key.id ?? "key_";
    const { id, authorization } = await house.seek(MEDIUM_TOOL);
    await cleo.approve({ id, digest: authorization.digest });
    await cleo.rotateKey({ id: own, overlapMs: 0 });
    const args = { user_id: "user123" };
    await house.agent.redeem({ request: id, tool: MEDIUM_TOOL, args });
  });

  test("of another person waits for that person's yes, and nothing has ended meanwhile", async () => {
    const cleo = await invited("cleo");
    const { items } = await cleo.listKeys();
    const { key } = items.find((one) => one.key.invitation === undefined) ?? {};
    const rotating = house.owner.rotateKey({ id: key?.id ?? "key_" });
    expect(await refusalOf(rotating)).toBe("PERSONS_YES_NEEDED");
    expect(await listed(key?.id ?? "")).not.toHaveProperty("expiresAt");
  });
});

test("every new secret ends in its checksum", async () => {
  const { secret } = await makeAgent();
  expect(secret).toHaveLength("ear_live_".length + 43 + 6);
  expect(isMistyped(secret)).toBe(false);
  expect(isMistyped(secret.replace(/.$/, (last) => (last === "A" ? "B" : "A")))).toBe(true);
});
