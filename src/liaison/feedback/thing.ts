import { valenceOf } from "./valence.ts";
import { startsRequest } from "./wishes/request-words.ts";

/*
 * What a clause judges, as its noun phrase: "the gas hob had to stay" is about the gas hob. Without a
 * parser: the first run of words that are neither grammar nor judgement, rather behind an article than
 * not.
 */

const LEADS = new Set(
  `the a an my our your his her its their this that these those all both every each some any no most
   many few several more fewer less two three four five six seven eight nine ten whose half another
   too much which what bigger smaller larger shorter longer clearer better`.split(/\s+/),
);
const GRAMMAR = new Set(
  `i we you he she it they me us him them who whom there here and or but so because though although
   while if when once until unless than then as of in on at by for from with without to into onto
   over under about after before behind between through during per up down out off not only just
   also very really quite rather still already yet again now never always ever even maybe perhaps
   is are was were be been being am do does did have has had can could will would shall should may
   might must need needs want wants wanted like say says said saying tell tells told ask asked asks think thinks
   call called feel feels felt look looks looked seem seems seemed sound sounds read reads reading get gets
   got give gives gave make makes made keep keeps kept put take takes took go goes went gone come comes
   came leave leaves left show shows showed shown see saw seen find finds found use uses used using
   know knows knew cost costs run runs running stay stays stop stops start starts begin begins end ends ended turn
   turns last lasts fit fits bring brings hold holds contain contains cover covers have
   please thanks thank sorry ok okay yes no well oh ah hm fine far way bit lot kind sort such else
   don't doesn't didn't isn't aren't wasn't weren't can't cannot couldn't won't wouldn't shouldn't
   i'm i'd i've i'll it's that's there's we're we've we'd we'll you're you've they're he's she's what's
   who's let let's honest honestly actually tbh one ones other own same max maximum minimum afraid dear least
   wow oh ah ya yep yeah why done accepted otherwise avoid lie alike hate hates finally nope btw lol
   first second third once twice instead rest however anyway`.split(/\s+/),
);
/** They name the whole or nothing. */
const WHOLE = new Set(
  `result results work version draft thing things job everything something nothing anything whole
   stuff effort time times way part parts rest people person reason point sense day today tomorrow
   morning evening moment minute`.split(/\s+/),
);
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’.:/-]*/gu;
const MOST_READ = 400;
const MOST_WORDS = 3;

interface Run {
  readonly words: readonly string[];
  readonly isLed: boolean;
}

/** Of a clause in plain lower case; undefined where it names nothing. */
export function thingOf(clause: string): string | undefined {
  const runs = runsOf(clause.slice(0, MOST_READ)).filter(({ words }) => names(words));
  const found = runs.find(({ isLed }) => isLed) ?? runs[0];
  return found?.words.slice(-MOST_WORDS).join(" ");
}

function names(words: readonly string[]): boolean {
  return words.some((word) => /\p{L}{2}/u.test(word) && !WHOLE.has(word));
}

function runsOf(text: string): readonly Run[] {
  const runs: Run[] = [];
  let words: string[] = [];
  let [isLed, end] = [false, 0];
  const close = () => {
    if (words.length > 0) runs.push({ words, isLed });
    words = [];
  };
  for (const { 0: found, index } of text.matchAll(WORD)) {
    const word = found.replace(/[.:'’/-]+$/, "");
    const isVerb = index === 0 && startsRequest(text);
    if (/[^\s]/.test(text.slice(end, index))) close();
    end = index + found.length;
    const isNamed = !isVerb && !GRAMMAR.has(word) && !LEADS.has(word) && isPlain(word);
    if (!isNamed) close();
    else {
      if (words.length === 0) isLed = LEADS.has(lastWord(text, index));
      words.push(word);
    }
  }
  close();
  return runs;
}

function isPlain(word: string): boolean {
  return valenceOf(word) === undefined && !/ly$/.test(word);
}

/** The word before a place, over words that judge: "the boring middle part". */
function lastWord(text: string, at: number): string {
  const before = text
    .slice(Math.max(0, at - 60), at)
    .trim()
    .split(/\s+/);
  const last = before.at(-1) ?? "";
  return isPlain(last) ? last : (before.at(-2) ?? "");
}
