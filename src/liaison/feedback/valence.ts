import { OPINION_WORDS } from "../learned/opinion-words.ts";
import { wordsOf } from "../text/words.ts";

/*
 * How good or bad a word is about a result of work, from −3 to 3. Emotional words alone would not
 * do: about a report, people complain that it is `slow`, `cluttered` or `outdated`.
 */
const LEVELS: Readonly<Record<string, string>> = {
  "3": `amazing awesome brilliant excellent exceptional fantastic flawless incredible outstanding
    perfect perfectly phenomenal stunning superb wonderful impeccable magnificent`,
  "2": `adore adores adored accurate attractive beautiful beautifully clean clear clearly complete comprehensive concise
    convincing correct correctly creative delighted delightful detailed easily elegant engaging
    enjoyed fast flawlessly fresh great happy helpful ideal imaginative impressed impressive
    informative innovative insightful intuitive love loved lovely original pleased polished precise
    professional quick readable reliable responsive satisfied sharp smart smooth smoothly snappy
    spot-on strong terrific thorough thoughtful tidy understandable useful valuable well-written
    well-organised well-organized well-structured inventive crisp affordable accessible glad friendly polite warm respectful safe secure stable robust playful catchy convenient
    punctual prompt inspiring handy nailed superb straightforward`,
  "1": `appreciate better decent fine good helps improved improvement interesting legible like liked
    nice nicely ok okay prominent relevant right solid welcome works worked well acceptable
    adequate reasonable sensible plausible usable consistent consistently helped cheap easier clearer faster enjoy`,
  "-1": `awkward basic bland bulky busy cheap-looking confused dated dense generic hard heavy
    inconsistent inconsistently incomplete lack lacking lacks late long-winded misses missing
    mistake mistakes monotonous odd off outdated plain repetitive rough rushed shallow small strange
    stale superficial thin tiny typo typos uninspired unclear unexpected verbose vague weak weird
    wordy issue issues problem problems bug bugs glitch glitches lag lags laggy concern concerns
    missed omitted overlooked forgot forgotten skipped ignored lengthy pixelated misaligned blurry
    cluttered crowded cramped jargon dry duplicate duplicated duplicates tedious clunky sluggish
    untranslated unsorted dull worried pricey overpriced costly downside delayed garish expensive stiff
    truncated invisible unreadably gap gaps trouble overlap overlaps
    repeats contradicting clumsy gripe gripes exceeded exceeds breaks robotic stilted wooden implausible hurts clash clashes unfortunately dead inconvenient complicated redundant
    ignores skips struggle struggled struggling strays drags repeated patchy`,
  "-2": `annoying bad badly boring broken buggy confusing crash crashes crashed difficult disappointed
    disappointing error errors fail failed fails failing false faulty frustrated frustrating illegible
    imprecise inaccurate inaccurately inaccessible incorrect incorrectly irrelevant messy misleading
    missed poor poorly sloppy slow slowly stuck ugly unattractive uncomfortable unconvincing
    unfinished unfortunate unhappy unhelpful unimaginative unintuitive unnecessary unprofessional
    unreadable unreliable unresponsive unusable wrong wrongly worse mess inferior untrue freezes
    hallucinated contradicts contradict contradictory nonsense misunderstood misunderstands dislike disliked hate hated overwhelming fiddly
    cumbersome unsatisfied dissatisfied useless condescending arrogant unfriendly aggressive salesy pushy unsafe insecure flaky unstable lousy mediocre rude patronising patronizing lacklustre`,
  "-3": `abysmal appalling atrocious awful catastrophic disaster disastrous dreadful garbage
    idiot idiots idiotic moron stupid dumb clueless incompetent junk ridiculous
    horrendous horrible horrid rubbish terrible terribly trash unacceptable worst worthless pathetic
    crap`,
};

const VALENCES: ReadonlyMap<string, number> = new Map(
  Object.entries(LEVELS).flatMap(([level, words]) =>
    words.split(/\s+/).map((word): [string, number] => [word, Number(level)]),
  ),
);

/** Opinions elsewhere, but plain words in work: "the negative margin", "highlight the top ten". */
const PLAIN = new Set(
  `average avoid bit blank bold bright brighter calm charged cold colorful colourful commercial
   complimentary cool dark desire dim diverse elsewhere empty energy excuse exotic extensive fair
   fairly faint familiar fancy free generous grease greatly hidden highlight highlights hot however
   huge improve improvement improvements inspire kind kindly lean light lightning like likes limited limp loud
   manual meh minor mixed mellow narrow native natural negative patient personal playful plus popular
   pretty pride quiet ready relaxed rich ridiculously right safe simple simplicity slight small sorry
   smaller smallish soft solid standard steep sticky super supports sweet thank thanks thin tired top
   treat treats unable unusual unique value varied variety wait waited waiting warned wins winner win
   wow`.split(/\s+/),
);
/** Praise for a meal is somewhat weaker for a report. */
const ELSEWHERE = 0.8;
/** "Unsorted", "misread": a word that its prefix negates is mostly a fault. */
const TURNED_OVER =
  /^(?:un|mis)(?!til|der|iq|it|ion|vers|chang|limit|us|like|s)[a-z]{3,}(?:ed|able|ible|ing|ly|al|ive)$/;

/** Undefined for a word that does not judge. */
export function valenceOf(word: string): number | undefined {
  const known = VALENCES.get(word);
  if (known !== undefined) return known;
  if (PLAIN.has(word)) return undefined;
  const elsewhere = OPINION_WORDS.get(word);
  if (elsewhere !== undefined) return elsewhere * ELSEWHERE;
  return TURNED_OVER.test(word) ? -1.5 : undefined;
}

export function hasValence(text: string): boolean {
  return wordsOf(text).some((word) => valenceOf(word) !== undefined);
}
