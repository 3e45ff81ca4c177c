import { expect, test } from "vitest";
import { vagueFrom, vagueness } from "./vagueness.ts";

const bare = "I need a sales dashboard";
const full =
  "Calculate the sum of the column 'amount' in the file sales-2023.csv and print it in US dollars with two decimals.";

test("a bare wish is vaguer than a task that says all", () => {
  expect(vagueness(bare)).toBeGreaterThan(vagueness(full));
});

test("a bare wish is vague and a question of fact is not", () => {
  expect(vagueness("I would like to plan a trip.")).toBeGreaterThan(vagueFrom);
  expect(vagueness("What is the capital of Australia?")).toBeLessThan(vagueFrom);
});

test.each(["", " ", "?", "12", "日本語", "\u0000", bare, full])("%j gets a probability", (text) => {
  const probability = vagueness(text);
  expect(probability).toBeGreaterThanOrEqual(0);
  expect(probability).toBeLessThanOrEqual(1);
});

test("the same text gets the same probability", () => {
  expect(vagueness(bare)).toBe(vagueness(bare));
});

test("only the beginning of a long text counts", () => {
  const long = `${bare} `.repeat(4000);
  expect(vagueness(long)).toBe(vagueness(long.slice(0, 4000)));
});

test("one word of a hundred thousand letters is judged", () => {
  expect(vagueness("a".repeat(100_000))).toBeLessThanOrEqual(1);
});
