import { expect, test } from "vitest";
import { decisiveArgs } from "../domain/authority/decisive-args.ts";
import type { JsonObject } from "../domain/json.ts";
import { anAction, anAuthorization } from "../testing/builders.ts";
import { actionHeading } from "./action-heading.ts";
import { decisiveWords } from "./decisive-words.ts";
import { wordsIn } from "./messages/messages.ts";

const words = wordsIn("en");

const seeking = (args: JsonObject, tool = "admin_reset_system") =>
  anAuthorization({ action: anAction({ tool, args }), secrets: [] });
const heading = (args: JsonObject, locale = "de") =>
  actionHeading(seeking(args), { words, locale });

test("an action is a sentence with its place and its amount, in the numbers of the reader", () => {
  const args = { environment: "production", amount: 14_900, currency: "EUR" };
  expect(heading(args)).toBe("Run admin_reset_system on production, 14.900\u00a0€");
  expect(heading(args, "en")).toBe("Run admin_reset_system on production, €14,900");
  expect(heading({ amount: 0.001, currency: "EUR" }, "en")).toBe("Run admin_reset_system: €0.001");
  expect(heading({}, "en")).toBe("Run admin_reset_system");
  expect(heading({ host: "web-1" })).toBe("Run admin_reset_system on web-1");
  expect(heading({ to: "ben", count: 12_000 })).toBe(
    "Run admin_reset_system: to ben, count 12.000",
  );
});

test("an id and a number too great to be exact keep their digits as they are", () => {
  expect(heading({ user_id: 1_234_567 })).toBe("Run admin_reset_system: user_id 1234567");
  expect(heading({ amount: 1e21 })).toBe("Run admin_reset_system: amount 1e+21");
});

test("a value that is more than one word stands in quotation marks, so that it passes for nothing else", () => {
  expect(heading({ environment: "test, 5 €" })).toBe('Run admin_reset_system on "test, 5 €"');
  expect(heading({ to: "(secret)" })).toBe('Run admin_reset_system: to "(secret)"');
  expect(heading({ to: "12" })).toBe('Run admin_reset_system: to "12"');
  expect(heading({ 'to ben, "x': 1 })).toBe('Run admin_reset_system: "to ben, \\"x" 1');
  expect(actionHeading(seeking({}, "read on test"), { words })).toBe('Run "read on test"');
});

test("what hides in a value or a name is written out, and a cut is told", () => {
  expect(heading({ to: "be\u200bn" })).toBe('Run admin_reset_system: to "be\\u{200b}n"');
  expect(heading({ "\u0430mount": 5 })).toContain("⟨mixed scripts⟩");
  expect(heading({ to: "⟨×9 characters⟩" })).toContain("\\u{27e8}");
  const path = `${"a".repeat(32)}${"b".repeat(900)}${"c".repeat(16)}`;
  expect(heading({ path })).toBe(
    `Run admin_reset_system: path "${"a".repeat(32)}⟨×900 characters⟩${"c".repeat(16)}"`,
  );
});

test("how many arguments are left out is told", () => {
  const args = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`k${n}`, n]));
  expect(heading(args)).toBe("Run admin_reset_system: k0 0, k1 1, k2 2, k3 3, 5 more arguments");
  expect(decisiveWords(decisiveArgs(seeking(args)), { words })).toMatch(
    /^k0 0, .*k4 4, 4 more arguments$/,
  );
});

test("long texts and ids are counted beside what says more, and said where nothing else does", () => {
  const quiet = { request_id: "r-1", note: "Dear all" };
  expect(heading({ ...quiet, environment: "live" })).toBe(
    "Run admin_reset_system on live, 2 more arguments",
  );
  expect(heading({ ...quiet, force: true })).toBe(
    'Run admin_reset_system: force true, note "Dear all", request_id r-1',
  );
});

test("of a list the first is named, and how many more there are", () => {
  expect(heading({ to: ["ann", "ben", "mallory"] })).toBe(
    "Run admin_reset_system: to ann and 2 more",
  );
});
