import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Browser, type House, ON_PAGE, openHouse, refusalOf } from "../support/house.ts";
import { createSoftwarePasskey } from "../support/software-passkey.ts";

let house: House;
let ben: Browser;
beforeEach(async () => {
  house = await openHouse();
  ben = await house.enter("ben");
});
afterEach(() => house.close());

const PASSPHRASE = "correct horse battery";

describe("a passkey", () => {
  test("is registered in a session whose link was made at a terminal", async () => {
    const passkey = await house.withPasskey(ben);
    const { items } = await ben.earshot.listPasskeys();
    expect(items).toMatchObject([{ name: "laptop", rpId: "localhost", operator: house.ben.id }]);
    expect(await house.eventsOf("passkey.added")).toMatchObject([
      { actor: house.ben.id, subject: items[0]?.id, data: { name: "laptop" } },
    ]);
    const proof = passkey.assert(await ben.earshot.passkeyProof({}, ON_PAGE));
    const options = await ben.earshot.passkeyCreation({ proof }, ON_PAGE);
    expect(options).toMatchObject({ excludeCredentials: [{ id: passkey.credentialId }] });
  });

  test("is registered elsewhere only by who proves themselves with one they have", async () => {
    const passkey = await house.withPasskey(ben);
    const { earshot } = await house.enter("ben", { atTerminal: false });
    expect(await refusalOf(earshot.passkeyCreation({}, ON_PAGE))).toBe("passkey_needed");
    const proof = passkey.assert(await earshot.passkeyProof({}, ON_PAGE));
    const options = await earshot.passkeyCreation({ proof }, ON_PAGE);
    const response = createSoftwarePasskey().register(options);
    await earshot.addPasskey({ name: "phone", response }, ON_PAGE);
    expect((await earshot.listPasskeys()).items.map(({ name }) => name)).toEqual([
      "laptop",
      "phone",
    ]);
    expect(await refusalOf(earshot.passkeyCreation({ proof }, ON_PAGE))).toBe("passkey_refused");
  });

  test("wants the passphrase of who has one, and a wrong one does not use up the proof", async () => {
    await ben.earshot.setPassphrase({ passphrase: PASSPHRASE });
    const options = await ben.earshot.passkeyCreation({ passphrase: PASSPHRASE }, ON_PAGE);
    const passkey = createSoftwarePasskey();
    await ben.earshot.addPasskey({ name: "laptop", response: passkey.register(options) }, ON_PAGE);
    const create = (input: object) => refusalOf(ben.earshot.passkeyCreation(input, ON_PAGE));
    expect(await create({})).toBe("no_passphrase");
    const proof = passkey.assert(await ben.earshot.passkeyProof({}, ON_PAGE));
    expect(await create({ proof, passphrase: "wrong horse battery" })).toBe("wrong_passphrase");
    expect(await create({ proof, passphrase: PASSPHRASE })).toBeUndefined();
    expect(await create({ passphrase: PASSPHRASE })).toBeUndefined();
  });

  test.each([
    ["no page", {}, "no_host_name"],
    ["a page without a host name", { origin: "http://127.0.0.1:4242" }, "no_host_name"],
    ["a page of an address of six", { origin: "http://[::1]:4242" }, "no_host_name"],
  ])("is registered from %s by nobody", async (_, options, refusal) => {
    expect(await refusalOf(ben.earshot.passkeyCreation({}, options))).toBe(refusal);
  });

  test("is registered by no agent and no script", async () => {
    expect(await refusalOf(house.agent.passkeyCreation({}, ON_PAGE))).toBe("not_an_operator");
    expect(await refusalOf(house.owner.passkeyCreation({}, ON_PAGE))).toBe("passkey_needed");
  });

  test("is removed by whose it is, once", async () => {
    const authenticator = await house.withPasskey(ben);
    const [passkey] = (await ben.earshot.listPasskeys()).items;
    if (passkey === undefined) throw new Error("There is no passkey.");
    const { id } = passkey;
    const options = { ...ON_PAGE, idempotencyKey: "remove-1" };
    const prove = async () => authenticator.assert(await ben.earshot.passkeyProof({}, ON_PAGE));
    const proof = await prove();
    const ana = await house.enter("ana");
    expect(await refusalOf(ana.earshot.removePasskey({ id }))).toBe("NOT_FOUND");
    expect(await refusalOf(ben.earshot.removePasskey({ id }, ON_PAGE))).toBe("passkey_needed");
    expect(await ben.earshot.removePasskey({ id, proof }, options)).toEqual(passkey);
    expect(await ben.earshot.removePasskey({ id, proof }, options)).toEqual(passkey);
    expect(await refusalOf(ben.earshot.removePasskey({ id }))).toBe("NOT_FOUND");
    expect((await ben.earshot.listPasskeys()).items).toEqual([]);
  });
});

describe("what a browser makes of the options", () => {
  const options = () => ben.earshot.passkeyCreation({}, ON_PAGE);
  const add = (response: Awaited<ReturnType<typeof options>>, more = {}) =>
    refusalOf(ben.earshot.addPasskey({ name: "laptop", response }, { ...ON_PAGE, ...more }));

  test("is good once", async () => {
    const response = createSoftwarePasskey().register(await options());
    expect(await add(response)).toBeUndefined();
    expect(await add(response)).toBe("passkey_refused");
    expect((await ben.earshot.listPasskeys()).items).toHaveLength(1);
  });

  test("gives the same passkey to the same call", async () => {
    const response = createSoftwarePasskey().register(await options());
    const call = { ...ON_PAGE, idempotencyKey: "add-1" };
    const made = await ben.earshot.addPasskey({ name: "laptop", response }, call);
    expect(await ben.earshot.addPasskey({ name: "laptop", response }, call)).toEqual(made);
  });

  test("is good once where twenty try it at the same moment", async () => {
    const response = createSoftwarePasskey().register(await options());
    const tries = await Promise.all(Array.from({ length: 20 }, () => add(response)));
    expect(tries.filter((refusal) => refusal === undefined)).toHaveLength(1);
    expect((await ben.earshot.listPasskeys()).items).toHaveLength(1);
  });

  test("is good for five minutes", async () => {
    const response = createSoftwarePasskey().register(await options());
    await house.clock.advance(5 * 60_000);
    expect(await add(response)).toBe("passkey_refused");
  });

  test("is nobody else's", async () => {
    const response = createSoftwarePasskey().register(await options());
    const { earshot } = await house.enter("ana");
    const adding = earshot.addPasskey({ name: "laptop", response }, ON_PAGE);
    expect(await refusalOf(adding)).toBe("passkey_refused");
    expect(await add(response)).toBeUndefined();
  });

  test("on another page is refused, uses the options up, and is logged", async () => {
    const passkey = createSoftwarePasskey();
    const given = await options();
    const other = { origin: "http://localhost:5173" };
    expect(await add(passkey.register(given, other))).toBe("passkey_refused");
    expect(await add(passkey.register(given))).toBe("passkey_refused");
    expect(await house.eventsOf("passkey.refused")).toMatchObject([{ actor: house.ben.id }]);
  });

  test("is refused where its credential is registered", async () => {
    const passkey = await house.withPasskey(ben);
    const { earshot } = await house.enter("ana");
    const response = passkey.register(await earshot.passkeyCreation({}, ON_PAGE));
    const adding = earshot.addPasskey({ name: "taken", response }, ON_PAGE);
    expect(await refusalOf(adding)).toBe("passkey_refused");
  });

  test("is no answer to the challenge of a proof, nor the other way round", async () => {
    const given = await options();
    const passkey = await house.withPasskey(ben);
    const proving = await ben.earshot.passkeyProof({}, ON_PAGE);
    expect(await add(createSoftwarePasskey().register(proving))).toBe("passkey_refused");
    const answered = ben.earshot.passkeyCreation({ proof: passkey.assert(given) }, ON_PAGE);
    expect(await refusalOf(answered)).toBe("passkey_refused");
    const asked = await ben.earshot.passkeyStepUp({ digest: "0".repeat(64) }, ON_PAGE);
    const proof = passkey.assert(asked);
    const creating = ben.earshot.passkeyCreation({ proof }, ON_PAGE);
    expect(await refusalOf(creating)).toBe("passkey_refused");
  });
});

test("another person's passkey is no proof", async () => {
  const ana = await house.enter("ana");
  const hers = await house.withPasskey(ana);
  await house.withPasskey(ben);
  const proof = hers.assert(await ben.earshot.passkeyProof({}, ON_PAGE));
  const creating = ben.earshot.passkeyCreation({ proof }, ON_PAGE);
  expect(await refusalOf(creating)).toBe("passkey_refused");
});

describe("a stolen key of somebody who has a passkey", () => {
  /** The holder of the key claims to be at a terminal. */
  async function thief() {
    const { secret } = await house.bensKey();
    const caller = await house.authenticate(secret);
    if (caller === undefined) throw new Error("The key is not good.");
    const byKey = house.open(caller);
    const { token } = await byKey.createSignInLink({ atTerminal: true });
    const inBrowser = await house.again(await house.signIn.withLink({ token, browser: "x" }));
    return { byKey, inBrowser: inBrowser.earshot };
  }

  test("registers no other, sets no first passphrase and removes none", async () => {
    await house.withPasskey(ben);
    const [known] = (await ben.earshot.listPasskeys()).items;
    if (known === undefined) throw new Error("There is no passkey.");
    const { byKey, inBrowser } = await thief();
    const passphrase = PASSPHRASE;
    for (const calls of [byKey, inBrowser]) {
      for (const call of [
        () => calls.passkeyCreation({}, ON_PAGE),
        () => calls.passkeyCreation({ passphrase }, ON_PAGE),
        () => calls.setPassphrase({ passphrase }, { ...ON_PAGE, via: "cli" }),
        () => calls.removePasskey({ id: known.id }, ON_PAGE),
        () => calls.removePasskey({ id: known.id, passphrase }, ON_PAGE),
      ]) {
        expect(await refusalOf(call())).toBe("passkey_needed");
      }
    }
    expect((await ben.earshot.listPasskeys()).items).toEqual([known]);
    expect(await house.eventsOf("passphrase.set")).toEqual([]);
  });

  test("is told where a first passphrase is set, and the passkey proves who sets it", async () => {
    const passkey = await house.withPasskey(ben);
    const { byKey } = await thief();
    const passphrase = PASSPHRASE;
    await expect(byKey.setPassphrase({ passphrase })).rejects.toThrow("settings of the inbox");
    const elsewhere = await house.enter("ben", { atTerminal: false });
    const proof = passkey.assert(await elsewhere.earshot.passkeyProof({}, ON_PAGE));
    const set = () => elsewhere.earshot.setPassphrase({ passphrase, proof }, ON_PAGE);
    expect(await refusalOf(set())).toBeUndefined();
    const [known] = (await ben.earshot.listPasskeys()).items;
    if (known === undefined) throw new Error("There is no passkey.");
    const remove = (more: object) =>
      refusalOf(elsewhere.earshot.removePasskey({ id: known.id, ...more }));
    expect(await remove({})).toBe("no_passphrase");
    expect(await remove({ passphrase })).toBeUndefined();
  });

  test("gains nothing by one proof of its owner for two changes", async () => {
    const passkey = await house.withPasskey(ben);
    const proof = passkey.assert(await ben.earshot.passkeyProof({}, ON_PAGE));
    expect(await refusalOf(ben.earshot.passkeyCreation({ proof }, ON_PAGE))).toBeUndefined();
    const passphrase = PASSPHRASE;
    expect(await refusalOf(ben.earshot.setPassphrase({ passphrase, proof }, ON_PAGE))).toBe(
      "passkey_refused",
    );
  });
});
