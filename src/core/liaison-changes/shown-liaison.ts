import {
  type Assessment,
  type ConfidencePoint,
  derivedTask,
  type Liaison,
  latestResult,
} from "../../domain/liaison/liaison.ts";
import type { SpecificationConfidence } from "../../domain/liaison/task-specification.ts";
import { present } from "../../domain/present.ts";
import type { ShownConfidence, ShownLiaison } from "../../ports/earshot/liaison.ts";

/** The record with what is derived from it. */
export function shownLiaison(liaison: Liaison): ShownLiaison {
  return {
    ...liaison,
    ...assessmentOf(liaison),
    confidence_history: liaison.confidence_history.map((one) => shownPoint(liaison, one)),
    ...present({
      derived_task: derivedTask(liaison),
      task_result: latestResult(liaison)?.result,
    }),
  };
}

/** A task that works have begun on is known well enough, whatever else could be asked. */
export function assessmentOf({ assessment, published }: Liaison): Assessment {
  return {
    is_sufficient: published > 0 || assessment?.is_sufficient === true,
    missing_aspects: assessment?.missing_aspects ?? [],
    suggested_questions: assessment?.suggested_questions ?? [],
  };
}

function shownPoint({ specifications }: Liaison, point: ConfidencePoint): ShownConfidence {
  const { at: timestamp, score, version } = point;
  const confidence =
    point.confidence ?? specifications.findLast((one) => one.version === version)?.confidence;
  return { ...point, timestamp, confidence: { ...(confidence ?? UNTOLD), score } };
}

const UNTOLD: Omit<SpecificationConfidence, "score"> = {
  reasoning: "",
  confidence_factors: { clarity: 0, completeness: 0, consistency: 0 },
};
