import type { Interpretation, InterpretInput } from "../ports/model/understanding.ts";
import { findBookOfTask, findPhraseBook } from "./feedback/find-phrase-book.ts";
import { interpretFeedback } from "./feedback/interpret-feedback.ts";
import { aspectSentiment } from "./learned/aspect-sentiment.ts";
import { judgingActs } from "./learned/clause-acts.ts";
import { clausePolarity } from "./learned/clause-polarity.ts";
import { conversationLanguage } from "./text/language.ts";

const MAX_READ = 4_000;
const LEARNED = { clause: clausePolarity, aspect: aspectSentiment };

/** Reads feedback without a model: only what the person said counts. */
export async function interpretEmbedded(input: InterpretInput): Promise<Interpretation> {
  const said = input.exchanges.filter(({ role }) => role === "human");
  const words = said.map(({ content }) => content).join("\n");
  const language = await conversationLanguage(words, said.at(-1)?.content ?? "");
  const told = input.task?.description.slice(0, MAX_READ) ?? "";
  const book =
    (await findPhraseBook(words, language)) ??
    (told === "" ? undefined : await findBookOfTask(words, await conversationLanguage(told, told)));
  return interpretFeedback(input, { language, learned: LEARNED, acts: judgingActs, book });
}
