import { EarshotError } from "../domain/errors.ts";

export interface ModelAddress {
  /** For the OpenAI format with its path, mostly `…/v1`; for Ollama's own the root of the server. */
  readonly baseUrl: string;
  /** The server's name for it. */
  readonly name: string;
  readonly apiKey?: string;
  /** `openai` by default; Ollama, llama-server, vLLM and LM Studio speak it too. */
  readonly api?: "openai" | "ollama";
}

/** The address of a model, and its name there. */
export interface Target {
  readonly api: "openai" | "ollama";
  /** Without a trailing slash. */
  readonly url: string;
  readonly name: string;
  readonly apiKey: string | undefined;
}

/** Refuses an address that cannot be called, before the first request. */
export function readTarget({ baseUrl, name, apiKey, api = "openai" }: ModelAddress): Target {
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${JSON.stringify(baseUrl)} is no address of a model server. Write it as http://127.0.0.1:11434/v1.`,
    );
  }
  if (name.trim() === "") {
    throw new EarshotError(
      "INVALID_INPUT",
      `The model at ${baseUrl} has no name. Name one that its server lists.`,
    );
  }
  const trimmed = baseUrl.replace(/\/+$/, "");
  const url = api === "ollama" ? trimmed.replace(/\/(?:api|v1)$/, "") : trimmed;
  return { api, url, name, apiKey: apiKey === "" ? undefined : apiKey };
}
