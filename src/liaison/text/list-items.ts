const PARTS = /\s*[,;\n]\s*(?:(?:and|or|plus)\s+)?|\s+(?:and|or|plus|&)\s+/i;
const TRIGGERS =
  /\b(such as|e\.g\.?,?|for example,?|for instance,?|including|includes?|namely|shows?|showing|display(?:s|ing)?|contain(?:s|ing)?|cover(?:s|ing)?|with|compar(?:e|ing)|by)(?::|\s)\s*|(?<!\b(?:would|i|i'd|we|we'd|looks?|feel|feels|sounds?) )\blike\s+|:\s+/gi;
/**
 * "Revenue, units and margin with bar and line charts": what follows the list is not part of it.
 */
const BESIDE = /(?<=\s(?:and|or|plus|&)\s[^,;]{2,60}),?\s+(?:with|as)\s.*$/i;
const TAIL =
  /\s+(?:with|for|by|in|to|from|over|of|per|so|because|which|that|when|where|on|at)\s.*$/i;
const MAX_ITEM_WORDS = 4;
const MAX_ITEMS = 24;

/** The members of a list such as "revenue, units and margin"; empty if it is not a list. */
export function listItems(text: string): readonly string[] {
  const parts = text
    .slice(0, 600)
    .replace(/[.!?]+$/, "")
    .replace(BESIDE, "")
    .split(PARTS, MAX_ITEMS)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return parts.length >= 2 && parts.every(isItem) ? parts : [];
}

/** Examples or parts that a sentence gives: "filters such as region and product". */
export function listedIn(text: string): readonly string[] {
  for (const trigger of [...text.matchAll(TRIGGERS)].slice(0, 6)) {
    const rest = text.slice(trigger.index + trigger[0].length);
    const items = leadingItems(rest);
    if (items.length >= 2 || (items.length === 1 && isExample(trigger[0]))) return items;
  }
  return [];
}

function isExample(trigger: string): boolean {
  return /such as|e\.g|for (?:example|instance)/i.test(trigger);
}

/**
 * Items up to the first part that is not one. The last loses what follows it ("margin for
 * executives").
 */
function leadingItems(rest: string): readonly string[] {
  const items: string[] = [];
  for (const part of rest.replace(/[.!?]+$/, "").split(PARTS, MAX_ITEMS)) {
    const item = part
      .replace(TAIL, "")
      .replace(/[().]+$/, "")
      .trim();
    if (!isItem(item)) break;
    items.push(item.replace(/^(?:an?|the|etc\.?)\s+/i, ""));
    if (TAIL.test(part)) break;
  }
  return items.filter((item) => !/^(?:etc|so on|more)\.?$/i.test(item));
}

function isItem(part: string): boolean {
  const words = part.split(/\s+/, MAX_ITEM_WORDS + 1);
  return (
    part !== "" &&
    words.length <= MAX_ITEM_WORDS &&
    !/^(?:it|i|we|they|you|please)$/i.test(words[0] ?? "")
  );
}
