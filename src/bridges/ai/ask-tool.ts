import type { JsonObject } from "../../domain/json.ts";
import { type ModelQuestion, QUESTION_SAYS, QUESTION_SCHEMA } from "../model-question.ts";

/** A tool without `execute`: the run ends at its call, so that the messages are kept while people think. */
export interface AskTool {
  readonly description: string;
  readonly inputSchema: {
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
  };
}

export function askTool(): AskTool {
  const schema = (): JsonObject => structuredClone(QUESTION_SCHEMA);
  return {
    description: QUESTION_SAYS,
    inputSchema: {
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
    },
  };
}
