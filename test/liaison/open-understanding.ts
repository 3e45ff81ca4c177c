import type { EarshotError } from "../../src/domain/errors.ts";
import { createModelUnderstanding } from "../../src/liaison/model/create-model-understanding.ts";
import type { Understanding } from "../../src/ports/model/understanding.ts";
import { openModel } from "../support/model-server/open-model.ts";
import type { HeardRequest, Script, Turn, WireFormat } from "../support/model-server/script.ts";
import { createSteadyEngine } from "./steady-engine.ts";

export interface Opened {
  readonly understanding: Understanding;
  readonly heard: readonly HeardRequest[];
  readonly faults: readonly EarshotError[];
}

export interface Settings {
  readonly fallback?: Understanding;
  readonly api?: WireFormat;
  readonly standsIn?: boolean;
}

/** An understanding on a scripted model, over real HTTP; faults are what it reported. */
export async function openUnderstanding(
  script: Script | readonly Turn[],
  { fallback = createSteadyEngine(), api = "openai", standsIn = true }: Settings = {},
): Promise<Opened> {
  const { model, server } = await openModel(api, script, { timeoutMs: 2_000 });
  const faults: EarshotError[] = [];
  const understanding = createModelUnderstanding({
    model,
    fallback,
    standsIn,
    onFault: (fault) => faults.push(fault),
  });
  return { understanding, heard: server.heard, faults };
}

/** One answer of the model. */
export const say = (value: unknown): Turn[] => [{ text: JSON.stringify(value) }];
/** The same answer each time. */
export const always = (text: string): Script => ({ turns: [], otherwise: { text } });
