/** Texts with more than anybody reads stay as they are. */
const MOST_CHARS = 100_000;
const MOST_LINES = 4_000;
const SIGNS =
  /[*`#|>]|\]\(|https?:\/\/|^[ \t]*(?:-|\d{1,9}[.)])[ \t]|^[ \t]*(?:-[ \t]*){3,}$|~~~/im;

/** Whether reading the text as Markdown could change anything; quick, and needs no parser. */
export function mayHaveMarkup(text: string): boolean {
  return text.length <= MOST_CHARS && SIGNS.test(text) && text.split("\n").length <= MOST_LINES;
}
