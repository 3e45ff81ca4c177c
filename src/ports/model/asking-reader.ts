/** Reads what stands in questions and in a person's words, where an agent may ask or go on. */
export interface AskingReader {
  /** It seeks leave for something, or names a deed that is hard to take back. */
  isWeighty(text: string): boolean;
  /**
   * The one option that a person's texts name for what the question asks, with the sentence. Undefined
   * where they name none or several, deny one, or leave it open.
   */
  toldOption(
    question: string,
    options: readonly string[],
    texts: readonly string[],
  ): { readonly option: string; readonly words: string } | undefined;
}
