import { isDeepStrictEqual } from "node:util";
import type { Json } from "../../domain/json.ts";

/** A path in a configuration, from its root. */
export type ConfigPath = readonly (string | number)[];

/** Sets one thing in a configuration, or removes it if `value` is absent. */
export interface ConfigEdit {
  readonly path: ConfigPath;
  readonly value?: Json;
}

type Tree = Record<string | number, unknown>;

/** The value at the path; undefined if there is none. */
export function valueAt(tree: unknown, path: ConfigPath): unknown {
  let found = tree;
  for (const step of path) found = isTree(found) ? found[step] : undefined;
  return found;
}

/**
 * A configuration as the client will read it after the edit; the given one stays unchanged. Throws
 * if something of another kind is on the path.
 */
export function edited(tree: unknown, { path, value }: ConfigEdit): unknown {
  const copy = structuredClone(isTree(tree) ? tree : {});
  if (value === undefined) {
    remove(copy, path);
    return copy;
  }
  let parent: Tree = copy;
  for (const [index, step] of path.slice(0, -1).entries()) {
    const isList = typeof path[index + 1] === "number";
    parent[step] ??= isList ? [] : {};
    const child = parent[step];
    if (!isTree(child) || Array.isArray(child) !== isList)
      throw new Error(`${step} holds no entries`);
    parent = child;
  }
  parent[path.at(-1) ?? ""] = value;
  return copy;
}

function remove(parent: Tree, path: ConfigPath): void {
  const [step = "", ...rest] = path;
  const child = parent[step];
  if (rest.length > 0) {
    if (isTree(child)) remove(child, rest);
  } else if (Array.isArray(parent)) parent.splice(Number(step), 1);
  else delete parent[step];
}

/** What becomes empty once the path is removed, outermost first, and is removed with it. */
export function emptied(tree: unknown, path: ConfigPath): ConfigPath {
  let shortest = path;
  while (shortest.length > 1) {
    const parent = valueAt(tree, shortest.slice(0, -1));
    if (!isTree(parent) || Object.keys(parent).length !== 1) break;
    shortest = shortest.slice(0, -1);
  }
  return shortest;
}

/** Equal as configurations: the order of keys and a parser's own kinds of objects do not count. */
export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(plain(one), plain(other));
}

/** Without what only one parser knows, such as prototypes or its own dates. */
export function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

export function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null;
}
