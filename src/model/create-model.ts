import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { SchemaCheck } from "../domain/form-dialect.ts";
import { present } from "../domain/present.ts";
import type { Model } from "../ports/model/model.ts";
import { readableAnswers } from "./answer-body.ts";
import { callModel, type Line } from "./call-model.ts";
import type { Fetch, LanguageModel } from "./language-model.ts";
import { createOllamaModel } from "./ollama-model.ts";
import { createStructured } from "./structured.ts";
import { type ModelAddress, readTarget, type Target } from "./target.ts";

export interface CreateModelOptions extends ModelAddress {
  /** Decides whether a structured answer fits. */
  readonly checkSchema: SchemaCheck;
  /**
   * How long the server may be silent, over all attempts of a call; two minutes by default. Node itself ends a
   * connection after five minutes of silence.
   */
  readonly timeoutMs?: number;
  readonly fetch?: Fetch;
}

const DEFAULT_TIMEOUT_MS = 120_000;

/** A model behind an address. Only the first call finds out whether anything is there. */
export function createModel(options: CreateModelOptions): Model {
  const { checkSchema, timeoutMs = DEFAULT_TIMEOUT_MS, fetch = globalThis.fetch } = options;
  const target = readTarget(options);
  const line: Line = {
    target,
    timeoutMs,
    fetch,
    connect: (watched) => connect(target, readableAnswers(target, watched)),
  };
  return {
    name: target.name,
    reply: (input) => callModel(line, input),
    structured: createStructured(line, checkSchema),
  };
}

function connect(target: Target, fetch: Fetch): LanguageModel {
  if (target.api === "ollama") return createOllamaModel(target, fetch);
  const { url, name, apiKey } = target;
  const provider = createOpenAICompatible({
    name: "model",
    baseURL: url,
    ...present({ apiKey }),
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
    transformRequestBody: relaxed,
  });
  return provider.chatModel(name);
}

/**
 * Sends schemas without OpenAI's strict mode: that accepts only schemas that require every property they name
 * and forbid all others. We check the answer in any case.
 */
function relaxed(body: Record<string, unknown>): Record<string, unknown> {
  const format = body["response_format"];
  if (typeof format !== "object" || format === null || !("json_schema" in format)) return body;
  const schema = { ...(format.json_schema as object), strict: false };
  return { ...body, response_format: { ...format, json_schema: schema } };
}
