import { type AspectContext, type AspectQuery, readContext } from "./aspect-context.ts";
import { ASPECT_WEIGHTS } from "./aspect-sentiment.generated.ts";
import { addActions, addClause, addLists, addNearest, addShapes } from "./pattern-features.ts";
import { type Polarity, toPolarity } from "./polarity.ts";
import { type AddFeature, addNeighbours, addSides } from "./side-features.ts";

/** A linear model over hashed features, relative to neutral. */
export interface AspectWeights {
  /** The number of bits in a feature's key. */
  readonly bits: number;
  /** The value of one step of a code. */
  readonly scale: number;
  /** The scores without features: negative, then positive. */
  readonly biases: readonly [number, number];
  /** Base64 of the gaps between the sorted keys, seven bits a byte, lowest first. */
  readonly keys: string;
  /** Base64 of two signed bytes a key: negative, then positive. */
  readonly codes: string;
}

export type AspectSentiment = (query: AspectQuery) => Polarity;

const FAMILIES = [
  addSides,
  addNeighbours,
  addShapes,
  addLists,
  addNearest,
  addClause,
  addActions,
] as const;

function readKeys(packed: string): number[] {
  const keys: number[] = [];
  let [last, gap, shift] = [0, 0, 0];
  for (const byte of Buffer.from(packed, "base64")) {
    gap += (byte & 0x7f) * 2 ** shift;
    shift += 7;
    if (byte >= 0x80) continue;
    last += gap;
    keys.push(last);
    [gap, shift] = [0, 0];
  }
  return keys;
}

/** Makes the scorer for these weights; all the expensive work happens here, once. */
export function createAspectSentiment(weights: AspectWeights): AspectSentiment {
  const places = new Map(readKeys(weights.keys).map((key, place) => [key, 2 * place]));
  const codes = new Int8Array(Buffer.from(weights.codes, "base64"));
  return (query) => {
    let [negative, positive] = [0, 0];
    for (const [key, value] of readFeatures(readContext(query), weights.bits)) {
      const place = places.get(key);
      if (place === undefined) continue;
      negative += value * (codes[place] ?? 0);
      positive += value * (codes[place + 1] ?? 0);
    }
    const [ofNegative, ofPositive] = weights.biases;
    return toPolarity(ofNegative + negative * weights.scale, ofPositive + positive * weights.scale);
  };
}

let deployed: AspectSentiment | undefined;

/** The sentiment of a text towards one of its aspects; naming the `others` helps a little. */
export function aspectSentiment(query: AspectQuery): Polarity {
  deployed ??= createAspectSentiment(JSON.parse(ASPECT_WEIGHTS));
  return deployed(query);
}

/* FNV-1a over UTF-16 code units, with the upper half folded in so that few bits suffice. */
function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The features of an aspect by the hash of their name, below 2 to the power `bits`. */
export function readFeatures(context: AspectContext, bits: number): Map<number, number> {
  const mask = 2 ** bits - 1;
  const features = new Map<number, number>();
  const add: AddFeature = (name, value = 1) => {
    const key = hashName(name) & mask;
    features.set(key, (features.get(key) ?? 0) + value);
  };
  for (const addFamily of FAMILIES) addFamily(context, add);
  return features;
}
