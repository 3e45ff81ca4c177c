import { readVariable } from "../../config.ts";
import { parseDuration } from "../../domain/duration.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { Experiment } from "../../host/experiment.ts";
import type { RunState } from "../../host/run-state.ts";
import { type Budget, withBudget } from "../../model/budget.ts";
import { createModel } from "../../model/create-model.ts";
import type { Model } from "../../ports/model.ts";
import { systemClock } from "../../system/clock.ts";
import { checkSchema } from "../../system/schema-check.ts";

/** The key of the model's server; throws NOT_SIGNED_IN where its variable is not set. */
export function modelKey({ model: { key_from, url } }: Experiment): string | undefined {
  if (key_from === undefined) return undefined;
  const key = readVariable(key_from);
  if (key !== undefined) return key;
  throw new EarshotError(
    "NOT_SIGNED_IN",
    `The key of ${url} is to come from the environment variable ${key_from}, which is not set. Set it, or take key_from out of the experiment.`,
    { details: { variable: key_from } },
  );
}

/** The model of a run within what is left of its budget. */
export function openModel(state: RunState): Model {
  const { url, name, api } = state.experiment.model;
  const apiKey = modelKey(state.experiment);
  const model = createModel({
    ...{ baseUrl: url, name, api, checkSchema },
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  return withBudget(model, budgetOf(state), systemClock);
}

function budgetOf({ experiment, usage, modelMs, modelCalls }: RunState): Budget {
  const { tokens, time, calls } = experiment.limits;
  return {
    ...(tokens === undefined ? {} : { maxTokens: tokens }),
    ...(time === undefined ? {} : { maxMs: parseDuration(time) }),
    ...(calls === undefined ? {} : { maxCalls: calls }),
    spent: {
      tokens: usage.inputTokens + usage.outputTokens,
      ms: modelMs,
      calls: modelCalls,
    },
  };
}
