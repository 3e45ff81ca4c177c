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
