import type {
  DimensionFeedback,
  FeedbackMetrics,
  Sentiment,
} from "../../domain/liaison/feedback.ts";
import type { Liaison, RoundFeedback } from "../../domain/liaison/liaison.ts";
import { labelledLines, type Page } from "./said-lines.ts";

const LABEL_WIDTH = 18;

/** What the person said of a result, understood: each part with the words it rests on. */
export function feedbackLines(
  { round, metrics }: RoundFeedback,
  specifications: Liaison["specifications"],
  page: Page,
): string[] {
  return [
    ...labelledLines(
      { label: "Feedback: ", text: verdict(round, metrics), paint: page.style.bold },
      page,
    ),
    ...metrics.dimension_feedback.flatMap((one) => dimensionLines(one, page)),
    ...metrics.requirement_feedback.flatMap(({ requirement_id: id, ...measured }) =>
      row("requirement", `${descriptionOf(id, specifications)}: ${measuredText(measured)}`, page),
    ),
    ...metrics.improvement_suggestions.flatMap((text) => row("suggestion", text, page)),
  ];
}

function verdict(round: number, metrics: FeedbackMetrics): string {
  const { acceptance_status: status, overall_satisfaction: satisfaction } = metrics;
  const sure = metrics.interpretation_confidence.toFixed(2);
  return `${status}, satisfaction ${satisfaction.toFixed(2)}, understood with confidence ${sure} (round ${round})`;
}

function dimensionLines(one: DimensionFeedback, page: Page): string[] {
  const quotes = one.supporting_quotes.map((quote) => `"${quote}"`).join(", ");
  const said = quotes === "" ? "" : `: ${quotes}`;
  return row(one.dimension, `${measuredText(one)}${said}`, page);
}

function measuredText({
  sentiment,
  score,
}: {
  readonly sentiment: Sentiment;
  readonly score: number;
}): string {
  return `${sentiment.replace("_", " ")} ${score.toFixed(2)}`;
}

/** The id where the requirement is in no specification, as after erasure. */
function descriptionOf(id: string, specifications: Liaison["specifications"]): string {
  for (const { requirements } of specifications.toReversed()) {
    const found = requirements.find((one) => one.id === id);
    if (found !== undefined) return found.description;
  }
  return id;
}

function row(name: string, text: string, page: Page): string[] {
  const shown = name.length < LABEL_WIDTH - 2 ? name.padEnd(LABEL_WIDTH - 2) : `${name}  `;
  // A dimension is a word that the person or a model gave: it is told as text, not as a label.
  return labelledLines({ label: "  ", text: `${shown}${text}` }, page);
}
