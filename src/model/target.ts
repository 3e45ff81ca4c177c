import { EarshotError } from "../domain/errors.ts";

export interface ModelAddress {
  /** With its path for the OpenAI format, mostly `…/v1`; the root of the server for Ollama's own. */
  readonly baseUrl: string;
  /** As its server knows it. */
  readonly name: string;
  readonly apiKey?: string;
  /** Default `openai`, which Ollama, llama-server, vLLM and LM Studio speak as well. */
  readonly api?: "openai" | "ollama";
}

/** Where a model is, and what it is called there. */
export interface Target {
  readonly api: "openai" | "ollama";
  /** Without a slash at its end. */
  readonly url: string;
  readonly name: string;
  readonly apiKey: string | undefined;
}

/** Refuses an address that no request can be sent to, before the first one is. */
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
