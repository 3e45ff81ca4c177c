import { OPINION_WORDS } from "../learned/opinion-words.ts";

/*
 * People type in haste: "im hapy with it, il use it". What they mean is certain where an apostrophe
 * or one of two equal letters is left out.
 */

const SHORT: Readonly<Record<string, string>> = {
  im: "i'm",
  ive: "i've",
  ill: "i'll",
  il: "i'll",
  id: "i'd",
  youre: "you're",
  youve: "you've",
  theyre: "they're",
  thats: "that's",
  whats: "what's",
  theres: "there's",
  dont: "don't",
  doesnt: "doesn't",
  didnt: "didn't",
  isnt: "isn't",
  arent: "aren't",
  wasnt: "wasn't",
  werent: "weren't",
  cant: "can't",
  couldnt: "couldn't",
  wont: "won't",
  wouldnt: "wouldn't",
  shouldnt: "shouldn't",
  havent: "haven't",
  hasnt: "hasn't",
  u: "you",
  ur: "your",
  thx: "thanks",
  pls: "please",
  plz: "please",
  gr8: "great",
  luv: "love",
  wanna: "want to",
  gonna: "going to",
  yea: "yeah",
  mabye: "maybe",
  teh: "the",
};
/** "Its colours": nothing is left out. */
const OWN =
  /^(?:is|are|a|an|the|not|too|so|very|all|really|ok|okay|fine|good|great|perfect|wrong|just|still|now|missing|been|got)$/;
const WORD = /[\p{L}\p{N}'’]+/gu;
const TWICE = /(\p{L})\1/gu;
const DOUBLED: ReadonlyMap<string, string> = new Map(
  [...OPINION_WORDS.keys()]
    .map((word): [string, string] => [word.replaceAll(TWICE, "$1"), word])
    .filter(([typed, word]) => typed !== word && typed !== "step"),
);

/** A text in plain lower case as it was meant; its length may differ. */
export function meantBy(plain: string): string {
  return plain.replace(WORD, (word, at: number) => {
    if (word === "its") return OWN.test(nextWord(plain, at + 3)) ? "it's" : word;
    if (Object.hasOwn(SHORT, word)) return SHORT[word] ?? word;
    if (word.length < 4 || OPINION_WORDS.has(word)) return word;
    return DOUBLED.get(word) ?? word;
  });
}

function nextWord(text: string, from: number): string {
  return /^\s+([\p{L}']+)/u.exec(text.slice(from, from + 30))?.[1] ?? "";
}
