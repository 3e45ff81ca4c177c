import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { passkeySite, provedOrigin, siteOf } from "./site.ts";

const PUBLIC = "https://earshot.example:8443";

describe("a site", () => {
  test.each([
    ["localhost:4242", "http://localhost:4242", "4242", true],
    ["LOCALHOST:4242", "http://localhost:4242", "4242", true],
    ["localhost", "http://localhost", "80", true],
    ["127.0.0.1:4242", "http://127.0.0.1:4242", "4242", true],
    ["[::1]:4242", "http://[::1]:4242", "4242", true],
    ["earshot.example:8443", "https://earshot.example:8443", "8443", false],
  ])("is known by the Host %s", (host, ...facts) => {
    const { origin, port, isPlainLoopback } = siteOf(host, PUBLIC) ?? {};
    expect([origin, port, isPlainLoopback]).toEqual(facts);
  });

  test("has the port that its address leaves out", () => {
    expect(siteOf("earshot.example", "https://earshot.example")?.port).toBe("443");
  });

  test("is behind TLS where the public address says so, also on this machine", () => {
    expect(siteOf("localhost:8443", "https://localhost:8443")).toMatchObject({
      origin: "https://localhost:8443",
      isPlainLoopback: false,
    });
  });

  test.each([undefined, "", "evil", "earshot.example", "earshot.example:4242", "localhost:x"])(
    "is none for the Host %s",
    (host) => {
      expect(siteOf(host, PUBLIC)).toBeUndefined();
    },
  );
});

describe("an origin", () => {
  const of = (origin: string | undefined, host = "localhost:4242") =>
    provedOrigin({ headers: { origin, host } } as IncomingMessage, PUBLIC);

  test("is proved where it is that of the Host", () => {
    expect(of("http://localhost:4242")).toBe("http://localhost:4242");
    expect(of(PUBLIC, "earshot.example:8443")).toBe(PUBLIC);
  });

  test.each([
    undefined,
    "",
    "null",
    "https://localhost:4242",
    "http://localhost",
    "http://localhost:4243",
    "http://127.0.0.1:4242",
    "http://localhost:4242/",
  ])("is not proved by %s", (origin) => {
    expect(of(origin)).toBeUndefined();
  });

  test("is not proved without TLS where the public address has it", () => {
    expect(of("http://earshot.example:8443", "earshot.example:8443")).toBeUndefined();
  });
});

describe("a passkey", () => {
  test("is bound to a host name", () => {
    const site = siteOf("localhost:4242", undefined);
    expect(site && passkeySite(site)).toEqual({
      origin: "http://localhost:4242",
      rpId: "localhost",
    });
  });

  test.each(["127.0.0.1:4242", "[::1]:4242"])("is not bound to the address %s", (host) => {
    const site = siteOf(host, undefined);
    expect(() => site && passkeySite(site)).toThrow("http://localhost:4242");
  });
});
