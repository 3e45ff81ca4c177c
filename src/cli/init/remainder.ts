import type { JsonObject } from "../../domain/json.ts";
import { type ConfigFormat, editConfig, readConfig } from "./config-format.ts";
import { type ConfigEdit, type ConfigPath, emptied, isTree, valueAt } from "./config-tree.ts";
import { isLink, type Origin } from "./file-change.ts";
import { type Kept, originOf } from "./origin.ts";

/** The path of an entry of ours in a file. */
export interface OurEntry {
  readonly format: ConfigFormat;
  readonly path: string;
  readonly at: ConfigPath;
  /** Identifies the entry in what is stored about the file. */
  readonly name: string;
  /** What a new file begins with. */
  readonly frame?: JsonObject | undefined;
}

/**
 * The file without the entry: as it was before our change if that is known, otherwise as others
 * wrote it.
 */
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
  // What existed before the entry stays, even if it is empty now.
  const depth = Math.max(emptied(tree, at).length, kept?.made ?? 1);
  const rest = editConfig(format, { path, text }, [{ path: at.slice(0, depth) }]);
  return kept?.existed !== true && isOurs(entry, rest) ? undefined : rest;
}

/**
 * What to store about the file before the entry is added. A different entry in its place,
 * somebody's own or another data folder's, counts as what was there before; the same one has been
 * ours all along.
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

/**
 * Whether only our initial content of the file is left. A comment is somebody's, and so is a link.
 */
function isOurs({ format, path, frame }: OurEntry, text: string): boolean {
  const beginning = editConfig(format, { path, text: undefined }, frameEdits(frame));
  return ["", "{}", bare(beginning)].includes(bare(text)) && !isLink(path);
}

function bare(text: string): string {
  return text.replace(/[\s\uFEFF]/g, "");
}
