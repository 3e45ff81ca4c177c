/** Whether a topic meets a missing detail: half of the detail's words, a third of the topic's. */
export function meets(detail: ReadonlySet<string>, topic: ReadonlySet<string>): boolean {
  if (detail.size === 0 || topic.size === 0) return false;
  let shared = 0;
  for (const word of detail) if (topic.has(word)) shared++;
  return shared * 2 >= detail.size && shared * 3 >= topic.size;
}

/** One spelling for all sets of the same words. */
export function spellWords(words: Iterable<string>): string {
  return [...words].sort().join(" ");
}
