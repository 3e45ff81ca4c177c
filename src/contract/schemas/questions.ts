import { z } from "zod";
import { MAX_ANSWER_FILES } from "../../domain/limits.ts";
import { evidenceBound } from "./evidence.ts";
import { AnswerFile } from "./files.ts";
import { Actor, Json, JsonObject, MessageId, Timestamp } from "./values.ts";

/* How questions are asked and answered, on the wire. */

const Option = z
  .strictObject({ label: z.string(), description: z.string().optional() })
  .meta({ id: "Option" });
/** In input, a bare string means an option with that label. */
const OptionInput = z
  .union([z.string().transform((label) => ({ label })), Option])
  .meta({ description: "An option, or only its label." });

const FormSource = z
  .strictObject({
    schema: JsonObject.meta({ description: "As it was given." }),
    digest: z.string().meta({ description: "Of its canonical JSON." }),
    fills: z
      .array(z.strictObject({ at: z.string(), value: Json }))
      .optional()
      .meta({ description: "What an answer is given where it has nothing." }),
    isValue: z.literal(true).optional().meta({
      description:
        "The schema is not of an object with properties: it describes the field `value`.",
    }),
  })
  .meta({ id: "FormSource", description: "The schema that a form was made of." });

const formOf = <T extends z.ZodType, S extends z.core.$ZodShape>(option: T, source: S) =>
  z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("text") }),
    z.strictObject({
      kind: z.literal("choice"),
      options: z.array(option),
      allowText: z.boolean().optional(),
    }),
    z.strictObject({
      kind: z.literal("choices"),
      options: z.array(option),
      allowText: z.boolean().optional(),
      min: z.int().min(0).optional(),
      max: z.int().min(0).optional(),
    }),
    z.strictObject({
      kind: z.literal("fields"),
      schema: JsonObject,
      allowText: z.boolean().optional(),
      ...source,
    }),
  ]);
export const FormInput = formOf(OptionInput, {}).meta({ id: "FormInput" });
const Form = formOf(Option, { source: FormSource.optional() }).meta({ id: "Form" });

const note = z.string().optional().meta({ description: "A note beside what was picked." });
const attachments = z
  .array(AnswerFile)
  .max(MAX_ANSWER_FILES)
  .optional()
  .meta({ description: "Files given with it, as their uploads named them." });

export const Answer = z
  .union([
    z.strictObject({ text: z.string(), attachments }),
    z.strictObject({ choice: z.string(), note, attachments }),
    z.strictObject({ choices: z.array(z.string()), note, attachments }),
    z.strictObject({ fields: JsonObject, note, attachments }),
  ])
  .meta({
    id: "Answer",
    description: "Exactly one of text, choice, choices, fields; a note beside all but text.",
  });

export const Question = z
  .strictObject({
    text: z.string(),
    context: z.string().optional(),
    form: Form,
    default: Answer.optional(),
    evidence: evidenceBound,
  })
  .meta({ id: "Question" });

export const AskedBack = z
  .strictObject({
    number: z.int(),
    message: MessageId,
    text: z.string(),
    by: Actor,
    at: Timestamp,
    answer: z.strictObject({ text: z.string(), at: Timestamp }).optional().meta({
      description: "The agent's own words, unchecked; absent until it has answered.",
    }),
  })
  .meta({ id: "AskedBack", description: "What a person asked the agent before they decide." });
