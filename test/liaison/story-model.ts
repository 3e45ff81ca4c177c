import type { Turn } from "../support/model-server/script.ts";
import { STORY } from "./story-script.ts";

/* What a good model says in the story, call by call. */

const say = (value: unknown): Turn => ({ text: JSON.stringify(value) });

const NEED = {
  description: "A sales dashboard",
  importance: 1,
  quotes: ["I need a sales dashboard"],
};
const GATE = STORY[1]?.text ?? "";

const vague = say({
  title: "Sales dashboard",
  description: "A sales dashboard.",
  requirements: [NEED],
  missing_aspects: ["the period", "the figures", "the audience"],
  questions: [
    {
      topic: "period",
      question: "Which period is it to cover?",
      importance: 0.9,
      options: ["last month", "last quarter"],
      default: "last quarter",
    },
    {
      topic: "figures",
      question: "Which figures is it to show?",
      importance: 0.9,
      options: ["revenue", "units", "margin"],
    },
    {
      topic: "audience",
      question: "Who is it for?",
      importance: 0.8,
      options: ["executives", "the sales team"],
    },
  ],
  is_sufficient: false,
  confidence: { score: 0.3, reasoning: "Only the kind of thing is known.", completeness: 0.2 },
});

const REQUIREMENTS = [
  NEED,
  {
    description: "Show revenue, units and margin",
    importance: 1,
    quotes: ["Show revenue, units and margin"],
    examples: ["revenue", "units", "margin"],
  },
  {
    description: "Use bar and line charts",
    importance: 0.8,
    quotes: ["with bar and line charts"],
  },
];
const clear = {
  title: "Sales dashboard for last quarter",
  description: "A dashboard of last quarter's sales for the executives.",
  requirements: REQUIREMENTS,
  context: [
    { name: "period", value: "last quarter", quote: "last quarter's sales" },
    { name: "audience", value: "the executives", quote: "for the executives" },
  ],
  missing_aspects: [],
  questions: [],
  is_sufficient: true,
  answered: [
    { topic: "period", status: "answered", answer: "last quarter", quote: "last quarter's sales" },
    {
      topic: "figures",
      status: "answered",
      answer: "revenue, units and margin",
      quote: "Show revenue, units and margin",
    },
    { topic: "audience", status: "answered", answer: "executives", quote: "for the executives" },
  ],
  confidence: {
    score: 0.95,
    reasoning: "All that matters was said.",
    clarity: 0.95,
    completeness: 0.95,
    consistency: 1,
  },
};

const corrected = say({
  ...clear,
  requirements: [
    ...REQUIREMENTS,
    {
      description: "It must be filterable by region",
      importance: 1,
      quotes: ["It must also be filterable by region"],
    },
  ],
});

const COLOURS = "The colours are hard to tell apart with my colour blindness";
const QUARTERS = "I'd like to see the quarters compared";
const REGIONS = "the regions should be more prominent";

const wishes = say({
  acceptance_status: "needs_improvement",
  acceptance_quote: COLOURS,
  dimensions: [
    { dimension: "accessibility", score: 0.15, confidence: 0.9, quotes: [COLOURS] },
    { dimension: "completeness", score: 0.4, confidence: 0.7, quotes: [QUARTERS] },
    { dimension: "clarity", score: 0.4, confidence: 0.6, quotes: [REGIONS] },
  ],
  suggestions: [
    { text: "Use colours that can be told apart with colour blindness", quote: COLOURS },
    { text: "Compare the quarters", quote: QUARTERS },
    { text: "Make the regions more prominent", quote: REGIONS },
  ],
  requirements: [],
  is_thin: false,
  follow_up: [],
  confidence: 0.9,
});

const accepted = say({
  acceptance_status: "accepted",
  acceptance_quote: "I accept it",
  dimensions: [{ dimension: "overall", score: 0.95, confidence: 0.9, quotes: ["Perfect"] }],
  suggestions: [],
  requirements: [],
  is_thin: false,
  follow_up: [],
  confidence: 0.95,
});

export const STORY_TURNS: readonly Turn[] = [
  vague,
  say({ intent: "other", quote: GATE }),
  say(clear),
  say({ intent: "correct", quote: "It must also be filterable by region" }),
  corrected,
  wishes,
  accepted,
];
