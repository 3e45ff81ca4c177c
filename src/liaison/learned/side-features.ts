import { type AspectContext, OTHER, type Place } from "./aspect-context.ts";

/** Takes one feature by name; the values of repeated names add up. */
export type AddFeature = (name: string, value?: number) => void;

export type Side = "l" | "r";

/* What lies between the aspect and the place being looked at. */
interface Passed {
  strong: number;
  weak: number;
  others: number;
}

interface Seen {
  readonly add: AddFeature;
  readonly side: Side;
  readonly zone: string;
  readonly distance: number;
  /** 1 next to the aspect, less with the distance. */
  readonly nearness: number;
}

const EDGE = "^";
const FAR = "f";

function zoneOf({ strong, weak, others }: Passed): string {
  const clause = strong === 0 ? (weak === 0 ? "c" : "w") : strong === 1 ? "s" : FAR;
  return others > 0 ? `${clause}o` : clause;
}

function pass(passed: Passed, { word, boundary }: Place): void {
  if (word === OTHER) passed.others += 1;
  if (boundary === 2) passed.strong += 1;
  if (boundary === 1) passed.weak += 1;
}

/** The distance in words, as one of a few sizes. */
export function bucketOf(distance: number): number {
  const limits = [1, 2, 4, 7, 12];
  const found = limits.findIndex((limit) => distance <= limit);
  return found < 0 ? limits.length : found;
}

function addWord(place: Place, { add, side, zone, distance, nearness }: Seen): void {
  const word = place.negated ? `!${place.word}` : place.word;
  add(`g:${word}`, nearness);
  add(`${side}:${word}`, nearness);
  if (!zone.startsWith(FAR)) add(`${side}${zone}:${word}`);
  if (distance <= 5) add(`${side}${bucketOf(distance)}:${word}`);
}

function addPair(place: Place, next: Place | undefined, seen: Seen): void {
  if (next === undefined) return;
  const pair = `${place.negated ? "!" : ""}${place.word}_${next.word}`;
  seen.add(`b:${pair}`, seen.nearness * 0.7);
  const clause = seen.zone.charAt(0);
  if (clause === "c" || clause === "w") seen.add(`b${seen.side}${clause}:${pair}`, 0.7);
}

function addValence({ valence, negated }: Place, { add, side, zone, nearness }: Seen): void {
  if (valence === 0) return;
  const sign = valence > 0 ? "+" : "-";
  // "Not good" is less bad than "bad".
  const size = Math.abs(valence) * (negated ? 0.21 : 0.3);
  add(`v${side}${zone}${sign}`, size);
  add(`v${sign}`, size * nearness);
}

/** What each word on either side says, by its clause, its distance and its neighbour. */
export function addSides({ places, at }: AspectContext, add: AddFeature): void {
  for (const [side, step] of [["l", -1] as const, ["r", 1] as const]) {
    const passed: Passed = { strong: 0, weak: 0, others: 0 };
    for (let index = at + step; ; index += step) {
      const place = places[index];
      if (place === undefined) break;
      const distance = Math.abs(index - at);
      const zone = zoneOf(passed);
      const seen = { add, side, zone, distance, nearness: 1 / (1 + 0.1 * distance) };
      addWord(place, seen);
      addPair(place, places[index + 1], seen);
      addValence(place, seen);
      pass(passed, place);
    }
  }
}

/** The aspect's own words and the three words on either side, unchanged. */
export function addNeighbours({ places, at, own }: AspectContext, add: AddFeature): void {
  const wordAt = (offset: number): string => places[at + offset]?.word ?? EDGE;
  const [left, right, head] = [wordAt(-1), wordAt(1), own.at(-1) ?? ""];
  add(`T:${own.join(" ")}`);
  for (const word of own) add(`t:${word}`);
  add(`th:${head}`);
  add(`hl:${head}_${left}`);
  add(`hr:${head}_${right}`);
  add(`l2:${wordAt(-2)}_${left}`);
  add(`l3:${wordAt(-3)}_${wordAt(-2)}_${left}`);
  add(`r2:${right}_${wordAt(2)}`);
  add(`r3:${right}_${wordAt(2)}_${wordAt(3)}`);
  add(`lr:${left}_${right}`);
}
