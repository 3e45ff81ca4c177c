import type { Script } from "./script.ts";

/* The lists of models, and the questions about one. */

export interface Page {
  readonly status: number;
  readonly body: unknown;
}

/** A name without a tag means the newest, as it does to Ollama. */
const tagged = (name: string) => (name.includes(":") ? name : `${name}:latest`);

export function hasModel({ models }: Script, name: string): boolean {
  return models === undefined || models.some((known) => tagged(known) === tagged(name));
}

/** Undefined where no list is asked for. */
export function catalogue(
  script: Script,
  { method, path, body }: { method: string; path: string; body: unknown },
): Page | undefined {
  const models = script.models ?? ["scripted"];
  switch (`${method} ${path}`) {
    case "GET /":
      return { status: 200, body: "Ollama is running" };
    case "GET /api/version":
      return { status: 200, body: { version: "0.12.6" } };
    case "GET /api/tags":
      return { status: 200, body: { models: models.map(ofTag) } };
    case "POST /api/show":
      return show(script, body);
    case "GET /v1/models":
      return { status: 200, body: { object: "list", data: models.map(ofList) } };
    default:
      return undefined;
  }
}

function ofList(id: string) {
  return { id, object: "model", created: 1_760_000_000, owned_by: "library" };
}

const DETAILS = {
  parent_model: "",
  format: "gguf",
  family: "scripted",
  families: ["scripted"],
  parameter_size: "1B",
  quantization_level: "Q4_K_M",
};

function ofTag(name: string) {
  return {
    name: tagged(name),
    model: tagged(name),
    modified_at: "2026-01-01T00:00:00Z",
    size: 815_319_791,
    digest: "8648f39daa8fbf5b18c7b4e6a8fb4990c692751d49917417b8842ca5758e7ffc",
    details: DETAILS,
  };
}

function show(script: Script, body: unknown): Page {
  const { model } = (body ?? {}) as { model?: unknown };
  if (typeof model !== "string") return { status: 400, body: { error: "model is required" } };
  if (!hasModel(script, model)) {
    return { status: 404, body: { error: `model '${model}' not found` } };
  }
  return {
    status: 200,
    body: {
      modelfile: `FROM ${model}`,
      parameters: "",
      template: "{{ .Prompt }}",
      details: DETAILS,
      model_info: { "general.architecture": "scripted", "scripted.context_length": 32_768 },
      capabilities: ["completion", "tools"],
    },
  };
}
