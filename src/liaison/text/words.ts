const WORD = /[\p{L}\p{N}]+(?:['’.&+#/-][\p{L}\p{N}]+)*[+#%]*/gu;
/** Longer texts are compared by this many words from their beginning. */
const MAX_WORDS = 4_000;

/** Words that say nothing about what a text is about. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the of for to in on at by with from and or as is are was were be been being am it its this that these those
  i me my mine we us our you your he she they them their there here what which who whom whose how when where why
  do does did doing have has had having will would shall should can could may might must need needs want wants like
  please just also really very so too then than if but about into over out up down some any all each every other
  such only own same s t d ll m re ve not no nor yes ok okay sure thanks thank hi hello hey good great well
  make made get got give let help know think something anything everything thing things one ones kind sort type
  e.g i.e etc`.split(/\s+/),
);

/** In lower case, in order. */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(WORD)) {
    if (words.length >= MAX_WORDS) break;
    words.push(word.toLowerCase().replaceAll("’", "'"));
  }
  return words;
}

const IRREGULAR: Readonly<Record<string, string>> = {
  analyses: "analysis",
  analysis: "analysis",
  people: "person",
  children: "child",
  men: "man",
  women: "woman",
  data: "data",
  series: "series",
  colour: "color",
  colours: "color",
  execs: "executive",
  exec: "executive",
  news: "news",
  bus: "bus",
  business: "business",
};

/** Without endings of number and possession, so that "charts" matches "chart". */
export function stemOf(word: string): string {
  const bare = word.replace(/'s?$/, "");
  const known = Object.hasOwn(IRREGULAR, bare) ? IRREGULAR[bare] : undefined;
  if (known !== undefined) return known;
  if (bare.length <= 3 || /(?:ss|us|is)$/.test(bare)) return bare;
  if (bare.endsWith("ies")) return `${bare.slice(0, -3)}y`;
  if (/(?:x|ch|sh|ss|z)es$/.test(bare)) return bare.slice(0, -2);
  return bare.endsWith("s") ? bare.slice(0, -1) : bare;
}

/** The stems of words that say what a text is about. */
export function contentOf(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const word of wordsOf(text)) if (!STOP_WORDS.has(word)) found.add(stemOf(word));
  return found;
}

/** The share of `part` that `whole` contains; 0 if `part` is empty. */
export function shareIn(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  if (part.size === 0) return 0;
  let common = 0;
  for (const word of part) if (whole.has(word)) common += 1;
  return common / part.size;
}

export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
