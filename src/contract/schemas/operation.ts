import type { z } from "zod";
import type { Right } from "../../domain/people/principal.ts";

/**
 * One thing that can be done over HTTP. What stands in the path comes from the path; the rest comes
 * from the query of a GET and from the JSON body of a POST.
 */
export interface Operation {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** The right that is needed; `key`: any valid key; `none`: it lets those in who have no key yet. */
  readonly right: Right | "key" | "none";
  readonly summary: string;
  /** Of its body, where it may be longer than others. */
  readonly maxBytes?: number;
  readonly input: z.ZodObject;
  readonly output: z.ZodType;
  readonly status: 200 | 201 | 202;
  /** What the answer is written in; `output` is the whole of it, one event or one line. */
  readonly media:
    | "application/json"
    | "text/event-stream"
    | "application/jsonl"
    | "text/plain"
    | "text/html";
}
