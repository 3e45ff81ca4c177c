import type { Language } from "../ports/model/understanding.ts";

const set = (words: string) => new Set(words.split(" "));
const ENGLISH = set(
  "the of and to is are was were be been it this that these those i you we they he she my your our their with for from on at by not don't do does have has had will would should could can must need want please what which who when where how why if but or as into about only also there yes no just make show an a in me us its than then more all any some so thanks thank hello hi sure okay ok whatever",
);
/** Words that English does not have, from the languages that people most likely use instead. */
const FOREIGN: ReadonlyMap<string, readonly string[]> = byWord({
  de: "der die das und ist nicht ein eine einen für mit ich wir brauche bitte auf zu von nein sie auch es mach",
  fr: "le la les et est une pour dans je nous avec sur pas que qui des du au oui non un voudrais vous",
  es: "el la los las y es una para con por necesito quiero pero sí que del al un en de por favor",
  it: "il di che per sono un della con ho una vorrei bisogno gli",
  nl: "het een en van voor ik naar niet de wij met graag wil",
  pt: "o os um uma não em preciso com para de que quero do da por",
  sv: "och att är jag det på en ett inte för med",
  da: "og jeg ikke til et det på er en med",
  pl: "nie na się jest dla proszę do potrzebuję jak z w",
  tr: "bir ve için bu mi istiyorum lütfen",
  ro: "ben și este pentru",
  ru: "и в на не для мне нужен нужна пожалуйста я с по",
});

function byWord(lists: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [code, words] of Object.entries(lists)) {
    for (const word of words.split(" ")) found.set(word, [...(found.get(word) ?? []), code]);
  }
  return found;
}

const SHARED = set("no a an in me die on so as at do i we was use can den am");
const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}]+)?/gu;
const NOT_LANGUAGE = /https?:\/\/\S{1,300}|[\w.+-]{1,64}@[\w.-]{1,100}|`[^`]{0,300}`/g;
const MAX_LENGTH = 4_000;
/** The language of a shorter text, "monthly" or a name, is never certain. */
const TERSE = 3;
const ENOUGH = 5;
/** The detector's score for short texts and nonsense stays below this. */
const RELIABLE = 0.08;

const TERSE_ENGLISH: Language = { code: "en", isSure: false, isUnderstood: true };
const CERTAIN_ENGLISH: Language = { code: "en", isSure: true, isUnderstood: true };

interface Counted {
  readonly total: number;
  readonly english: number;
  readonly foreign: number;
  readonly isOtherScript: boolean;
  /** The language with the most of its words, at least two; undefined in a tie. */
  readonly clearly: string | undefined;
}

/** The language of a text: first by words that every English sentence has, then by its looks. */
export async function languageOf(text: string): Promise<Language> {
  const bare = text.slice(0, MAX_LENGTH).replaceAll(NOT_LANGUAGE, " ");
  const counted = countWords(bare);
  const { total, english, foreign } = counted;
  if (total === 0) return { code: "und", isSure: false, isUnderstood: true };
  if (english > foreign && english / total >= 0.12) {
    return total > TERSE ? CERTAIN_ENGLISH : TERSE_ENGLISH;
  }
  if (total <= TERSE && foreign === 0 && !counted.isOtherScript) return TERSE_ENGLISH;
  if (counted.clearly !== undefined && english === 0) {
    return { code: counted.clearly, isSure: true, isUnderstood: false };
  }
  return detected(bare, counted);
}

/** For a conversation, the last words decide if they are certain; otherwise all of them. */
export async function conversationLanguage(words: string, newest: string): Promise<Language> {
  const last = newest === words ? undefined : await languageOf(newest);
  if (last?.isSure === true && !last.isUnderstood) return last;
  return languageOf(words);
}

function countWords(text: string): Counted {
  const words = (text.match(WORD) ?? []).map((word) => word.toLowerCase().replace("’", "'"));
  const foreign = words.filter((word) => FOREIGN.has(word) && !SHARED.has(word));
  const others = words.filter((word) => !/\p{sc=Latin}/u.test(word)).length;
  return {
    total: words.length,
    english: words.filter((word) => ENGLISH.has(word)).length,
    foreign: foreign.length,
    isOtherScript: others > words.length / 2,
    clearly: mostIn(words.flatMap((word) => FOREIGN.get(word) ?? [])),
  };
}

function mostIn(codes: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  const [first, second] = [...counts].sort((one, other) => other[1] - one[1]);
  if (first === undefined || first[1] < 2) return undefined;
  return second === undefined || second[1] < first[1] ? first[0] : undefined;
}

/**
 * By an outside detector, loaded with the first text that is not plainly English, since nobody else
 * needs its tables. It is hardly ever sure of a few words.
 */
async function detected(text: string, counted: Counted): Promise<Language> {
  const { detectAll } = await import("tinyld/light");
  const [found] = detectAll(text);
  if (found === undefined) return { code: "und", isSure: false, isUnderstood: false };
  const isReliable = found.accuracy >= RELIABLE || counted.isOtherScript;
  if (found.lang === "en") return { code: "en", isSure: isReliable, isUnderstood: true };
  const isBacked = counted.foreign > 0 || counted.isOtherScript;
  const isLong = counted.total >= ENOUGH && counted.english === 0;
  const isSure = isReliable && (isBacked || isLong);
  const isUnderstood = !isSure && !isBacked && counted.total < ENOUGH;
  return { code: found.lang, isSure, isUnderstood };
}
