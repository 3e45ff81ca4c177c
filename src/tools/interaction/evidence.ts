import { z } from "zod";
import type { Json } from "../../domain/json.ts";
import { MAX_EVIDENCE } from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";
import type { EvidenceInput, GivenContent } from "../../ports/earshot/evidence.ts";

const KINDS = ["file", "patch", "sql", "plan", "mail", "attachment"] as const;

/** What a model shows people beside its words: texts alone, since it has no bytes. */
export const evidence = z
  .array(
    z.object({
      kind: z.enum(KINDS),
      name: z.string().min(1),
      content: z.string().optional().describe("The whole text; for a file, as it will be."),
      before: z.string().optional().describe("Of a file: its text now; left out for a new file."),
      params: z.unknown().optional().describe("Of sql: its parameters, by position or by name."),
    }),
  )
  .max(MAX_EVIDENCE)
  .optional()
  .describe(
    "What people should see with it: a changed file, a patch, SQL, a plan as JSON, a mail.",
  );

export function evidenceOf(given: z.output<typeof evidence>): {
  readonly evidence?: readonly EvidenceInput[];
} {
  if (given === undefined || given.length === 0) return {};
  return {
    evidence: given.map(({ kind, name, content, before, params }): EvidenceInput => {
      const text: GivenContent = { text: content ?? "" };
      if (kind === "file") {
        const after = content === undefined ? null : text;
        return { kind, name, before: before === undefined ? null : { text: before }, after };
      }
      if (kind !== "sql") return { kind, name, content: text };
      return { kind, name, content: text, ...present({ params: params as Json | undefined }) };
    }),
  };
}
