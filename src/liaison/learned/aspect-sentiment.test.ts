import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AspectQuery } from "./aspect-context.ts";
import { ASPECT_WEIGHTS } from "./aspect-sentiment.generated.ts";
import { aspectSentiment, createAspectSentiment } from "./aspect-sentiment.ts";
import type { Polarity } from "./polarity.ts";

function queryOf(text: string, term: string): AspectQuery {
  const from = text.indexOf(term);
  return { text, from, to: from + term.length };
}

function likeliest({ negative, neutral, positive }: Polarity): string {
  if (negative > neutral && negative > positive) return "negative";
  return positive > neutral ? "positive" : "neutral";
}

const towards = (text: string, term: string): string =>
  likeliest(aspectSentiment(queryOf(text, term)));

describe("the sentiment towards one aspect", () => {
  test.each([
    ["The food was great but the service was terrible.", "food", "service"],
    ["The charts are lovely, but the table is confusing.", "charts", "table"],
    ["I love the colours although the layout is cluttered.", "colours", "layout"],
    ["The summary is excellent, however the legend was awful.", "summary", "legend"],
    ["Delicious desserts but rude waiters.", "desserts", "waiters"],
  ])("parts what is praised from what is not: %s", (text, praised, blamed) => {
    expect([towards(text, praised), towards(text, blamed)]).toEqual(["positive", "negative"]);
  });

  test("a negation turns it round", () => {
    const plain = aspectSentiment(queryOf("The food was good.", "food"));
    const negated = aspectSentiment(queryOf("The food was not good.", "food"));
    expect(likeliest(plain)).toBe("positive");
    expect(negated.positive).toBeLessThan(plain.positive / 2);
    expect(negated.negative).toBeGreaterThan(plain.negative);
    expect(towards("The food was not good.", "food")).toBe("negative");
  });

  test("what was only asked for is neutral", () => {
    expect(towards("We asked for the bill and the waiter was rude.", "bill")).toBe("neutral");
    expect(towards("We asked for the bill and the waiter was rude.", "waiter")).toBe("negative");
  });

  test("praise of something else does not turn a complaint into praise", () => {
    const complaints = [
      "The service was terrible",
      "The table is confusing",
      "The waiter was rude",
    ];
    const praise = [
      "the music was lovely",
      "the dessert was delicious",
      "the charts are excellent",
    ];
    for (const complaint of complaints) {
      const term = complaint.split(" ")[1] ?? "";
      for (const other of praise) {
        for (const text of [`${complaint}, but ${other}.`, `Although ${other}, ${complaint}.`]) {
          expect([text, towards(text, term)]).toEqual([text, "negative"]);
        }
      }
    }
  });

  test("naming the other aspects keeps the answer of a plain sentence", () => {
    const query = queryOf("The food was great but the service was terrible.", "service");
    const others = [{ from: 4, to: 8 }];
    expect(likeliest(aspectSentiment({ ...query, others }))).toBe("negative");
  });

  test("is the same for the same query and for the same weights", () => {
    const query = queryOf("Nice charts, dull colours.", "colours");
    expect(aspectSentiment(query)).toEqual(aspectSentiment(query));
    expect(createAspectSentiment(JSON.parse(ASPECT_WEIGHTS))(query)).toEqual(
      aspectSentiment(query),
    );
  });

  test("weights of no features answer with their biases alone", () => {
    const weights = { bits: 24, scale: 1, biases: [Math.log(2), 0] as const, keys: "", codes: "" };
    const answer = createAspectSentiment(weights)(queryOf("Lovely food", "food"));
    expect(answer.negative).toBeCloseTo(0.5, 10);
    expect(answer.positive).toBeCloseTo(0.25, 10);
  });

  test("an empty text is a guess without words", () => {
    const { negative, neutral, positive } = aspectSentiment({ text: "", from: 0, to: 0 });
    expect(negative + neutral + positive).toBeCloseTo(1, 9);
  });

  test("any text and any place in it get probabilities", () => {
    const words = fc.constantFrom(
      "not",
      "good",
      "but",
      ",",
      "rude",
      "food",
      "İ",
      "😀",
      "\ud800",
      " ",
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(words).map((parts) => parts.join(" ")),
    );
    fc.assert(
      fc.property(text, fc.nat(40), fc.nat(20), (content, from, length) => {
        const query = { text: content, from, to: from + length, others: [{ from: 0, to: 2 }] };
        const { negative, neutral, positive } = aspectSentiment(query);
        expect(negative + neutral + positive).toBeCloseTo(1, 9);
        expect(Math.min(negative, neutral, positive)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("a text without bounds is read around the aspect only", () => {
    const padding = "the soup was good, ".repeat(6000);
    const text = `${padding} the service was terrible. ${padding}`;
    expect(towards(text, "service")).toBe("negative");
    const further = `${"nothing else ".repeat(90_000)}${text}`;
    expect(aspectSentiment(queryOf(further, "service"))).toEqual(
      aspectSentiment(queryOf(text, "service")),
    );
  });
});
