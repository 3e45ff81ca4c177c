import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/domain/json.ts";
import { type Browser, type House, ON_PAGE, openHouse, refusalOf, SITE } from "../support/house.ts";
import { createSoftwarePasskey, type SoftwarePasskey } from "../support/software-passkey.ts";

let house: House;
let ben: Browser;
let passkey: SoftwarePasskey;
beforeEach(async () => {
  house = await openHouse();
  ben = await house.enter("ben");
  passkey = await house.withPasskey(ben);
});
afterEach(() => house.close());

const options = () => house.signIn.passkeyOptions(SITE);
const enter = (response: JsonObject, site = SITE) =>
  house.signIn.withPasskey({ response, site, browser: "Firefox" });

describe("a passkey", () => {
  test("signs in whose it is, who is not at a terminal by it", async () => {
    const signedIn = await enter(passkey.assert(await options()));
    expect(signedIn).toMatchObject({ operator: house.ben, session: { atTerminal: false } });
    const { earshot } = await house.again(signedIn);
    expect(await earshot.whoami()).toMatchObject({ principal: { name: "ben" } });
    expect((await earshot.listPasskeys()).items).toMatchObject([
      { lastUsedAt: signedIn.session.createdAt },
    ]);
    expect((await house.eventsOf("web_session.started")).at(-1)).toMatchObject({
      actor: house.ben.id,
      subject: signedIn.session.id,
      data: { kind: "passkey" },
    });
  });

  test("answers a challenge once, also where twenty try it at the same moment", async () => {
    const response = passkey.assert(await options());
    const tries = await Promise.all(Array.from({ length: 20 }, () => refusalOf(enter(response))));
    expect(tries.filter((refusal) => refusal === undefined)).toHaveLength(1);
    expect(await refusalOf(enter(response))).toBe("passkey");
  });

  test("that does not count answers a challenge once too", async () => {
    const other = await house.withPasskey(ben, createSoftwarePasskey({ counts: false }), passkey);
    const response = other.assert(await options());
    expect(await refusalOf(enter(response))).toBeUndefined();
    expect(await refusalOf(enter(response))).toBe("passkey");
    expect(await refusalOf(enter(other.assert(await options())))).toBeUndefined();
  });

  test("answers within five minutes", async () => {
    const response = passkey.assert(await options());
    await house.clock.advance(5 * 60_000);
    expect(await refusalOf(enter(response))).toBe("passkey");
  });

  test("that was copied is found out by its count", async () => {
    const [earlier, later] = [passkey.assert(await options()), passkey.assert(await options())];
    expect(await refusalOf(enter(later))).toBeUndefined();
    expect(await refusalOf(enter(earlier))).toBe("passkey");
    expect(await house.eventsOf("passkey.refused")).toHaveLength(1);
  });

  test.each([
    ["for a challenge that nobody gave", { challenge: "A".repeat(43) }],
    ["on a page at another port", { origin: "http://localhost:5173" }],
    ["on a page of another site", { origin: "http://localhost.example.org:4242" }],
    ["of a person who was not verified", { isVerified: false }],
    ["within another site's page", { crossOrigin: true }],
  ])("signs nobody in %s", async (_, answering) => {
    expect(await refusalOf(enter(passkey.assert(await options(), answering)))).toBe("passkey");
  });

  test("is bound to its host", async () => {
    const site = { origin: "https://earshot.example.org", rpId: "earshot.example.org" };
    const { origin } = site;
    const response = passkey.assert(await house.signIn.passkeyOptions(site), { origin });
    expect(await refusalOf(enter(response, site))).toBe("passkey");
  });

  test("signs nobody in once it is removed", async () => {
    const [known] = (await ben.earshot.listPasskeys()).items;
    if (known === undefined) throw new Error("There is no passkey.");
    const response = passkey.assert(await options());
    const proof = passkey.assert(await ben.earshot.passkeyProof({}, ON_PAGE));
    await ben.earshot.removePasskey({ id: known.id, proof }, ON_PAGE);
    expect(await refusalOf(enter(response))).toBe("passkey");
  });

  test("signs nobody in by the challenge of a proof or of a step-up", async () => {
    const page = { origin: SITE.origin };
    const proof = passkey.assert(await ben.earshot.passkeyProof({}, page));
    expect(await refusalOf(enter(proof))).toBe("passkey");
    const digest = "0".repeat(64);
    const stepUp = passkey.assert(await ben.earshot.passkeyStepUp({ digest }, page));
    expect(await refusalOf(enter(stepUp))).toBe("passkey");
  });
});

test("a passkey that nobody registered signs nobody in, and the log does not grow by it", async () => {
  const before = await house.owner.lastEvent();
  const stranger = createSoftwarePasskey();
  expect(await refusalOf(enter(stranger.assert(await options())))).toBe("passkey");
  expect(await refusalOf(enter({}))).toBe("passkey");
  expect(await house.owner.lastEvent()).toEqual(before);
});
