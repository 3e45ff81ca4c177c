import { expect, test } from "vitest";
import { EarshotError } from "../domain/errors.ts";
import { bindOf } from "./bind.ts";
import { LOOPBACK_HOSTS } from "./guard.ts";

test("nothing is heard from elsewhere where nothing says so", () => {
  expect(bindOf({})).toEqual({ addresses: ["127.0.0.1", "::1"], allowedHosts: LOOPBACK_HOSTS });
});

test.each(["0.0.0.0", "::", "[::]", "10.0.0.5", "fd00::5"])(
  "listening on %s needs a name that others may call it by",
  (listen) => {
    expect(() => bindOf({ listen })).toThrow(/--allowed-host NAME/);
    const { allowedHosts } = bindOf({ listen, allowedHosts: ["Earshot.internal"] });
    expect(allowedHosts).toEqual([...LOOPBACK_HOSTS, "earshot.internal"]);
    const behindProxy = bindOf({ listen, publicUrl: "https://earshot.example.com" });
    expect(behindProxy.allowedHosts).toContain("earshot.example.com");
  },
);

test.each([
  ["0.0.0.0", ["0.0.0.0", "::1"]],
  ["::", ["::"]],
  ["10.0.0.5", ["127.0.0.1", "10.0.0.5", "::1"]],
  ["127.0.0.1", ["127.0.0.1", "::1"]],
])("commands of this machine reach a server that listens on %s", (listen, addresses) => {
  expect(bindOf({ listen, allowedHosts: ["a"] }).addresses).toEqual(addresses);
});

test("the loopback address needs no name", () => {
  expect(bindOf({ listen: "127.0.0.1" }).allowedHosts).toEqual(LOOPBACK_HOSTS);
});

test.each(["*", "", "a b", "a:80", "https://a", "a/b", "-a", "*.example.com", "a..b"])(
  "%j is no name that it may be called by",
  (name) => {
    expect(() => bindOf({ allowedHosts: [name] })).toThrow(EarshotError);
  },
);

test("addresses are names too, of version 6 in brackets", () => {
  const { allowedHosts } = bindOf({ allowedHosts: ["10.0.0.5", "fd00::5", "[fd00::6]"] });
  expect(allowedHosts.slice(-3)).toEqual(["10.0.0.5", "[fd00::5]", "[fd00::6]"]);
});

test.each(["localhost", "earshot.example.com", "", "10.0.0"])("%j is no address", (listen) => {
  expect(() => bindOf({ listen, allowedHosts: ["a"] })).toThrow(/is not an address/);
});
