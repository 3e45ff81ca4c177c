import { describe, expect, test } from "vitest";
import { processorMs } from "../../../test/support/processor-ms.ts";
import { toldOption } from "./told-option.ts";

const SPELLING = "Which spelling do you want in the report?";
const BOTH = ["British", "American"];

describe("an option is told", () => {
  test.each([
    [SPELLING, BOTH, "Two pages, please. Please use _British_ spelling everywhere."],
    ["Which template for the report?", ["short", "long"], "The report should be _short_."],
    [
      "Welche Sprache hat der Bericht?",
      ["Deutsch", "Englisch"],
      "Den Bericht bitte auf _Deutsch_.",
    ],
    ["Quel ton pour la lettre ?", ["neutre", "amical"], "Je veux un ton _amical_."],
    ["レポートの言語はどれですか？", ["日本語", "英語"], "レポートは_英語_でお願いします。"],
    ["报告用什么语言？", ["中文", "英文"], "报告请用_中文_。"],
  ])("%s %j: %s", (question, options, marked) => {
    const [, option] = marked.split("_");
    const text = marked.replaceAll("_", "");
    expect(toldOption(question, options, [text])).toMatchObject({ option });
  });
});

describe("no option is told", () => {
  test.each([
    ["of something else", "Please use the British power plug."],
    ["of what it describes", "Please send the report to our American customers."],
    ["that is denied", "The report should not have British spelling."],
    ["that is left open", "Please use British spelling in the report, perhaps."],
    ["beside another", "The report should have British or American spelling."],
    ["of the past", "The report should look as in 2019, when its spelling was British."],
    ["without a wish", "The report has British spelling."],
    ["in a question", "Should the report have British spelling?"],
    ["in a longer word", "The report should have Britishness."],
  ])("%s: %s", (_, text) => {
    expect(toldOption(SPELLING, BOTH, [text])).toBeUndefined();
  });

  test("where two texts name different ones, or both answers are yes and no", () => {
    const texts = ["Please use British spelling.", "Please use American spelling."];
    expect(toldOption(SPELLING, BOTH, texts)).toBeUndefined();
    expect(toldOption("New spelling?", ["yes", "no"], ["No new spelling please."])).toBeUndefined();
  });
});

test("long and hostile texts are read in a moment", () => {
  const texts = [
    `${"please British ".repeat(50_000)}`,
    "Please use British spelling. ".repeat(20_000),
  ];
  const took = processorMs(() => toldOption("spelling ".repeat(200), BOTH, texts));
  expect(took).toBeLessThan(1_500);
});
