import { splitClauses } from "../text/clauses.ts";
import { splitSentences } from "../text/sentences.ts";
import { type TypedValue, typedValues } from "../values/typed-values.ts";
import { isUnspaced, type KnownLanguage } from "../values/value-words.ts";
import { correctionForms } from "./correction-words.ts";
import { withoutLead } from "./read-lead.ts";

/** A clause of a message, which a later correction may change. */
export interface Piece {
  /** What stands before it in the message: spaces, bullets, quoted material. */
  lead: string;
  text: string;
  /** As it was said. */
  readonly said: string;
  /** It opens a sentence. */
  readonly isFirst: boolean;
  readonly message: number;
  /** The values that corrections have put into it, with the messages that said so. */
  readonly corrected: { readonly value: string; readonly by: number }[];
  values: readonly TypedValue[] | undefined;
}

/** The pieces of a text. Joined, they give the text again. */
export function splitPieces(text: string, message: number, language: KnownLanguage) {
  const pieces: Piece[] = [];
  let at = 0;
  for (const sentence of sentencesOf(text, language)) {
    if (sentence.start < at) continue;
    const own = text.slice(sentence.start, sentence.end);
    const spans = splitClauses({ ...sentence, text: own }).flatMap((clause) =>
      turns(clause.text, language).map(
        ([from, to]) => [clause.start + from, clause.start + to] as const,
      ),
    );
    for (const [index, [start, end]] of together(text, spans, language).entries()) {
      const said = text.slice(start, end);
      const lead = text.slice(at, start);
      pieces.push({
        lead,
        text: said,
        said,
        isFirst: index === 0,
        message,
        corrected: [],
        values: undefined,
      });
      at = end;
    }
  }
  return { pieces, tail: text.slice(at) };
}

type Bounds = readonly [start: number, end: number];

/** "Not Friday" stays with what stands for it: before it, or else behind it. */
function together(
  text: string,
  spans: readonly Bounds[],
  language: KnownLanguage,
): readonly Bounds[] {
  const forms = correctionForms(language);
  const joined: Bounds[] = [];
  let isOpen = false;
  for (const [start, end] of spans) {
    const { rest } = withoutLead(text.slice(start, end).replace(/[.!?]+$/, ""), forms);
    const isNot = forms.not.test(rest.slice(rest.lastIndexOf(": ") + 1).trim());
    const before = joined.at(-1);
    if (before !== undefined && (isNot || isOpen)) joined.splice(-1, 1, [before[0], end]);
    else joined.push([start, end]);
    isOpen = (isNot && before === undefined) || forms.said.test(rest);
  }
  return joined;
}

function sentencesOf(text: string, language: KnownLanguage) {
  const sentences = splitSentences(text);
  if (!isUnspaced(language)) return sentences;
  return sentences.flatMap((sentence) => {
    const own = text.slice(sentence.start, sentence.end);
    return [...own.matchAll(/[^。！？]+[。！？]*/gu)].map((part) => ({
      text: part[0],
      start: sentence.start + part.index,
      end: sentence.start + part.index + part[0].length,
    }));
  });
}

function turns(text: string, language: KnownLanguage): readonly Bounds[] {
  const forms = correctionForms(language);
  const parts: Bounds[] = [];
  let from = 0;
  for (const turn of text.matchAll(forms.turn)) {
    if (parts.length >= 6) break;
    if (withoutLead(`${text.slice(from, turn.index)},`, forms).rest === "") continue;
    parts.push([from, turn.index]);
    from = turn.index + turn[0].length;
  }
  parts.push([from, text.length]);
  return parts.filter(([start, end]) => text.slice(start, end).trim() !== "");
}

export function valuesOf(piece: Piece, language: KnownLanguage): readonly TypedValue[] {
  piece.values ??= typedValues(piece.text, language);
  return piece.values;
}

export function setText(piece: Piece, text: string): void {
  piece.text = text;
  piece.values = undefined;
}

/** The text after corrections. A piece without words is gone, with what only joined it. */
export function joinPieces(pieces: readonly Piece[], tail: string): string {
  let text = "";
  let lost: string | undefined;
  for (const piece of pieces) {
    const { lead, text: own, isFirst } = piece;
    if (/[\p{L}\p{N}]/u.test(own)) {
      text += `${isFirst ? lead : (lost ?? lead)}${own}`;
      lost = undefined;
    } else {
      text += leftOf(piece, text);
      lost = isFirst && !isMaterial(lead) ? lead : lost;
    }
  }
  return `${text}${tail}`;
}

/** Quoted material stands in a lead and stays. */
function isMaterial(lead: string): boolean {
  return /\n[^\n]*\p{L}/u.test(lead);
}

/** What stays of a piece that is gone: material before it, or the end of its sentence. */
function leftOf({ lead, said, isFirst }: Piece, before: string): string {
  if (isMaterial(lead)) return lead;
  const isOpen = !isFirst && /[\p{L}\p{N}]$/u.test(before);
  return isOpen ? (/[.!?…。！？]+$/u.exec(said)?.[0] ?? "") : "";
}
