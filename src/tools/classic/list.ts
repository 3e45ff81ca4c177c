import { z } from "zod";
import { defineTool } from "../registry/define-tool.ts";
import { allItems } from "./place.ts";

/** More would fill a small model's context with names. */
const MAX_SHOWN = 200;

export const list = defineTool({
  name: "list",
  description:
    "Lists the keys that you can read, one a line with the size of its text. Keys that begin with people: hold what people wrote for you.",
  input: z.object({}),
  output: z.object({
    keys: z.array(z.object({ key: z.string(), bytes: z.number(), version: z.number() })),
  }),
  annotations: { readOnly: true, repeatable: true },
  async execute(_, context) {
    const items = await allItems(context);
    return { keys: items.map(({ key, bytes, version }) => ({ key, bytes, version })) };
  },
  toText({ keys }) {
    if (keys.length === 0) return "Nothing is stored yet.";
    const lines = keys.slice(0, MAX_SHOWN).map(({ key, bytes }) => `${key} (${sizeOf(bytes)})`);
    const more = keys.length - lines.length;
    if (more > 0) lines.push(`… and ${more} more keys: pattern_search finds them.`);
    return lines.join("\n");
  },
});

function sizeOf(bytes: number): string {
  if (bytes === 1) return "1 byte";
  return bytes < 1_024 ? `${bytes} bytes` : `${(bytes / 1_024).toFixed(1)} KiB`;
}
