import { present } from "../present.ts";
import { ERASED } from "../requests/erased.ts";
import type { Timestamp } from "../timestamp.ts";
import { DIMENSIONS, type DimensionFeedback, type FeedbackMetrics } from "./feedback.ts";
import type { Clarification, Liaison, PersonQuestion, TaskProgress } from "./liaison.ts";
import type { TaskSpecification } from "./task-specification.ts";

/**
 * The conversation without what was said and without words derived from it. Ids, times, phases and
 * scores stay, so what was learnt about confidence and about workers still holds.
 */
export function erasedLiaison(liaison: Liaison, at: Timestamp): Liaison {
  const {
    dueAt: _due,
    request: _asked,
    assessment: _assessed,
    workerAsks: _asks,
    ...kept
  } = liaison;
  const rename = renamer();
  return {
    ...kept,
    title: ERASED,
    exchanges: kept.exchanges.map(({ attachments: _, ...exchange }) => ({
      ...exchange,
      content: ERASED,
    })),
    phase_transitions: kept.phase_transitions.map((one) => ({ ...one, reason: ERASED })),
    confidence_history: kept.confidence_history.map(({ at, score, version }) => ({
      at,
      score,
      version,
    })),
    clarifications: kept.clarifications.map(erasedClarification),
    specifications: kept.specifications.map((one) => erasedSpecification(one, rename)),
    progress: kept.progress.map(erasedProgress),
    results: kept.results.map(({ attachments: _, ...one }) => ({ ...one, result: ERASED })),
    ...present({ personAsks: kept.personAsks?.map(erasedQuestion) }),
    feedback: kept.feedback.map((one) => ({
      ...one,
      metrics: erasedMetrics(one.metrics, rename),
      ...present({ withdrawn: one.withdrawn && { ...one.withdrawn, reason: ERASED } }),
    })),
    salt: "",
    erasedAt: at,
    version: liaison.version + 1,
  };
}

function erasedQuestion({ answer, ...asked }: PersonQuestion): PersonQuestion {
  return {
    ...asked,
    question: ERASED,
    ...present({ answer: answer && { ...answer, text: ERASED } }),
  };
}

/** The topic goes too: an engine may take it from the person's words. */
function erasedClarification({ status, asked_in }: Clarification): Clarification {
  return { topic: ERASED, question: ERASED, options: [], status, asked_in };
}

/** The id of a requirement is derived from its words, which could be guessed from it. */
type Rename = (id: string) => string;

function renamer(): Rename {
  const known = new Map<string, string>();
  return (id) => {
    const name = known.get(id) ?? `rqm_${known.size + 1}`;
    known.set(id, name);
    return name;
  };
}

function erasedSpecification(specification: TaskSpecification, rename: Rename): TaskSpecification {
  const { id, version, requirements, confidence } = specification;
  return {
    id,
    version,
    title: ERASED,
    description: ERASED,
    requirements: requirements.map((requirement) => ({
      ...requirement,
      id: rename(requirement.id),
      description: ERASED,
      constraints: [],
      examples: [],
    })),
    constraints: [],
    success_criteria: [],
    required_capabilities: [],
    context: {},
    assumptions: [],
    confidence: { ...confidence, reasoning: ERASED },
  };
}

function erasedProgress({ by, at }: TaskProgress): TaskProgress {
  return { status: ERASED, by, at };
}

const STANDARD: ReadonlySet<string> = new Set([
  ...DIMENSIONS,
  ..."accessibility analysis appearance comparability cost overall pacing performance reliability safety timeliness tone usability".split(
    " ",
  ),
]);

function erasedMetrics(metrics: FeedbackMetrics, rename: Rename): FeedbackMetrics {
  const withoutQuotes = (one: DimensionFeedback, at: number): DimensionFeedback => ({
    ...one,
    // A side may have its name from the person's words.
    dimension: STANDARD.has(one.dimension) ? one.dimension : `side ${at + 1}`,
    supporting_quotes: [],
    quote_spans: [],
  });
  return {
    ...metrics,
    dimension_feedback: metrics.dimension_feedback.map(withoutQuotes),
    improvement_suggestions: [],
    requirement_feedback: metrics.requirement_feedback.map((one) => ({
      ...one,
      requirement_id: rename(one.requirement_id),
    })),
  };
}
