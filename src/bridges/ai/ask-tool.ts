import { type AskedFor, QUESTION_SAYS } from "../model-question.ts";
import { type QuestionSchema, questionSchema } from "../question-schema.ts";

/** A tool without `execute`: the run ends at its call, so that the messages are kept while people think. */
export interface AskTool {
  readonly description: string;
  readonly inputSchema: QuestionSchema;
}

export const askTool = (asked: AskedFor): AskTool => ({
  description: QUESTION_SAYS,
  inputSchema: questionSchema(asked),
});
