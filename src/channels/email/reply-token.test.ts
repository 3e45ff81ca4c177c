import { expect, test } from "vitest";
import { createReplyTokens } from "./reply-token.ts";

const KEY = "dlv_01jdz3k5m7n9p1q3r5s7t9v1w3";
const TO = "ada@example.org";
const SENT = { key: KEY, to: TO };
const tokens = createReplyTokens({ from: "earshot@example.com", secret: "x".repeat(32) });
const others = createReplyTokens({ from: "earshot@example.com", secret: "y".repeat(32) });

test("an address, a Message-ID and a follow-up tell the key that they were made for", () => {
  expect(tokens.keyOf(tokens.replyAddress(SENT), TO)).toBe(KEY);
  expect(tokens.keyOf(tokens.messageId(SENT), TO)).toBe(KEY);
  expect(tokens.keyOf(tokens.followUpId(SENT, "0123456789abcdef"), TO)).toBe(KEY);
});

test("a mail server that changes the case changes nothing", () => {
  expect(tokens.keyOf(tokens.replyAddress(SENT).toUpperCase(), TO)).toBe(KEY);
});

test("a name made with another secret is nobody's", () => {
  expect(tokens.keyOf(others.replyAddress(SENT), TO)).toBeUndefined();
  expect(tokens.keyOf(others.messageId(SENT), TO)).toBeUndefined();
});

test("the signature of one key is worth nothing with another", () => {
  const swapped = tokens.replyAddress(SENT).replace("01jdz3", "01jdz4");
  expect(tokens.keyOf(swapped, TO)).toBeUndefined();
});

test("every changed digit of the signature is noticed", () => {
  const [name = "", domain = ""] = tokens.replyAddress(SENT).split("@");
  for (let at = name.length - 16; at < name.length; at++) {
    const digit = name[at] === "0" ? "1" : "0";
    const changed = `${name.slice(0, at)}${digit}${name.slice(at + 1)}@${domain}`;
    expect(tokens.keyOf(changed, TO)).toBeUndefined();
  }
});

test.each([
  "earshot@example.com",
  `earshot+${KEY}@example.com`,
  `earshot+${KEY}.@example.com`,
  `earshot+${KEY}.0000000000000000@example.com.evil.example`,
  "",
])("%j carries no key", (text) => {
  expect(tokens.keyOf(text, TO)).toBeUndefined();
});

test("a key is found within a longer text, behind forged ones", () => {
  const text = `To: <${TO}>\r\nReferences: ${others.messageId(SENT)}\r\n ${tokens.messageId({ key: "dlv_b", to: TO })}\r\n`;
  expect(tokens.keyIn(text)).toBe("dlv_b");
});

test("all of a reply address fits where a mail server has room for 64 characters", () => {
  expect(tokens.replyAddress(SENT).split("@")[0]?.length).toBeLessThanOrEqual(64);
});

test("what somebody was sent names the key for their address alone, in whatever case", () => {
  expect(tokens.keyOf(tokens.replyAddress(SENT), "mallory@example.net")).toBeUndefined();
  expect(tokens.keyOf(tokens.messageId(SENT), "mallory@example.net")).toBeUndefined();
  expect(tokens.keyOf(tokens.messageId(SENT), TO.toUpperCase())).toBe(KEY);
});

test("a text that does not say whom it was sent to has no key", () => {
  expect(tokens.keyIn(`Message-ID: ${tokens.messageId(SENT)}\r\n`)).toBeUndefined();
});
