import { createPrivateKey, createPublicKey, type JsonWebKey, sign } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import {
  base64url,
  CompactSign,
  calculateJwkThumbprint,
  compactVerify,
  decodeProtectedHeader,
  importJWK,
  type JWK,
} from "jose";
import { describe, expect, onTestFinished, test } from "vitest";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import { ANY_CHARACTER } from "../../test/support/any-character.ts";
import type { Signer } from "../ports/system/signer.ts";
import { createMemorySigner, createProof, createSigner } from "./signer.ts";
import { parseKeys } from "./signing-keys.ts";

const at = "2026-11-22T10:00:00.000Z";
const iat = Date.parse(at) / 1_000;
const claims = { iss: "earshot", sub: "prn_1", nested: { amount: 12 }, iat, exp: iat + 300, at };
const now = () => Date.parse("2026-11-22T10:00:00.000Z");

function keyFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "earshot-signer-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "signing-keys.json");
}

const stored = (path: string) => JSON.parse(readFileSync(path, "utf8")) as { keys: JWK[] };

describe("a token", () => {
  test("carries its claims, type and key", async () => {
    const signer = createMemorySigner();
    const token = await signer.sign("grant", claims);
    const [key] = signer.publicKeys().keys;
    expect(decodeProtectedHeader(token)).toEqual({
      alg: "EdDSA",
      typ: "earshot-grant+jwt",
      kid: key?.["kid"],
    });
    expect(await signer.verify("grant", token)).toEqual(claims);
  });

  test("is byte for byte what another implementation signs, which also verifies it", async () => {
    const path = keyFile();
    const token = await createSigner({ path, now }).sign("grant", claims);
    const [key = {} as JWK] = stored(path).keys;
    const payload = new TextEncoder().encode(JSON.stringify(claims));
    const header = { alg: "EdDSA", typ: "earshot-grant+jwt", kid: key.kid ?? "" };
    const privateKey = await importJWK(key, "EdDSA");
    expect(token).toBe(await new CompactSign(payload).setProtectedHeader(header).sign(privateKey));
    const { d, ...open } = key;
    const verified = await compactVerify(token, await importJWK(open, "EdDSA"));
    expect(verified.payload).toEqual(payload);
  });

  test("of one kind is none of the other", async () => {
    const signer = createMemorySigner();
    expect(await signer.verify("checkpoint", await signer.sign("grant", claims))).toBeUndefined();
    expect(await signer.verify("grant", await signer.sign("checkpoint", claims))).toBeUndefined();
  });

  test("of another server is not ours", async () => {
    const token = await createMemorySigner().sign("grant", claims);
    expect(await createMemorySigner().verify("grant", token)).toBeUndefined();
  });

  test("with any character changed, added or left out is not ours", async () => {
    const signer = createMemorySigner();
    const token = await signer.sign("grant", claims);
    const characters = "ABCXYZabcxyz0189-_.=+/ ";
    const places = fc.nat({ max: token.length - 1 });
    const mutants = fc.oneof(
      fc
        .tuple(places, fc.constantFrom(...characters))
        .map(([at, character]) => token.slice(0, at) + character + token.slice(at + 1)),
      places.map((at) => token.slice(0, at) + token.slice(at + 1)),
      fc
        .tuple(places, fc.constantFrom(...characters))
        .map(([at, character]) => token.slice(0, at) + character + token.slice(at)),
    );
    await fc.assert(
      fc.asyncProperty(mutants, async (mutant) => {
        const found = await signer.verify("grant", mutant);
        expect(found).toEqual(mutant === token ? claims : undefined);
      }),
      { numRuns: casesOf(1_000) },
    );
  });

  // Some of the last character's bits say nothing, and a lenient reader takes 16 of them for one.
  test("has one spelling", async () => {
    const signer = createMemorySigner();
    const token = await signer.sign("grant", claims);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const spellings = [...alphabet].map((character) => token.slice(0, -1) + character);
    const taken = [];
    for (const spelling of spellings) {
      if ((await signer.verify("grant", spelling)) !== undefined) taken.push(spelling);
    }
    expect(taken).toEqual([token]);
  });

  test("is never proved by hostile text, and hostile text does no harm", async () => {
    const signer = createMemorySigner();
    const token = await signer.sign("grant", claims);
    const [header = ""] = token.split(".");
    const texts = fc.oneof(fc.string(), fc.string({ unit: ANY_CHARACTER }), fc.base64String());
    const hostile = fc.oneof(
      texts,
      fc.tuple(texts, texts).map(([payload, signature]) => `${header}.${payload}.${signature}`),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        expect(await signer.verify("grant", text)).toBeUndefined();
      }),
    );
    expect(await signer.verify("grant", "a".repeat(1_000_000))).toBeUndefined();
  });
});

describe("a header", () => {
  type Header = Record<string, unknown>;

  /** The claims under another header, with the true key's signature over both. */
  async function signedAnew(change: (header: Header) => Header) {
    const path = keyFile();
    const signer = createSigner({ path, now });
    const [header = "", payload = ""] = (await signer.sign("grant", claims)).split(".");
    const changed = change(JSON.parse(Buffer.from(header, "base64url").toString()));
    const content = `${base64url.encode(JSON.stringify(changed))}.${payload}`;
    const key = createPrivateKey({ key: stored(path).keys[0] as JsonWebKey, format: "jwk" });
    const signature = sign(null, Buffer.from(content), key).toString("base64url");
    return { signer, content, token: `${content}.${signature}` };
  }

  test("as ours is taken with that signature", async () => {
    const { signer, token } = await signedAnew((header) => header);
    expect(await signer.verify("grant", token)).toEqual(claims);
  });

  test.each<[string, (header: Header) => Header]>([
    ["without an algorithm", (header) => ({ ...header, alg: "none" })],
    ["of another algorithm", (header) => ({ ...header, alg: "ES256" })],
    ["of the same algorithm by its other name", (header) => ({ ...header, alg: "Ed25519" })],
    ["of another type", (header) => ({ ...header, typ: "JWT" })],
    ["of the other kind", (header) => ({ ...header, typ: "earshot-checkpoint+jwt" })],
    ["without a type", ({ typ, ...header }) => header],
    ["of another key", (header) => ({ ...header, kid: "x".repeat(43) })],
    ["without a key", ({ kid, ...header }) => header],
    ["with a key of its own", (header) => ({ ...header, jwk: { kty: "OKP" } })],
    ["with the address of a key", (header) => ({ ...header, jku: "https://example.com" })],
    ["with an extension", (header) => ({ ...header, crit: ["x"], x: 1 })],
    ["in another order", ({ kid, ...header }) => ({ kid, ...header })],
  ])("%s is refused, although it is signed", async (_, change) => {
    const { signer, content, token } = await signedAnew(change);
    expect(await signer.verify("grant", token)).toBeUndefined();
    expect(await signer.verify("grant", `${content}.`)).toBeUndefined();
    expect(await signer.verify("grant", content)).toBeUndefined();
  });

  test("that takes the public key for a shared secret is refused", async () => {
    const signer = createMemorySigner();
    const [key = {}] = signer.publicKeys().keys;
    const payload = new TextEncoder().encode(JSON.stringify(claims));
    const pem = createPublicKey({ key: key as JsonWebKey, format: "jwk" }).export({
      type: "spki",
      format: "pem",
    });
    for (const secret of [pem, JSON.stringify(key), String(key["x"])]) {
      const token = await new CompactSign(payload)
        .setProtectedHeader({ alg: "HS256", typ: "earshot-grant+jwt", kid: String(key["kid"]) })
        .sign(new TextEncoder().encode(String(secret)));
      expect(await signer.verify("grant", token)).toBeUndefined();
    }
  });
});

describe("the keys", () => {
  test("are made with the first use, in a file that only its owner may read", async () => {
    const path = keyFile();
    const signer = createSigner({ path, now });
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
    const token = await signer.sign("grant", claims);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(await createSigner({ path, now }).verify("grant", token)).toEqual(claims);
  });

  test("go by their thumbprint", async () => {
    const [key = {}] = createMemorySigner().publicKeys().keys;
    expect(await calculateJwkThumbprint(key as JWK)).toBe(key["kid"]);
  });

  test("are published without their private part", () => {
    const path = keyFile();
    const { keys } = createSigner({ path, now }).publicKeys();
    expect(keys).toEqual([
      {
        kty: "OKP",
        crv: "Ed25519",
        alg: "EdDSA",
        use: "sig",
        x: expect.any(String),
        kid: expect.any(String),
        createdAt: "2026-11-22T10:00:00.000Z",
      },
    ]);
    expect(JSON.stringify(keys)).not.toContain(stored(path).keys[0]?.d);
  });

  test("prove by their public part alone, as whoever checks offline has them", async () => {
    const signer = createMemorySigner();
    const token = await signer.sign("checkpoint", claims);
    const prove = createProof(parseKeys(JSON.stringify(signer.publicKeys())) ?? []);
    expect(prove("checkpoint", token)).toEqual(claims);
    expect(prove("grant", token)).toBeUndefined();
  });

  test("are followed by a new one, and the former proves but signs no more", async () => {
    const path = keyFile();
    const signer = createSigner({ path, now });
    const earlier = await signer.sign("grant", claims);
    const kid = await rotatedKid(signer);
    const later = await signer.sign("grant", claims);
    expect(signer.publicKeys().keys.map((key) => key["kid"])).toEqual([
      kid,
      decodeProtectedHeader(earlier).kid,
    ]);
    expect(decodeProtectedHeader(later).kid).toBe(kid);
    for (const reader of [signer, createSigner({ path, now })]) {
      expect(await reader.verify("grant", earlier)).toEqual(claims);
      expect(await reader.verify("grant", later)).toEqual(claims);
    }
    expect(stored(path).keys.map(({ d }) => typeof d)).toEqual(["string", "undefined"]);
  });

  test("stay as they are where the new one could not be recorded", async () => {
    const path = keyFile();
    const signer = createSigner({ path, now });
    const before = signer.publicKeys();
    const file = readFileSync(path, "utf8");
    const rotation = signer.rotate(async () => {
      throw new Error("no room");
    });
    await expect(rotation).rejects.toThrow("no room");
    expect(signer.publicKeys()).toEqual(before);
    expect(readFileSync(path, "utf8")).toBe(file);
    const { kid } = decodeProtectedHeader(await signer.sign("grant", claims));
    expect(kid).toBe(before.keys[0]?.["kid"]);
  });

  test("sign nothing anew before the new one is recorded", async () => {
    const signer = createMemorySigner();
    const [former] = signer.publicKeys().keys;
    let token = "";
    await signer.rotate(async () => {
      token = await signer.sign("grant", claims);
    });
    expect(decodeProtectedHeader(token).kid).toBe(former?.["kid"]);
  });

  test("are rotated one after the other, where two want it at once", async () => {
    const signer = createMemorySigner();
    const [first] = signer.publicKeys().keys;
    const recorded: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const one = signer.rotate(async (kid) => {
      await held;
      recorded.push(kid);
    });
    const two = signer.rotate(async (kid) => {
      expect(signer.publicKeys().keys[0]?.["kid"]).toBe(recorded[0]);
      recorded.push(kid);
    });
    release();
    await Promise.all([one, two]);
    expect(signer.publicKeys().keys.map((key) => key["kid"])).toEqual([
      ...recorded.toReversed(),
      first?.["kid"],
    ]);
  });

  test("are rotated after an attempt that failed", async () => {
    const signer = createMemorySigner();
    const failed = signer.rotate(() => Promise.reject(new Error("no room")));
    const next = rotatedKid(signer);
    await expect(failed).rejects.toThrow("no room");
    expect(await next).toBe(signer.publicKeys().keys[0]?.["kid"]);
  });

  test.each<[string, (path: string) => string]>([
    ["cut off", (path) => readFileSync(path, "utf8").slice(0, 40)],
    ["empty", () => ""],
    ["without keys", () => '{"keys":[]}'],
    ["of another kind", () => '{"keys":[{"kty":"EC"}]}'],
    [
      "with a key under the name of another",
      (path) =>
        readFileSync(path, "utf8").replace(/(?<="kid":")./, (own) => (own === "_" ? "-" : "_")),
    ],
    [
      "with another's private part",
      (path) =>
        JSON.stringify({ keys: [{ ...stored(path).keys[0], d: stored(otherKeys()).keys[0]?.d }] }),
    ],
    ["without the private part", (path) => readFileSync(path, "utf8").replace(/,"d":"[^"]+"/, "")],
  ])("in a file that is %s are refused, and not made anew", async (_, broken) => {
    const path = keyFile();
    createSigner({ path, now }).publicKeys();
    const text = broken(path);
    writeFileSync(path, text);
    const signer = createSigner({ path, now });
    const unavailable = { code: "STORE_UNAVAILABLE" };
    await expect(signer.sign("grant", claims)).rejects.toMatchObject(unavailable);
    await expect(signer.verify("grant", "x")).rejects.toMatchObject(unavailable);
    await expect(signer.rotate(async () => {})).rejects.toMatchObject(unavailable);
    expect(readFileSync(path, "utf8")).toBe(text);
  });
});

/** Signs with a new key from now on, and gives its name. */
async function rotatedKid(signer: Signer): Promise<string> {
  let recorded = "";
  await signer.rotate(async (kid) => {
    recorded = kid;
  });
  return recorded;
}

function otherKeys(): string {
  const path = keyFile();
  createSigner({ path, now }).publicKeys();
  return path;
}
