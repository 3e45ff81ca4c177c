import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/domain/json.ts";
import type { AuthorizationRequest, Shown } from "../../src/domain/requests/request.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import {
  type Browser,
  CRITICAL_TOOL,
  HIGH_TOOL,
  type House,
  MEDIUM_TOOL,
  ON_PAGE,
  openHouse,
  refusalOf,
} from "../support/house.ts";
import {
  createSoftwarePasskey,
  rewritten,
  type SoftwarePasskey,
} from "../support/software-passkey.ts";

let house: House;
let ben: Browser;
let passkey: SoftwarePasskey;
beforeEach(async () => {
  house = await openHouse();
  passkey = await house.withPasskey(await house.enter("ben"));
  ben = await house.enter("ben", { atTerminal: false });
});
afterEach(() => house.close());

const digestOf = ({ authorization }: Shown<AuthorizationRequest>) => authorization.digest;
const challengeOf = async (digest: string) => await ben.earshot.passkeyStepUp({ digest }, ON_PAGE);
const approve = (
  request: Shown<AuthorizationRequest>,
  response: JsonObject,
  { by = ben.earshot, digest = digestOf(request) }: { by?: Earshot; digest?: string } = {},
) => by.approve({ id: request.id, digest, passkey: response }, ON_PAGE);

/** Wants two people, so that it stays open. */
async function seekOfTwo(): Promise<Shown<AuthorizationRequest>> {
  const rule = { name: "two", decision: "ask", level: "HIGH", quorum: 2 };
  await house.owner.applyPolicy({ source: { version: 1, rules: [rule] } });
  return await house.seek(HIGH_TOOL);
}

describe("a passkey over the digest", () => {
  test("has the digest as its challenge, and names whose passkeys may answer", async () => {
    const request = await house.seek(HIGH_TOOL);
    const options = await challengeOf(digestOf(request));
    const challenge = Buffer.from(String(options["challenge"]), "base64url").toString("hex");
    expect(challenge).toBe(digestOf(request));
    expect(options).toMatchObject({
      rpId: "localhost",
      userVerification: "required",
      allowCredentials: [{ id: passkey.credentialId }],
    });
  });

  test.each([MEDIUM_TOOL, HIGH_TOOL, CRITICAL_TOOL])("approves %s, and says so", async (tool) => {
    const request = await house.seek(tool);
    const approved = await approve(request, passkey.assert(await challengeOf(digestOf(request))));
    expect(approved).toMatchObject({
      status: "approved",
      authorization: { votes: [{ passkey: true, steppedUp: true, key: ben.session.id }] },
    });
    expect(await house.eventsOf("request.approved")).toMatchObject([
      { data: { via: "inbox", passkey: true, steppedUp: true } },
    ]);
    const { grant } = await house.agent.collect({ id: request.id });
    const { args } = request.authorization.action;
    expect(await refusalOf(house.agent.redeem({ grant, tool, args }))).toBeUndefined();
  });

  test("approves an edited action by the digest of that", async () => {
    const rule = { name: "counts", level: "HIGH", edits: { narrow: { "/count": "lower" } } };
    await house.owner.applyPolicy({ source: { version: 1, rules: [rule] } });
    const request = await house.seek(HIGH_TOOL, { count: 2 });
    const { id } = request;
    const args = { count: 1 };
    const { digest } = await ben.earshot.previewEdit({ id, args });
    const ofOld = passkey.assert(await challengeOf(digestOf(request)));
    const input = { id, digest, args };
    const by = (response: JsonObject) =>
      ben.earshot.approve({ ...input, passkey: response }, ON_PAGE);
    expect(await refusalOf(by(ofOld))).toBe("passkey_refused");
    const approved = await by(passkey.assert(await challengeOf(digest)));
    expect(approved).toMatchObject({ status: "approved", authorization: { digest } });
  });

  test("approves with a key too, where the page is proved", async () => {
    const { secret } = await house.bensKey();
    const caller = await house.authenticate(secret);
    if (caller === undefined) throw new Error("The key is not good.");
    const request = await house.seek(CRITICAL_TOOL);
    const response = passkey.assert(await challengeOf(digestOf(request)));
    const by = house.open(caller);
    const bare = by.approve({ id: request.id, digest: digestOf(request), passkey: response });
    expect(await refusalOf(bare)).toBe("no_host_name");
    expect(await approve(request, response, { by })).toMatchObject({ status: "approved" });
  });
});

describe("an approval is refused", () => {
  const open = async ({ id }: Shown<AuthorizationRequest>) =>
    (await house.owner.show({ id })).request.status === "open";

  test.each([
    ["over another digest", { challenge: "A".repeat(43) }],
    ["on a page at another port", { origin: "http://localhost:5173" }],
    ["of a person who was not verified", { isVerified: false }],
    ["within another site's page", { crossOrigin: true }],
  ])("with a passkey %s, and the log says so", async (_, answering) => {
    const request = await house.seek(HIGH_TOOL);
    const options = await challengeOf(digestOf(request));
    const refusal = await refusalOf(approve(request, passkey.assert(options, answering)));
    expect(refusal).toBe("passkey_refused");
    expect(await open(request)).toBe(true);
    expect(await house.eventsOf("passkey.refused", "request.decision_refused")).toMatchObject([
      { type: "passkey.refused", actor: house.ben.id },
      { type: "request.decision_refused", data: { error: "passkey_refused" } },
    ]);
  });

  test("with the passkey of another request of the same action", async () => {
    const first = await house.seek(HIGH_TOOL);
    const response = passkey.assert(await challengeOf(digestOf(first)));
    await approve(first, response);
    const { grant } = await house.agent.collect({ id: first.id });
    const { tool, args } = first.authorization.action;
    await house.agent.redeem({ grant, tool, args });
    const second = await house.seek(HIGH_TOOL);
    expect(second.id).not.toBe(first.id);
    expect(await refusalOf(approve(second, response))).toBe("passkey_refused");
    const digest = digestOf(first);
    // What is signed is the first one's digest still, but that is not the second one's action.
    const replayed = approve(second, response, { digest });
    expect(await refusalOf(replayed)).toBe("passkey_refused");
    expect(await open(second)).toBe(true);
  });

  test("with an answer of a passkey that does not count, given for another request", async () => {
    const uncounted = createSoftwarePasskey({ counts: false });
    await house.withPasskey(await house.enter("ben"), uncounted, passkey);
    const first = await house.seek(HIGH_TOOL);
    const second = await house.seek(HIGH_TOOL, { user_id: "user456" });
    const response = uncounted.assert(await challengeOf(digestOf(first)));
    const digest = digestOf(first);
    expect(await refusalOf(approve(second, response, { digest }))).toBe("DIGEST_MISMATCH");
    expect(await refusalOf(approve(second, response))).toBe("passkey_refused");
    expect(await open(second)).toBe(true);
  });

  test("with an answer of a passkey that does not count, once it has approved", async () => {
    const uncounted = createSoftwarePasskey({ counts: false });
    await house.withPasskey(await house.enter("ben"), uncounted, passkey);
    const request = await seekOfTwo();
    const response = uncounted.assert(await challengeOf(digestOf(request)));
    const { id } = request;
    const input = { id, digest: digestOf(request), passkey: response };
    const options = { ...ON_PAGE, idempotencyKey: "approve-1" };
    const voted = await ben.earshot.approve(input, options);
    expect(voted.authorization.votes).toHaveLength(1);
    expect(await ben.earshot.approve(input, options)).toEqual(voted);

    await house.owner.revokeWebSession({ id: ben.session.id });
    ben = await house.enter("ben", { atTerminal: false });
    expect(await refusalOf(approve(request, response))).toBe("passkey_refused");
    expect(await refusalOf(approve(request, rewritten(response)))).toBe("passkey_refused");
    expect(await open(request)).toBe(true);
    const anew = uncounted.assert(await challengeOf(digestOf(request)));
    expect(await refusalOf(approve(request, anew))).toBeUndefined();
  });

  test("with one answer of twenty at the same moment but once", async () => {
    const uncounted = createSoftwarePasskey({ counts: false });
    await house.withPasskey(await house.enter("ben"), uncounted, passkey);
    const request = await seekOfTwo();
    const response = uncounted.assert(await challengeOf(digestOf(request)));
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => refusalOf(approve(request, response))),
    );
    expect(tries.filter((refusal) => refusal === undefined)).toHaveLength(1);
  });

  test("with another person's passkey", async () => {
    const ana = await house.enter("ana");
    const hers = await house.withPasskey(ana);
    const request = await house.seek(HIGH_TOOL);
    const response = hers.assert(await challengeOf(digestOf(request)));
    expect(await refusalOf(approve(request, response))).toBe("passkey_refused");
  });

  test("with a passkey that signed the challenge of a proof", async () => {
    const request = await house.seek(HIGH_TOOL);
    const response = passkey.assert(await ben.earshot.passkeyProof({}, ON_PAGE));
    expect(await refusalOf(approve(request, response))).toBe("passkey_refused");
  });

  test("with a passkey that was removed", async () => {
    const request = await house.seek(HIGH_TOOL);
    const response = passkey.assert(await challengeOf(digestOf(request)));
    const [known] = (await ben.earshot.listPasskeys()).items;
    if (known === undefined) throw new Error("There is no passkey.");
    const proof = passkey.assert(await ben.earshot.passkeyProof({}, ON_PAGE));
    await ben.earshot.removePasskey({ id: known.id, proof }, ON_PAGE);
    expect(await refusalOf(approve(request, response))).toBe("passkey_refused");
  });

  test("with a bad passkey where typing would have done", async () => {
    const { earshot } = await house.enter("ben");
    const request = await house.seek(HIGH_TOOL);
    const digest = digestOf(request);
    const input = { id: request.id, digest, typed: digest.slice(0, 6), passkey: {} };
    expect(await refusalOf(earshot.approve(input, ON_PAGE))).toBe("passkey_refused");
  });
});

test("who has no passkey is told how to get one", async () => {
  const { earshot } = await house.enter("ana", { atTerminal: false });
  const digest = "0".repeat(64);
  expect(await refusalOf(earshot.passkeyStepUp({ digest }, ON_PAGE))).toBe("no_passkey");
  expect(await refusalOf(ben.earshot.passkeyStepUp({ digest: "abc" }, ON_PAGE))).toBe(
    "INVALID_INPUT",
  );
});
