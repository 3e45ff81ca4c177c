import { didYouMean } from "../tools/registry/nearest.ts";
import type { Fault } from "./yaml-file.ts";

/** The names by which a file can give its model tools. */
export interface KnownTools {
  readonly names: readonly string[];
  readonly sets: readonly string[];
}

/** What is wrong with the choice of tools in one part of a file. */
export function toolFaults(
  at: readonly PropertyKey[],
  wanted: string | readonly string[],
  { names, sets }: KnownTools,
): Fault[] {
  if (typeof wanted === "string") {
    if (sets.includes(wanted)) return [];
    const known = sets.join(", ");
    return [{ path: at, what: `There is no set of tools named ${wanted}; there is ${known}.` }];
  }
  return wanted.flatMap((name, index) => {
    const path = [...at, index];
    if (wanted.indexOf(name) < index) return [{ path, what: `The tool ${name} is named twice.` }];
    if (names.includes(name)) return [];
    const hint = didYouMean(name, names) || ` There are ${names.join(", ")}.`;
    return [{ path, what: `There is no tool named ${name}.${hint}` }];
  });
}
