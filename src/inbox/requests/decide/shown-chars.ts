import type { ActionBlock } from "../../../render/blocks.ts";
import type { ShownValue } from "../../../render/shown-json.ts";

/** How many characters of an action a person would have to look through. */
export function shownChars({ tool, args, facts }: ActionBlock): number {
  const factChars = facts.map(({ value }) => value.length);
  return tool.length + sum(args.map(valueChars)) + sum(factChars);
}

function valueChars(shown: ShownValue): number {
  const chars =
    "lines" in shown ? sum(shown.lines.map((line) => line.length + 1)) : shown.value.length;
  return shown.path.length + chars;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
