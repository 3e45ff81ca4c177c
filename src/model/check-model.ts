import { EarshotError } from "../domain/errors.ts";
import type { Model } from "../ports/model/model.ts";
import { type CreateModelOptions, createModel } from "./create-model.ts";
import { silent, toFailure } from "./failure.ts";
import type { Fetch } from "./language-model.ts";
import { readTarget, type Target } from "./target.ts";

export interface ModelFinding {
  readonly check: "model server" | "model" | "tool calling";
  readonly state: "ok" | "warning" | "failed";
  /** The finding, and what to do if it is bad. */
  readonly detail: string;
}

type Checked = ModelFinding & {
  /** The models that the server lists; absent if it gives no list. */
  readonly models?: readonly string[];
};

const LIST_TIMEOUT_MS = 10_000;
const MAX_NAMED = 8;
const WORD = "ready";

/**
 * Checks whether an agent can work with a model: the address answers, the model is there, and it calls a tool
 * when told to, which costs one tiny call. It stops at the first failure: later checks would only repeat it.
 */
export async function* checkModel(
  options: CreateModelOptions,
  signal: AbortSignal,
): AsyncGenerator<ModelFinding> {
  const target = readTarget(options);
  const { models, ...server } = await checkServer(target, options.fetch ?? globalThis.fetch);
  yield server;
  if (server.state === "failed") return;
  const named = checkName(target, models);
  yield named;
  if (named.state === "failed") return;
  yield await checkTools(createModel(options), signal);
}

async function checkServer(target: Target, fetch: Fetch): Promise<Checked> {
  const check = "model server";
  const { url } = target;
  try {
    const models = await list(target, fetch);
    if (models !== undefined) return { check, state: "ok", detail: url, models };
    if (target.api === "openai" && (await list({ ...target, url: `${url}/v1` }, fetch))) {
      const detail = `${url} answers, but the model's calls go to ${url}/v1. Give that address.`;
      return { check, state: "failed", detail };
    }
    return { check, state: "warning", detail: `${url} answers, but gives no list of its models.` };
  } catch (error) {
    return { check, state: "failed", detail: messageOf(error) };
  }
}

/** The names that the server lists; undefined if it has no such list. */
async function list(target: Target, fetch: Fetch): Promise<string[] | undefined> {
  const { api, url, apiKey, name } = target;
  const address = api === "ollama" ? `${url}/api/tags` : `${url}/models`;
  const response = await fetch(address, {
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(LIST_TIMEOUT_MS),
  }).catch((error: unknown) => {
    if (error instanceof DOMException) throw silent(target, LIST_TIMEOUT_MS);
    throw toFailure(error, target, "nothing").error;
  });
  if (response.status === 401 || response.status === 403) {
    const key = apiKey === undefined ? "wants a key" : "refused the key";
    throw new EarshotError(
      "NOT_ALLOWED",
      `The model server at ${url} ${key} (${response.status}). Set EARSHOT_MODEL_KEY to one that may use ${name}.`,
    );
  }
  const body: unknown = response.ok ? await response.json().catch(() => undefined) : undefined;
  return namesIn(body);
}

function namesIn(body: unknown): string[] | undefined {
  const { data, models } = (body ?? {}) as { data?: unknown; models?: unknown };
  const entries = Array.isArray(data) ? data : models;
  if (!Array.isArray(entries)) return undefined;
  return entries.flatMap((entry: { id?: unknown; name?: unknown } | null) => {
    const name = entry?.id ?? entry?.name;
    return typeof name === "string" ? [name] : [];
  });
}

function checkName({ name, url }: Target, models: readonly string[] | undefined): ModelFinding {
  const check = "model";
  if (models === undefined) return { check, state: "warning", detail: `${name}, not checked` };
  if (models.some((known) => known === name || known === `${name}:latest`)) {
    return { check, state: "ok", detail: name };
  }
  const others = models.slice(0, MAX_NAMED).join(", ");
  const more = models.length > MAX_NAMED ? ` and ${models.length - MAX_NAMED} more` : "";
  const has = models.length === 0 ? "It has none" : `It has ${others}${more}`;
  const detail = `${name} is not on the server at ${url}. ${has}. With Ollama pull it: ollama pull ${name}`;
  return { check, state: "failed", detail };
}

async function checkTools(model: Model, signal: AbortSignal): Promise<ModelFinding> {
  const check = "tool calling";
  const startedAt = performance.now();
  try {
    const { calls } = await model.reply({
      signal,
      system: "You call tools. You never answer in words where a tool is asked for.",
      messages: [{ role: "user", text: `Call the tool report_status with status "${WORD}".` }],
      tools: [
        {
          name: "report_status",
          description: "Reports a status.",
          input: {
            type: "object",
            properties: { status: { type: "string" } },
            required: ["status"],
            additionalProperties: false,
          },
        },
      ],
    });
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    return judge(model.name, calls, seconds);
  } catch (error) {
    return { check, state: "failed", detail: messageOf(error) };
  }
}

function judge(
  name: string,
  calls: Awaited<ReturnType<Model["reply"]>>["calls"],
  seconds: string,
): ModelFinding {
  const check = "tool calling";
  const [call] = calls;
  if (call === undefined) {
    const detail = `${name} answered in words instead of calling a tool. Choose a model that is made for tools, and with llama-server start it with --jinja.`;
    return { check, state: "failed", detail };
  }
  const args = call.args as { status?: unknown } | null;
  if (call.name === "report_status" && args?.status === WORD) {
    return { check, state: "ok", detail: `called as told, in ${seconds} s` };
  }
  const detail = `${name} called ${call.name} with ${JSON.stringify(call.args)} instead of report_status with {"status":"${WORD}"}. An agent can work with it, badly; a larger model does better.`;
  return { check, state: "warning", detail };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
