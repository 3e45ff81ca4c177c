/*
 * Patterns with `*` for any number of characters and `?` for exactly one; everything else stands
 * for itself, case included. Texts come from agents, so a match takes time in proportion to the text,
 * whatever the pattern: each part between two `*` is sought once, from where the one before ended.
 */

export type GlobMatch = (text: string) => boolean;

export function matchesGlob(pattern: string, text: string): boolean {
  return compileGlob(pattern)(text);
}

/** Parses a pattern once, for many texts. */
export function compileGlob(pattern: string): GlobMatch {
  if (pattern.includes("?")) {
    return pattern.includes("*") ? compileMixed(pattern) : compileOnes(pattern);
  }
  const [head = "", ...rest] = pattern.split("*");
  const tail = rest.pop();
  if (tail === undefined) return (text) => text === pattern;
  const middle = rest.filter((part) => part !== "");
  return (text) => {
    const end = text.length - tail.length;
    if (end < head.length || !text.startsWith(head) || !text.endsWith(tail)) return false;
    let from = head.length;
    for (const part of middle) {
      const at = text.indexOf(part, from);
      if (at < 0) return false;
      from = at + part.length;
    }
    return from <= end;
  };
}

/** A character is a code point, so that `?` takes a whole emoji. */
function compileOnes(pattern: string): GlobMatch {
  const symbols = [...pattern];
  return (text) => {
    let n = 0;
    for (const character of text) {
      const symbol = symbols[n++];
      if (symbol !== "?" && symbol !== character) return false;
    }
    return n === symbols.length;
  };
}

/** So many places of a pattern are moved in one step. */
export const WORD = 31;

/**
 * For patterns with both wildcards. The places of the pattern that the text read so far can have
 * reached are kept as bits, and each character moves all of them together (Shift-And).
 */
function compileMixed(pattern: string): GlobMatch {
  const places = [...pattern.replaceAll(/\*+/g, "*")];
  const machine = machineOf(places);
  return (text) => {
    const at = machine.start();
    for (const character of text) if (!machine.step(at, character)) return false;
    return machine.isEnd(at);
  };
}

/** Changed in place: a text has many characters. */
type Bits = Int32Array;

interface Machine {
  start(): Bits;
  /** False once no place is reached. */
  step(at: Bits, character: string): boolean;
  isEnd(at: Bits): boolean;
}

/** Place n is before symbol n of the pattern. A match may stay at a `*` or leave it at any time. */
function machineOf(places: readonly string[]): Machine {
  const words = Math.floor(places.length / WORD) + 1;
  const bits = (isSet: (symbol: string | undefined) => boolean): Bits => {
    const made = new Int32Array(words);
    for (let n = 0; n <= places.length; n++) {
      if (!isSet(places[n])) continue;
      const word = Math.floor(n / WORD);
      made[word] = (made[word] ?? 0) | (1 << (n % WORD));
    }
    return made;
  };
  const stars = bits((symbol) => symbol === "*");
  const ones = bits((symbol) => symbol === "?");
  const known = new Map(
    [...new Set(places)].map((one) => [one, bits((s) => s === one || s === "?")]),
  );
  return {
    start() {
      const at = new Int32Array(words);
      at[0] = places[0] === "*" ? 0b11 : 0b1;
      return at;
    },
    step(at, character) {
      const taken = isWild(character) ? ones : (known.get(character) ?? ones);
      return moveOn(at, taken, stars);
    },
    isEnd: (at) => {
      const word = at[Math.floor(places.length / WORD)] ?? 0;
      return (word & (1 << (places.length % WORD))) !== 0;
    },
  };
}

/** Moves every place on that takes the character, and then past a `*` that is reached. */
function moveOn(at: Bits, taken: Bits, stars: Bits): boolean {
  let fromTaken = 0;
  let fromStar = 0;
  let reached = 0;
  for (let n = 0; n < at.length; n++) {
    const before = at[n] ?? 0;
    const star = stars[n] ?? 0;
    const taking = before & (taken[n] ?? 0);
    const here = (before & star) | ((taking << 1) & FULL) | fromTaken;
    const leaving = here & star;
    const now = here | ((leaving << 1) & FULL) | fromStar;
    fromTaken = taking >>> (WORD - 1);
    fromStar = leaving >>> (WORD - 1);
    at[n] = now;
    reached |= now;
  }
  return reached !== 0;
}

/** In a text these two are ordinary characters, and no pattern can name them. */
function isWild(character: string): boolean {
  return character === "*" || character === "?";
}

const FULL = 2 ** WORD - 1;

/**
 * Whether every text that matches `narrow` matches `wide`. A yes is certain. For some patterns that
 * mix `*` and `?` the answer is no although it could be yes.
 */
export function globCovers(wide: string, narrow: string): boolean {
  if (!beginsAlike(wide, narrow)) return false;
  const outer = ordered(wide);
  const inner = ordered(narrow);
  let reached = new Set([0]);
  for (const symbol of inner)
    reached = new Set(coveredBy(outer, withStars(outer, reached), symbol));
  return withStars(outer, reached).has(outer.length);
}

/** Most pairs differ before the first wildcard, which is quickly seen. */
function beginsAlike(wide: string, narrow: string): boolean {
  for (let n = 0; n < wide.length; n++) {
    if (wide[n] === "*" || wide[n] === "?") return true;
    if (wide[n] !== narrow[n]) return false;
  }
  return wide.length === narrow.length;
}

/** `*?` and `?*` mean the same; patterns written one way can be compared. */
function ordered(pattern: string): string[] {
  return [
    ...pattern.replaceAll(/[*?]{2,}/g, (run) => {
      const star = run.includes("*") ? "*" : "";
      return run.replaceAll("*", "") + star;
    }),
  ];
}

function withStars(pattern: readonly string[], places: ReadonlySet<number>): Set<number> {
  const all = new Set(places);
  for (const place of all) if (pattern[place] === "*") all.add(place + 1);
  return all;
}

function* coveredBy(
  pattern: readonly string[],
  places: ReadonlySet<number>,
  symbol: string,
): Generator<number> {
  for (const place of places) {
    const own = pattern[place];
    if (own === "*") yield place;
    else if (symbol !== "*" && (own === "?" || own === symbol)) yield place + 1;
  }
}
