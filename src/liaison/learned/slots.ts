import { isContent, plainWord } from "./content-words.ts";
import { type PackedNumbers, unpackNumbers } from "./packed-numbers.ts";
import { isWord, stem } from "./tokens.ts";

/** A word of the task that a topic can name: "trip" in "budget for the trip". */
export interface Slot {
  /** As the task writes it. */
  readonly surface: string;
  /** The same with its attached word: "digital camera". */
  readonly compound: string;
  readonly plain: string;
  /** The probability that a missing detail is about it. */
  readonly probability: number;
}

export interface SlotFeatures {
  /** Its index among the tokens. */
  readonly at: number;
  readonly surface: string;
  readonly plain: string;
  readonly features: readonly string[];
}

export interface SlotWeights {
  /** The names of the features, separated by bars. */
  readonly features: string;
  readonly bias: number;
  readonly weights: PackedNumbers;
}

const neverSlots = new Set(
  (
    "me my i we our us it its this that these those they them their his her he she who where when " +
    "why if but so then than into about using use also just only more most here should will may " +
    "might has had was were been being am can could some at by from as want need please help like " +
    "good best top useful against popular suitable great latest new different various basic simple " +
    "effective between before after during through without around over under enjoy love rated minimum lately related based daily inside effective easy essential important common interested looking causing making three five ten " +
    "next last week month day days weeks months today tomorrow tonight free beginner " +
    "monday tuesday wednesday thursday friday saturday sunday " +
    "find provide suggest create give make show tell recommend list write get does did not " +
    "one two four six second few all every both single out open while always must way thing someone " +
    "myself better bad old long small slow used working work doing coming starting focusing includes keeping " +
    "looks possible available upcoming famous recent reliable durable cheapest fastest highest smarter " +
    "regular efficient concise fluent greater lower curious planned published reviewed downloaded " +
    "compare set scrape scrap predict develop analyze automate determine collect translate locate " +
    "years year hours hour minutes minute logged lose summarise analyse organise optimise " +
    "fetch construct detect solve investigate send teach convert retrieve extract anymore step past explain compile expect date replace apply perform"
  )
    .split(" ")
    .map(plainWord),
);

function namesThing(token: string | undefined): boolean {
  if (token === undefined || token.length < 3 || !isWord(token) || token.endsWith("ly")) {
    return false;
  }
  const plain = plainWord(token);
  return isContent(plain) && !neverSlots.has(plain);
}

function kindOf(token: string | undefined): string {
  if (token === undefined) return "$";
  if (!namesThing(token)) return token.toLowerCase();
  return /^[A-Z]/.test(token) ? "N" : "C";
}

function nearestFunction(tokens: readonly string[], from: number): string {
  for (let i = from - 1; i >= 0 && i > from - 6; i--) {
    if (!namesThing(tokens[i])) return (tokens[i] ?? "").toLowerCase();
  }
  return "^";
}

function featuresAt(tokens: readonly string[], at: number): readonly string[] {
  const word = (tokens[at] ?? "").toLowerCase();
  const before = at === 0 ? "^" : kindOf(tokens[at - 1]);
  const after = kindOf(tokens[at + 1]);
  const features = [
    `w ${stem(word)}`,
    `b ${before}`,
    `a ${after}`,
    `s ${word.slice(-3)}`,
    `ba ${before} ${after}`,
    `p ${Math.min(Math.floor(at / 3), 8)}`,
    `v ${at === 0 ? "^" : stem((tokens[at - 1] ?? "").toLowerCase())}`,
    `f ${nearestFunction(tokens, at)}`,
  ];
  if (/^[A-Z]/.test(tokens[at] ?? "") && at > 0) features.push("cap");
  return features;
}

// Words that begin a request: "Research hotels", "Backup my photos".
const requestVerbs = new Set(
  (
    "backup research report search download sort train plan design review clean build fix prepare " +
    "summarize migrate check test draft organize order schedule track monitor release book help guide " +
    "learn identify generate calculate explain install run update upload filter display delete remove " +
    "refactor deploy compress rename configure implement"
  ).split(" "),
);

// "to organize" does not name a thing, "to Paris" does.
function isVerb(tokens: readonly string[], at: number): boolean {
  const before = tokens[at - 1];
  const isFirst = before === undefined || /^[.!?]$/.test(before);
  if (isFirst) return requestVerbs.has((tokens[at] ?? "").toLowerCase());
  return before.toLowerCase() === "to" && /^[a-z]/.test(tokens[at] ?? "");
}

/** Each thing that a task names, once, with what its place says about it. */
export function slotFeatures(tokens: readonly string[]): readonly SlotFeatures[] {
  const seen = new Map<string, SlotFeatures>();
  tokens.forEach((surface, at) => {
    const plain = plainWord(surface);
    if (!namesThing(surface) || isVerb(tokens, at) || seen.has(plain)) return;
    seen.set(plain, { at, surface, plain, features: featuresAt(tokens, at) });
  });
  return [...seen.values()];
}

/** The word with its likelier neighbour, if that is a thing too. */
function compoundOf(tokens: readonly string[], at: number, odds: ReadonlyMap<string, number>) {
  const oddsAt = (place: number) => {
    const token = tokens[place];
    const isThing = token !== undefined && namesThing(token) && !isVerb(tokens, place);
    return isThing ? (odds.get(plainWord(token)) ?? -1) : -1;
  };
  const before = oddsAt(at - 1);
  const after = oddsAt(at + 1);
  if (before < 0 && after < 0) return tokens[at] ?? "";
  return tokens.slice(before > after ? at - 1 : at, before > after ? at + 1 : at + 2).join(" ");
}

/** A single word for "living room" is its room; a name stands for itself. */
function headOf(surface: string, compound: string): string {
  const last = compound.split(" ").at(-1) ?? surface;
  return /^[A-Z]/.test(surface) ? surface : last;
}

/** Makes the function that finds a task's slots, most probable first, each word in only one. */
export function createSlots(weights: SlotWeights): (tokens: readonly string[]) => readonly Slot[] {
  const numbers = unpackNumbers(weights.weights);
  const known = new Map(weights.features.split("|").map((name, i) => [name, numbers[i] ?? 0]));
  return (tokens) => {
    const scored = slotFeatures(tokens).map(({ at, surface, plain, features }) => {
      const score = features.reduce((sum, name) => sum + (known.get(name) ?? 0), weights.bias);
      return { at, surface, plain, probability: 1 / (1 + Math.exp(-score)) };
    });
    const odds = new Map(scored.map(({ plain, probability }) => [plain, probability]));
    const used = new Set<string>();
    const slots: Slot[] = [];
    for (const { at, surface, plain, probability } of scored.sort(
      (left, right) => right.probability - left.probability,
    )) {
      if (used.has(plain)) continue;
      const compound = compoundOf(tokens, at, odds);
      for (const word of compound.split(" ")) used.add(plainWord(word));
      slots.push({ surface: headOf(surface, compound), compound, plain, probability });
    }
    return slots;
  };
}
