import { describe, expect, test } from "vitest";
import { checkOAuth } from "./settings.ts";

const issuer = "https://login.example.com/realms/home";
const publicUrl = "https://earshot.example.com";

test("saying nothing is no OAuth", () => {
  expect(checkOAuth({}, undefined)).toBeUndefined();
  expect(checkOAuth({ issuer: undefined, audience: undefined }, undefined)).toBeUndefined();
});

test("a public URL alone is no OAuth", () => {
  expect(checkOAuth({}, publicUrl)).toBeUndefined();
});

test("the issuer stays as it was given, to the letter", () => {
  for (const given of [
    issuer,
    `${issuer}/`,
    "https://login.example.com",
    "https://LOGIN.example",
  ]) {
    expect(checkOAuth({ issuer: given }, publicUrl)?.issuer).toBe(given);
  }
});

test("the audiences are the public address with its MCP door and alone", () => {
  const audiences = [`${publicUrl}/mcp`, publicUrl, `${publicUrl}/`];
  expect(checkOAuth({ issuer }, publicUrl)).toEqual({
    issuer,
    publicUrl,
    audiences,
  });
});

test("an audience that is named is the only one", () => {
  expect(checkOAuth({ issuer, audience: "api://earshot" }, publicUrl)?.audiences).toEqual([
    "api://earshot",
  ]);
});

describe("is refused:", () => {
  test.each([
    ["http elsewhere", "http://login.example.com"],
    ["http to a name that begins like this machine", "http://localhost.evil.example"],
    ["http to an address that means any", "http://0.0.0.0:8080"],
    ["another scheme", "ftp://login.example.com"],
    ["no address", "login.example.com"],
    ["an empty one", ""],
    ["a query", `${issuer}?a=b`],
    ["an empty query", `${issuer}?`],
    ["a fragment", `${issuer}#a`],
    ["a user", "https://ana@login.example.com"],
    ["a password", "https://:secret@login.example.com"],
    ["a space at its end", `${issuer} `],
    ["a line break", `${issuer}\n`],
  ])("an issuer with %s", (_what, given) => {
    expect(() => checkOAuth({ issuer: given }, publicUrl)).toThrow(/issuer must be an https/);
  });

  test.each(["", "two words", "line\nbreak", "é"])("the audience %j", (audience) => {
    expect(() => checkOAuth({ issuer, audience }, publicUrl)).toThrow(/audience has characters/);
  });

  test("one without the other", () => {
    expect(() => checkOAuth({ issuer }, undefined)).toThrow(/--public-url/);
    expect(() => checkOAuth({ audience: "a" }, publicUrl)).toThrow(/--oauth-issuer/);
    expect(() => checkOAuth({ audience: "a", issuer }, undefined)).toThrow(/--public-url/);
  });
});

test.each(["http://localhost:9000", "http://127.0.0.1:9000", "http://[::1]:9000"])(
  "%s needs no TLS, since nobody can listen in",
  (local) => {
    expect(checkOAuth({ issuer: local }, local)).toMatchObject({ issuer: local });
  },
);
