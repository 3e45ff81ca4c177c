import { z } from "zod";

/*
 * What the pages show of the experiment that a run recorded. It is read leniently: the log of
 * another version is still worth a look, and missing parts are left out.
 */

const text = z.string().optional().catch(undefined);
const FACTS = z
  .object({
    model: z.object({ name: text, url: text, api: text }).optional().catch(undefined),
    system: text,
    prompt: text,
    cycles: z.int().min(1).optional().catch(undefined),
    tools: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .catch(undefined),
  })
  .catch({});

export interface ExperimentFacts {
  readonly model: string | undefined;
  readonly url: string | undefined;
  readonly system: string | undefined;
  readonly prompt: string | undefined;
  /** How many cycles were planned. */
  readonly cycles: number | undefined;
  /** The name of a set, or the tools' names. */
  readonly tools: string | undefined;
}

export function experimentFacts(experiment: unknown): ExperimentFacts {
  const { model, system, prompt, cycles, tools } = FACTS.parse(experiment);
  return {
    model: model?.name,
    url: model?.url,
    system,
    prompt,
    cycles,
    tools: Array.isArray(tools) ? tools.join(", ") : tools,
  };
}
