import type { Exchange } from "../../domain/liaison/liaison.ts";
import { present } from "../../domain/present.ts";
import type { Act } from "./acts.ts";
import { type Hear, isAsking, isDeferring, isSureBlame } from "./heard.ts";
import { decides, type Piece, piecesOf } from "./other-pieces.ts";
import type { PhraseBook } from "./phrase-lists.ts";
import type { Polarity } from "./polarity.ts";
import type { Remark } from "./remarks.ts";
import { ordersOf } from "./wishes/orders.ts";
import type { RequestKind } from "./wishes/request-words.ts";

/** What somebody says of a result in a language other than English, by its phrases. */
export interface OtherReading {
  readonly remarks: readonly Remark[];
  readonly questions: readonly string[];
  readonly isPutOff: boolean;
  readonly isQuestion: boolean;
  readonly isWeak: boolean;
}

const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const PLAIN: Polarity = { value: 0, weight: 0 };
const GOOD: Polarity = { value: 0.65, weight: 1.1 };
const BAD: Polarity = { value: -0.65, weight: 1.1 };
const WISH: Polarity = { value: -0.45, weight: 0.8 };
/** A plain statement behind "but", or beside nothing but blame. */
const OPPOSED: Polarity = { value: -0.5, weight: 0.7 };
const BESIDE_BLAME: Polarity = { value: -0.3, weight: 0.4 };
const IRONIC: Polarity = { value: -0.4, weight: 0.4 };
const OF_ACT: Readonly<Record<Act["kind"], Polarity>> = {
  accept: GOOD,
  reject: BAD,
  improve: WISH,
  conditional: WISH,
};

export function readOther(
  exchanges: readonly Exchange[],
  book: PhraseBook,
  hear: Hear,
): OtherReading {
  const human = exchanges.filter(({ role }) => role === "human");
  const pieces = piecesOf(human, book);
  const back = pieces.findLastIndex(({ sentence }) => book.is("retract", textOf(pieces, sentence)));
  const own = withoutReconsidered(pieces.slice(back + 1), book);
  const heard = (piece: Piece) => hear(sentenceOf(piece, pieces));
  const orders = ordersOf(book.code);
  const open = pieces.filter(
    (piece) => !isSureBlame(heard(piece)) && (piece.isAsked || !orders.isOrder(piece.text)),
  );
  const asked = open.filter(
    (piece) =>
      !(piece.isAsked && ELSE.test(piece.text)) &&
      (isAsking(heard(piece)) || (isQuestion(piece, book) && !isReproach(piece, pieces, book))),
  );
  const later = open.filter((piece) => !asked.includes(piece) && isLater(piece, pieces, book));
  const hearsay = open.filter(
    (piece) =>
      isHearsay(piece, pieces, book) ||
      (isDeferring(heard(piece)) && !isAgreed(piece, pieces, book)),
  );
  const aside = new Set([...asked, ...later, ...hearsay]);
  const remarks = own
    .filter((piece) => !aside.has(piece) && !book.is("weak", piece.text))
    .map((piece, at, all) => {
      const sentence = own.filter((one) => one.sentence === piece.sentence);
      return remarkOf(piece, { book, next: all[at + 1], before: all[at - 1], sentence });
    });
  const newest = pieces.filter(({ isNewest }) => isNewest);
  return {
    remarks: inCompany(remarks, book),
    questions: asked.map(({ text }) => text),
    isPutOff: newest.some((piece) => later.includes(piece)),
    isQuestion: newest.length > 0 && newest.every((piece) => asked.includes(piece)),
    isWeak:
      book.is("weak", human.at(-1)?.content.slice(0, 200) ?? "") ||
      newest.some(leavesOpen(book)) ||
      newest.some((one) => hearsay.includes(one) && book.is("contrast", one.text.slice(0, 20))),
  };
}

/** Praise in a question, of what would be, denied or felt by others accepts nothing by its tone. */
function leavesOpen(book: PhraseBook) {
  return ({ text, isAsked }: Piece) =>
    isAsked ||
    book.is("wouldBe", text) ||
    book.is("negations", text) ||
    opensCondition(text, book) ||
    (book.is("people", text) && !book.is("self", text));
}

function sentenceOf({ sentence, source, start, end }: Piece, pieces: readonly Piece[]): string {
  const parts = pieces.filter((one) => one.sentence === sentence);
  return source.slice(parts[0]?.start ?? start, (parts.at(-1)?.end ?? end) + 1);
}

function textOf(pieces: readonly Piece[], sentence: number): string {
  const parts = pieces.filter((one) => one.sentence === sentence);
  return parts.map(({ text }) => text).join(" ");
}

/** "Ah no, wait": what was said before it in the same message is no judgement any more. */
function withoutReconsidered(pieces: readonly Piece[], book: PhraseBook): readonly Piece[] {
  return pieces.filter((piece, at) => {
    const behind = pieces.slice(at + 1).filter(({ exchange }) => exchange === piece.exchange);
    return !behind.some((one) => isReconsidered(one, piece, book));
  });
}

function isReconsidered(one: Piece, piece: Piece, book: PhraseBook): boolean {
  if (!book.is("reconsider", one.text.slice(0, 24))) return false;
  return book.is("accept", piece.text) || one.sentence - piece.sentence <= 1;
}

/** Put off, or left to what somebody else will say. */
function isLater(piece: Piece, all: readonly Piece[], book: PhraseBook): boolean {
  if (book.is("later", piece.text)) return !book.is("accept", piece.text);
  if (isBesideLater(piece, all, book)) return true;
  const sentence = all.filter((one) => one.sentence === piece.sentence);
  if (!sentence.some(({ text }) => opensCondition(text, book))) return false;
  if (sentence.some(({ text }) => book.is("people", text))) return true;
  const lists = ["unreal", "request", "lacks", "bad"] as const;
  return sentence.every(({ text }) => !lists.some((list) => book.is(list, text)));
}

/** "Ich weiß nicht, was ich davon halten soll": the rest of it judges nothing either. */
function isBesideLater(
  { text, sentence }: Piece,
  all: readonly Piece[],
  book: PhraseBook,
): boolean {
  const near = all.filter((one) => one.sentence === sentence);
  if (!near.some((one) => book.is("later", one.text)) || !book.is("self", text)) return false;
  return (["accept", "reject", "good", "bad", "lacks"] as const).every(
    (list) => !book.is(list, text),
  );
}

function opensCondition(text: string, book: PhraseBook): boolean {
  const bare = text.replace(book.opening, "");
  return book.is("conditional", bare) && book.placeOf("conditional", bare).from < 3;
}

/** What others think of it is theirs, unless the person agrees. */
function isHearsay(piece: Piece, all: readonly Piece[], book: PhraseBook): boolean {
  const sentence = all.filter((one) => one.sentence === piece.sentence);
  if (isAgreed(piece, all, book)) return false;
  const told = sentence.findIndex(({ text }) => isTold(text, book));
  const at = sentence.indexOf(piece);
  const turned = sentence.findIndex((one, place) => place > told && turns(one, book));
  return told >= 0 && at >= told && (turned < 0 || at < turned);
}

function isAgreed({ exchange }: Piece, all: readonly Piece[], book: PhraseBook): boolean {
  return all.some((one) => one.exchange === exchange && book.is("agree", one.text));
}

const OPENING_LENGTH = 60;

function isTold(text: string, book: PhraseBook): boolean {
  const bare = text.replace(book.opening, "").slice(0, OPENING_LENGTH);
  const place = book.placeOf("people", bare);
  return book.is("people", bare) && place.from < 24 && book.is("says", bare.slice(place.to));
}

/** "But I …": from here the person speaks for themselves. */
function turns({ text }: Piece, book: PhraseBook): boolean {
  return book.is("contrast", text.slice(0, 20)) && !isTold(text, book);
}

function isQuestion({ text, isAsked }: Piece, book: PhraseBook): boolean {
  if (!isAsked) return false;
  const bare = text.replace(book.opening, "");
  if (book.is("request", CJK.test(bare) ? bare : bare.slice(0, 12))) return false;
  return book.is("ask", bare) || !decides(bare, book);
}

const WHY =
  /^(?:warum|wieso|weshalb|por qué|pourquoi|perché|perchè|porque|por que|waarom|dlaczego|czemu|なぜ|どうして|为什么|怎么)/iu;

/** "Why is it always her?", beside blame, wants to know nothing. */
function isReproach(piece: Piece, all: readonly Piece[], book: PhraseBook): boolean {
  if (!WHY.test(piece.text.replace(book.opening, ""))) return false;
  const lists = ["bad", "reject", "said", "lacks"] as const;
  return all.some(
    ({ exchange, text }) =>
      exchange === piece.exchange && lists.some((list) => book.is(list, text)),
  );
}

interface Around {
  readonly book: PhraseBook;
  readonly next: Piece | undefined;
  readonly before: Piece | undefined;
  readonly sentence: readonly Piece[];
}

function remarkOf(piece: Piece, around: Around): Remark {
  const { book, next } = around;
  const bare = piece.text.replace(book.opening, "");
  const act = conditioned(actOf(bare, book), around);
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
    ...(act === undefined && request === undefined && isOpposed(piece, around)
      ? OPPOSED
      : polarityOf(bare, { book, act, request })),
    dimensions: book.sidesIn(bare),
    ...present({ act, request, thing: book.thingIn(bare) }),
    isSarcastic: false,
    isContinuing: false,
  };
}

/** "If you change the title, I accept it." */
function conditioned(act: Act | undefined, { book, sentence }: Around): Act | undefined {
  const isHeld = act?.kind === "accept" && sentence.some(({ text }) => opensCondition(text, book));
  return isHeld ? { kind: "conditional", isFirm: true } : act;
}

/** What follows praise and "but" is what is not praised, whatever the words. */
function isOpposed(piece: Piece, { book, before }: Around): boolean {
  if (!book.is("contrast", piece.text.slice(0, 20)) || book.is("good", piece.text)) return false;
  return (
    before !== undefined && piece.sentence - before.sentence <= 1 && book.is("good", before.text)
  );
}

/** Praise, plain statements and irony are read by what stands beside them. */
function inCompany(remarks: readonly Remark[], book: PhraseBook): readonly Remark[] {
  return [...Map.groupBy(remarks, ({ exchange }) => exchange).values()].flatMap((near) => {
    if (!near.some(({ value }) => value < -0.4)) return near;
    const isIronic = near.some(({ plain }) => book.is("irony", plain)) && !near.some(hasTurn(book));
    const isBlamed = near.every(({ value }) => value <= 0);
    return near.map((remark) => {
      if (remark.act?.kind === "reject" || remark.request !== undefined) return remark;
      if (isIronic && remark.value >= 0) return meantOtherwise(remark);
      return isBlamed && remark.weight === 0 ? { ...remark, ...BESIDE_BLAME } : remark;
    });
  });
}

function meantOtherwise({ act: _, ...remark }: Remark): Remark {
  return { ...remark, ...IRONIC, isSarcastic: true };
}

function hasTurn(book: PhraseBook) {
  return ({ source, start }: Remark) =>
    book.is("contrast", source.slice(Math.max(0, start - 12), start + 16));
}

function actOf(text: string, book: PhraseBook): Act | undefined {
  if (book.is("reject", text)) return { kind: "reject", isFirm: true };
  const isAccepting = book.is("accept", text);
  if (isRefusal(text, book, isAccepting)) {
    const isOpen = book.is("request", text) || book.is("lacks", text) || book.is("later", text);
    return { kind: isOpen ? "improve" : "reject", isFirm: true };
  }
  // "Corrígelo, por favor" asks for what was said before it.
  if (!isAccepting && book.is("request", text) && book.isOnly("request", text))
    return { kind: "improve", isFirm: false };
  if (!isAccepting) return undefined;
  if (book.is("conditional", text)) return { kind: "conditional", isFirm: true };
  return { kind: "accept", isFirm: !book.is("request", text) };
}

/** "Je ne valide pas": a verb of accepting with a negation that is not part of an accepting phrase. */
function isRefusal(text: string, book: PhraseBook, isAccepting: boolean): boolean {
  if (isAccepting) {
    const { from, to } = book.placeOf("accept", text);
    const isOwn = book.is("negations", text.slice(from, to));
    return !isOwn && isDenied(text, book, "accept");
  }
  return book.is("consent", text) && book.is("negations", text) && book.is("self", text)
    ? !book.is("good", text)
    : false;
}

/** "Gibt es nicht was anderes?" wants it. */
const ELSE =
  /(?<!\p{L})(?:(?:et)?was (?:anderes|andres)|autre chose|otra cosa|algo (?:distinto|diferente)|qualcos'?altro|qualcosa di diverso|outra coisa|iets anders|coś innego)(?!\p{L})|別の(?:もの|の)|ほかの(?:もの|の)|别的/iu;

function requestOf(text: string, book: PhraseBook): RequestKind | undefined {
  if (ELSE.test(text)) return "asked";
  if (book.is("lacks", text)) return isDenied(text, book, "lacks") ? undefined : "lacks";
  if (isCorrection(text, book) || ordersOf(book.code).isOrder(text)) return "asked";
  // "More beautiful than I hoped": words of measure beside praise ask for nothing.
  if (!book.is("request", text)) return undefined;
  return book.is("good", text) && !book.is("bad", text) && text.length < 25 ? undefined : "asked";
}

const NOT_SO = /[,;，、]\s*(?:\p{L}{1,3}\s)?(\p{L}{1,6})\s(?:[^\s,.;:!?]{1,20}\s?){1,3}[.!)]*$/u;
const NOT_SO_CJK =
  /(?:^|[，,、])(?:而)?不是[\p{L}\p{N}]{1,8}。?$|[\p{L}\p{N}]{1,10}で(?:は|)(?:ありません|ない)。?$/u;
const NUMBERED = /\d|\p{Lu}/u;

/** "15 días, no 30": what is written is denied. */
function isCorrection(text: string, book: PhraseBook): boolean {
  if (NOT_SO_CJK.test(text)) return true;
  const found = NOT_SO.exec(text.slice(-120));
  if (found === null || !book.is("negations", found[1] ?? "")) return false;
  return NUMBERED.test(found[0]) || !(book.is("good", found[0]) || book.is("bad", found[0]));
}

interface Read {
  readonly book: PhraseBook;
  readonly act: Act | undefined;
  readonly request: RequestKind | undefined;
}

function polarityOf(text: string, { book, act, request }: Read): Polarity {
  if (request !== undefined) return WISH;
  if (act !== undefined) return OF_ACT[act.kind];
  if (book.is("said", text)) return goodIf(isAsSaid(text, book));
  if (book.is("bad", text)) return goodIf(isDenied(text, book, "bad"));
  if (book.is("good", text)) return goodIf(!isDenied(text, book, "good"));
  if (book.is("lacks", text)) return GOOD;
  return isDenial(text, book) ? DENIAL : PLAIN;
}

function goodIf(isGood: boolean): Polarity {
  return isGood ? GOOD : BAD;
}

const DENIAL: Polarity = { value: -0.4, weight: 0.5 };
const AS =
  /(?<!\p{L})(?:wie|genau|como|exactamente|justo|comme|exactement|come|proprio|exatamente|zoals|precies|jak|dokładnie)(?!\p{L})|とおり|通り/iu;

/** "Exactly as I asked" reminds of nothing that is wrong. */
function isAsSaid(text: string, book: PhraseBook): boolean {
  return AS.test(text) && !book.is("negations", text);
}

/** "Nobody will read this": a negation about the result, without praise or blame, is a fault. */
function isDenial(text: string, book: PhraseBook): boolean {
  return book.is("negations", text) && !book.is("self", text) && text.trim().includes(" ");
}

/** "Kein Fehler", "no está bien": a negation that is not part of the phrase itself. */
function isDenied(
  text: string,
  book: PhraseBook,
  list: "good" | "bad" | "lacks" | "accept",
): boolean {
  const { from, to } = book.placeOf(list, text);
  const before = /[^,:;，：]*$/u.exec(text.slice(Math.max(0, from - 25), from))?.[0] ?? "";
  // German and Dutch deny behind the verb: "gefällt mir nicht".
  const behind =
    list === "good" || list === "accept" ? (/^[^,:;]{0,60}/u.exec(text.slice(to))?.[0] ?? "") : "";
  return book.is("negations", before) || (book.deniesBehind && book.is("negations", behind));
}
