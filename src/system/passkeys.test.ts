import { describe, expect, test } from "vitest";
import { createSoftwarePasskey, ORIGIN, rewritten } from "../../test/support/software-passkey.ts";
import type { JsonObject } from "../domain/json.ts";
import { createPasskeys } from "./passkeys.ts";

const passkeys = createPasskeys();
const site = { origin: ORIGIN, rpId: "localhost" };
const challenge = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
const other = "HwECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
const person = { userId: challenge, userName: "ana" };

async function registered(made = createSoftwarePasskey()) {
  const options = await passkeys.creationOptions({ site, challenge, ...person, exclude: [] });
  const response = made.register(options);
  const credential = await passkeys.verifyCreation({ site, challenge, response });
  if (credential === undefined) throw new Error("The passkey was not registered.");
  return { made, credential, response };
}

describe("options", () => {
  test("for a new passkey want one that can be found, with its person verified", async () => {
    const { credential } = await registered();
    const options = await passkeys.creationOptions({
      site,
      challenge,
      ...person,
      exclude: [credential],
    });
    expect(options).toMatchObject({
      challenge,
      rp: { id: "localhost" },
      user: { id: person.userId, name: "ana" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
      excludeCredentials: [{ id: credential.credentialId, transports: ["internal"] }],
    });
  });

  test("for an answer name the challenge, the host and the passkeys that may give it", async () => {
    const { credential } = await registered();
    const allow = [credential];
    expect(await passkeys.requestOptions({ site, challenge, allow })).toMatchObject({
      challenge,
      rpId: "localhost",
      userVerification: "required",
      allowCredentials: [{ id: credential.credentialId }],
    });
    expect(await passkeys.requestOptions({ site, challenge })).toMatchObject({
      allowCredentials: [],
    });
  });
});

describe("a registration", () => {
  test("says what it answers, and gives what proves later answers", async () => {
    const { made, credential, response } = await registered();
    expect(passkeys.claimOf(response)).toEqual({ challenge, credentialId: made.credentialId });
    expect(credential).toEqual({
      credentialId: made.credentialId,
      counter: 0,
      transports: ["internal"],
      publicKey: expect.stringMatching(/^[\w-]{90,}$/),
    });
  });

  test.each([
    ["another challenge", { challenge: other }],
    ["another origin", { origin: "http://localhost:4243" }],
    ["a person who was not verified", { isVerified: false }],
    ["a page within another site's", { crossOrigin: true }],
    ["a maker whose certificate is to be looked up", { certificate: Buffer.from("a chain") }],
  ])("for %s is none", async (_, answering) => {
    const response = createSoftwarePasskey().register({ challenge }, answering);
    expect(await passkeys.verifyCreation({ site, challenge, response })).toBeUndefined();
  });

  test("for another host is none", async () => {
    const response = createSoftwarePasskey({ rpId: "example.org" }).register({ challenge });
    expect(await passkeys.verifyCreation({ site, challenge, response })).toBeUndefined();
  });

  test("is no answer to a challenge of a sign-in, nor the other way round", async () => {
    const { made, credential, response } = await registered();
    const answer = made.assert({ challenge });
    expect(await passkeys.verifyRequest({ site, challenge, response, credential })).toBeUndefined();
    expect(await passkeys.verifyCreation({ site, challenge, response: answer })).toBeUndefined();
  });
});

describe("an answer", () => {
  test("proves its challenge, and counts", async () => {
    const { made, credential } = await registered();
    const response = made.assert({ challenge });
    expect(passkeys.claimOf(response)).toEqual({ challenge, credentialId: made.credentialId });
    expect(await passkeys.verifyRequest({ site, challenge, response, credential })).toMatchObject({
      counter: 1,
    });
    const used = { ...credential, counter: 1 };
    expect(
      await passkeys.verifyRequest({ site, challenge, response, credential: used }),
    ).toBeUndefined();
  });

  test("of a passkey that does not count is 0 for ever", async () => {
    const { made, credential } = await registered(createSoftwarePasskey({ counts: false }));
    const response = made.assert({ challenge });
    expect(await passkeys.verifyRequest({ site, challenge, response, credential })).toMatchObject({
      counter: 0,
    });
  });

  test.each([
    ["another challenge", { challenge: other }],
    ["another origin", { origin: "https://localhost:4242" }],
    ["a person who was not verified", { isVerified: false }],
    ["a page within another site's", { crossOrigin: true }],
  ])("for %s proves nothing", async (_, answering) => {
    const { made, credential } = await registered();
    const response = made.assert({ challenge }, answering);
    expect(await passkeys.verifyRequest({ site, challenge, response, credential })).toBeUndefined();
  });

  test("has the mark of its signature, however that is rewritten, and of no other", async () => {
    const { made, credential } = await registered(createSoftwarePasskey({ counts: false }));
    const markOf = async (response: JsonObject) =>
      (await passkeys.verifyRequest({ site, challenge, response, credential }))?.mark;
    const response = made.assert({ challenge });
    const mark = await markOf(response);
    expect(mark).toMatch(/^[\w-]{30,}$/);
    expect(await markOf(rewritten(response))).toBe(mark);
    expect(await markOf(made.assert({ challenge }))).not.toBe(mark);
  });

  test("whose signature is spelt in another way proves nothing", async () => {
    const { made, credential } = await registered();
    const response = made.assert({ challenge });
    const inner = response["response"] as { readonly signature: string };
    const bytes = Buffer.from(inner.signature, "base64url");
    const [, length = 0] = bytes;
    const long = Buffer.concat([Buffer.from([0x30, 0x81, length]), bytes.subarray(2)]);
    const padded = Buffer.concat([bytes, Buffer.from([0])]);
    for (const signature of [long, padded]) {
      const spelt = { ...inner, signature: signature.toString("base64url") };
      const input = { site, challenge, response: { ...response, response: spelt }, credential };
      expect(await passkeys.verifyRequest(input)).toBeUndefined();
    }
  });

  test("of another passkey proves nothing, under whichever name", async () => {
    const { credential } = await registered();
    const response = createSoftwarePasskey().assert({ challenge });
    const { credentialId: id } = credential;
    for (const forged of [response, { ...response, id, rawId: id }]) {
      expect(
        await passkeys.verifyRequest({ site, challenge, response: forged, credential }),
      ).toBeUndefined();
    }
  });
});

test.each([
  ["nothing", {}],
  ["no client data", { id: "abc", response: {} }],
  ["client data that is no JSON", { id: "abc", response: { clientDataJSON: "abc" } }],
  ["client data that is null", { id: "abc", response: { clientDataJSON: "bnVsbA" } }],
  ["a response that is null", { id: "abc", response: null }],
  ["an id that is no text", { id: 7, response: { clientDataJSON: "e30" } }],
])("%s is no response, and is refused without a fault", async (_, response) => {
  expect(passkeys.claimOf(response)).toBeUndefined();
  expect(await passkeys.verifyCreation({ site, challenge, response })).toBeUndefined();
  const { credential } = await registered();
  expect(await passkeys.verifyRequest({ site, challenge, response, credential })).toBeUndefined();
});
