import type { JsonObject } from "../../domain/json.ts";
import { type ConfigFormat, editConfig, readConfig } from "./config-format.ts";
import { type ConfigEdit, type ConfigPath, emptied, isTree, valueAt } from "./config-tree.ts";
import { isLink, type Origin } from "./file-change.ts";
import { type Kept, originOf } from "./origin.ts";

/** Where something of ours stands in a file. */
export interface OurEntry {
  readonly format: ConfigFormat;
  readonly path: string;
  readonly at: ConfigPath;
  /** By which what is kept of the file knows it. */
  readonly name: string;
  /** What a file of its own begins with. */
  readonly frame?: JsonObject | undefined;
}

/** The file without the entry: as it was before we came where that is known, else as others wrote it. */
export function withoutEntry(
  entry: OurEntry,
  text: string | undefined,
  kept: Kept | undefined,
): string | undefined {
  if (text === undefined) return undefined;
  const known = originOf(kept, text, entry.name);
  if (known !== undefined) return known.text;
  const { format, path, at } = entry;
  const tree = readConfig(format, { path, text });
  if (valueAt(tree, at) === undefined) return text;
  // What was there before the entry stays, though it is empty now.
  const depth = Math.max(emptied(tree, at).length, kept?.made ?? 1);
  const rest = editConfig(format, { path, text }, [{ path: at.slice(0, depth) }]);
  return kept?.existed !== true && isOurs(entry, rest) ? undefined : rest;
}

/**
 * What to keep of the file before the entry comes into it. Another one in its place, somebody's own or
 * of another data folder, is what was there before; the same one has been ours all along.
 */
export function originWithout(
  entry: OurEntry,
  { before, isThere }: { readonly before: string | undefined; readonly isThere: boolean },
  kept: Kept | undefined,
): Origin {
  const { format, path, at, name } = entry;
  const isFirst = kept === undefined && !isThere;
  const text = isFirst ? before : withoutEntry(entry, before, kept);
  let parent = readConfig(format, { path, text });
  let made = 1;
  for (const step of at.slice(0, -1)) {
    if (!isTree(parent) || !(step in parent)) break;
    parent = parent[step];
    made++;
  }
  return { entry: name, text, made };
}

/** What a new file begins with. */
export function frameEdits(frame: JsonObject = {}): ConfigEdit[] {
  return Object.entries(frame).map(([key, value]) => ({ path: [key], value }));
}

/** Whether nothing is left but what we had begun the file with. A comment is somebody's, and so is a link. */
function isOurs({ format, path, frame }: OurEntry, text: string): boolean {
  const beginning = editConfig(format, { path, text: undefined }, frameEdits(frame));
  return ["", "{}", bare(beginning)].includes(bare(text)) && !isLink(path);
}

function bare(text: string): string {
  return text.replace(/[\s\uFEFF]/g, "");
}
