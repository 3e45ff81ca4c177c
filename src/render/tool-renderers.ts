import type { JsonObject } from "../domain/json.ts";
import { type ShownValue, shownArgs, shownLines } from "./shown-json.ts";

/** What a tool's renderer makes of the arguments. */
export interface Rendering {
  /** Facts in words, which stand beside the values and replace none of them. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  /** Every argument whole. */
  readonly args: readonly ShownValue[];
}

/**
 * Shows the arguments of one tool in a better way than as JSON; undefined where they are not what it
 * knows. Only the server registers renderers: no agent chooses how its action looks.
 */
export type ToolRenderer = (args: JsonObject) => Rendering | undefined;
export type ToolRenderers = ReadonlyMap<string, ToolRenderer>;

export const TOOL_RENDERERS: ToolRenderers = new Map([["write_file", writeFile]]);

function writeFile(args: JsonObject): Rendering | undefined {
  const { path, content, ...others } = args;
  if (typeof path !== "string" || typeof content !== "string") return undefined;
  if (Object.keys(others).length > 0) return undefined;
  return {
    facts: [{ label: "writes", value: `${utf8Length(content).toLocaleString("en")} bytes` }],
    args: [...shownArgs({ path }), shownLines("/content", content)],
  };
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
