import { describe, expect, test } from "vitest";
import { answerFromText } from "./answer-from-text.ts";
import type { Form } from "./question.ts";

/* What people write who choose in a mail or a chat. */

const labelled = (labels: readonly string[]) => labels.map((label) => ({ label }));
const WHERE = ["staging", "prod (eu)", "prod (us)", "nowhere"];
const YES_NO = ["yes", "no"];
const SIGNED = "Ana Lovelace";

function chosen(labels: readonly string[], text: string, signedAs?: string): unknown {
  return answerFromText({ kind: "choice", options: labelled(labels) }, text, signedAs);
}

describe.each([
  ["Staging.", "staging"],
  ["staging!", "staging"],
  ["STAGING!!", "staging"],
  ["staging please", "staging"],
  ["Staging, please.", "staging"],
  ["Please staging", "staging"],
  ["Staging, thanks!", "staging"],
  ['"staging"', "staging"],
  ["“Staging”.", "staging"],
  ["„Staging“", "staging"],
  ["« staging »", "staging"],
  ["「staging」", "staging"],
  ["*staging*", "staging"],
  ["`staging`", "staging"],
  ["(staging)", "staging"],
  ["¡Staging!", "staging"],
  ["staging。", "staging"],
  ["staging！", "staging"],
  ["ｓｔａｇｉｎｇ", "staging"],
  ["stagingでお願いします。", "staging"],
  ["请选staging", "staging"],
  ["- staging", "staging"],
  ["staging 👍", "staging"],
  ["Bitte Staging", "staging"],
  ["Staging, s’il vous plaît", "staging"],
  ["staging por favor", "staging"],
  ["staging, пожалуйста", "staging"],
  ["Let's go with staging.", "staging"],
  ["I'd go with staging, please", "staging"],
  ["Ich nehme staging.", "staging"],
  ["2.", "prod (eu)"],
  ["2)", "prod (eu)"],
  ["(2)", "prod (eu)"],
  ["[2]", "prod (eu)"],
  ["#2", "prod (eu)"],
  ["２）", "prod (eu)"],
  ["2️⃣", "prod (eu)"],
  ["Option 2", "prod (eu)"],
  ["option #2.", "prod (eu)"],
  ["No. 2", "prod (eu)"],
  ["Nr. 2, bitte", "prod (eu)"],
  ["Opción 2", "prod (eu)"],
  ["Вариант 2", "prod (eu)"],
  ["选项2", "prod (eu)"],
  ["2) prod (eu)", "prod (eu)"],
  ["2. prod (EU).", "prod (eu)"],
  ["2 - prod (eu)", "prod (eu)"],
  ["Option 2: prod (eu)", "prod (eu)"],
  ["Prod (EU)!", "prod (eu)"],
  ["Staging\n\nBest,\nAna", "staging"],
  ["2\n\nBest regards\nAna Lovelace\nHead of Platform\n+49 30 901820", "prod (eu)"],
  ["Hi,\n\nstaging please.\n\nThanks, Ana", "staging"],
  ["Hallo Earshot,\n\nStaging.\n\nMit freundlichen Grüßen\nAna Lovelace", "staging"],
  ["staging\n\nViele Grüße\nAna", "staging"],
  ["Staging\nLG Ana", "staging"],
  ["Bonjour,\nstaging.\nCordialement,\nAna", "staging"],
  ["staging\n\nUn saludo,\nAna", "staging"],
  ["staging\n\nMet vriendelijke groet,\nAna", "staging"],
  ["Здравствуйте!\nstaging\n\nС уважением,\nАня", "staging"],
  ["stagingでお願いします。\n\nよろしくお願いいたします。", "staging"],
  ["staging\n\n谢谢！", "staging"],
  ["2\n\nAna", "prod (eu)"],
  ["staging\n\nAna Lovelace\nHead of Platform", "staging"],
])("%j", (text, label) => {
  test(`means ${label}`, () => {
    expect(chosen(WHERE, text, SIGNED)).toEqual({ choice: label });
  });
});

describe.each([
  [WHERE, "not staging"],
  [WHERE, "Not staging!"],
  [WHERE, "no staging"],
  [WHERE, "anything but staging"],
  [WHERE, "staging or prod (eu)"],
  [WHERE, "staging/nowhere"],
  [WHERE, "staging, prod (eu)"],
  [WHERE, "staging?"],
  [WHERE, "staging?!"],
  [WHERE, "staging..."],
  [WHERE, "staging…"],
  [WHERE, "staging,"],
  [WHERE, "Staging, but only after 18:00"],
  [WHERE, "staging unless it is Friday"],
  [WHERE, "staging 👎"],
  [WHERE, "~~staging~~"],
  [WHERE, "prod"],
  [WHERE, "Prod, please"],
  [WHERE, "stag"],
  [WHERE, "stagings"],
  [WHERE, "I think staging"],
  [WHERE, "don't use staging"],
  [WHERE, "nicht staging"],
  [WHERE, "2?"],
  [WHERE, "2 or 3"],
  [WHERE, "1-2"],
  [WHERE, "1/2"],
  [WHERE, "+1"],
  [WHERE, "-1"],
  [WHERE, "2.5"],
  [WHERE, "2x"],
  [WHERE, "5"],
  [WHERE, "0"],
  [WHERE, "#9"],
  [WHERE, "Option 7"],
  [WHERE, "not 2"],
  [WHERE, "2) staging"],
  [WHERE, "Option 2: staging"],
  [WHERE, "2 hours from now"],
  [WHERE, "staging\n\nprod (eu)"],
  [WHERE, "staging\n\nIt has the newest data."],
  [WHERE, "staging\n\nThanks,\nAna\n\nPS: not before Monday"],
  [WHERE, "staging\n\nThanks, but not today"],
  [WHERE, "staging\n\nBest,\nAna\nactually nowhere"],
  [WHERE, "staging\nThanks,\nnowhere"],
  [WHERE, "Best,\nAna"],
  [WHERE, "Thanks!"],
  [WHERE, "staging\n\nBen"],
  [WHERE, "👍"],
  [WHERE, "..."],
  [WHERE, "all of them"],
  [YES_NO, "no, wait until Friday"],
  [YES_NO, "yes, but only staging"],
  [YES_NO, "yes and no"],
  [YES_NO, "no problem"],
  [YES_NO, "not yes"],
  [YES_NO, "yes?"],
  [YES_NO, "I guess yes"],
  [YES_NO, "no.\n\nyes."],
  [YES_NO, "yes\nno"],
  [["No backup", "Backup first"], "no"],
  [["Yes, and delete it", "Stop"], "yes"],
])("of %j", (labels, text) => {
  test(`${JSON.stringify(text)} is none`, () => {
    const refused = expect.objectContaining({ code: "INVALID_INPUT" });
    expect(() => chosen(labels, text, SIGNED)).toThrow(refused);
  });
});

describe("between yes and no", () => {
  test.each([
    ["No, thanks.", "no"],
    ["no thank you", "no"],
    ["Yes please!", "yes"],
    ["YES", "yes"],
    ["No\n\nBest,\nAna", "no"],
  ])("%j means %s", (text, label) => {
    expect(chosen(YES_NO, text)).toEqual({ choice: label });
  });
});

describe("several options", () => {
  const form: Form = { kind: "choices", options: labelled(["red", "green", "salt and pepper"]) };

  test.each([
    ["red and green", ["red", "green"]],
    ["Red, green.", ["red", "green"]],
    ["red, green, and salt and pepper", ["red", "green", "salt and pepper"]],
    ["rot", undefined],
    ["1) and 2)", ["red", "green"]],
    ["red und green", ["red", "green"]],
    ["red、green", ["red", "green"]],
    ["- red\n- green", ["red", "green"]],
    ["1, 2\n\nBest,\nAna", ["red", "green"]],
    ["red or green", undefined],
    ["red, not green", undefined],
    ["red and not green", undefined],
    ["red\ngreen?", undefined],
    ["red\n\nThanks, green", undefined],
    ["Best,\nAna", undefined],
  ])("of %j are named %j", (text, labels) => {
    const named = () => answerFromText(form, text);
    if (labels === undefined) expect(named).toThrow(/none of the options/);
    else expect(named()).toEqual({ choices: labels });
  });
});

describe("where words of one's own are an answer", () => {
  const form: Form = { kind: "choice", options: labelled(WHERE), allowText: true };

  test("what names one option is that option, and what says more are the words", () => {
    expect(answerFromText(form, "Staging, please.")).toEqual({ choice: "staging" });
    const more = "Staging, but not on Friday";
    expect(answerFromText(form, more)).toEqual({ text: more });
  });

  test("what could be two options is neither", () => {
    expect(() => answerFromText(form, "prod")).toThrow(/"prod \(eu\)" or "prod \(us\)"/);
  });
});

test("a word that is called like a closing is its option", () => {
  expect(chosen(["Worst", "Best"], "Best")).toEqual({ choice: "Best" });
  expect(() => chosen(["Worst", "Best"], "Worst\nBest")).toThrow(/none of the options/);
});

test("courtesy that is an option of its own is that option", () => {
  expect(chosen(["Yes", "Yes please"], "yes please")).toEqual({ choice: "Yes please" });
});

test("text of any length is read at once", () => {
  const long = ["-", "thanks ", "2) ", '"', "staging, ", "\n"].map((part) => part.repeat(20_000));
  for (const text of long) expect(() => chosen(WHERE, text)).toThrow();
});
