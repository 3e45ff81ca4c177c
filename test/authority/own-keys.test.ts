import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startKeyUses } from "../../src/core/callers/key-uses.ts";
import { isEarshotError } from "../../src/domain/errors.ts";
import type { RequestId } from "../../src/domain/id.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import { DAY_MS, HOUR_MS } from "../../src/domain/time.ts";
import type { CreatedKey, CreateKeyInput, Earshot } from "../../src/ports/earshot/earshot.ts";
import { type House, openHouse, refusalOf } from "../support/house.ts";
import { ownKey } from "../support/own-key.ts";

/* A person's keys are the person's: who makes them, who hears of it, who ends them. */

let house: House;
let ben: Earshot;
beforeEach(async () => {
  house = await openHouse();
  ben = await as(await house.bensKey());
});
afterEach(() => house.close());

async function as({ secret }: Pick<CreatedKey, "secret">): Promise<Earshot> {
  const caller = await house.authenticate(secret);
  if (caller === undefined) throw new Error("The key is not let in.");
  return house.open(caller);
}

const FOR_BEN: CreateKeyInput = { kind: "person", name: "ben" };

/** The request by which a person is asked for their yes. */
async function asked(call: Promise<unknown>): Promise<RequestId> {
  try {
    await call;
  } catch (error) {
    if (isEarshotError(error, "PERSONS_YES_NEEDED")) return error.details?.["id"] as RequestId;
    throw error;
  }
  throw new Error("Nobody was asked.");
}

async function approve(by: Earshot, id: RequestId) {
  const { digest } = asAuthorization((await by.show({ id })).request).authorization;
  return await by.approve({ id, digest, typed: digest.slice(0, 6) }, { via: "cli" });
}

describe("a key in the name of somebody who can get in", () => {
  test("is made once they have agreed, by the same call, once; they hear of it and nobody closes that for them", async () => {
    const id = await asked(house.owner.createKey(FOR_BEN));
    expect(await asked(house.owner.createKey(FOR_BEN))).toBe(id);
    const { request } = await ben.show({ id });
    expect(request).toMatchObject({
      agentName: "earshot",
      to: ["ben"],
      authorization: {
        demand: { level: "HIGH", quorum: 1, approvers: { names: ["ben"], roles: [] } },
        action: { tool: "create_key_in_your_name", args: { operator: "ben", unattended: false } },
      },
    });
    await approve(ben, id);
    const made = await house.owner.createKey(FOR_BEN);
    expect(made.key).toMatchObject({
      principal: house.ben.id,
      madeBy: house.ana.principal.id,
    });
    const { items } = await ben.list({ status: "open" });
    const told = items.find(({ to }) => to.join() === "ben");
    expect(told).toMatchObject({
      question: { text: '"ana" has made a key in your name. Whoever holds it acts as you.' },
    });
    const notice = told?.id ?? "req_none";
    expect(await refusalOf(house.owner.cancel({ id: notice, reason: "No." }))).toBe("their_notice");
    await ben.answer({ id: notice, answer: { choice: "I have seen it" } });
    expect(await asked(house.owner.createKey(FOR_BEN))).not.toBe(id);
  });

  test("is not made where they reject it", async () => {
    await ben.reject({ id: await asked(house.owner.createKey(FOR_BEN)), reason: "I have one." });
    expect(await refusalOf(house.owner.createKey(FOR_BEN))).toBe("second_owner_rejected");
  });

  test("is no business of another owner's yes", async () => {
    const olga = await as(
      await ownKey(house.owner, { kind: "person", name: "olga", role: "owner" }),
    );
    const id = await asked(house.owner.createKey(FOR_BEN));
    expect(await refusalOf(approve(olga, id))).toBe("not_an_approver");
  });
});

describe("whoever has lost every way in", () => {
  test("is invited again, and told of it once they are back", async () => {
    const { items } = await house.owner.listKeys();
    for (const { key, principal } of items) {
      if (principal.name === "ben") await house.owner.revokeKey({ id: key.id });
    }
    const { key, secret } = await house.owner.createKey(FOR_BEN);
    expect(key.invitation).toBeDefined();
    const again = await as(await house.owner.acceptInvitation({ invitation: secret }));
    const { items: open } = await again.list({ status: "open" });
    const told = open.flatMap((one) => (one.kind === "question" ? [one.question.text] : []));
    expect(told).toEqual([expect.stringContaining("has made an invitation in your name")]);
  });
});

describe("an invitation", () => {
  const invite = (input: Partial<CreateKeyInput> = {}) =>
    house.owner.createKey({ kind: "person", name: "cleo", ...input });
  const browser = "Firefox";

  test("signs its person in at the page, once, in a session that lets them register a passkey", async () => {
    const { key, secret, principal } = await invite();
    const signedIn = await house.signIn.withLink({ token: secret, browser });
    expect(signedIn).toMatchObject({ operator: principal, session: { atTerminal: true } });
    expect(await refusalOf(house.signIn.withLink({ token: secret, browser }))).toBe("link");
    expect(await refusalOf(house.owner.acceptInvitation({ invitation: secret }))).toBe(
      "invitation",
    );
    const events = await house.eventsOf("invitation.accepted", "web_session.started");
    expect(events).toMatchObject([
      { type: "invitation.accepted", subject: key.id, actor: principal.id },
      { type: "web_session.started", subject: signedIn.session.id, data: { kind: "invitation" } },
    ]);
  });

  test("to less than all rights signs nobody in at the page, where a session has them all", async () => {
    const { secret } = await invite({ scopes: ["read"] });
    expect(await refusalOf(house.signIn.withLink({ token: secret, browser }))).toBe("partial_key");
    const { key } = await house.owner.acceptInvitation({ invitation: secret });
    expect(key.scopes).toEqual(["read"]);
  });

  test("is accepted once by twenty at the same moment", async () => {
    const { secret } = await invite();
    const tries = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? refusalOf(house.owner.acceptInvitation({ invitation: secret }))
        : refusalOf(house.signIn.withLink({ token: secret, browser })),
    );
    const outcomes = await Promise.all(tries);
    expect(outcomes.filter((one) => one === undefined)).toHaveLength(1);
  });

  test("lasts a week, and lets nobody decide meanwhile", async () => {
    const { secret, principal } = await invite();
    expect(await house.authenticate(secret)).toBeUndefined();
    const { items } = await house.owner.listOperators();
    const cleo = items.find((one) => one.principal.id === principal.id);
    expect(cleo).toMatchObject({ keys: 0, webSessions: 0 });
    expect(cleo?.invitedUntil).toBe(new Date(house.clock.now() + 7 * DAY_MS).toISOString());
    await house.clock.advance(7 * DAY_MS);
    expect(await refusalOf(house.owner.acceptInvitation({ invitation: secret }))).toBe(
      "invitation",
    );
  });

  test("ends with its person's removal", async () => {
    const { secret, principal } = await invite();
    await house.owner.removeOperator({ id: principal.id });
    expect(await refusalOf(house.owner.acceptInvitation({ invitation: secret }))).toBe(
      "invitation",
    );
  });
});

test("the last use of a key is told to the hour, and written behind the calls", async () => {
  const uses = startKeyUses(house.ctx);
  const { key, secret } = await house.bensKey();
  const caller = await house.authenticate(secret);
  if (caller === undefined) throw new Error("The key is not let in.");
  const usedAt = async () =>
    (await ben.listKeys()).items.find((one) => one.key.id === key.id)?.key.usedAt;
  const first = new Date(house.clock.now()).toISOString();
  uses.note(caller);
  expect(await usedAt()).toBeUndefined();
  await house.clock.advance(60_000);
  await expect.poll(usedAt).toBe(first);
  uses.note(caller);
  await uses.stop();
  expect(await usedAt()).toBe(first);
  await house.clock.advance(HOUR_MS);
  const later = new Date(house.clock.now()).toISOString();
  uses.note(caller);
  await uses.stop();
  expect(await usedAt()).toBe(later);
});
