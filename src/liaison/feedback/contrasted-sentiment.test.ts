import { expect, test } from "vitest";
import { polaritiesApart } from "./contrasted-sentiment.ts";
import { mentionsOf } from "./dimension-words.ts";

/** Likes whatever stands in the first half of a text. */
const likesTheFirstHalf = ({ text, from }: { readonly text: string; readonly from: number }) =>
  from < text.length / 2
    ? { negative: 0.1, neutral: 0.2, positive: 0.7 }
    : { negative: 0.7, neutral: 0.2, positive: 0.1 };

const apart = (text: string) => polaritiesApart(text, mentionsOf(text), likesTheFirstHalf);

test("a clause that praises one side and blames another is told apart", () => {
  const found = apart("a fine layout with some ugly labels");
  expect(found?.get("appearance")?.value).toBeGreaterThan(0);
  expect(found?.get("clarity")?.value).toBeCloseTo(-0.6);
});

test("a word that judges by itself stands over what was learned", () => {
  expect(apart("slow filters in a beautiful layout")?.get("performance")?.value).toBeLessThan(-0.5);
});

test.for(["a beautiful layout and clear labels", "an ugly layout", "the layout has labels"])(
  "%j has nothing to tell apart",
  (text) => {
    expect(apart(text)).toBeUndefined();
  },
);
