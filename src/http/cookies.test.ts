import { describe, expect, test } from "vitest";
import { newSecret } from "../domain/people/key-secret.ts";
import { canKeep, noSessionCookies, probeCookie, readCookies, sessionCookies } from "./cookies.ts";
import { type OwnSite, siteOf } from "./site.ts";

const SECRET = `ear_web_${"A".repeat(43)}`;
const OTHER = `ear_web_${"B".repeat(43)}`;
const local = siteOf("localhost:4242", undefined) as OwnSite;
const remote = siteOf("earshot.example", "https://earshot.example") as OwnSite;

const NAMELESS = undefined;
const read = (header: string | undefined, site = local) => readCookies(header, site).secret;

describe("the cookie of a web session", () => {
  test.each([
    ["alone", `__Host-earshot-4242=${SECRET}`],
    ["among others", `a=b; __Host-earshot-4242=${SECRET}; c=d`],
    ["without spaces", `a=b;__Host-earshot-4242=${SECRET}`],
    ["under the plain name on this machine", `earshot-4242=${SECRET}`],
    ["before one under the plain name", `earshot-4242=${OTHER}; __Host-earshot-4242=${SECRET}`],
    ["beside that of another port", `__Host-earshot-8080=${OTHER}; __Host-earshot-4242=${SECRET}`],
  ])("is read %s", (_where, header) => {
    expect(read(header)).toBe(SECRET);
  });

  test("is read with the checksum that new secrets end in", () => {
    const whole = newSecret("ear_web_", "A".repeat(43));
    expect(read(`__Host-earshot-4242=${whole}`)).toBe(whole);
    expect(read(`__Host-earshot-4242=${whole.replace("A", "B")}`)).toBe("unreadable");
  });

  test.each([
    ["there twice", `__Host-earshot-4242=${SECRET}; __Host-earshot-4242=${OTHER}`],
    ["there twice and the same", `__Host-earshot-4242=${SECRET}; __Host-earshot-4242=${SECRET}`],
    ["there twice under the plain name", `earshot-4242=${SECRET}; earshot-4242=${SECRET}`],
    ["quoted", `__Host-earshot-4242="${SECRET}"`],
    ["empty", "__Host-earshot-4242="],
    ["cut", `__Host-earshot-4242=${SECRET.slice(0, -1)}`],
    ["longer", `__Host-earshot-4242=${SECRET}A`],
    ["the key of a program", `__Host-earshot-4242=ear_live_${"A".repeat(43)}`],
    ["percent-encoded", `__Host-earshot-4242=${SECRET.replace("_", "%5F")}`],
    ["broken behind a good plain one", `earshot-4242=${SECRET}; __Host-earshot-4242=x`],
  ])("is not taken where it is %s", (_what, header) => {
    expect(read(header)).toBe("unreadable");
  });

  test.each([
    ["no header", NAMELESS],
    ["an empty header", ""],
    ["one of another port", `__Host-earshot-8080=${SECRET}`],
    ["one of another letter case", `__host-earshot-4242=${SECRET}`],
    ["one whose name ends with ours", `x__Host-earshot-4242=${SECRET}`],
    ["a value without a name", SECRET],
    ["the probe alone", "__Host-earshot-probe-4242=1"],
  ])("is not there in %s", (_what, header) => {
    expect(read(header)).toBeUndefined();
  });

  test("is not read under the plain name where the server is reached by TLS", () => {
    expect(read(`earshot-443=${SECRET}`, remote)).toBeUndefined();
    expect(read(`__Host-earshot-443=${SECRET}`, remote)).toBe(SECRET);
  });

  test("is not read where the site is not known", () => {
    expect(readCookies(`earshot-4242=${SECRET}`, undefined)).toEqual({
      secret: undefined,
      isProbed: false,
    });
  });
});

const probed = (site: OwnSite, name: string) => readCookies(`${name}=1`, site);
const kept = { secret: SECRET, seconds: 60 };

describe("a browser that brought the probe back", () => {
  test("keeps the session under the safe name, and forgets the plain one", () => {
    expect(probed(local, "__Host-earshot-probe-4242").isProbed).toBe(true);
    expect(sessionCookies(local, { ...kept, isProbed: true })).toEqual([
      `__Host-earshot-4242=${SECRET}; Max-Age=60; Path=/; HttpOnly; SameSite=Strict; Secure`,
      "earshot-4242=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict",
    ]);
    expect(sessionCookies(remote, { ...kept, isProbed: true })).toEqual([
      `__Host-earshot-443=${SECRET}; Max-Age=60; Path=/; HttpOnly; SameSite=Strict; Secure`,
    ]);
  });
});

describe("a browser that did not", () => {
  test("keeps it under the plain name on this machine, and nowhere else", () => {
    const none = readCookies("__Host-earshot-probe-8080=1", local);
    expect(none.isProbed).toBe(false);
    expect(canKeep(local, none)).toBe(true);
    expect(canKeep(remote, none)).toBe(false);
    expect(sessionCookies(local, { ...kept, isProbed: false })).toEqual([
      `earshot-4242=${SECRET}; Max-Age=60; Path=/; HttpOnly; SameSite=Strict`,
    ]);
  });
});

test("the session is forgotten under both names", () => {
  expect(noSessionCookies(local)).toEqual([
    "__Host-earshot-4242=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure",
    "earshot-4242=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict",
  ]);
});

test("the probe lasts as long as a link", () => {
  expect(probeCookie(remote)).toBe(
    "__Host-earshot-probe-443=1; Max-Age=600; Path=/; HttpOnly; SameSite=Strict; Secure",
  );
});
