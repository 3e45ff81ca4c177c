import fc from "fast-check";
import { expect, test } from "vitest";
import { linkCode, saidLinkCode } from "./link-code.ts";

const secrets = fc.uint8Array({ minLength: 10, maxLength: 32 });
const WRAPPED = ["CODE", " CODE ", "link CODE", "/link CODE", "LINK  CODE\n", "/start CODE"];

test("a code is ten letters and digits that nobody mistakes for others", () => {
  fc.assert(
    fc.property(secrets, (secret) => {
      expect(linkCode(secret)).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    }),
  );
});

test("a code is read back however it is said", () => {
  fc.assert(
    fc.property(secrets, fc.constantFrom(...WRAPPED), fc.boolean(), (secret, said, isLow) => {
      const code = linkCode(secret);
      const typed = isLow ? code.toLowerCase() : code;
      expect(saidLinkCode(said.replace("CODE", typed))).toBe(code);
      expect(saidLinkCode(said.replace("CODE", typed.replace("-", "")))).toBe(code);
      expect(saidLinkCode(said.replace("CODE", typed.replace("-", " ")))).toBe(code);
    }),
  );
});

test("letters that look like digits are taken for them", () => {
  expect(saidLinkCode("7KQ2M-9XWPT")).toBe("7KQ2M-9XWPT");
  expect(saidLinkCode("oil00-OIL11")).toBe("01100-01111");
});

test.each([
  ["ship it"],
  ["link"],
  ["7KQ2M-9XWP"],
  ["7KQ2M-9XWPTA"],
  ["my code is 7KQ2M-9XWPT"],
  ["7KQ2M-9XWPT please"],
  ["7KQ2M–9XWPT"],
  [""],
])("%j says no code", (text) => {
  expect(saidLinkCode(text)).toBeUndefined();
});

test("two secrets that differ in a letter make two codes", () => {
  const secret = new Uint8Array(10);
  const codes = Array.from({ length: 10 }, (_, at) => linkCode(secret.with(at, 1)));
  expect(new Set([linkCode(secret), ...codes]).size).toBe(11);
});
