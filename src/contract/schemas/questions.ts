import { z } from "zod";
import { JsonObject } from "./values.ts";

/* How questions are asked and answered, on the wire. */

const Option = z
  .strictObject({ label: z.string(), description: z.string().optional() })
  .meta({ id: "Option" });
/** In input, a bare string means an option with that label. */
const OptionInput = z
  .union([z.string().transform((label) => ({ label })), Option])
  .meta({ description: "An option, or only its label." });

const formOf = <T extends z.ZodType>(option: T) =>
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
    }),
  ]);
export const FormInput = formOf(OptionInput).meta({ id: "FormInput" });
const Form = formOf(Option).meta({ id: "Form" });

const note = z
  .string()
  .optional()
  .meta({ description: "A note beside what was picked, if the form has allowText." });

export const Answer = z
  .union([
    z.strictObject({ text: z.string() }),
    z.strictObject({ choice: z.string(), note }),
    z.strictObject({ choices: z.array(z.string()), note }),
    z.strictObject({ fields: JsonObject, note }),
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
  })
  .meta({ id: "Question" });
