import type { Encoder } from "../../ports/model/encoder.ts";
import { ENGLISH_EXAMPLES, TALK, TALK_AT } from "./case-index.ts";
import { CASE_LIBRARY } from "./library.ts";

/**
 * How near a text is to each kind of the library and, last, to talk, by an encoder. In standard deviations
 * of the kinds, so that another encoder says about the same.
 */
export type Nearness = Float64Array;

export interface NearnessFinder {
  /** Undefined where the words alone decide: the encoder fails, or does not know the examples yet. */
  of(text: string): Promise<Nearness | undefined>;
  /** Whether the examples could be encoded. */
  ready(): Promise<boolean>;
}

/** A person waits for the reply. */
const TEXT_MS = 1_000;
const BATCH_MS = 60_000;
const BATCH = 16;
/** An encoder that has failed is not asked again for so long. */
const REST_MS = 30_000;
/** The kind shows in the beginning. */
const MAX_LENGTH = 600;
const MAX_KNOWN = 500;
const NEAREST = 2;

interface Kinds {
  readonly middle: Float64Array;
  /** By kind: its examples, and the direction of all of them together. */
  readonly examples: readonly (readonly Float64Array[])[];
  readonly means: readonly Float64Array[];
}

/**
 * Compares texts with the English examples of each kind, which any multilingual encoder puts near those of
 * other languages. They are encoded once, in the background; what is thrown meanwhile goes to `onFault`.
 */
export function createNearness(
  encoder: Encoder,
  onFault: (error: unknown) => void,
): NearnessFinder {
  const known = new Map<string, Nearness>();
  let kinds: Kinds | undefined;
  let loading: Promise<void> | undefined;
  let restsUntil = 0;
  let isTold = false;

  /** Says once that it fails, and once more only after it has worked. */
  async function tried<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (performance.now() < restsUntil) return undefined;
    try {
      const found = await work();
      isTold = false;
      return found;
    } catch (error) {
      restsUntil = performance.now() + REST_MS;
      if (!isTold) onFault(error);
      isTold = true;
      return undefined;
    }
  }

  async function load(): Promise<void> {
    loading ??= tried(async () => {
      kinds = await readKinds(encoder);
    }).then(() => {
      loading = undefined;
    });
    await loading;
  }

  return {
    async ready() {
      if (kinds === undefined) await load();
      return kinds !== undefined;
    },
    async of(text) {
      const read = text.slice(0, MAX_LENGTH).trim();
      if (read === "") return undefined;
      if (kinds === undefined) {
        void load();
        return undefined;
      }
      const found = known.get(read);
      if (found !== undefined) return found;
      const [vector] = (await tried(() => encoded(encoder, [read], TEXT_MS))) ?? [];
      if (vector === undefined || vector.length !== kinds.middle.length) return undefined;
      const near = nearnessOf(vector, kinds);
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(read, near);
      return near;
    },
  };
}

/** An encoder that does not heed its signal does not hold the reply up either. */
async function encoded(encoder: Encoder, texts: readonly string[], ms: number) {
  const signal = AbortSignal.timeout(ms);
  const late = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => late.reject(signal.reason), { once: true });
  late.promise.catch(() => {});
  return await Promise.race([encoder.encode(texts, signal), late.promise]);
}

async function readKinds(encoder: Encoder): Promise<Kinds> {
  const names = [...CASE_LIBRARY.map(({ name }) => name), TALK];
  const texts = names.map((name) => ENGLISH_EXAMPLES[name]?.sentences ?? []);
  const all = texts.flat();
  const vectors: Float32Array[] = [];
  for (let at = 0; at < all.length; at += BATCH) {
    vectors.push(...(await encoded(encoder, all.slice(at, at + BATCH), BATCH_MS)));
  }
  const middle = meanOf(vectors);
  let at = 0;
  const examples = texts.map((some) => {
    const own = vectors.slice(at, at + some.length).map((vector) => directionFrom(middle, vector));
    at += some.length;
    return own;
  });
  const origin = new Float64Array(middle.length);
  const means = examples.map((some) => directionFrom(origin, meanOf(some)));
  return { middle, examples, means };
}

function meanOf(vectors: readonly (Float32Array | Float64Array)[]): Float64Array {
  const sum = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) {
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
  }
  return sum.map((axis) => axis / vectors.length);
}

/** Encoders put all texts into one corner, so that only what differs from their middle tells. */
function directionFrom(middle: Float64Array, vector: Float32Array | Float64Array): Float64Array {
  const from = new Float64Array(vector).map((axis, at) => axis - (middle[at] ?? 0));
  const length = Math.sqrt(product(from, from)) || 1;
  return from.map((axis) => axis / length);
}

/** By index: a list of pairs takes ten times as long, and a message is compared with a thousand examples. */
function product(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

/** Half by the middle of a kind's examples, half by those that are nearest. */
function nearnessOf(vector: Float32Array, { middle, examples, means }: Kinds): Nearness {
  const text = directionFrom(middle, vector);
  const near = Float64Array.from(examples, (some, at) => {
    const nearest = some
      .map((example) => product(text, example))
      .sort((one, other) => other - one)
      .slice(0, NEAREST);
    const mean = nearest.reduce((sum, one) => sum + one, 0) / Math.max(1, nearest.length);
    return (product(text, means[at] ?? text) + mean) / 2;
  });
  const kinds = near.subarray(0, TALK_AT);
  const usual = kinds.reduce((sum, one) => sum + one, 0) / kinds.length;
  const spread = Math.sqrt(kinds.reduce((sum, one) => sum + (one - usual) ** 2, 0) / kinds.length);
  return near.map((one) => (one - usual) / (spread || 1));
}
