import { isSameJson } from "../../../domain/json-equal.ts";
import type { ActionBlock } from "../../../render/blocks.ts";
import { SECRET, type ShownValue } from "../../../render/shown-json.ts";

/**
 * Several actions side by side: everything the pane shows of each, with what they share only once.
 */
export interface BatchTable {
  readonly args: Compared;
  readonly facts: Compared;
}

export interface Compared {
  /** What all of them share. */
  readonly same: readonly ShownValue[];
  /** What differs, for each action, in the same order for all. */
  readonly rows: readonly (readonly Cell[])[];
}

/** What one action has at a place; only a path if it has nothing there. */
export type Cell = ShownValue | { readonly path: string };

export function batchTable(blocks: readonly ActionBlock[]): BatchTable {
  return {
    args: compared(blocks.map(({ args }) => args)),
    facts: compared(
      blocks.map(({ facts }) => facts.map(({ label, value }) => ({ path: label, value }))),
    ),
  };
}

/** How many characters a person would have to look through. */
export function batchChars({ args, facts }: BatchTable): number {
  return [args, facts]
    .flatMap(({ same, rows }) => [...same, ...rows.flat()])
    .reduce((total, cell) => total + cellChars(cell), 0);
}

function cellChars(cell: Cell): number {
  if ("lines" in cell) {
    return cell.lines.reduce((total, line) => total + line.length + 1, cell.path.length);
  }
  return cell.path.length + ("value" in cell ? cell.value.length : 0);
}

function compared(all: readonly (readonly ShownValue[])[]): Compared {
  const places = all.map(byPlace);
  const keys = [...new Set(places.flatMap((place) => [...place.keys()]))];
  const differing = keys.filter((key) => !isSame(places.map((place) => place.get(key))));
  const apart = new Set(differing);
  const pathOf = new Map(
    places.flatMap((place) => [...place].map(([key, { path }]) => [key, path])),
  );
  return {
    same: [...(places[0] ?? [])].flatMap(([key, value]) => (apart.has(key) ? [] : [value])),
    rows: places.map((place) =>
      differing.map((key) => place.get(key) ?? { path: pathOf.get(key) ?? "" }),
    ),
  };
}

/** One label can occur several times, as votes do: each gets its own place. */
function byPlace(values: readonly ShownValue[]): ReadonlyMap<string, ShownValue> {
  const counts = new Map<string, number>();
  return new Map(
    values.map((value) => {
      const nth = counts.get(value.path) ?? 0;
      counts.set(value.path, nth + 1);
      return [`${nth} ${value.path}`, value];
    }),
  );
}

/** Secrets look the same, but need not be. */
function isSame(values: readonly (ShownValue | undefined)[]): boolean {
  const [first] = values;
  if (first === undefined || ("value" in first && first.value === SECRET)) return false;
  return values.every((value) => value !== undefined && isSameJson({ ...first }, { ...value }));
}
