import MiniSearch from "minisearch";
import type { Tool } from "./tool.ts";

/** Words that stand in every wish and say nothing of it. */
const SILENT = new Set(
  "a an and any are as at be before by can could do does for from get give has have how i if in into is it its let like me my need of on or our please should so some that the there this to up us want was we what when whether which while who will with would you your".split(
    " ",
  ),
);

export type ToolSearch = (need: string) => readonly Tool[];

/** Finds tools by a need in plain words, the best first; none where nothing fits. */
export function createToolSearch(tools: readonly Tool[]): ToolSearch {
  const index = new MiniSearch<Tool>({
    idField: "name",
    fields: ["name", "title", "topics", "description"],
    extractField: (tool, field) => fieldOf(tool, field),
    processTerm,
    searchOptions: {
      boost: { name: 3, title: 2, topics: 3 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(tools);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return (need) =>
    index
      .search(need)
      .map(({ id }) => byName.get(String(id)))
      .filter((tool) => tool !== undefined);
}

function fieldOf(tool: Tool, field: string): string {
  switch (field) {
    case "name":
      return tool.name;
    case "title":
      return tool.title ?? "";
    case "topics":
      return (tool.topics ?? []).join(" ");
    default:
      return tool.description;
  }
}

/** A word as it is compared: in lower case, without the endings that English adds. */
function processTerm(term: string): string | null {
  const word = term.toLowerCase();
  if (SILENT.has(word)) return null;
  return word.replace(/(?<=\w{4})(?:ing|ed|es|s)$/, "");
}
