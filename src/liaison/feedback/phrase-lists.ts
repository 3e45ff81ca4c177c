import { phraseFinder } from "../phrases/phrase-finder.ts";
import { alternatives, CJK } from "../phrases/phrase-pattern.ts";

/** What people say of a result in one language, as lists of words and phrases; `*` is any ending. */
export interface PhraseLists {
  readonly contrast: readonly string[];
  readonly joins: readonly string[];
  readonly negations: readonly string[];
  readonly accept: readonly string[];
  readonly reject: readonly string[];
  readonly good: readonly string[];
  readonly bad: readonly string[];
  readonly lacks: readonly string[];
  readonly request: readonly string[];
  readonly later: readonly string[];
  /** Words that open a question. */
  readonly ask: readonly string[];
  /** Words that are no verdict when nothing else is said. */
  readonly weak: readonly string[];
  readonly retract: readonly string[];
  /** Others who may have an opinion, and the verbs of having one. */
  readonly people: readonly string[];
  readonly says: readonly string[];
  /** The person makes others' words their own. */
  readonly agree: readonly string[];
  /** Reminders of what was asked for. */
  readonly said: readonly string[];
  /** Words that take back what has just been said. */
  readonly reconsider: readonly string[];
  readonly conditional: readonly string[];
  /** In a condition they say that something has to change; without them it hangs on what will be. */
  readonly unreal: readonly string[];
  /** Forms that tell what would be or was, so that praise with them accepts nothing. */
  readonly wouldBe: readonly string[];
  /** Stems of the verbs of accepting, which a negation turns over. */
  readonly consent: readonly string[];
  /** Praise that mostly means the opposite where something is wrong. */
  readonly irony: readonly string[];
  /** The person themselves. */
  readonly self: readonly string[];
  /** Words that lead a noun. */
  readonly leads: readonly string[];
  readonly sides: Readonly<Record<string, readonly string[]>>;
}

type Judging = "good" | "bad" | "lacks" | "accept" | "people" | "conditional";

/** The lists of one language as patterns. */
export interface PhraseBook {
  readonly code: string;
  readonly is: (list: keyof Omit<PhraseLists, "sides" | "leads">, text: string) => boolean;
  /** Where the first of a list's phrases stands; only asked where there is one. */
  readonly placeOf: (list: Judging, text: string) => { readonly from: number; readonly to: number };
  readonly deniesBehind: boolean;
  /** It consists of the list's phrases, and names nothing. */
  readonly isOnly: (list: "request", text: string) => boolean;
  /** What a text is about: the words behind its first article. */
  readonly thingIn: (text: string) => string | undefined;
  readonly sidesIn: (text: string) => readonly string[];
  /** How many of its phrases occur. */
  readonly hits: (text: string) => number;
  /** Where a sentence turns: before these words. */
  readonly turns: RegExp;
  /** Words that only join a clause to the one before it. */
  readonly opening: RegExp;
}

const LISTS = [
  "contrast",
  "joins",
  "negations",
  "accept",
  "reject",
  "good",
  "bad",
  "lacks",
  "request",
  "later",
  "ask",
  "weak",
  "retract",
  "people",
  "says",
  "agree",
  "said",
  "reconsider",
  "conditional",
  "unreal",
  "wouldBe",
  "consent",
  "irony",
  "self",
] as const;
/** Their words are too short or too common to tell a language. */
const EVERYWHERE: readonly string[] = [
  "people",
  "says",
  "self",
  "consent",
  "conditional",
  "unreal",
  "wouldBe",
];
const COMMA = /[,，、]/g;

export function openPhraseBook(code: string, lists: PhraseLists): PhraseBook {
  const patterns = new Map(LISTS.map((name) => [name, phraseFinder(lists[name])]));
  const alone = new RegExp(`^(?:(?:${alternatives(lists.weak)})[\\s.!…。，,]{0,9}){1,3}$`, "iu");
  const opens = new RegExp(`^(?:${alternatives(lists.ask)})(?!\\p{L})`, "iu");
  const sides = Object.entries(lists.sides).map(([side, words]) => ({
    side,
    pattern: phraseFinder(words),
  }));
  const every = new Map([["request", new RegExp(alternatives(lists.request), "giu")]]);
  const joint = alternatives([...lists.contrast, ...lists.joins]);
  return {
    code,
    is: (list, text) => {
      // "Vergiss, was ich gesagt habe" is one phrase.
      if (list === "retract") return patterns.get(list)?.test(text.replaceAll(COMMA, "")) === true;
      if (list === "weak") return alone.test(text.trim());
      if (list === "ask" && !CJK.test(text)) return opens.test(text.trim());
      return patterns.get(list)?.test(text) === true;
    },
    placeOf: (list, text) => patterns.get(list)?.find(text) ?? { from: 0, to: 0 },
    isOnly: (list, text) => !/[\p{L}\p{N}]{3}/u.test(text.replace(every.get(list) ?? /$^/, "")),
    deniesBehind: DENY_BEHIND.has(code),
    thingIn: thingFinder(code, lists, (text) =>
      (["good", "bad", "negations", "says"] as const).some((list) =>
        patterns.get(list)?.test(text),
      ),
    ),
    sidesIn: (text) => sides.filter(({ pattern }) => pattern.test(text)).map(({ side }) => side),
    hits: (text) =>
      [...patterns].filter(([name, pattern]) => !EVERYWHERE.includes(name) && pattern.test(text))
        .length,
    turns: new RegExp(`\\s(?=(?:${joint})\\s)|(?<=[、，,;；:])\\s*`, "giu"),
    opening: new RegExp(`^(?:(?:${joint})(?!\\p{L})[\\s,，、]*)+`, "iu"),
  };
}

const DENY_BEHIND: ReadonlySet<string> = new Set(["de", "nl", "ja"]);
const MOST_READ = 300;
/** Before these particles stands what a Japanese or Chinese clause is about. */
const TOPIC = /^([\p{L}\p{N}ー]{1,12}?)(?:は|が|も|を|って|太|很|不|没|有|是|还|写|应该|错|缺)/u;

function thingFinder(
  code: string,
  { leads }: PhraseLists,
  judges: (text: string) => boolean,
): PhraseBook["thingIn"] {
  if (leads.length === 0) return (text) => TOPIC.exec(text.slice(0, MOST_READ).trim())?.[1];
  const behindLead = new RegExp(
    `(?<!\\p{L})(?:${leads.map((lead) => (lead.endsWith("'") ? lead : `${lead}\\s`)).join("|")})\\s*([\\p{L}\\p{N}-]{2,40})(?:\\s([\\p{L}\\p{N}-]{2,40}))?`,
    "giu",
  );
  const bare = /(?<![\p{L}\p{N}])(\p{L}{4,40})/gu;
  const names = (word: string) => /^\p{L}{4}/u.test(word) && !HELPERS.test(word) && !judges(word);
  return (text) => {
    const read = text.slice(0, MOST_READ);
    const led = [...read.matchAll(behindLead)].flatMap(([, first = "", second = ""]) => {
      // A German noun has a capital, and adjectives stand before it.
      const isNoun = code !== "de" || /^\p{Lu}/u.test(first) || !/^\p{Lu}/u.test(second);
      const isFirst = isNoun && !judges(first);
      return isFirst ? [first] : [second].filter(names);
    });
    const [found] = led.length > 0 ? led : (read.match(bare) ?? []).filter(names);
    return found?.toLowerCase();
  };
}

/** Helping verbs and words of asking and greeting name nothing. */
const HELPERS =
  /^(?:avai[st]|aviez|avions|avez|avons|étai[st]|faudrait|pouvez|pourriez|devrait|mettez|bitte|haben|hatte|hatten|hätte|wollte|sollte|sollten|könnte|müssen|muss|wurde|werden|schon|außerdem|deve|devono|doveva|dovrebbe|potrebbe|volevo|avevo|avete|però|grazie|debe|deben|había|podría|quería|gracias|tinha|podia|poderia|obrigad[oa]|mocht|mochten|moet|moeten|heeft|hebben|zouden|weten|precies|dank|miało|miał[ay]?|można|powinn[oa]|proszę|dziękuję|jest|było)$/iu;
