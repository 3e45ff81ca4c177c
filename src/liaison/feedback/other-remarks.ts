import type { MessageId } from "../../domain/id.ts";
import type { Exchange } from "../../domain/liaison/liaison.ts";
import { present } from "../../domain/present.ts";
import type { Act } from "./acts.ts";
import type { PhraseBook } from "./phrase-lists.ts";
import type { Polarity } from "./polarity.ts";
import type { Remark } from "./remarks.ts";
import type { RequestKind } from "./request-words.ts";

/** What somebody says of a result in a language other than English, by its phrases. */
export interface OtherReading {
  readonly remarks: readonly Remark[];
  readonly questions: readonly string[];
  readonly isPutOff: boolean;
  readonly isQuestion: boolean;
  readonly isWeak: boolean;
}

const MAX_READ = 16_000;
const MAX_CLAUSES = 200;
const SENTENCE = /[^.!?。！？\n…]{1,2000}(?:\.(?=\p{L}|\d)[^.!?。！？\n…]{1,2000})*[.!?。！？…]*/gu;
const ASKED = /[?？]\s*$/;
const PLAIN: Polarity = { value: 0, weight: 0 };
const GOOD: Polarity = { value: 0.65, weight: 1.1 };
const BAD: Polarity = { value: -0.65, weight: 1.1 };
const WISH: Polarity = { value: -0.45, weight: 0.8 };

interface Piece {
  readonly exchange: MessageId;
  readonly source: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly sentence: number;
  readonly isAsked: boolean;
  readonly isNewest: boolean;
}

export function readOther(exchanges: readonly Exchange[], book: PhraseBook): OtherReading {
  const human = exchanges.filter(({ role }) => role === "human");
  const pieces = piecesOf(human, book);
  const back = pieces.findLastIndex(({ text }) => book.is("retract", text));
  const asked = pieces.filter((piece) => isQuestion(piece, book));
  const later = pieces.filter((piece) => !asked.includes(piece) && book.is("later", piece.text));
  const remarks = pieces
    .slice(back + 1)
    .filter((piece) => !asked.includes(piece) && !later.includes(piece))
    .map((piece, at, all) => remarkOf(piece, { book, next: all[at + 1] }));
  const newest = pieces.filter(({ isNewest }) => isNewest);
  return {
    remarks,
    questions: asked.map(({ text }) => text),
    isPutOff: newest.some((piece) => later.includes(piece)),
    isQuestion: newest.length > 0 && newest.every((piece) => asked.includes(piece)),
    isWeak: book.is("weak", (human.at(-1)?.content ?? "").slice(0, 200)),
  };
}

function piecesOf(human: readonly Exchange[], book: PhraseBook): readonly Piece[] {
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
  for (const cut of [...cuts, sentence.length]) {
    const isLast = cut === sentence.length;
    const [left, rest] = [sentence.slice(from, cut), sentence.slice(cut)];
    if (!isLast && !(says(left, book) && says(rest, book))) continue;
    parts.push(trimmed(sentence, from, cut));
    from = cut;
  }
  return parts;
}

function says(text: string, book: PhraseBook): boolean {
  return (["accept", "reject", "good", "bad", "lacks", "request", "later"] as const).some((list) =>
    book.is(list, text),
  );
}

function trimmed(text: string, from: number, to: number): Part {
  let [start, end] = [from, to];
  while (start < end && /[\s,;:、，；：¡¿"“”«»„-]/u.test(text[start] ?? "")) start++;
  while (end > start && /[\s,;:、，；：。"“”«»]/u.test(text[end - 1] ?? "")) end--;
  return { start, end };
}

function isQuestion({ text, isAsked }: Piece, book: PhraseBook): boolean {
  if (!isAsked) return false;
  const bare = text.replace(book.opening, "");
  return book.is("ask", bare) || !says(bare, book);
}

interface Around {
  readonly book: PhraseBook;
  readonly next: Piece | undefined;
}

function remarkOf(piece: Piece, { book, next }: Around): Remark {
  const bare = piece.text.replace(book.opening, "");
  const act = actOf(bare, book);
  const request = act === undefined ? requestOf(bare, book) : undefined;
  const isDiscounted =
    next?.sentence === piece.sentence && book.is("contrast", next.text.slice(0, 20));
  return {
    exchange: piece.exchange,
    source: piece.source,
    start: piece.start,
    end: piece.end,
    text: bare,
    plain: bare.toLowerCase(),
    sentence: piece.sentence,
    isDiscounted,
    isItem: false,
    ...polarityOf(bare, { book, act, request }),
    dimensions: book.sidesIn(bare),
    ...present({ act, request }),
    isSarcastic: false,
    isContinuing: false,
  };
}

function actOf(text: string, book: PhraseBook): Act | undefined {
  if (book.is("reject", text)) return { kind: "reject", isFirm: true };
  if (!book.is("accept", text)) return undefined;
  return { kind: "accept", isFirm: !book.is("request", text) };
}

function requestOf(text: string, book: PhraseBook): RequestKind | undefined {
  if (book.is("lacks", text)) return isDenied(text, book, "lacks") ? undefined : "lacks";
  // "More beautiful than I hoped": words of measure beside praise ask for nothing.
  if (!book.is("request", text)) return undefined;
  return book.is("good", text) && !book.is("bad", text) && text.length < 25 ? undefined : "asked";
}

interface Read {
  readonly book: PhraseBook;
  readonly act: Act | undefined;
  readonly request: RequestKind | undefined;
}

function polarityOf(text: string, { book, act, request }: Read): Polarity {
  if (request !== undefined) return WISH;
  if (act !== undefined) return act.kind === "accept" ? GOOD : BAD;
  if (book.is("bad", text)) return isDenied(text, book, "bad") ? GOOD : BAD;
  if (book.is("good", text)) return isDenied(text, book, "good") ? BAD : GOOD;
  if (book.is("lacks", text)) return GOOD;
  return PLAIN;
}

/** "Kein Fehler", "no está bien": a negation that is not part of the phrase itself. */
function isDenied(text: string, book: PhraseBook, list: "good" | "bad" | "lacks"): boolean {
  const { from, to } = book.placeOf(list, text);
  const before = /[^,:;，：]*$/u.exec(text.slice(Math.max(0, from - 25), from))?.[0] ?? "";
  // German and Dutch deny behind the verb: "gefällt mir nicht".
  const behind = list === "good" ? (/^[^,:;]{0,20}/u.exec(text.slice(to))?.[0] ?? "") : "";
  return book.is("negations", before) || (book.deniesBehind && book.is("negations", behind));
}
