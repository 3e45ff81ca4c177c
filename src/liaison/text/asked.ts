import type { Spoken } from "../phrases/acts.ts";
import { tokensOf } from "../phrases/pieces.ts";
import { spokenIn } from "../phrases/spoken.ts";

const set = (words: string) => new Set(words.split(" "));
/** How a question opens in languages whose questions begin with a verb or a question word. */
const OPENERS: Readonly<Partial<Record<Spoken, ReadonlySet<string>>>> = {
  en: set(
    "what whats which who whos whose whom when where wheres why how hows is are am was were do does did can could will would should shall may might must have has had isnt arent dont doesnt didnt cant couldnt wont wouldnt shouldnt any or huh pardon anything anyone need want",
  ),
  de: set(
    "was wer wen wem wie wo wohin woher wann warum wieso weshalb wozu welche welcher welches welchen womit wofur wieviel ist sind bin war waren wird werden wurde wurden ware waren hat habe hast haben hab kann kannst konnen konnt konntest konnten darf durfen soll sollen sollte muss mussen mochtest willst wollen gibt gehts geht macht machst machen braucht brauchst brauche brauchen kennst weisst wissen stimmt kostet dauert reicht passt gilt oder",
  ),
  nl: set(
    "wat wie wiens waar wanneer waarom hoe welke welk hoeveel is zijn ben was waren heeft heb hebben kan kun kunnen kunt mag mogen moet moeten zal zullen zou zouden wil wilt willen gaat doet weet of kost duurt",
  ),
  fr: set(
    "que quoi qui quand ou pourquoi comment combien quel quelle quels quelles est sont es peux peut pouvez pourriez pourrais puis dois doit devez faut avez as a ai veux voulez c'est y",
  ),
};
/** So few words may be taken for another language: "was meinst du damit genau?" */
const OPENS_ELSEWHERE: ReadonlySet<string> = new Set(
  Object.values(OPENERS).flatMap((words) => [...words].filter(({ length }) => length > 2)),
);
/** What may stand before it. */
const BEFORE = set(
  "and but so then ok okay well also oh hm hmm um sorry please und aber dann also na ach en maar dus et mais alors bon",
);
const MOST_BEFORE = 3;

const ENDS = /[?？]["'”’)\]」]{0,4}\s*$/u;

/**
 * Whether a sentence asks something. "500ish?" and "Acoustic, I think?" end like a question, and tell
 * something hesitantly.
 */
export function isAsked(sentence: string): boolean {
  if (!ENDS.test(sentence)) return asksWithoutMark(sentence);
  const language = spokenIn(sentence) ?? "en";
  const openers = OPENERS[language];
  if (openers === undefined) return true;
  const words = tokensOf(sentence.slice(0, 600)).map(({ word }) => word);
  let at = 0;
  while (at < MOST_BEFORE && BEFORE.has(words[at] ?? "")) at += 1;
  if (openers.has(words[at] ?? "") || OPENS_ELSEWHERE.has(words[at] ?? "")) return true;
  return asksBehind(sentence, openers);
}

const UNMARKED =
  /^(?:(?:and|but|so|ok|okay|wait|hm+|oh|also|btw|sorry),? ){0,3}(?:(?:what|how|when|where|why|who|which \p{L}+)(?: else| exactly)? (?:do|does|did|can|will|would|should|is|are|was) (?:i|you|u|we|they|he|she|it|this|that|there)(?!\p{L})(?!['’]s)|how (?:long|soon|much longer|much|many)(?: \p{L}+)? (?:until|till|will|does|do|is|are|can) )(?!.*:)/iu;

/** "How long until I have it": people leave the mark out. */
export function asksWithoutMark(sentence: string): boolean {
  return UNMARKED.test(sentence.slice(0, 200)) && !/[?？]|[.!…]\s*$/u.test(sentence);
}

/** "The red one, is it in stock?" */
function asksBehind(sentence: string, openers: ReadonlySet<string>): boolean {
  const parts = sentence.slice(0, 600).split(/[,:;–-]\s+/);
  return parts.slice(1).some((part) => openers.has(tokensOf(part)[0]?.word ?? ""));
}
