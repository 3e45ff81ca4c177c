import { describe, expect, test } from "vitest";
import { EARLIER, NOW, NOW_MS } from "../../testing/machine-values.ts";
import { DAY_MS } from "../time.ts";
import { toTimestamp } from "../timestamp.ts";
import { type AskingFacts, type EarlierDecision, shouldAsk } from "./should-ask.ts";

const QUESTION = "Which font shall the cover have?";

function decided(thing: string, answer = "sans", days = 1): EarlierDecision {
  return {
    request: `req_01k0000000000000000000000${days}`,
    question: `Which font shall the ${thing} have?`,
    answer,
    by: "ana",
    at: toTimestamp(NOW_MS - days * DAY_MS),
  };
}

const THREE = ["index", "annex", "poster"].map((thing) => decided(thing));
const STANDING = {
  ...decided("cover", "serif"),
  permission: "per_01k00000000000000000000000",
  until: EARLIER,
} as const;
const TOLD = {
  option: "serif",
  words: "Please use a serif font.",
  conversation: "cnv_01k00000000000000000000000",
  by: "ana",
} as const;

function advise(facts: Partial<AskingFacts>) {
  return shouldAsk({
    question: QUESTION,
    options: ["serif", "sans"],
    cost: "low",
    now: NOW,
    isWithdrawn: false,
    earlier: [],
    isThere: false,
    isWeighty: (text) => text.includes("delete"),
    ...facts,
  });
}

describe("an agent goes on", () => {
  test.each([
    ["low", false, 2],
    ["low", true, 3],
    ["medium", false, 3],
  ] as const)("at %s cost, somebody there: %s, from %i like answers on", (cost, isThere, least) => {
    const few = { cost, isThere, earlier: THREE.slice(0, least - 1) };
    expect(advise(few)).toMatchObject({ advice: "ask", why: "little_evidence" });
    const enough = { cost, isThere, earlier: THREE.slice(0, least) };
    expect(advise(enough)).toMatchObject({ advice: "go_on", assumption: "sans" });
  });

  test("by the words of the task, unless people chose otherwise", () => {
    const told = { told: TOLD, isThere: true, cost: "medium" } as const;
    expect(advise(told)).toMatchObject({ advice: "go_on", why: "told_in_task" });
    expect(advise({ ...told, earlier: THREE })).toMatchObject({ advice: "ask", why: "divided" });
  });
});

describe("an agent asks", () => {
  test.each<[why: string, facts: Partial<AskingFacts>]>([
    ["high_cost", { cost: "high", earlier: THREE, told: TOLD, standing: STANDING }],
    ["little_evidence", { cost: "medium", isThere: true, earlier: THREE }],
    ["needs_leave", { question: `May I delete it? ${QUESTION}`, earlier: THREE }],
    ["permission_withdrawn", { isWithdrawn: true, earlier: THREE }],
    ["no_permission", { earlier: [decided("cover"), ...THREE] }],
    ["no_options", { options: [], earlier: THREE }],
    ["no_options", { options: ["sans"], earlier: THREE }],
    ["unclear_task", { clarity: 0.4, told: TOLD }],
    ["divided", { earlier: [...THREE, decided("menu", "serif")] }],
    ["divided", { earlier: [...THREE, decided("menu", "neither")] }],
    ["little_evidence", { earlier: THREE, options: ["serif", "mono"] }],
    ["no_evidence", { earlier: [decided("index", "sans", 400), decided("annex", "sans", 500)] }],
    [
      "no_evidence",
      { earlier: ["Who eats?", "Who sings?"].map((question) => ({ ...decided("x"), question })) },
    ],
    ["little_evidence", { earlier: [decided("index"), decided("index", "sans", 2)] }],
  ])("%s", (why, facts) => {
    expect(advise(facts)).toMatchObject({ advice: "ask", why });
  });

  test("where the option itself is a deed, or the question names another", () => {
    const earlier = THREE.map((one) => ({ ...one, answer: "delete" }));
    expect(advise({ earlier, options: ["delete", "keep"] }).advice).toBe("ask");
    const question = "Which font shall the serif cover have?";
    expect(advise({ question, earlier: THREE }).advice).toBe("ask");
  });
});

test("what stands is named before all else but a high cost", () => {
  const facts = { standing: STANDING, isWithdrawn: true, earlier: THREE };
  expect(advise(facts)).toEqual({ advice: "earlier", why: "answer_stands", earlier: STANDING });
});

test("only answers among the options are told as sources", () => {
  const earlier = [decided("index"), decided("annex", "the password is hunter2")];
  expect(advise({ earlier })).toMatchObject({ why: "divided", sources: [{ answer: "sans" }] });
});
