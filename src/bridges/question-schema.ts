import type { JsonObject } from "../domain/json.ts";
import { type AskedFor, type ModelQuestion, questionJsonSchema } from "./model-question.ts";

/** A model's question as a Standard JSON Schema, which frameworks take beside those of zod. */
export interface QuestionSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: ModelQuestion; readonly output: ModelQuestion };
    readonly validate: (value: unknown) => { readonly value: ModelQuestion };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

export function questionSchema(asked: AskedFor): QuestionSchema {
  const schema = (): JsonObject => questionJsonSchema(asked);
  return {
    "~standard": {
      version: 1,
      vendor: "earshot",
      // Whatever the model writes is put to people: only they can tell what it means.
      validate: (value) => ({ value: value as ModelQuestion }),
      jsonSchema: {
        input: schema as () => Record<string, unknown>,
        output: schema as () => Record<string, unknown>,
      },
    },
  };
}
