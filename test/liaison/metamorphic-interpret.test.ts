import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf } from "../../scripts/proofs/proofs.ts";
import { interpretEmbedded } from "../../src/liaison/embedded-interpret.ts";
import { ANY_CHARACTER } from "../support/any-character.ts";
import { readFeedback, saidOf } from "./feedback-reading.ts";
import { SAID } from "./feedback-table.ts";

/* What must hold between two readings, whatever each of them is. */

const BAD: readonly (readonly [text: string, dimension: string])[] = [
  ["The totals are wrong.", "accuracy"],
  ["The page takes forever to load.", "performance"],
  ["The legend is missing.", "completeness"],
  ["The wording is confusing.", "clarity"],
  ["The colours are hard to tell apart with my colour blindness.", "accessibility"],
  ["The hotel is too expensive.", "cost"],
  ["The tone is condescending.", "tone"],
];
const PRAISE = [
  "I really like the cover picture.",
  "It was a joy to open.",
  "The team was a joy to work with.",
  "Great idea to use our logo.",
];

const scoreIn = async (text: string, dimension: string) =>
  (await readFeedback(text)).metrics.dimension_feedback.find((one) => one.dimension === dimension)
    ?.score;

describe("unrelated praise", () => {
  const cases = BAD.flatMap(([bad, dimension]) =>
    PRAISE.map((praise) => ({ bad, dimension, praise })),
  );

  test.for(cases)("$praise leaves negative: $bad", async ({ bad, dimension, praise }) => {
    for (const text of [`${bad} ${praise}`, `${praise} ${bad}`]) {
      expect(await scoreIn(text, dimension)).toBeLessThan(0.5);
    }
  });

  test.for(cases)("$praise drops no suggestion of: $bad", async ({ bad, praise }) => {
    const alone = (await readFeedback(bad)).metrics.improvement_suggestions;
    const { metrics } = await readFeedback(`${praise} ${bad}`);
    expect(metrics.improvement_suggestions).toEqual(alone);
    expect(metrics.acceptance_status).toBe("needs_improvement");
  });
});

test.for([
  ["The report is clear.", "The report is not clear.", "clarity"],
  ["The numbers are correct.", "The numbers are not correct.", "accuracy"],
  ["It is complete.", "It isn't complete.", "completeness"],
  ["The page is fast.", "The page is not fast.", "performance"],
  ["The text is creative.", "The text is hardly creative.", "creativity"],
  ["There are no errors.", "There are errors.", "accuracy"],
  ["The advice was useful.", "The advice was never useful.", "helpfulness"],
] as const)("%j turns over with a denial: %j", async ([good, bad, dimension]) => {
  expect(await scoreIn(good, dimension)).toBeGreaterThan(0.5);
  expect(await scoreIn(bad, dimension)).toBeLessThan(0.5);
});

test.for([
  ["I accept this.", "I don't accept this."],
  ["This is acceptable, I approve it.", "This is not acceptable, I don't approve it."],
  ["Ship it.", "Don't ship it."],
])("%j is decided the other way with a denial: %j", async ([yes = "", no = ""]) => {
  expect((await readFeedback(yes)).explicit).toBe("accepted");
  expect((await readFeedback(no)).explicit).not.toBe("accepted");
});

const SENTENCES = SAID.map(({ text }) => text).filter(
  (text) => /[.!?]$/.test(text) && !/^(?:it|they|this|that)\b/i.test(text),
);

test("the order of sentences changes nothing but places", async () => {
  const texts = fc.uniqueArray(fc.constantFrom(...SENTENCES), { minLength: 2, maxLength: 5 });
  const pairs = texts.chain((some) =>
    fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
  );
  await fc.assert(
    fc.asyncProperty(pairs, async ([some, shuffled]) => {
      const [one, other] = await Promise.all(
        [some, shuffled].map((texts) => readFeedback(texts.join(" "))),
      );
      expect(orderless(other)).toEqual(orderless(one));
    }),
    { numRuns: casesOf(300) },
  );
});

type Read = Awaited<ReturnType<typeof readFeedback>>;

function orderless(read: Read | undefined) {
  const { metrics, explicit, isThin } = read as Read;
  const round = (value: number) => Math.round(value * 1e9);
  return {
    explicit,
    isThin,
    status: metrics.acceptance_status,
    overall: round(metrics.overall_satisfaction),
    confidence: round(metrics.interpretation_confidence),
    suggestions: metrics.improvement_suggestions.length,
    dimensions: metrics.dimension_feedback.map(({ dimension, score, confidence }) => [
      dimension,
      round(score),
      round(confidence),
    ]),
  };
}

test.for([
  [
    "Please add a legend.",
    "Could you add a legend?",
    "I'd like you to add a legend.",
    "A legend would be nice.",
  ],
  [
    "The page is slow.",
    "The page loads slowly.",
    "The page takes too long to load.",
    "Loading the page takes forever.",
  ],
  [
    "The totals are wrong.",
    "The totals are not right.",
    "The totals are incorrect.",
    "Totals are inaccurate.",
  ],
  [
    "The summary is missing.",
    "There is no summary.",
    "It lacks a summary.",
    "You forgot the summary.",
  ],
])("paraphrases agree: %j", async (texts) => {
  const readings = await Promise.all(texts.map((text) => readFeedback(text)));
  for (const { metrics } of readings) {
    expect(metrics.acceptance_status).toBe("needs_improvement");
    expect(metrics.improvement_suggestions).toHaveLength(1);
    expect(metrics.overall_satisfaction).toBeLessThan(0.5);
  }
  const sides = readings.map(({ metrics }) =>
    metrics.dimension_feedback.map((one) => one.dimension),
  );
  const [first = []] = sides;
  expect(first.some((side) => sides.every((some) => some.includes(side)))).toBe(true);
});

test.for([["Ship it.", "I accept it.", "LGTM", "Approved!", "Perfect, exactly what I needed."]])(
  "paraphrases of acceptance agree: %j",
  async (texts) => {
    for (const text of texts) {
      expect((await readFeedback(text)).metrics.acceptance_status).toBe("accepted");
    }
  },
);

const words = fc.oneof(
  fc.constantFrom(...SENTENCES),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ unit: ANY_CHARACTER, maxLength: 40 }),
  fc.constantFrom("but ", " — ", "\n- ", "; ", "…", "I’d like ", "İ", "too "),
);

test("every quote is what stands at its place, and every figure is from 0 to 1", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(words, { maxLength: 6 }), { maxLength: 3 }),
      async (said) => {
        const exchanges = saidOf(said.map((parts) => parts.join("")));
        const { metrics, follow_up } = await interpretEmbedded({
          exchanges,
          task: undefined,
          result: undefined,
        });
        const contents = new Map(exchanges.map(({ id, content }) => [id, content]));
        for (const {
          supporting_quotes,
          quote_spans,
          score,
          confidence,
        } of metrics.dimension_feedback) {
          expect(
            quote_spans.map(({ exchange, start, end }) =>
              contents.get(exchange)?.slice(start, end),
            ),
          ).toEqual(supporting_quotes);
          expect(supporting_quotes).not.toEqual([]);
          expect(Math.min(score, confidence)).toBeGreaterThanOrEqual(0);
          expect(Math.max(score, confidence)).toBeLessThanOrEqual(1);
        }
        expect(metrics.overall_satisfaction).toBeGreaterThanOrEqual(0);
        expect(metrics.overall_satisfaction).toBeLessThanOrEqual(1);
        expect(metrics.interpretation_confidence).toBeGreaterThanOrEqual(0);
        expect(metrics.interpretation_confidence).toBeLessThanOrEqual(1);
        expect(follow_up.length).toBeLessThanOrEqual(2);
      },
    ),
    { numRuns: casesOf(500) },
  );
});

describe("a hundred kilobytes of", () => {
  test.for([
    "it is ",
    "a",
    ".",
    "!",
    "\n",
    "not ",
    "could you please ",
    "I accept it, ",
    "but ",
    "and ",
    "too ",
    "the colours are hard to see ",
    "it's perfect ",
    "- a\n",
    "n't ",
    "👍",
    "red green ",
    "love how it ",
  ])("%j are read in bounded time and size", async (unit) => {
    const started = performance.now();
    const { metrics } = await readFeedback(unit.repeat(100_000 / unit.length));
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(JSON.stringify(metrics).length).toBeLessThan(100_000);
  });
});
