import type { TermVector } from "./term-vector.ts";

const MOST_READ = 300;
const MOST_TOKENS = 60;
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const SPACED = /[\p{L}\p{M}']+|\d+|\p{Extended_Pictographic}|[^\s\p{L}\p{N}]/gu;
const UNSPACED = /\p{sc=Han}|[\p{sc=Hiragana}\p{sc=Katakana}ー]|[a-z]+|\d+|[^\s\p{L}\p{N}]/gu;
/** Lengths of the pieces of words; a sign of Japanese or Chinese tells more than a letter. */
const LETTERS = [3, 5] as const;
const SIGNS = [2, 4] as const;

/** A clause as input of a linear model: its words, and what the readers by hand say of it. */
export function actRow(text: string, marks: readonly string[], buckets: number): TermVector {
  const values = new Map<number, number>();
  const add = (names: Iterable<string>) => {
    const places = new Set([...names].map((name) => bucketOf(name, buckets)));
    const value = 1 / Math.sqrt(places.size || 1);
    for (const place of places) values.set(place, (values.get(place) ?? 0) + value);
  };
  add(wordFeatures(text));
  add(markFeatures([...marks, ...shapeOf(text)]));
  return { indices: [...values.keys()], values: [...values.values()] };
}

function wordFeatures(text: string): readonly string[] {
  const low = text.slice(0, MOST_READ).toLowerCase().normalize("NFKC").replaceAll("’", "'");
  const isUnspaced = CJK.test(low);
  const found = low.match(isUnspaced ? UNSPACED : SPACED) ?? [];
  const tokens = found.slice(0, MOST_TOKENS).map((one) => (/^\d/.test(one) ? "#" : one));
  const whole = `^${tokens.join(isUnspaced ? "" : " ")}$`;
  return [
    ...tokens.map((one) => `w ${one}`),
    ...tokens.slice(1).map((one, at) => `b ${tokens[at]} ${one}`),
    ...tokens.slice(0, 3).map((one, at) => `p${at} ${one}`),
    `s2 ${tokens.slice(0, 2).join(" ")}`,
    `s3 ${tokens.slice(0, 3).join(" ")}`,
    `e ${tokens.at(-1)}`,
    `e2 ${tokens.slice(-2).join(" ")}`,
    ...partsOf(whole, isUnspaced ? SIGNS : LETTERS),
  ];
}

function partsOf(whole: string, [shortest, longest]: readonly [number, number]): readonly string[] {
  const parts: string[] = [];
  for (let length = shortest; length <= longest; length++) {
    for (let at = 0; at + length <= whole.length; at++) {
      parts.push(`c${whole.slice(at, at + length)}`);
    }
  }
  return parts;
}

/** Each mark and each two together: whom to believe depends on what the others say. */
function markFeatures(marks: readonly string[]): readonly string[] {
  const sorted = [...new Set(marks)].sort();
  return [
    ...sorted.map((one) => `m ${one}`),
    ...sorted.flatMap((one, at) => sorted.slice(at + 1).map((other) => `mm ${one}&${other}`)),
  ];
}

function shapeOf(text: string): readonly string[] {
  const read = text.slice(0, MOST_READ);
  const words = CJK.test(read) ? read.length / 2 : (read.match(/\p{L}+/gu)?.length ?? 0);
  const marks = [`length ${[1, 2, 4, 8].find((most) => words <= most) ?? 9}`];
  if (/[?？]\s*$/.test(read)) marks.push("asks");
  else if (/[?？]/.test(read)) marks.push("asks within");
  if (/[!！]/.test(read)) marks.push("exclaims");
  if (/\d/.test(read)) marks.push("number");
  if (/\p{Extended_Pictographic}/u.test(read)) marks.push("emoji");
  if (/…|\.\.\./.test(read)) marks.push("trails off");
  return marks;
}

function bucketOf(name: string, buckets: number): number {
  let hash = 2166136261;
  for (let at = 0; at < name.length; at++) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 16777619);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return ((hash ^ (hash >>> 13)) >>> 0) % buckets;
}
