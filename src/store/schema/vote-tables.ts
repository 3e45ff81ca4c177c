/* The tables of what people sign; see `tables.ts`. */

/** Who may sign. A row is written once and never changed. */
export interface SignerChainTable {
  workspace: string;
  /** From 1, without a gap. */
  seq: number;
  /** JSON of a SignerEntry. */
  body: string;
}

export interface StatementTable {
  workspace: string;
  /** What is signed, 64 hexadecimal digits; stays when the statement is erased. */
  digest: string;
  purpose: string;
  /** The id of what it is about; `signers` of those that wait to change who may sign. */
  subject: string;
  until: number;
  /** JSON of a SignedStatement; null once its request was erased. */
  body: string | null;
}
