import { modelKey } from "../../compose/model-key.ts";
import { parseDuration } from "../../domain/duration.ts";
import { present } from "../../domain/present.ts";
import type { RunState } from "../../host/run-state.ts";
import { type Budget, withBudget } from "../../model/budget.ts";
import { createModel } from "../../model/create-model.ts";
import type { Model } from "../../ports/model/model.ts";
import { systemClock } from "../../system/clock.ts";
import { checkSchema } from "../../system/schema-check.ts";

/** The model of a run within what is left of its budget. */
export function openModel(state: RunState): Model {
  const { url, name, api } = state.experiment.model;
  const apiKey = modelKey(state.experiment.model);
  const model = createModel({ baseUrl: url, name, api, checkSchema, ...present({ apiKey }) });
  return withBudget(model, budgetOf(state), systemClock);
}

function budgetOf({ experiment, usage, modelMs, modelCalls }: RunState): Budget {
  const { tokens, time, calls } = experiment.limits;
  return {
    ...present({
      maxTokens: tokens,
      maxMs: time === undefined ? undefined : parseDuration(time),
      maxCalls: calls,
    }),
    spent: {
      tokens: usage.inputTokens + usage.outputTokens,
      ms: modelMs,
      calls: modelCalls,
    },
  };
}
