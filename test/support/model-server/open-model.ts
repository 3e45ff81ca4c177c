import { onTestFinished } from "vitest";
import { createModel } from "../../../src/model/create-model.ts";
import type { Model, ModelTool } from "../../../src/ports/model/model.ts";
import { checkSchema } from "../../../src/system/schema-check.ts";
import { startModelServer } from "./model-server.ts";
import type { ModelServer, Script, Turn, WireFormat } from "./script.ts";

export interface OpenOptions {
  readonly name?: string;
  readonly apiKey?: string;
  readonly timeoutMs?: number;
}

/** A scripted server that ends with the test. */
export async function openModelServer(script: Script | readonly Turn[] = []): Promise<ModelServer> {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  return server;
}

/** The address of a server in one of its formats. */
export function addressOf(url: string, api: WireFormat): string {
  return api === "openai" ? `${url}/v1` : url;
}

/** A model over a scripted server, as an agent has it. */
export async function openModel(
  api: WireFormat,
  script: Script | readonly Turn[],
  { name = "scripted", ...rest }: OpenOptions = {},
): Promise<{ model: Model; server: ModelServer }> {
  const server = await openModelServer(script);
  const baseUrl = addressOf(server.url, api);
  return { server, model: createModel({ api, baseUrl, name, checkSchema, ...rest }) };
}

export const WRITE: ModelTool = {
  name: "write",
  description: "Keeps a text under a key.",
  input: {
    type: "object",
    properties: { key: { type: "string" }, value: { type: "string" } },
    required: ["key", "value"],
    additionalProperties: false,
  },
};
