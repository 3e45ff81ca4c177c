import { type LiaisonMessages, liaisonMessages } from "./liaison-messages.ts";
import { type QuestionTexts, questionTexts } from "./question-texts.ts";

/** What the liaison says, and how it asks, in one language. */
export interface Wording extends LiaisonMessages {
  /** Absent in English, in which the library asks. */
  readonly questions: QuestionTexts | undefined;
}

export async function wordingIn(code: string): Promise<Wording> {
  return { ...liaisonMessages(code), questions: await questionTexts(code) };
}
