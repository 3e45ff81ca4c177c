import { STOP_WORDS, stemOf, wordsOf } from "./words.ts";

const NEGATIONS = new Set(["no", "not", "never", "without", "only"]);

/**
 * Covers the words that matter, whatever their order and endings, so that it survives changes of
 * small words.
 */
export function fingerprintOf(text: string): string {
  const stems = new Set<string>();
  for (const word of wordsOf(text)) {
    if (NEGATIONS.has(word) || !STOP_WORDS.has(word)) stems.add(stemOf(word));
  }
  const key = stems.size === 0 ? text.trim().toLowerCase() : [...stems].sort().join(" ");
  return hashOf(key);
}

/** FNV-1a, 32 bits, twice with different seeds; 16 hexadecimal digits. */
export function hashOf(text: string): string {
  return [0x81_1c_9d_c5, 0x01_00_01_93].map((seed) => fnv1a(text, seed)).join("");
}

function fnv1a(text: string, seed: number): string {
  let hash = seed;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
