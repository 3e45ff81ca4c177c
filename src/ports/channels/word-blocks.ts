/* What somebody says as blocks, for a channel to draw in its platform's own formatting. */

/** A stretch of text in one style, with nothing hidden in it. */
export interface Run {
  readonly text: string;
  readonly isStrong?: true;
  readonly isEmphasis?: true;
  readonly isCode?: true;
  /** The text is the whole address of a link. Only a person's own act may open it. */
  readonly isAddress?: true;
}

export interface WordItem {
  /** `•`, or the number as it was written: `3.`. */
  readonly sign: string;
  readonly blocks: readonly WordBlock[];
}

export type WordBlock =
  /** May have line ends in it. */
  | { readonly kind: "paragraph"; readonly runs: readonly Run[] }
  /** A heading within the words; never one of Earshot's. */
  | { readonly kind: "heading"; readonly runs: readonly Run[] }
  | { readonly kind: "code"; readonly language?: string; readonly text: string }
  | { readonly kind: "quote"; readonly blocks: readonly WordBlock[] }
  | { readonly kind: "list"; readonly items: readonly WordItem[] }
  /** The first row has the names of the columns. Rows may differ in length. */
  | { readonly kind: "table"; readonly rows: readonly (readonly (readonly Run[])[])[] }
  | { readonly kind: "rule" };
