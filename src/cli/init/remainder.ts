import type { JsonObject } from "../../domain/json.ts";
import { type ConfigFormat, type ConfigText, editConfig } from "./config-format.ts";
import type { ConfigEdit } from "./config-tree.ts";
import { isLink } from "./file-change.ts";

/**
 * What stays of a file once our own is out of it: nothing where the rest is what we had begun the file
 * with. A comment is somebody's, and so is a link.
 */
export function remainder(
  format: ConfigFormat,
  { path, text = "" }: ConfigText,
  frame: JsonObject = {},
): string | undefined {
  const beginning = editConfig(format, { path, text: undefined }, frameEdits(frame));
  const isOurs = ["", "{}", bare(beginning)].includes(bare(text));
  return isOurs && !isLink(path) ? undefined : text;
}

/** What a new file begins with. */
export function frameEdits(frame: JsonObject = {}): ConfigEdit[] {
  return Object.entries(frame).map(([key, value]) => ({ path: [key], value }));
}

function bare(text: string): string {
  return text.replace(/[\s\uFEFF]/g, "");
}
