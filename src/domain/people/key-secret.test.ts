import { expect, test } from "vitest";
import { hideSecrets, secretIn } from "./key-secret.ts";

const KEYS = ["ear_live_abc123", "ear_live_-a-b_c-", "ear_live_a-_-b"];

test.each(KEYS)("the key %s is found whole", (key) => {
  expect(secretIn(`"Authorization": "Bearer ${key}",`)).toBe(key);
});

test.each(KEYS)("nothing of the key %s is left where it is hidden", (key) => {
  expect(hideSecrets(`first ${key}, then '${key}'`)).toBe("first ear_live_…, then 'ear_live_…'");
});

test("a text without a key has none and stays as it is", () => {
  expect(secretIn("EARSHOT_KEY=")).toBeUndefined();
  expect(hideSecrets("no ear_test_abc here")).toBe("no ear_test_abc here");
});

test("nothing of the secret of a web session is left where it is hidden, and it is no key", () => {
  expect(hideSecrets("cookie ear_web_a-_-b;")).toBe("cookie ear_web_…;");
  expect(secretIn("ear_web_a-_-b")).toBeUndefined();
});
