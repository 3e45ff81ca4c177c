import { expect, test } from "vitest";
import { openKeys, sealKeys } from "./sealed-keys.ts";

const KEYS = { signingKeys: '{"keys":[]}', vault: "c2VjcmV0" };
const PASSPHRASE = "twelve horses in a row";
const sealed = sealKeys(KEYS, PASSPHRASE);

test("keys open with the passphrase they were sealed under, however its letters are composed", () => {
  expect(openKeys(sealed, PASSPHRASE)).toEqual(KEYS);
  const composed = sealKeys(KEYS, "zw\u00f6lf Pferde in Reihe");
  expect(openKeys(composed, "zwo\u0308lf Pferde in Reihe")).toEqual(KEYS);
  expect(JSON.stringify(sealed)).not.toContain(KEYS.vault);
});

test.each([
  ["another passphrase", sealed, "thirteen horses in a row"],
  ["another salt", { ...sealed, salt: "AAAAAAAAAAAAAAAAAAAAAA" }, PASSPHRASE],
  ["a cost that would take all memory", { ...sealed, cost: 2 ** 30 }, PASSPHRASE],
])("%s is refused", (_, keys, passphrase) => {
  expect(() => openKeys(keys, passphrase)).toThrow(
    expect.objectContaining({ code: "NOT_ALLOWED" }),
  );
});

test("a short passphrase seals nothing", () => {
  expect(() => sealKeys(KEYS, "horse")).toThrow("at least 12 characters");
});
