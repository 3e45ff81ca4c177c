import { z } from "zod";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { MAX_PATTERN_LENGTH } from "../../domain/limits.ts";
import { defineTool } from "../registry/define-tool.ts";
import { inBoth } from "./place.ts";

const RULES = `A pattern is a regular expression in RE2 syntax, at most ${MAX_PATTERN_LENGTH} characters: it has no look-ahead, no look-behind and no back-references. (?i) at its beginning ignores case. To find one of . * + ? ( ) [ ] { } | ^ $ or \\ itself, put \\ before it.`;

export const patternSearch = defineTool({
  name: "pattern_search",
  description:
    "Finds the stored texts that match a regular expression, in a line of what they hold or in their key. Returns one line for each: the key, the number of the first line that matches, and that line.",
  input: z.object({
    pattern: z
      .string()
      .describe(
        "A regular expression in RE2 syntax, such as loss|accuracy, ^done: or (?i)error. Plain words match themselves.",
      ),
  }),
  output: z.object({
    matches: z.array(z.object({ key: z.string(), line: z.number(), excerpt: z.string() })),
    isPartial: z.boolean(),
  }),
  annotations: { readOnly: true, repeatable: true },
  async execute({ pattern }, context) {
    let isPartial = false;
    try {
      const matches = await inBoth(context, async (scope) => {
        const found = await context.earshot.searchMemory({ ...scope, pattern, syntax: "regex" });
        isPartial ||= found.isPartial;
        return found.matches;
      });
      return { matches, isPartial };
    } catch (error) {
      if (!isEarshotError(error, "INVALID_INPUT")) throw error;
      throw new EarshotError("INVALID_INPUT", `${error.message} ${RULES}`, { cause: error });
    }
  },
  toText({ matches, isPartial }) {
    const lines = matches.map(({ key, line, excerpt }) =>
      line === 0 ? `${key} (its key matches)` : `${key}:${line}: ${excerpt}`,
    );
    if (isPartial) lines.push("… and perhaps more: not everything was searched or shown.");
    return lines.length === 0 ? "Nothing matches." : lines.join("\n");
  },
});
