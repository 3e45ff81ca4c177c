import type { SlotKind } from "../cases/slot-kind.ts";

/**
 * How to ask for a detail of a kind if no case words it better; `{of}` is "for the trip" or
 * nothing.
 */
export interface KindPattern {
  readonly question: string;
  readonly options: readonly string[];
  readonly default: string;
}

export const KIND_PATTERNS: Readonly<Partial<Record<SlotKind, KindPattern>>> = {
  budget: pattern("What budget do you have in mind{of}?", "Low / Medium* / High"),
  deadline: pattern("When do you need it{of}?", "This week / In two weeks* / No hurry"),
  frequency: pattern("How often{of}?", "Once* / Weekly / Monthly"),
  duration: pattern("How long should it take{of}?", "Short / Medium* / It does not matter"),
  period: pattern(
    "Which dates or period do you have in mind{of}?",
    "Now / In the next months* / It does not matter",
  ),
  audience: pattern("Who is it for?", "Me* / My team / Customers"),
  format: pattern("Which format do you want{of}?", "A document* / A list / Slides"),
  data: pattern(
    "Which data or sources should be used{of}?",
    "I send them / Public ones* / You choose",
  ),
  presentation: pattern(
    "How should it look{of}?",
    "Plain* / Colourful / Like an example that I send",
  ),
  style: pattern("Which style do you prefer{of}?", "Modern / Classic / No preference*"),
  level: pattern("How experienced are you{of}?", "Beginner* / Some experience / Advanced"),
  place: pattern(
    "Which place do you have in mind{of}?",
    "Near me* / Online / Somewhere that I name",
  ),
  people: pattern("How many people are involved{of}?", "Only me* / 2 / More"),
  purpose: pattern("What is it for, and what should it achieve?", "Private use* / Work / Studies"),
  environment: pattern(
    "Which device, program or platform do you use{of}?",
    "A computer* / A phone / Another",
  ),
  language: pattern("In which language should it be?", "English* / Another"),
  constraints: pattern("Are there limits or things to avoid{of}?", "None* / Yes, I list them"),
  quality: pattern(
    "How can one tell that it is good enough{of}?",
    "I check it myself* / A measure that I name",
  ),
  permissions: pattern(
    "What may be done without asking you{of}?",
    "Nothing that cannot be undone* / Everything",
  ),
};

function pattern(question: string, options: string): KindPattern {
  const listed = options.split(" / ");
  return {
    question,
    options: listed.map((option) => option.replace("*", "")),
    default: listed.find((option) => option.endsWith("*"))?.slice(0, -1) ?? "",
  };
}
