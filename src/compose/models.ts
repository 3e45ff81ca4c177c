import type { AgentDefinition } from "../host/agents/read-agent.ts";
import { checkModel } from "../model/check-model.ts";
import { checkSchema } from "../system/schema-check.ts";
import { modelKey } from "./model-key.ts";

type AgentModel = NonNullable<AgentDefinition["model"]>;

/**
 * Why an agent's model cannot be called: its server is away, or does not have it. Undefined if it
 * can be called. It calls no model, because that would cost money.
 */
export async function modelFault(model: AgentModel): Promise<string | undefined> {
  const { url: baseUrl, name, api } = model;
  try {
    const apiKey = modelKey(model);
    const key = apiKey === undefined ? {} : { apiKey };
    const asked = { baseUrl, name, api, checkSchema, ...key };
    for await (const { check, state, detail } of checkModel(asked, NEVER)) {
      if (state === "failed") return detail;
      if (check === "model") return undefined;
    }
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const NEVER = new AbortController().signal;
