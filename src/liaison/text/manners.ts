import { type Act, actsIn, leadOf, SPOKEN, type Spoken, tailFrom } from "../phrases/acts.ts";
import { type Piece, piecesOf, type Token } from "../phrases/pieces.ts";
import { isAsked } from "./asked.ts";
import { asksWho } from "./asks-who.ts";

/** Acts that tell nothing about a task. */
const MANNERS: ReadonlySet<Act> = new Set<Act>([
  "greet",
  "parts",
  "thank",
  "insult",
  "praise",
  "mood",
  "complain",
  "frame",
  "please",
  "swear",
]);
/** "I have to run" tells nothing, and "I have to run it first" does. */
const WHOLE: ReadonlySet<Act> = new Set<Act>(["complain", "praise", "parts"]);
const TAILS: ReadonlySet<Act> = new Set<Act>(["thank", "insult", "mood", "please"]);
/** "I am so tired all the time" tells something; "ugh" beside a fact does not. */
const SHORT_MOOD = 2;
const SHORT_MOOD_OF_SIGNS = 6;

function isLead(act: Act, length: number, language: Spoken): boolean {
  if (act === "mood") return isShort(length, language);
  return !WHOLE.has(act) && MANNERS.has(act);
}

function isTail(act: Act, length: number): boolean {
  return TAILS.has(act) && (act !== "mood" || length === 1);
}

function isShort(length: number, language: Spoken): boolean {
  const isOfSigns = language === "ja" || language === "zh";
  return length <= (isOfSigns ? SHORT_MOOD_OF_SIGNS : SHORT_MOOD);
}

const SMILE = /(?<![\p{L}\p{N}])[:;=]['’-]?[)(DPpo3/|\\]{1,3}(?![\p{L}\p{N}])|<3|\^\^/gu;
/** A smile or an emoji ends what was said before it: "on Thursday :) 10 slides". */
const ENDING = new RegExp(
  `(?:(?<=\\p{L}{4})|(?<=\\p{L})(?=\\s?\\S{1,3}\\s{1,3}\\p{Lu}))\\s?(?:${SMILE.source}|(?:\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\u200d|\ufe0f){1,40})\\s{1,3}(?=[\\p{L}\\p{N}])`,
  "gu",
);
const SIGN = /\s?(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f){1,40}/gu;

/**
 * The words without greetings, thanks, polite frames, insults and moods. "I was wondering whether you
 * could set up a newsletter?" is "Set up a newsletter." What people do by words alone, such as "go
 * ahead" or "skip", stays.
 */
export function withoutManners(text: string, language: Spoken): string {
  const kept: string[] = [];
  for (const piece of piecesOf(text.replaceAll(ENDING, ". ").replaceAll(SMILE, " "))) {
    const own = plainPiece(piece, language);
    if (typeof own === "string") {
      if (opensWish(piece, language)) endBefore(kept, CONDITION);
      kept.push(own);
    } else if (piece.mark.includes("\n")) kept.push("\n");
    else if (own.every((act) => act === "please")) joinBefore(kept, piece.mark);
    else endBefore(kept);
  }
  return kept
    .join("")
    .replaceAll(/[ \t]{2,}/g, " ")
    .trim();
}

/** "It is her birthday, could you write a poem?": the wish is a sentence of its own. */
function opensWish({ tokens }: Piece, language: Spoken): boolean {
  const { count, acts } = leadOf(tokens, language, (act) => act === "frame");
  return count >= LEAST_FRAME && acts.length > 0 && count < tokens.length;
}

const LEAST_FRAME = 2;
/** What comes first belongs to the wish. */
const CONDITION =
  /^(?:and |but )?(?:if|when|whenever|once|after|before|as|since|because|until|for|by|in|at|with|wenn|falls|sobald|weil|da|bis|si|cuando|como|porque|quand|comme|puisque|se|quando|siccome|als|omdat|zodra|je[śs]li|gdy)(?!\p{L})/iu;

/** What is left before a piece that goes does not run into what comes behind it. */
function endBefore(kept: string[], unless?: RegExp): void {
  const last = kept.at(-1);
  if (last !== undefined && /[,，、]\s*$/.test(last) && unless?.test(last) !== true) {
    kept[kept.length - 1] = last.replace(/[,，、]\s*$/, /[，、]\s*$/.test(last) ? "。" : ". ");
  }
}

/** "I would like, please, a letter" is one wish; "should it rhyme, what do you think?" asks. */
function joinBefore(kept: string[], mark: string): void {
  const last = kept.at(-1);
  if (last === undefined) return;
  const bare = last.replace(/[,，、]\s*$/, "");
  const isEnd = bare !== last && isAsked(`${bare}${mark}`);
  kept[kept.length - 1] = isEnd ? `${bare}${mark}` : last.replace(/[,，、]\s*$/, " ");
}

const APOLOGY =
  /^(?:sorry|oops|whoops|ups|uups|entschuldigung|perdon|perdona|pardon|desole|desolee|scusa|scusate|desculpa|desculpe|przepraszam|przepraszamy)$/;

/** "Sorry, 8 pm" corrects what was said; whatever else it is told with, it is taken off later. */
function isApology({ tokens, mark }: Piece): boolean {
  return tokens.length === 1 && mark.includes(",") && APOLOGY.test(tokens[0]?.word ?? "");
}

/** What is left of it; its acts if nothing of it is about the task. */
function plainPiece(piece: Piece, language: Spoken): string | readonly Act[] {
  if (piece.tokens.length === 0 || isApology(piece)) return piece.text + piece.mark;
  const acts = actsIn(piece.tokens, [language, ...SPOKEN.filter((one) => one !== language)]);
  if (acts === undefined) return wishOf(piece, language);
  return acts.every((act) => MANNERS.has(act)) ? acts : ended(piece, acts);
}

/** Where the words that follow the wish begin; what belongs to them is no end of its own. */
function tailOf(tokens: readonly Token[], language: Spoken): number {
  const from = tailFrom(tokens, language, (act, length) => isTail(act, length));
  const before = tokens[from - 1]?.word ?? "";
  return OWNING.test(before) || LEADS_ON.test(before) ? tokens.length : from;
}

/** The piece without what leads to its wish and what follows it. */
function wishOf({ text, mark, tokens }: Piece, language: Spoken): string {
  if (asksWho(text + mark)) return text + mark;
  const lead = leadOf(tokens, language, (act, length) => isLead(act, length, language));
  const count = isDeed(tokens, lead.count) ? lead.count - 1 : lead.count;
  const rest = tokens.slice(count);
  const tail = tailOf(rest, language);
  const first = rest[0];
  const last = rest[tail - 1];
  if (first === undefined || last === undefined) return text + mark;
  const end = closed(text, last);
  const isOpened = text.slice(end).includes("(");
  const isCut = tail < rest.length && (!isOpened || mark.includes(")"));
  const words = text.slice(count === 0 ? 0 : first.start, isCut ? end : text.length);
  const behind = isCut && isOpened ? mark.replace(/[.!?]*\)/, "") : mark;
  const isAsked = lead.acts.includes("frame");
  return withoutSigns(words) + (isAsked ? behind.replace(/[?？]+/, ".") : behind);
}

/** "Please look over my letter", and not "look, my letter". */
function isDeed(tokens: readonly Token[], count: number): boolean {
  const [last, next] = [tokens[count - 1]?.word, tokens[count]?.word];
  return /^(?:look|listen|say|help)$/.test(last ?? "") && DEED_BEHIND.test(next ?? "");
}

const DEED_BEHIND =
  /^(?:over|at|into|for|through|up|after|around|whether|if|to|that|hello|yes|no|sorry)$/;

/** "My mate" and "mi madre" are people. */
const OWNING =
  /^(?:my|our|your|his|her|their|the|a|an|mein|meine[nmrs]?|unser|unsere[nmrs]?|mi|mis|tu|su|mon|ma|mes|mio|mia|meu|minha|mijn|onze|moj|moja|mojego|mojej)$/;

/** "Polite and brief", "are driving me insane": the end belongs to what leads to it. */
const LEADS_ON =
  /^(?:and|or|me|us|et|ou|s|se|nous|vous|und|oder|mich|uns|y|nos|e|ci|en|of|ons|i|lub)$/;

/** With the bracket that closes behind the last word. */
function closed(text: string, { end }: Token): number {
  return end + (/^["”’)\]%€$£]{1,3}/.exec(text.slice(end))?.[0].length ?? 0);
}

/** "Yes, go ahead": each act is a sentence of its own. */
function ended({ text, mark }: Piece, acts: readonly Act[]): string {
  const isBegun = acts.includes("go") || acts.includes("agree") || acts.includes("leave");
  if (!isBegun) return text + mark;
  return text + mark.replace(/^,\s*/, ". ").replace(/^，/, "。");
}

function withoutSigns(text: string): string {
  return text.replaceAll(SIGN, "").trim();
}
