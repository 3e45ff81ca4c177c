import { z } from "zod";
import { parseDuration } from "../domain/duration.ts";

/*
 * An experiment file: which model works on what, with which tools, for how many cycles. The schema is
 * published as docs/reference/experiment.md and, for editors, as experiment.schema.json.
 */

const PLACEHOLDERS = "`{{cycle}}`, `{{cycles}}` and `{{notes}}` are filled in.";
const filled = (text: string) => z.string().min(1).meta({ description: text });

/** A model and its server, as files name them. */
export const MODEL = z
  .strictObject({
    url: z.url({ protocol: /^https?$/ }).meta({
      description:
        "Address of the model's server: `http://127.0.0.1:11434` for Ollama, up to `/v1` for those that speak OpenAI's format.",
    }),
    name: z.string().min(1).meta({ description: "The model, as its server knows it." }),
    api: z
      .enum(["openai", "ollama"])
      .default("openai")
      .meta({ description: "What the server speaks." }),
    key_from: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "is no name of an environment variable")
      .optional()
      .meta({ description: "Environment variable that holds the server's key. Absent: no key." }),
  })
  .meta({ description: "The model and its server." });

const limits = z
  .strictObject({
    steps: z
      .int()
      .min(1)
      .max(10_000)
      .default(50)
      .meta({ description: "Calls of the model in one cycle; then the cycle ends." }),
    tokens: z
      .int()
      .min(1)
      .optional()
      .meta({ description: "Tokens of the whole run, read and written; then the run stops." }),
    time: z
      .string()
      .refine(isDuration, { error: "is no duration; write 45s, 10m, 8h or 3d" })
      .optional()
      .meta({
        description:
          "Time within the calls of the model in the whole run, such as `2h`: what the operator takes to answer does not count.",
      }),
    calls: z.int().min(1).optional().meta({ description: "Calls of the model in the whole run." }),
  })
  .meta({
    description:
      "Where it stops. What is absent has no limit; a raised one lets a stopped run go on.",
  });

const parts = {
  name: z
    .string()
    .min(1)
    .max(100)
    .meta({ description: "What people call it; 100 characters at most." }),
  model: MODEL,
  prompt: filled(`What each cycle starts with. ${PLACEHOLDERS}`),
  continue_prompt: filled(
    `What the cycles after the first start with. Absent: \`prompt\`. ${PLACEHOLDERS}`,
  ).optional(),
  tools: z
    .union([
      z.string().meta({ description: "a set of tools" }),
      z.array(z.string()).meta({ description: "tools by name" }),
    ])
    .default("classic")
    .meta({ description: "What the model may call: a set such as `classic`, or a list of names." }),
  cycles: z.int().min(1).max(100_000).meta({ description: "How many cycles make a run." }),
  limits: limits.prefault({}),
  operator: z
    .array(z.string().min(1))
    .min(1)
    .max(20)
    .optional()
    .meta({ description: "Names of the operators who are asked. Absent: any of them." }),
};

/** An experiment as it runs and as its run keeps it: complete, whatever becomes of the files. */
export const EXPERIMENT = z.strictObject({
  ...parts,
  system: z.string().meta({ description: "The system prompt." }),
});
export type Experiment = z.output<typeof EXPERIMENT>;

/** An experiment in the form that its file may write. */
export const EXPERIMENT_FILE = z
  .strictObject({
    ...parts,
    system: z.string().optional().meta({ description: "The system prompt." }),
    system_file: z
      .string()
      .min(1)
      .optional()
      .meta({ description: "Or a file that holds it, relative to the experiment file." }),
  })
  .meta({ title: "An experiment for earshot run" });

/** Whether it is a length of time above zero. */
export function isDuration(text: string): boolean {
  try {
    return parseDuration(text) > 0;
  } catch {
    return false;
  }
}

/** `experiment.schema.json`, against which editors check an experiment file. */
export function experimentSchema(): Record<string, unknown> {
  return z.toJSONSchema(EXPERIMENT_FILE, { target: "draft-2020-12", io: "input" });
}
