/** A word, a sign, or a character of a language without spaces. */
export interface Token {
  /** Without case, accents and apostrophes. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** What stands between two marks. */
export interface Piece {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** The mark behind it and its spaces. */
  readonly mark: string;
}

/** A language with "l’été" has two words there; "don’t" is one. */
const TOKEN =
  /(?:[cdjlmnst]|qu|jusqu|un|all|dall|dell|nell|quell|sull)['’](?=\p{L})|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー])[\p{L}\p{M}\p{N}'’])+|\p{Extended_Pictographic}/giu;
const MARK =
  /[.!?…]{1,8}["”’)\]]{0,3}(?:\s+|$)|[。！？，、；：]{1,8}\s*|[,;:](?:\s+|$)|\s+[-–—]{1,2}\s+|—|\s*\n\s*/gu;
const MAX_PIECES = 800;

/** The parts of a text between its marks. Joined with their marks, they are the text. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const mark of text.matchAll(MARK)) {
    if (pieces.length >= MAX_PIECES) break;
    pieces.push(pieceOf(text.slice(start, mark.index), mark[0]));
    start = mark.index + mark[0].length;
  }
  if (start < text.length) pieces.push(pieceOf(text.slice(start), ""));
  return pieces;
}

function pieceOf(text: string, mark: string): Piece {
  return { text, mark, tokens: tokensOf(text) };
}

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const found of text.matchAll(TOKEN)) {
    const word = plain(found[0]);
    if (word === "") continue;
    tokens.push({ word, start: found.index, end: found.index + found[0].length });
  }
  return tokens;
}

/** "Don’t" and "dont" are one word, and so are "está" and "esta". */
function plain(word: string): string {
  return word
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f'’]/g, "")
    .normalize("NFC")
    .replaceAll("ß", "ss")
    .replaceAll("ł", "l")
    .replaceAll(/(\p{L})\1{2,}/gu, "$1");
}
