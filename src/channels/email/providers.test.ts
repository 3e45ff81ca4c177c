import { expect, test } from "vitest";
import { EMAIL_SETUP } from "./email-setup.ts";
import { providerOf, refusalOf } from "./providers.ts";

const complete = (given: Record<string, string>) => EMAIL_SETUP.complete?.(given);

test("of a known provider, the address and an app password give both servers", () => {
  expect(complete({ from: "bot@gmail.com", password: "abcd efgh ijkl mnop" })).toEqual({
    from: "bot@gmail.com",
    smtpUrl: "smtps://bot%40gmail.com:abcdefghijklmnop@smtp.gmail.com:465",
    imapUrl: "imaps://bot%40gmail.com:abcdefghijklmnop@imap.gmail.com:993",
  });
});

test("signs in a password that mean something in an address are encoded", () => {
  const { smtpUrl = "" } = complete({ from: "bot@posteo.de", password: "a:b@c/d e%" }) ?? {};
  expect(decodeURIComponent(new URL(String(smtpUrl)).password)).toBe("a:b@c/d e%");
});

test("a password for an unknown provider is refused, and not repeated", () => {
  const given = { from: "bot@example.com", password: "very-secret" };
  expect(() => complete(given)).toThrow(/Give smtpUrl and imapUrl instead/);
  expect(() => complete(given)).not.toThrow(/very-secret/);
});

test("a mailbox that lets no program in with a password is told so", () => {
  for (const address of ["a@outlook.com", "a@HOTMAIL.co.uk", "a@live.de"]) {
    expect(refusalOf(address)).toContain("takes no passwords from mail programs");
  }
  expect(refusalOf("a@outlook.example.com")).toBeUndefined();
});

test("a domain that only looks like a provider's is unknown", () => {
  for (const domain of ["notgmail.com", "gmail.com.evil.example", "mailbox.org.example"]) {
    expect(providerOf(`a@${domain}`)).toBeUndefined();
  }
});
