/*
 * PostgreSQL holds no NUL in a text and no half of a surrogate pair; SQLite and the domain do. Such a
 * text is stored as JSON behind a mark, and one that begins with the mark by itself is too, so that
 * every text comes back as it was given.
 */
const MARK = "\u0001json:";

export function encodeText(text: string): string {
  const isHeldAsIs = !text.startsWith(MARK) && !text.includes("\0") && text.isWellFormed();
  return isHeldAsIs ? text : `${MARK}${JSON.stringify(text)}`;
}

export function decodeText(stored: string): string {
  return stored.startsWith(MARK) ? (JSON.parse(stored.slice(MARK.length)) as string) : stored;
}
