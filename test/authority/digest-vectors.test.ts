import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Action } from "../../src/domain/authority/action.ts";
import { digest } from "../../src/system/digest.ts";
import { fromBits, numberSequence } from "./number-sequence.ts";

/* RFC 8785 and the vectors of its reference implementation, as facts of what is hashed. */

const { canonical } = digest;

describe("numbers", () => {
  test.each([
    ["0000000000000000", "0"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["8000000000000001", "-5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
    ["ffefffffffffffff", "-1.7976931348623157e+308"],
    ["4340000000000000", "9007199254740992"],
    ["c340000000000000", "-9007199254740992"],
    ["4430000000000000", "295147905179352830000"],
    ["44b52d02c7e14af5", "9.999999999999997e+22"],
    ["44b52d02c7e14af6", "1e+23"],
    ["44b52d02c7e14af7", "1.0000000000000001e+23"],
    ["444b1ae4d6e2ef4e", "999999999999999700000"],
    ["444b1ae4d6e2ef4f", "999999999999999900000"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["41b3de4355555553", "333333333.3333332"],
    ["41b3de4355555554", "333333333.33333325"],
    ["41b3de4355555555", "333333333.3333333"],
    ["41b3de4355555556", "333333333.3333334"],
    ["41b3de4355555557", "333333333.33333343"],
    ["becbf647612f3696", "-0.0000033333333333333333"],
    ["43143ff3c1cb0959", "1424953923781206.2"],
  ])("the double %s is %s", (bits, text) => {
    expect(canonical(fromBits(BigInt(`0x${bits}`)))).toBe(text);
  });

  test.each(["7fffffffffffffff", "7ff0000000000000", "fff0000000000000"])(
    "the double %s is refused",
    (bits) => {
      const attempt = () => canonical(fromBits(BigInt(`0x${bits}`)));
      expect(attempt).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
    },
  );

  test.each([
    [1_000, "be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687"],
    [10_000, "b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892"],
    [100_000, "22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7"],
  ])("the first %d of the published sequence have the published checksum", (count, checksum) => {
    const hash = createHash("sha256");
    for (const [bits, number] of numberSequence(count)) {
      hash.update(`${bits},${canonical(number)}\n`);
    }
    expect(hash.digest("hex")).toBe(checksum);
  });
});

describe("whole values", () => {
  test.each([
    [
      "arrays keep their order, objects do not",
      '[56,{"d":true,"10":null,"1":[]}]',
      '[56,{"1":[],"10":null,"d":true}]',
    ],
    [
      "the order of keys has no locale",
      '{"peach":1,"p\\u00e9ch\\u00e9":2,"p\\u00eache":3,"sin":4}',
      '{"peach":1,"p\u00e9ch\u00e9":2,"p\u00eache":3,"sin":4}',
    ],
    [
      "keys are sorted at every depth, the empty one first",
      '{"1":{"f":{"f":"hi","F":5},"\\n":56.0},"10":{},"":"empty","a":{},"111":[{"e":"yes","E":"no"}],"A":{}}',
      '{"":"empty","1":{"\\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{"E":"no","e":"yes"}],"A":{},"a":{}}',
    ],
    [
      "text is not normalised",
      '{"Unnormalized Unicode":"A\\u030a"}',
      '{"Unnormalized Unicode":"A\u030a"}',
    ],
    [
      "numbers and escapes have one form",
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    ],
    [
      "keys are sorted by UTF-16 units, not by code points",
      '{"\\u20ac":1,"\\r":2,"\\u000a":3,"1":4,"\\u0080":"\\u007f","\\ud83d\\ude02":6,"\\u00f6":7,"\\ufb33":8,"</script>":9}',
      '{"\\n":3,"\\r":2,"1":4,"</script>":9,"\u0080":"\u007f","\u00f6":7,"\u20ac":1,"\ud83d\ude02":6,"\ufb33":8}',
    ],
    [
      "the short escapes are used where there are any",
      '"\\u0008\\u0009\\u000a\\u000c\\u000d\\u0000\\u001f\\u2028"',
      '"\\b\\t\\n\\f\\r\\u0000\\u001f\u2028"',
    ],
  ])("%s", (_, given, expected) => {
    expect(canonical(JSON.parse(given))).toBe(expected);
  });

  test.each([
    ["half a pair in a key", '{"\\ud800":1}'],
    ["half a pair in a value", '{"a":"\\udead"}'],
    ["a pair the wrong way round", '["\\ude02\\ud83d"]'],
  ])("%s is refused", (_, given) => {
    const attempt = () => canonical(JSON.parse(given));
    expect(attempt).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
  });

  test("the canonical form of a canonical form is the same", () => {
    const value = { b: [1.0, "\u20ac"], a: { d: null, c: -0 } };
    const once = canonical(value);
    expect(canonical(JSON.parse(once))).toBe(once);
  });
});

test("what JSON cannot carry is named, with what the canonical form said of it", () => {
  expect(() => canonical({ text: "\ud800" })).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(/^The content holds something that JSON cannot carry: half a/),
      cause: expect.any(Error),
    }),
  );
});

describe("the digest of an action", () => {
  const action: Action = {
    v: 1,
    workspace: "default",
    agent: "prn_01k00000000000000000000000",
    session: null,
    tool: "delete_user_data",
    toolSchemaHash: null,
    args: { user_id: "user123" },
    resources: [],
    level: "HIGH",
    policyVersion: "none",
    expiresAt: "2026-11-22T10:00:00.000Z",
    nonce: "bm9uY2U",
  };
  const written =
    '{"agent":"prn_01k00000000000000000000000","args":{"user_id":"user123"},"expiresAt":"2026-11-22T10:00:00.000Z","level":"HIGH","nonce":"bm9uY2U","policyVersion":"none","resources":[],"session":null,"tool":"delete_user_data","toolSchemaHash":null,"v":1,"workspace":"default"}';

  test("is SHA-256 over its name, NUL and the canonical form, in hexadecimal", () => {
    const expected = createHash("sha256").update(`earshot.action.v1\0${written}`).digest("hex");
    expect(digest.action(action)).toBe(expected);
    expect(expected).toMatch(/^[0-9a-f]{64}$/);
  });

  test("with evidence begins with the name of its version", () => {
    const evidence = [{ kind: "mail", name: "a", digest: `sha256:${"0".repeat(64)}` }] as const;
    const shown = written
      .replace('"expiresAt"', `"evidence":${canonical(evidence)},"expiresAt"`)
      .replace('"v":1', '"v":2');
    const expected = createHash("sha256").update(`earshot.action.v2\0${shown}`).digest("hex");
    expect(digest.action({ ...action, v: 2, evidence })).toBe(expected);
  });

  test("is another than every other digest of the same content", () => {
    const hex = (base64url: string) => Buffer.from(base64url, "base64url").toString("hex");
    const others = [digest.json(action), digest.text(written), digest.content("", action)];
    expect(others.map(hex)).not.toContain(digest.action(action));
    expect(hex(digest.text(`earshot.action.v1\0${written}`))).toBe(digest.action(action));
  });

  test.each([
    ["half a surrogate pair", "\ud800"],
    ["a number that is not finite", Number.POSITIVE_INFINITY],
    ["no number", Number.NaN],
  ])("is refused where the arguments hold %s", (_, value) => {
    const attempt = () => digest.action({ ...action, args: { value } });
    expect(attempt).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
  });
});
