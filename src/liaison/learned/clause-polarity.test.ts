import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clausePolarity } from "./clause-polarity.ts";

function likeliest(text: string): string {
  const { negative, neutral, positive } = clausePolarity(text);
  if (negative > neutral && negative > positive) return "negative";
  return positive > neutral ? "positive" : "neutral";
}

describe("the polarity of feedback", () => {
  test.each([
    "the colours are hard to tell apart",
    "it's missing the quarter comparison",
    "too slow",
    "I was hoping for more",
    "I can't read the axis labels",
    "the export doesn't work",
    "the search never finds anything",
    "no explanation of the outliers",
    "I don't like the pie chart",
    "this is not useful",
    "nice, but the numbers are wrong",
  ])("a complaint is negative: %s", (text) => {
    expect(likeliest(text)).toBe("negative");
  });

  test.each([
    "please add a legend",
    "could you make the font bigger",
    "I'd prefer a bar chart",
    "it would be great to see the trend",
    "I wish it had a beautiful dark theme",
    "change the colours",
    "it needs more contrast",
  ])("a wish for a change is negative, whatever it praises: %s", (text) => {
    expect(likeliest(text)).toBe("negative");
  });

  test.each([
    "I love the charts",
    "works great",
    "not bad",
    "no complaints",
    "couldn't be better",
    "it's not hard to read",
    "don't change the colours, they are perfect",
    "a bit plain at first, but I really like it now",
  ])("praise is positive: %s", (text) => {
    expect(likeliest(text)).toBe("positive");
  });

  test.each(["", "it has four columns", "I opened it on my phone", "it looks like a table", "ok"])(
    "what judges nothing is neutral: %s",
    (text) => {
      expect(likeliest(text)).toBe("neutral");
    },
  );

  test("a stronger word makes it surer, and case and quotes make no difference", () => {
    const plain = clausePolarity("it is slow").negative;
    expect(clausePolarity("it is very slow").negative).toBeGreaterThan(plain);
    expect(clausePolarity("IT IS SLOW").negative).toBe(plain);
    expect(clausePolarity("it doesn’t work")).toEqual(clausePolarity("it doesn't work"));
  });

  test("any text gets probabilities", () => {
    const words = fc.constantFrom(
      "not",
      "too",
      "slow",
      "good",
      "but",
      ".",
      "I wish",
      "no",
      "\ud800",
    );
    const sentences = fc.array(words).map((parts) => parts.join(" "));
    fc.assert(
      fc.property(fc.oneof(fc.string(), sentences), (text) => {
        const { negative, neutral, positive } = clausePolarity(text);
        expect(negative + neutral + positive).toBeCloseTo(1, 9);
      }),
    );
  });

  test("a text without bounds is read by its beginning", () => {
    const complaint = "It is too slow. ".repeat(10_000);
    expect(likeliest(complaint)).toBe("negative");
    expect(clausePolarity(`${complaint} I love it.`)).toEqual(clausePolarity(complaint));
    expect(likeliest("!".repeat(100_000))).toBe("neutral");
  });
});
