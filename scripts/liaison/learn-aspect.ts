import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type AspectQuery, readContext } from "../../src/liaison/learned/aspect-context.ts";
import type { AspectWeights } from "../../src/liaison/learned/aspect-sentiment.ts";
import { readFeatures } from "../../src/liaison/learned/aspect-sentiment.ts";
import { fitMultinomial, type MultinomialModel, type SparseRow } from "./logistic-regression.ts";
import { type LabelledAspect, readAspects } from "./read-aspects.ts";

/* Settled by cross-validation within the sentences that are learned from. */
const BITS = 24;
const KEPT = 12_000;
const LEAST_USES = 6;
const PENALTY = 20;
const STEPS = 40;
/* Every aspect is learned from twice, with and without knowing the others, as it may be asked for. */
const COUNT = 0.7;

const GENERATED = new URL(
  "../../src/liaison/learned/aspect-sentiment.generated.ts",
  import.meta.url,
);

interface Examples {
  readonly rows: readonly SparseRow[];
  readonly labels: readonly number[];
}

function toRow(query: AspectQuery): SparseRow {
  const features = readFeatures(readContext(query), BITS);
  return { indices: [...features.keys()], values: [...features.values()] };
}

function readExamples(aspects: readonly LabelledAspect[]): Examples {
  const labels = aspects.map(({ label }) => label);
  const alone = aspects.map(({ text, from, to }) => toRow({ text, from, to }));
  return { rows: [...aspects.map(toRow), ...alone], labels: [...labels, ...labels] };
}

function countUses(rows: readonly SparseRow[]): Map<number, number> {
  const uses = new Map<number, number>();
  for (const { indices } of rows) {
    for (const key of indices) uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  return uses;
}

function project({ indices, values }: SparseRow, places: ReadonlyMap<number, number>): SparseRow {
  const found = indices.flatMap((key, index) => {
    const place = places.get(key);
    return place === undefined ? [] : [[place, values[index] ?? 0] as const];
  });
  return { indices: found.map(([place]) => place), values: found.map(([, value]) => value) };
}

function fitModel({ rows, labels }: Examples, keys: readonly number[]): MultinomialModel {
  const places = new Map(keys.map((key, place) => [key, place]));
  const projected = rows.map((row) => project(row, places));
  const counts = rows.map(() => COUNT);
  const settings = { rows: projected, width: keys.length, penalty: PENALTY, steps: STEPS, counts };
  return fitMultinomial(settings, labels, 3);
}

/* The weights of one class against those of neutral. */
function against(model: MultinomialModel, label: number): Float64Array {
  const neutral = model[1]?.weights;
  return (model[label]?.weights ?? new Float64Array()).map(
    (weight, place) => weight - (neutral?.[place] ?? 0),
  );
}

/* A feature matters by how far it moves a score and by how often it does. */
function keepBest(
  keys: readonly number[],
  model: MultinomialModel,
  uses: ReadonlyMap<number, number>,
): number[] {
  const [negative, positive] = [against(model, 0), against(model, 2)];
  const merits = keys.map((key, place) => ({
    key,
    merit:
      Math.max(Math.abs(negative[place] ?? 0), Math.abs(positive[place] ?? 0)) *
      Math.sqrt(uses.get(key) ?? 0),
  }));
  merits.sort((one, other) => other.merit - one.merit || one.key - other.key);
  return merits
    .slice(0, KEPT)
    .map(({ key }) => key)
    .sort((one, other) => one - other);
}

function packKeys(keys: readonly number[]): string {
  const bytes: number[] = [];
  let last = 0;
  for (const key of keys) {
    let gap = key - last;
    for (; gap >= 0x80; gap >>>= 7) bytes.push((gap & 0x7f) | 0x80);
    bytes.push(gap);
    last = key;
  }
  return Buffer.from(bytes).toString("base64");
}

const round = (value: number): number => Number(value.toPrecision(4));

function pack(keys: readonly number[], model: MultinomialModel): AspectWeights {
  const [negative, positive] = [against(model, 0), against(model, 2)];
  const most = [...negative, ...positive].reduce((a, b) => Math.max(a, Math.abs(b)), 0);
  const scale = round(most / 127);
  const codes = Int8Array.from({ length: 2 * keys.length }, (_, index) => {
    const weight = (index % 2 === 0 ? negative : positive)[index >>> 1] ?? 0;
    return Math.max(-127, Math.min(127, Math.round(weight / scale)));
  });
  const biasOf = (label: number) => round((model[label]?.bias ?? 0) - (model[1]?.bias ?? 0));
  return {
    bits: BITS,
    scale,
    biases: [biasOf(0), biasOf(2)],
    keys: packKeys(keys),
    codes: Buffer.from(codes.buffer).toString("base64"),
  };
}

/** Learns from aspects whose polarity is known; the same aspects give the same weights. */
function learnAspectWeights(aspects: readonly LabelledAspect[]): AspectWeights {
  const examples = readExamples(aspects);
  const uses = countUses(examples.rows);
  const seen = [...uses.keys()].filter((key) => (uses.get(key) ?? 0) >= LEAST_USES);
  seen.sort((one, other) => one - other);
  const kept = keepBest(seen, fitModel(examples, seen), uses);
  return pack(kept, fitModel(examples, kept));
}

/** Learns from `mams/train.xml` of the folder, in about half a minute. */
export function learnAspect(dataDir: string): AspectWeights {
  return learnAspectWeights(readAspects(join(dataDir, "mams", "train.xml")));
}

/** SHA-256 of the weights, in hexadecimal. */
export function digestAspectWeights(weights: AspectWeights): string {
  const { bits, scale, biases, keys, codes } = weights;
  return createHash("sha256")
    .update(JSON.stringify([bits, scale, biases, keys, codes]))
    .digest("hex");
}

/** Puts the weights where the package reads them, and returns the path. */
export function writeAspectWeights(weights: AspectWeights): string {
  const path = fileURLToPath(GENERATED);
  writeFileSync(
    path,
    `/* Learned by scripts/liaison/learn-aspect.ts. */\nexport const ASPECT_WEIGHTS: string =\n  '${JSON.stringify(weights)}';\n`,
  );
  return path;
}
