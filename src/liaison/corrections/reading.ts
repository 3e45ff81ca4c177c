import type { TypedValue } from "../values/typed-values.ts";
import type { KnownLanguage } from "../values/value-words.ts";
import type { CorrectionForms } from "./correction-words.ts";
import type { Mention } from "./find-mention.ts";
import { type Piece, setText } from "./pieces.ts";
import type { Told } from "./read-lead.ts";
import { replaceMention } from "./replace-mention.ts";

export interface TextChange {
  readonly before: string;
  readonly after: string;
}

export interface Revising {
  readonly language: KnownLanguage;
  /** What was said before, oldest first. */
  readonly history: Piece[];
  readonly changes: TextChange[];
}

export interface Reading {
  readonly piece: Piece;
  readonly revising: Revising;
  readonly forms: CorrectionForms;
  readonly told: Told;
  /** The piece without its full stop. */
  readonly body: string;
  /** It sounds like a correction, though no word of it says so. */
  readonly isHeard: boolean;
}

interface Replacing {
  readonly piece: Piece;
  readonly revising: Revising;
  readonly value?: TypedValue;
}

export function replace(
  mention: Mention,
  value: string,
  { piece, revising, value: typed }: Replacing,
): void {
  change(mention.piece, revising, () =>
    replaceMention(mention, value, { language: revising.language, by: piece.message, typed }),
  );
}

export function change(piece: Piece, { changes }: Revising, apply: () => void): void {
  const before = piece.text;
  apply();
  if (piece.text !== before) changes.push({ before, after: piece.text });
}

export function rewrite(piece: Piece, text: string): void {
  const end = text === "" ? "" : (/[.!?…。！]{1,10}$/u.exec(piece.text)?.[0] ?? "");
  setText(piece, text === "" ? "" : `${text}${end}`);
}
