import { LEVELS } from "../domain/authority/action.ts";
import type { RequestKind } from "../domain/requests/request.ts";
import type {
  AnswerTimes,
  DecisionOutcome,
  DeliveryOutcome,
  Figures,
  Histogram,
  NodeFigures,
} from "../ports/system/figures.ts";
import type { LabelledHistogram, Sample, Samples } from "./metrics-text.ts";

/** Where people decide in every deployment, besides the channels that are set up. */
const DESKS = ["console", "inbox", "cli", "http"] as const;
/** How a request of each kind can end. */
const ENDINGS: Readonly<Record<RequestKind, readonly DecisionOutcome[]>> = {
  question: ["answered", "cancelled", "expired", "abandoned", "assumed"],
  authorization: ["approved", "rejected", "responded", "cancelled", "expired", "abandoned"],
};
const DELIVERY_OUTCOMES: readonly DeliveryOutcome[] = [
  "sent",
  "seen",
  "retried",
  "failed",
  "resent",
  "dropped",
];

/**
 * What this process counted of people. Each line is there from the start: people decide seldom, and
 * a collector does not see the first of a line that begins with it.
 */
export function ofPeople(node: NodeFigures, { configured }: Pick<Figures, "configured">): Samples {
  const places = [...DESKS, ...configured];
  return {
    earshot_decisions_total: decisions(node, places),
    earshot_answer_seconds: times(node, {
      places,
      levels: [undefined],
    }),
    earshot_decision_seconds: times(node, { places, levels: LEVELS }),
    earshot_deliveries_total: deliveries(node, configured),
    earshot_undeliverable_total: node.undeliverable,
  };
}

function decisions(node: NodeFigures, places: readonly string[]): readonly Sample[] {
  const none = Object.entries(ENDINGS).flatMap(([kind, outcomes]) =>
    outcomes.flatMap((outcome) => ["none", ...places].map((via) => [kind, outcome, via])),
  );
  return withNone(
    node.decisions.map(({ kind, outcome, via = "none", count }) => ({
      labels: [kind, outcome, via],
      value: count,
    })),
    none.map((labels) => ({ labels, value: 0 })),
  );
}

function deliveries(node: NodeFigures, configured: readonly string[]): readonly Sample[] {
  return withNone(
    node.deliveries.map(({ channel, outcome, count }) => ({
      labels: [channel, outcome],
      value: count,
    })),
    configured.flatMap((channel) =>
      DELIVERY_OUTCOMES.map((outcome) => ({ labels: [channel, outcome], value: 0 })),
    ),
  );
}

interface Shown {
  readonly places: readonly string[];
  /** Undefined for questions, which have no level. */
  readonly levels: readonly AnswerTimes["level"][];
}

function times({ answerTimes, noTimes }: NodeFigures, shown: Shown): readonly LabelledHistogram[] {
  const labelled = (level: AnswerTimes["level"], via: string, seconds: Histogram) => ({
    labels: level === undefined ? [via] : [level, via],
    seconds,
  });
  const taken = answerTimes.filter(({ level }) => shown.levels.includes(level));
  return withNone(
    taken.map(({ level, via, seconds }) => labelled(level, via, seconds)),
    shown.levels.flatMap((level) => shown.places.map((via) => labelled(level, via, noTimes))),
  );
}

/** The counted ones, and of those that were never counted the empty ones. */
function withNone<S extends { readonly labels?: readonly string[] }>(
  counted: readonly S[],
  empty: readonly S[],
): readonly S[] {
  const known = new Set(counted.map(({ labels }) => String(labels)));
  return [...counted, ...empty.filter(({ labels }) => !known.has(String(labels)))];
}
