import type { z } from "zod";

/**
 * What an operation takes and gives. What stands in the path comes from the path; the rest comes from
 * the query of a GET and from the JSON body of a POST.
 */
export interface OperationText {
  readonly summary: string;
  /** The longest body, for an operation that takes longer ones than others. */
  readonly maxBytes?: number;
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
}
