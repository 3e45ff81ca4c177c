import type { AspectContext } from "./aspect-context.ts";
import { addActions, addClause, addLists, addNearest, addShapes } from "./pattern-features.ts";
import { type AddFeature, addNeighbours, addSides } from "./side-features.ts";

const FAMILIES = [
  addSides,
  addNeighbours,
  addShapes,
  addLists,
  addNearest,
  addClause,
  addActions,
] as const;

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
