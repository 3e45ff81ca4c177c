import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Action } from "../domain/authority/action.ts";
import type { Json } from "../domain/json.ts";
import { jsonLength } from "../domain/text.ts";
import { digest } from "./digest.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url");
const fromHex = (hex: string) => Buffer.from(hex, "hex").toString("base64url");

/** The same value with the keys of every object in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, reversed(item)] as const);
  return Object.fromEntries(entries.reverse());
}

const values = fc.jsonValue({ depthSize: "small", stringUnit: "binary" });

test("the canonical form of a value is as long as its JSON", () => {
  fc.assert(
    fc.property(values, (value) => {
      expect(jsonLength(value as Json)).toBe(Buffer.byteLength(digest.canonical(value)));
    }),
  );
});

describe("the digest of text", () => {
  test.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
  ])("%j is the SHA-256 that its standard gives", (text, hex) => {
    expect(digest.text(text)).toBe(fromHex(hex));
  });

  test("is taken over its UTF-8", () => {
    expect(digest.text("€")).toBe(
      createHash("sha256")
        .update(Buffer.of(0xe2, 0x82, 0xac))
        .digest("base64url"),
    );
  });
});

describe("the digest of JSON", () => {
  // The example of RFC 8785, section 3.2.2.
  test("is taken over the canonical form of RFC 8785", () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27],
      string: "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    };
    const canonical =
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}';
    expect(digest.json(value)).toBe(sha256(canonical));
  });

  test("sorts keys by their UTF-16 units, as RFC 8785 says", () => {
    const keys = ["\u20ac", "\r", "\ufb33", "1", "\ud83d\ude00", "\u0080", "\u00f6"];
    const sorted = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\ud83d\ude00", "\ufb33"];
    const value = Object.fromEntries(keys.map((key) => [key, 0]));
    const canonical = `{${sorted.map((key) => `${JSON.stringify(key)}:0`).join(",")}}`;
    expect(digest.json(value)).toBe(sha256(canonical));
  });

  test("does not depend on the order of keys, at any depth", () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(digest.json(reversed(value))).toBe(digest.json(value));
      }),
    );
  });

  test("differs where the values do", () => {
    fc.assert(
      fc.property(values, values, (one, two) => {
        const isSame = digest.json(one) === digest.json(two);
        const canonical = (value: unknown) => JSON.parse(JSON.stringify(value));
        if (isSame) expect(canonical(one)).toEqual(canonical(two));
        expect(digest.json([one])).not.toBe(digest.json(one));
      }),
    );
  });

  test("leaves out what is undefined, as JSON does", () => {
    expect(digest.json({ a: 1, b: undefined })).toBe(digest.json({ a: 1 }));
  });

  test.each([
    ["half a surrogate pair", { text: "\ud800" }],
    ["half a pair in a key", { "\udc00": 1 }],
    ["not a number", [Number.NaN]],
    ["infinity", { n: Number.POSITIVE_INFINITY }],
  ])("refuses what JSON cannot carry: %s", (_, value) => {
    for (const attempt of [() => digest.json(value), () => digest.content("salt", value)]) {
      expect(attempt).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
    }
  });
});

describe("the digest of content", () => {
  test("is taken over its name, the salt and the canonical form", () => {
    expect(digest.content("c2FsdA", { b: 1, a: "x" })).toBe(
      sha256('earshot.content.v1\0c2FsdA\0{"a":"x","b":1}'),
    );
  });

  test("does not depend on the order of keys either", () => {
    expect(digest.content("s", { a: 1, b: 2 })).toBe(digest.content("s", { b: 2, a: 1 }));
  });

  test("says nothing of the content without its salt", () => {
    const digests = ["c2FsdA", "c2FsdB", ""].map((salt) => digest.content(salt, "yes"));
    expect(new Set([...digests, digest.json("yes"), digest.text("yes")]).size).toBe(5);
  });

  test("keeps salt and content apart", () => {
    expect(digest.content("ab", "c")).not.toBe(digest.content("a", "bc"));
    expect(digest.content("a", 12)).not.toBe(digest.content("a1", 2));
  });
});

describe("the digest of an action", () => {
  const action: Action = {
    v: 1,
    workspace: "default",
    agent: "prn_1",
    session: null,
    tool: "delete_user",
    toolSchemaHash: null,
    args: { user_id: "user123" },
    resources: [],
    level: "HIGH",
    policyVersion: "none",
    expiresAt: "2026-11-22T10:00:00.000Z",
    nonce: "n",
  };

  // Pinned: with any other digest no approval of an earlier version could be redeemed.
  test("is taken over its name and the canonical form, as 64 hexadecimal digits", () => {
    const canonical =
      '{"agent":"prn_1","args":{"user_id":"user123"},"expiresAt":"2026-11-22T10:00:00.000Z","level":"HIGH","nonce":"n","policyVersion":"none","resources":[],"session":null,"tool":"delete_user","toolSchemaHash":null,"v":1,"workspace":"default"}';
    expect(digest.canonical(action)).toBe(canonical);
    expect(digest.action(action)).toBe(
      createHash("sha256").update(`earshot.action.v1\0${canonical}`).digest("hex"),
    );
  });

  test("comes with the action in the order in which it was hashed", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), values), (args) => {
        const given = reversed({ ...action, args }) as Action;
        const enveloped = digest.envelope(given);
        expect(enveloped.digest).toBe(digest.action(given));
        expect(enveloped.action).toEqual(JSON.parse(digest.canonical(given)));
        expect(Object.keys(enveloped.action)).toEqual(Object.keys(action).sort());
      }),
    );
  });

  test("is another one than that of its text or its JSON", () => {
    const texts = [digest.text(digest.canonical(action)), digest.json(action)];
    expect(texts.map((text) => Buffer.from(text, "base64url").toString("hex"))).not.toContain(
      digest.action(action),
    );
  });

  test("is refused for what is no JSON", () => {
    const args = { amount: Number.NaN };
    expect(() => digest.action({ ...action, args })).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT" }),
    );
  });
});
