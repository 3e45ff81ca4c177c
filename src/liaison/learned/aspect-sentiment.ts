import { type AspectQuery, readContext } from "./aspect-context.ts";
import { readFeatures } from "./aspect-features.ts";
import { ASPECT_WEIGHTS } from "./aspect-sentiment.generated.ts";
import { type Polarity, toPolarity } from "./polarity.ts";

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
