import type { Clarification } from "../../domain/liaison/liaison.ts";
import type { PersonWords } from "../specification/person-words.ts";
import { type KnownLanguage, likelyLanguage } from "../values/value-words.ts";
import { correctionForms } from "./correction-words.ts";
import { joinPieces, type Piece, splitPieces } from "./pieces.ts";
import type { Revising, TextChange } from "./reading.ts";
import { revisePiece } from "./revise-piece.ts";

interface Corrected {
  readonly value: string;
  /** The number of the message that said so. */
  readonly by: number;
}

export interface RevisedWords {
  readonly said: readonly PersonWords[];
  readonly clarifications: readonly Clarification[];
  /** For each message, the values that later ones put into it. */
  readonly corrected: readonly (readonly Corrected[])[];
}

const MAX_PIECES = 1_500;
/** Each looks through everything that was said before it. */
const MAX_REVISIONS = 100;

/**
 * What the person said, with each correction made where the corrected words were said. What only
 * corrects is gone.
 */
export function reviseWords(
  said: readonly PersonWords[],
  clarifications: readonly Clarification[],
): RevisedWords {
  const language = likelyLanguage(said.map(({ text }) => text).join("\n"));
  const revising: Revising = { language, history: [], changes: [] };
  const tails: string[] = [];
  for (const [index, { text }] of said.entries()) {
    const { pieces, tail } = splitPieces(text, index, language);
    tails.push(tail);
    const isMarked = pieces.some((piece) => isSame(piece, language));
    let isStrong = false;
    for (const piece of pieces) {
      const { history, changes } = revising;
      const isBounded = history.length < MAX_PIECES && changes.length < MAX_REVISIONS;
      isStrong = !piece.isFirst && isStrong && !isAdding(piece, language);
      if (history.length > 0 && isBounded) revisePiece(piece, revising, isMarked || isStrong);
      isStrong ||= isStrongIn(piece, language);
      history.push(piece);
    }
  }
  const own = said.map((_, index) => revising.history.filter(({ message }) => message === index));
  return {
    said: said.map((words, index) => ({
      ...words,
      text: textOf(words.text, own[index] ?? [], tails[index] ?? ""),
    })),
    clarifications: clarifications.map((one) => revisedAnswer(one, revising.changes)),
    corrected: own.map((pieces) => pieces.flatMap(({ corrected }) => corrected)),
  };
}

/** "All else stays": the rest of the message corrects. */
function isSame({ said }: Piece, language: KnownLanguage): boolean {
  return correctionForms(language).same.test(said.replace(/[\s.!。！]+$/u, ""));
}

/** A mark holds for what follows in its sentence, unless that adds something. */
function isStrongIn({ said }: Piece, language: KnownLanguage): boolean {
  return correctionForms(language).strong.test(said);
}

function isAdding({ said }: Piece, language: KnownLanguage): boolean {
  return correctionForms(language).more.test(said);
}

function textOf(text: string, pieces: readonly Piece[], tail: string): string {
  return pieces.some(({ text: now, said }) => now !== said) ? joinPieces(pieces, tail) : text;
}

/** An answer on record, after the words that gave it were corrected. */
function revisedAnswer(one: Clarification, changes: readonly TextChange[]): Clarification {
  if (one.answer === undefined || changes.length === 0) return one;
  const answer = changes.reduce(changedIn, one.answer);
  if (answer === one.answer) return one;
  const { answer: _, ...open } = one;
  return /[\p{L}\p{N}]/u.test(answer) ? { ...open, answer } : { ...open, status: "open" };
}

function changedIn(answer: string, { before, after }: TextChange): string {
  if (answer === "") return answer;
  if (answer.includes(before)) return answer.replace(before, () => after);
  if (!before.includes(answer)) return answer;
  if (after === "") return "";
  const [old, next] = difference(before, after);
  return answer.includes(old) ? answer.replace(old, () => next) : answer;
}

/** The words in which two texts differ. */
function difference(before: string, after: string): readonly [string, string] {
  const [old, next] = [before.split(" "), after.split(" ")];
  let start = 0;
  while (start < old.length && old[start] === next[start]) start += 1;
  let end = 0;
  while (
    end < old.length - start &&
    end < next.length - start &&
    old.at(-1 - end) === next.at(-1 - end)
  )
    end += 1;
  return [
    old.slice(start, old.length - end).join(" "),
    next.slice(start, next.length - end).join(" "),
  ];
}
