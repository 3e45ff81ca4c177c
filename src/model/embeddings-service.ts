import { present } from "../domain/present.ts";
import type { Encoder } from "../ports/model/encoder.ts";
import { askService, type Service, serviceFault } from "./ask-service.ts";
import { parseObject } from "./parse-object.ts";
import { unitVectors } from "./unit-vectors.ts";

/** Numbers of a batch of large vectors, written out. */
const MAX_BYTES = 8 * 1024 * 1024;
const NAME = "embedding";

export interface EmbeddingsOptions {
  /** With its version: `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  /** As the server knows it; some have one alone and take any name. */
  readonly model: string;
  readonly apiKey?: string;
  readonly fetch?: typeof fetch;
}

/** An encoder behind the `/embeddings` that Ollama, llama.cpp, vLLM and others serve. */
export function createEmbeddingsService(options: EmbeddingsOptions): Encoder {
  const { baseUrl, model, apiKey, fetch } = options;
  const service: Service = {
    url: `${baseUrl.replace(/\/$/, "")}/embeddings`,
    does: "encodes people's words",
    maxBytes: MAX_BYTES,
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    ...present({ fetch }),
  };
  const name = `The service at ${service.url}`;
  return {
    name,
    async encode(texts, signal) {
      const body = { model, input: texts, encoding_format: "float" };
      const { ok, status, text } = await askService(service, body, signal);
      if (!ok) throw serviceFault(service, `answered ${status}`);
      return unitVectors(name, inOrder(parseObject(text)), texts.length);
    },
  };
}

/** A server may send them in any order, with the index of the text. */
function inOrder(answer: Readonly<Record<string, unknown>> | undefined): readonly unknown[] {
  const data = answer?.["data"];
  if (!Array.isArray(data)) return [];
  const found: unknown[] = [];
  for (const [at, one] of data.entries()) {
    const { index, [NAME]: vector } = Object(one) as { index?: unknown; [NAME]?: unknown };
    const place = typeof index === "number" ? index : at;
    if (Number.isInteger(place) && place >= 0 && place < data.length) found[place] = vector;
  }
  return Array.from({ length: data.length }, (_, at) => found[at]);
}
