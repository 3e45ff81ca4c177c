import type { Json } from "../../domain/json.ts";
import type {
  DimensionFeedback,
  FeedbackMetrics,
  Sentiment,
} from "../../domain/liaison/feedback.ts";
import type {
  Attachment,
  Liaison,
  PhaseTransition,
  RoundFeedback,
} from "../../domain/liaison/liaison.ts";
import { openClarifications } from "../../domain/liaison/liaison-machine.ts";
import { diffSpecifications } from "../../domain/liaison/specification-diff.ts";
import type { SpecificationChange } from "../../domain/liaison/task-specification.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import { laidOut } from "../../render/read-words.ts";
import { oneLine } from "../../render/visible-text.ts";
import {
  inertText,
  LIAISON_SIGN,
  labelledLines,
  type Page,
  PERSON_SIGN,
  saidLines,
} from "./said-lines.ts";
import {
  changeLines,
  jsonText,
  specificationHead,
  specificationLines,
} from "./specification-lines.ts";
import { hasSaid, type Moment, resultText } from "./story.ts";

const NAME_WIDTH = 40;
const REASON_WIDTH = 200;

export interface MomentPage extends Page {
  /** What was said in words next to it is not reported twice. */
  readonly isLive: boolean;
  /** How the person is named: `[YOU]` for themselves. */
  readonly personSign?: string;
}

/** One moment of a conversation for people; nothing if other lines report it. */
export function momentLines(moment: Moment, liaison: Liaison, page: MomentPage): string[] {
  switch (moment.kind) {
    case "said": {
      const { role, content, attachments = [] } = moment.exchange;
      const sign = role === "assistant" ? LIAISON_SIGN : (page.personSign ?? PERSON_SIGN);
      return [
        ...saidLines(sign, content, page),
        ...attachments.flatMap((one) => attachmentLines(one, page)),
      ];
    }
    case "progress": {
      const { by, status, result } = moment.progress;
      const more = result === undefined ? "" : `\n${handedOver(result, page).trimStart()}`;
      return labelledLines({ label: "  > ", text: `${name(by)}: ${status}${more}` }, page);
    }
    case "result": {
      if (page.isLive && moment.isSaid) return [];
      const { by, result } = moment.result;
      return labelledLines(
        { label: "  = ", text: `${name(by)}: ${handedOver(result, page)}` },
        page,
      );
    }
    case "feedback":
      return feedbackLines(moment.feedback, liaison.specifications, page);
    case "published":
      return publishedLines(moment, liaison, page);
    case "moved":
      return labelledLines(
        { label: "", text: movedText(moment.transition), paint: page.style.dim },
        page,
      );
  }
}

const RESULT_LABEL_WIDTH = 4;

/** What is laid out in columns begins on a line of its own. */
function handedOver(result: Json, { columns }: Page): string {
  const text = resultText(result);
  if (typeof result !== "string") return text;
  const room = columns === undefined ? columns : columns - RESULT_LABEL_WIDTH;
  const laid = laidOut(text, { columns: room });
  return laid === text ? text : `\n${laid}`;
}

function attachmentLines({ name: given, size, digest }: Attachment, page: Page): string[] {
  const text = `${name(given)}, ${size} bytes, ${digest}`;
  return labelledLines({ label: "  + ", text, paint: page.style.dim }, page);
}

function publishedLines(
  { at, task, former, isSaid }: Extract<Moment, { kind: "published" }>,
  liaison: Liaison,
  page: MomentPage,
): string[] {
  const isNewest = liaison.specifications.at(-1) === task;
  const open = isNewest ? openClarifications(liaison) : [];
  const changes = former === undefined ? [] : diffSpecifications(former, task);
  const lines = page.isLive && isSaid ? specificationHead : specificationLines;
  return [
    ...lines(task, open, page),
    ...(page.isLive && isTold(liaison, at, changes) ? [] : changeLines(changes, page)),
  ];
}

/** Whether the liaison has reported what is new; it shortens a text that was only changed. */
function isTold(liaison: Liaison, at: Timestamp, changes: readonly SpecificationChange[]): boolean {
  const texts = changes.flatMap(({ kind, after }) => (kind === "added" ? [jsonText(after)] : []));
  return texts.length > 0 && hasSaid(liaison, at, texts);
}

function movedText({ to, reason, round }: PhaseTransition): string {
  const again = round === 1 ? "" : `, round ${round}`;
  return `— ${to}${again}: ${oneLine(reason, REASON_WIDTH)} —`;
}

function name(by: string): string {
  return oneLine(inertText(by), NAME_WIDTH);
}

const LABEL_WIDTH = 18;

/** What the person said about a result, as understood: each part with the words it is based on. */
function feedbackLines(
  { round, metrics, withdrawn }: RoundFeedback,
  specifications: Liaison["specifications"],
  page: Page,
): string[] {
  return [
    ...labelledLines(
      { label: "Feedback: ", text: verdict(round, metrics), paint: page.style.bold },
      page,
    ),
    ...(withdrawn === undefined
      ? []
      : row("withdrawn", `by ${withdrawn.by}, so it counts nowhere: ${withdrawn.reason}`, page)),
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

/** The id if the requirement is in no specification, as after erasure. */
function descriptionOf(id: string, specifications: Liaison["specifications"]): string {
  for (const { requirements } of specifications.toReversed()) {
    const found = requirements.find((one) => one.id === id);
    if (found !== undefined) return found.description;
  }
  return id;
}

function row(name: string, text: string, page: Page): string[] {
  const shown = name.length < LABEL_WIDTH - 2 ? name.padEnd(LABEL_WIDTH - 2) : `${name}  `;
  // A dimension is a word from the person or a model: it is shown as text, not as a label.
  return labelledLines({ label: "  ", text: `${shown}${text}` }, page);
}
