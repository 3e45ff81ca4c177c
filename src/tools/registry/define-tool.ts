import type { z } from "zod";
import type { Tool } from "./tool.ts";

type Optional = "annotations" | "heldBy";

/** A tool as it is written down. */
export type ToolDefinition<I extends z.ZodObject, O extends z.ZodType> = Omit<
  Tool<I, O>,
  Optional
> &
  Partial<Pick<Tool<I, O>, Optional>>;

/**
 * Derives a tool's types from its schemas. By default it changes something, must not run a second
 * time, and may be held by any agent.
 * @example
 * ```ts
 * import { defineTool, z } from "earshot/tools";
 *
 * const weigh = defineTool({
 *   name: "weigh",
 *   description: "Weighs a sample.",
 *   input: z.object({ sample: z.string().describe("The label of the sample, such as B-12.") }),
 *   output: z.object({ grams: z.number() }),
 *   annotations: { readOnly: true, repeatable: true },
 *   execute: async ({ sample }) => ({ grams: sample.length }),
 * });
 * ```
 */
export function defineTool<I extends z.ZodObject, O extends z.ZodType>(
  definition: ToolDefinition<I, O>,
): Tool<I, O> {
  return {
    annotations: { readOnly: false, repeatable: false },
    heldBy: ["agent", "worker"],
    ...definition,
  };
}
