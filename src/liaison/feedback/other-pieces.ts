import type { MessageId } from "../../domain/id.ts";
import type { Exchange } from "../../domain/liaison/liaison.ts";
import type { PhraseBook } from "./phrase-lists.ts";
import { ordersOf } from "./wishes/orders.ts";

const MAX_READ = 16_000;
const MAX_CLAUSES = 200;
const SENTENCE = /[^.!?。！？\n…]{1,2000}(?:\.(?=\p{L}|\d)[^.!?。！？\n…]{1,2000})*[.!?。！？…]*/gu;
const ASKED = /[?？]\s*$/;
/** Praise in a question is no judgement: "are these lovely prices with delivery?" */
const DECIDING = ["accept", "reject", "bad", "lacks", "request", "later", "said"] as const;

/** A clause of what somebody says, as far as it judges or asks by itself. */
export interface Piece {
  readonly exchange: MessageId;
  readonly source: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly sentence: number;
  readonly isAsked: boolean;
  readonly isNewest: boolean;
}

export function piecesOf(human: readonly Exchange[], book: PhraseBook): readonly Piece[] {
  const newest = human.at(-1)?.id;
  const pieces: Piece[] = [];
  let sentence = 0;
  for (const { id, content: source } of human) {
    for (const found of source.slice(0, MAX_READ).matchAll(SENTENCE)) {
      sentence += 1;
      for (const { start, end } of partsOf(found[0], book)) {
        const text = found[0].slice(start, end);
        if (!/[\p{L}\p{N}]/u.test(text) || pieces.length >= MAX_CLAUSES) continue;
        pieces.push({
          exchange: id,
          source,
          start: found.index + start,
          end: found.index + end,
          text,
          sentence,
          isAsked: ASKED.test(found[0]),
          isNewest: id === newest,
        });
      }
    }
  }
  return pieces;
}

interface Part {
  readonly start: number;
  readonly end: number;
}

/** At commas and where it turns, if each part judges or asks by itself. */
function partsOf(sentence: string, book: PhraseBook): readonly Part[] {
  const cuts = [...sentence.matchAll(book.turns)].map(({ index }) => index);
  const parts: Part[] = [];
  let from = 0;
  for (const [at, cut] of [...cuts, sentence.length].entries()) {
    const isLast = cut === sentence.length;
    const [left, rest] = [sentence.slice(from, cut), sentence.slice(cut)];
    const isTurn = book.is("contrast", rest.slice(0, 20)) && book.is("good", left);
    // "Mettez | aussi une date" is one wish.
    const isOpen = !/[,;:、，；：]\s*$/u.test(left) && book.isOnly("request", left);
    // "A line for name | and street, but else it is fine": the wish ends at the "but".
    const next = cuts[at + 1] ?? sentence.length;
    const isPart =
      book.is("contrast", sentence.slice(next, next + 20)) &&
      !says(sentence.slice(cut, next), book);
    const isApart = !isOpen && !isPart && says(left, book) && (says(rest, book) || isTurn);
    if (!isLast && !isApart && !(isTurn && rest.length > 8)) continue;
    parts.push(trimmed(sentence, from, cut));
    from = cut;
  }
  return parts;
}

function says(text: string, book: PhraseBook): boolean {
  return book.is("good", text) || decides(text, book);
}

/** It accepts, refuses, blames, asks for something, puts off or reminds: more than praise. */
export function decides(text: string, book: PhraseBook): boolean {
  const orders = ordersOf(book.code);
  return DECIDING.some((list) => book.is(list, text)) || orders.isOrder(text) || orders.isBan(text);
}

function trimmed(text: string, from: number, to: number): Part {
  let [start, end] = [from, to];
  while (start < end && /[\s,;:、，；：¡¿"“”«»„-]/u.test(text[start] ?? "")) start++;
  while (end > start && /[\s,;:、，；：。"“”«»]/u.test(text[end - 1] ?? "")) end--;
  return { start, end };
}
