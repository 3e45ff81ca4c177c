import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../domain/json.ts";
import type { AuthorizeInput } from "../../ports/earshot/authority.ts";
import { refuseLeaks } from "./secret-leaks.ts";

const SECRET = "hunter2-hunter2/é";

const BASE64 = btoa(String.fromCharCode(...new TextEncoder().encode(SECRET)));

function leakOf(args: JsonObject, over: Partial<AuthorizeInput> = {}): string {
  const input = { tool: "t", args, reason: "An invoice.", secrets: ["/p"], ...over };
  try {
    refuseLeaks(input);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

describe("a secret that stands elsewhere in its call is refused there", () => {
  test.for<[string, JsonObject, Partial<AuthorizeInput>, string]>([
    ["an argument", { q: SECRET }, {}, 'the argument "/q"'],
    ["a text around it", { q: { url: `https://x/?p=${SECRET}&a` } }, {}, "/q/url"],
    ["a list", { q: ["a", SECRET] }, {}, "/q/1"],
    ["an address", { url: `https://x/?p=${encodeURIComponent(SECRET)}` }, {}, "/url"],
    ["base64", { h: `Basic ${BASE64}` }, {}, "/h"],
    ["a name", { [SECRET]: 1 }, {}, "the name of an argument"],
    ["the reason", {}, { reason: `With ${SECRET}.` }, "reason"],
    ["for whom", {}, { onBehalfOf: SECRET }, "onBehalfOf"],
    ["the session", {}, { session: SECRET }, "session"],
    ["a resource", {}, { resources: [{ uri: `file:///${SECRET}`, sha256: "" }] }, "resource"],
  ])("in %s", ([, args, over, place]) => {
    const message = leakOf({ p: SECRET, ...args }, over);
    expect(message).toContain(place);
    expect(message).not.toContain("hunter2");
  });

  test("of all that is secret within an object, and numbers too", () => {
    expect(leakOf({ p: { pin: 48_291, list: [SECRET] }, q: "pin 48291" })).toContain("/q");
    expect(leakOf({ p: { list: [SECRET] }, q: SECRET })).toContain("/q");
  });

  test.for<[string, JsonObject]>([
    ["another secret", { p: SECRET, q: SECRET }],
    ["a short one within a word", { p: "test", r: "the latest" }],
    ["one of three characters", { p: "abc", r: "abc" }],
    ["one that is empty", { p: "", r: "" }],
  ])("and not in %s", ([, args]) => {
    expect(leakOf(args, { secrets: ["/p", "/q"].filter((at) => at.slice(1) in args) })).toBe("");
  });
});
