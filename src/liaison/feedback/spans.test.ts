import { expect, test } from "vitest";
import type { Exchange } from "../../domain/liaison/liaison.ts";
import { clausesOf } from "./spans.ts";

function exchange(content: string, role: Exchange["role"] = "human"): Exchange {
  return {
    id: "msg_1",
    role,
    content,
    timestamp: "2026-11-21T09:30:00.000Z",
    phase: "feedback_collection",
    round: 1,
  };
}

const textsOf = (content: string) => clausesOf([exchange(content)]).map(({ text }) => text);

test.for([
  ["It is fast, but the labels are tiny.", ["It is fast", "but the labels are tiny."]],
  ["Add a legend, a title and axis labels.", ["Add a legend, a title and axis labels."]],
  ["Add a legend and remove the grid.", ["Add a legend", "and remove the grid."]],
  ["Red and green look the same to me.", ["Red and green look the same to me."]],
  ["Sorting is broken and the dates are wrong.", ["Sorting is broken", "and the dates are wrong."]],
  ["Great idea, poor wording.", ["Great idea", "poor wording."]],
  ["Good: short. Bad: the fonts.", ["Good", "short.", "Bad", "the fonts."]],
  ["- too slow\n- “no” totals", ["too slow", "no” totals"]],
  ["No. The table isn't. See no. 5 of it.", ["No.", "The table isn't.", "See no. 5 of it."]],
  ["", []],
] as const)("%j falls into its points", ([content, texts]) => {
  expect(textsOf(content)).toEqual(texts);
});

test("a clause is what stands at its place", () => {
  const content =
    "  Well: 😀 it’s slow — and “the İstanbul page” doesn’t load!\n\n1. Fix it, please.";
  for (const { start, end, text, plain, source } of clausesOf([exchange(content)])) {
    expect(source.slice(start, end)).toBe(text);
    expect(plain).toHaveLength(text.length);
  }
});

test("what stands before a contrast is discounted", () => {
  const [good, bad] = clausesOf([exchange("The charts are nice, but the page is slow.")]);
  expect([good?.isDiscounted, bad?.isDiscounted]).toEqual([true, false]);
});

test("only what the person says falls into clauses", () => {
  expect(clausesOf([exchange("The charts are wrong.", "assistant")])).toEqual([]);
});
