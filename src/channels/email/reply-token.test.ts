import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createReplyTokens } from "./reply-token.ts";

const KEY = "dlv_01jdz3k5m7n9p1q3r5s7t9v1w3";
const TO = "ada@example.org";
const SENT = { key: KEY, to: TO };
const tokens = createReplyTokens({ from: "earshot@example.com", secret: "x".repeat(32) });
const others = createReplyTokens({ from: "earshot@example.com", secret: "y".repeat(32) });

/** As Message-IDs and reply addresses were made when both bore one signature. */
function olderMac({ key, to }: typeof SENT): string {
  return createHmac("sha256", "x".repeat(32)).update(`earshot mail ${key} ${to}`).digest("hex");
}
const OLDER = `${KEY}.${olderMac(SENT).slice(0, 16)}`;

test("a reply address proves whose it is, and a Message-ID or a follow-up only names the post", () => {
  expect(tokens.keyProven(tokens.replyAddress(SENT), TO)).toBe(KEY);
  for (const id of [tokens.messageId(SENT), tokens.followUpId(SENT, "0123456789abcdef")]) {
    expect(tokens.keyNamed(id, TO)).toBe(KEY);
    expect(tokens.keyProven(id, TO)).toBeUndefined();
  }
});

test("no reply address can be made of a Message-ID", () => {
  const [, id = ""] = /^<(.+)@/.exec(tokens.messageId(SENT)) ?? [];
  expect(tokens.keyProven(`earshot+${id}@example.com`, TO)).toBeUndefined();
  expect(tokens.keyNamed(`earshot+${id}@example.com`, TO)).toBeUndefined();
});

test("what bore one signature for both still names its post, and proves nothing", () => {
  for (const name of [`<${OLDER}@earshot.example.com>`, `earshot+${OLDER}@example.com`]) {
    expect(tokens.keyNamed(name, TO)).toBe(KEY);
    expect(tokens.keyProven(name, TO)).toBeUndefined();
  }
});

test("a mail server that changes the case changes nothing", () => {
  expect(tokens.keyProven(tokens.replyAddress(SENT).toUpperCase(), TO)).toBe(KEY);
});

test("a name made with another secret is nobody's", () => {
  expect(tokens.keyProven(others.replyAddress(SENT), TO)).toBeUndefined();
  expect(tokens.keyNamed(others.messageId(SENT), TO)).toBeUndefined();
});

test("the signature of one key is worth nothing with another", () => {
  const swapped = tokens.replyAddress(SENT).replace("01jdz3", "01jdz4");
  expect(tokens.keyProven(swapped, TO)).toBeUndefined();
});

test("every changed digit of the signature is noticed", () => {
  const [name = "", domain = ""] = tokens.replyAddress(SENT).split("@");
  for (let at = name.length - 16; at < name.length; at++) {
    const digit = name[at] === "0" ? "1" : "0";
    const changed = `${name.slice(0, at)}${digit}${name.slice(at + 1)}@${domain}`;
    expect(tokens.keyProven(changed, TO)).toBeUndefined();
  }
});

test.each([
  "earshot@example.com",
  `earshot+${KEY}@example.com`,
  `earshot+${KEY}.@example.com`,
  `earshot+${KEY}.0000000000000000@example.com.evil.example`,
  "",
])("%j carries no key", (text) => {
  expect(tokens.keyProven(text, TO)).toBeUndefined();
});

test("a key is found within a longer text, behind forged ones", () => {
  const text = `To: <${TO}>\r\nReferences: ${others.messageId(SENT)}\r\n ${tokens.messageId({ key: "dlv_b", to: TO })}\r\n`;
  expect(tokens.keyIn(text)).toBe("dlv_b");
});

test("all of a reply address fits where a mail server has room for 64 characters", () => {
  expect(tokens.replyAddress(SENT).split("@")[0]?.length).toBeLessThanOrEqual(64);
});

test("what somebody was sent names the key for their address alone, in whatever case", () => {
  expect(tokens.keyProven(tokens.replyAddress(SENT), "mallory@example.net")).toBeUndefined();
  expect(tokens.keyNamed(tokens.messageId(SENT), "mallory@example.net")).toBeUndefined();
  expect(tokens.keyNamed(tokens.messageId(SENT), TO.toUpperCase())).toBe(KEY);
});

test("a text that does not say whom it was sent to has no key", () => {
  expect(tokens.keyIn(`Message-ID: ${tokens.messageId(SENT)}\r\n`)).toBeUndefined();
});
