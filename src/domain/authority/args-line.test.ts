import { expect, test } from "vitest";
import type { Json } from "../json.ts";
import { argsLine } from "./args-line.ts";
import { withCommitments } from "./secret-args.ts";

test("arguments stand on one line, as JSON without what every row would repeat", () => {
  expect(argsLine({})).toBe("");
  expect(argsLine({ amount: 120, to: "ACME", tags: ["a", null], at: { urgent: true } })).toBe(
    'amount: 120, to: "ACME", tags: ["a", null], at: {urgent: true}',
  );
});

test("no key passes for another argument", () => {
  expect(argsLine({ "to: 1, x": 2 })).toBe('"to: 1, x": 2');
});

test("a secret is not shown, nor its commitment; a text of that form is told from one", () => {
  const { args } = withCommitments(
    { user: "ana", auth: { password: "hunter2" } },
    ["/auth/password"],
    () => "c0ffee",
  );
  expect(argsLine(args)).toBe('user: "ana", auth: {password: [secret]}');
  expect(argsLine({ password: "[secret]" })).toBe('password: "[secret]"');
});

test("a long text is cut between whole characters, and leaves room for what comes after it", () => {
  const x = "x".repeat(40);
  expect(argsLine({ memo: x, to: "ana" })).toBe(`memo: "${x}", to: "ana"`);
  expect(argsLine({ memo: "x".repeat(1_000_000), to: "ana" })).toBe(`memo: "${x}"…, to: "ana"`);
  const signs = "😀".repeat(40);
  expect(argsLine({ [`${signs}😀`]: `${signs}😀` })).toBe(`"${signs}"…: "${signs}"…`);
});

test("a long line is cut", () => {
  const line = argsLine(Object.fromEntries(Array.from("abcdefgh", (key) => [key, key.repeat(99)])));
  expect(line).toMatch(/^a: "a{40}"…, b: "b{40}"…, c: "c{40}"…, d: "d+…$/);
  expect(line).toHaveLength(160);
});

test("arguments as deep as any agent sends them are a line", () => {
  let deep: Json = 1;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(argsLine({ deep })).toMatch(/^deep: \[{153}…$/);
});

test.each([
  ["\u202e", "\\u{202e}"],
  ["\u2066", "\\u{2066}"],
  ["\u200b", "\\u{200b}"],
  ["\u2028", "\\u{2028}"],
  ["\u0085", "\\u{85}"],
  ["\ufe0f", "\\u{fe0f}"],
  ["\u{e0041}", "\\u{e0041}"],
  ["\n", "\\n"],
  ["\u001b", "\\u001b"],
])("what turns, hides or breaks a line is written out: %j", (char, written) => {
  expect(argsLine({ to: `a${char}b` })).toBe(`to: "a${written}b"`);
  const key = argsLine({ [`a${char}b`]: 1 });
  expect(key).toBe(`"a${written}b": 1`);
});
