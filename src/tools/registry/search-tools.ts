import MiniSearch from "minisearch";
import type { Tool } from "./tool.ts";

/** Words that occur in every wish and say nothing about it. */
const SILENT = new Set(
  "a about am an and any are as at be been by can could did do does for from get give had has have he her here him his how i if in into is it its let like me my need of on or our please she should so some than that the them then there they this to too up us very want was we were what when whether which while who whom whose will with would you your".split(
    " ",
  ),
);

/** Words of somebody who asks for help without naming a need. */
const HELP = new Set(
  "ability able all available capability capable command endpoint enumerate everything exist feature function help introduce list offer show support tell there tool yourself"
    .split(" ")
    .map(stem),
);

export type ToolSearch = (need: string) => readonly Tool[];

/**
 * Finds tools for a need in plain words, best first; none if nothing fits. If only help is asked
 * for, all of them are found, beginning with the one that lists them. `worded` holds, by tool name,
 * how others have described a need for it.
 */
export function createToolSearch(
  tools: readonly Tool[],
  worded: Readonly<Record<string, string>> = {},
): ToolSearch {
  const index = new MiniSearch<Tool>({
    idField: "name",
    fields: ["name", "title", "topics", "worded", "description"],
    extractField: (tool, field) =>
      field === "worded" ? (worded[tool.name] ?? "") : fieldOf(tool, field),
    processTerm,
    searchOptions: {
      boost: { name: 3, title: 2, topics: 3, worded: 0.5, description: 0.5 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(tools);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return (need) => {
    if (asksForHelp(need)) {
      return tools.toSorted((a, b) => Number(b.name === LISTING) - Number(a.name === LISTING));
    }
    const found = index.search(need);
    return found
      .filter(({ score }) => score >= (found[0]?.score ?? 0) * FAR)
      .map(({ id }) => byName.get(String(id)))
      .filter((tool) => tool !== undefined);
  };
}

/** Results below this share of the best score are not meant. */
const FAR = 0.25;

const LISTING = "get_capabilities";

function asksForHelp(need: string): boolean {
  const words = need.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 0 && words.every((word) => SILENT.has(word) || HELP.has(stem(word)));
}

function fieldOf(tool: Tool, field: string): string {
  switch (field) {
    case "name":
      return tool.name;
    case "title":
      return tool.title ?? "";
    case "topics":
      return tool.topics ?? "";
    default:
      return tool.description;
  }
}

/** A word as it is compared; null for one that says nothing. */
function processTerm(term: string): string | null {
  const word = term.toLowerCase();
  return SILENT.has(word) ? null : stem(word);
}

/**
 * Strips English endings, so that wipe, wiped and wiping are one word, as are drop and dropping.
 */
function stem(word: string): string {
  return word
    .replace(/ies$/, "y")
    .replace(/(?<=\w{3})(?:ing|ed|es|s)$/, "")
    .replace(/(?<=\w{2})e$/, "")
    .replace(/([^aeiouls])\1$/, "$1");
}
