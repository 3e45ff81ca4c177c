import { expect, test } from "vitest";
import { hideSecrets, isMistyped, newSecret, SECRET_PREFIX, secretIn } from "./key-secret.ts";

const KEYS = ["ear_live_abc123", "ear_live_-a-b_c-", "ear_live_a-_-b"];

test.each(KEYS)("the key %s is found whole", (key) => {
  expect(secretIn(`"Authorization": "Bearer ${key}",`)).toBe(key);
});

test.each(KEYS)("nothing of the key %s is left where it is hidden", (key) => {
  expect(hideSecrets(`first ${key}, then '${key}'`)).toBe("first ear_live_…, then 'ear_live_…'");
});

const RANDOM = "abcdefghijklmnopqrstuvwxyz0123456789-_ABCDE";

test("a new secret ends in the CRC-32 of the rest", () => {
  // By zlib: crc32("ear_live_abcdefghijklmnopqrstuvwxyz0123456789-_ABCDE"), in base 62.
  expect(newSecret(SECRET_PREFIX, RANDOM)).toBe(`ear_live_${RANDOM}4XfEVj`);
});

test("each changed character shows, and so does a cut", () => {
  const secret = newSecret(SECRET_PREFIX, RANDOM);
  expect(isMistyped(secret)).toBe(false);
  for (let at = SECRET_PREFIX.length; at < secret.length; at++) {
    const other = secret[at] === "x" ? "y" : "x";
    const wrong = secret.slice(0, at) + other + secret.slice(at + 1);
    expect(isMistyped(wrong), wrong).toBe(true);
    if (at !== SECRET_PREFIX.length + RANDOM.length)
      expect(isMistyped(secret.slice(0, at))).toBe(true);
  }
});

test("a secret from before checksums is not called mistyped", () => {
  expect(isMistyped(SECRET_PREFIX + RANDOM)).toBe(false);
});

test("a text without a key has none and stays as it is", () => {
  expect(secretIn("EARSHOT_KEY=")).toBeUndefined();
  expect(hideSecrets("no ear_test_abc here")).toBe("no ear_test_abc here");
});

test("nothing of the secret of a web session is left where it is hidden, and it is no key", () => {
  expect(hideSecrets("cookie ear_web_a-_-b;")).toBe("cookie ear_web_…;");
  expect(secretIn("ear_web_a-_-b")).toBeUndefined();
});
