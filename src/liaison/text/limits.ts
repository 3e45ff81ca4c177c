/*
 * How much of what a person says is read. Of a pasted book, only the beginning is read: the work of
 * a turn stays bounded whatever is sent.
 */

/** Characters of one exchange. */
export const MAX_EXCHANGE_LENGTH = 16_000;
/** Characters of all exchanges together, the newest first. */
export const MAX_READ_LENGTH = 48_000;
export const MAX_SENTENCES = 400;
/** Longer sentences are cut here. */
export const MAX_SENTENCE_LENGTH = 600;
export const MAX_CLAUSES = 12;
/** Statements taken from one conversation; each may be a requirement of its own. */
export const MAX_STATEMENTS = 400;
/** Questions suggested for one turn; a turn asks `questionsPerTurn` of them. */
export const MAX_SUGGESTED_QUESTIONS = 6;
