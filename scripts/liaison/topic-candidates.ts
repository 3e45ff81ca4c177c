import { contentWords, isContent, plainWord } from "../../src/liaison/learned/content-words.ts";
import type { AgentTask } from "./read-tasks.ts";
import { spellWords } from "./topic-match.ts";

/** A topic to learn: a phrase, or one with a place for a word of the task. */
export interface TopicCandidate {
  readonly template: string;
  /** The words without the slot's. */
  readonly words: ReadonlySet<string>;
  readonly slotted: boolean;
}

/** How many tasks each phrase stands in, for each set of words. */
type Phrasings = Map<string, Map<string, number>>;

const fewestTasks = 3;
const mostWords = 4;
const mostSlottedWords = 2;

function addPhrase(phrasings: Phrasings, key: string, phrase: string): void {
  const phrases = phrasings.get(key) ?? new Map<string, number>();
  phrasings.set(key, phrases);
  phrases.set(phrase, (phrases.get(phrase) ?? 0) + 1);
}

function simplify(description: string): string {
  return description
    .toLowerCase()
    .replace(/[^a-z' -]/g, " ")
    .replace(/\b(?:the )?(?:user|person)'s |\bspecific |\bpreferred (?=\S+ \S)/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Puts {} for each run of words that the task says itself. */
function cutSlots(description: string, taskWords: ReadonlySet<string>): string {
  const cut = description
    .split(" ")
    .map((word) => {
      const plain = plainWord(word.replace(/[^a-z]/g, ""));
      return isContent(plain) && taskWords.has(plain) ? "{}" : word;
    })
    .join(" ");
  return cut.replace(/\{\}(?: \{\})+/g, "{}");
}

function commonest(phrases: ReadonlyMap<string, number> | undefined): string | undefined {
  const ranked = [...(phrases ?? [])].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return ranked[0]?.[0];
}

function total(phrases: ReadonlyMap<string, number>): number {
  return [...phrases.values()].reduce((sum, count) => sum + count, 0);
}

/** The part before the slot, if it says all that the phrase says. */
function withoutSlot(template: string): string {
  const head = template.replace(
    / (?:of|for|in|to|within|about|with|on)(?: the| a| an)? \{\}.*$/,
    "",
  );
  const bare = head.replace(/\{\}/g, " ").replace(/\s+/g, " ").trim();
  return bare;
}

interface Gathered {
  /** Word sets to phrases without a slot, one count a task. */
  readonly whole: Phrasings;
  readonly slotted: Phrasings;
}

function gatherTask(task: AgentTask, gathered: Gathered): void {
  const taskWords = contentWords(task.text);
  const seen = new Set<string>();
  const add = (phrasings: Phrasings, phrase: string) => {
    const key = spellWords(contentWords(phrase));
    const mark = `${phrasings === gathered.whole} ${key}`;
    if (seen.has(mark)) return;
    seen.add(mark);
    addPhrase(phrasings, key, phrase);
  };
  for (const { description } of task.details) {
    const phrase = simplify(description);
    const template = cutSlots(phrase, taskWords);
    add(gathered.whole, phrase);
    if (template !== phrase) {
      add(gathered.whole, withoutSlot(template));
      add(gathered.slotted, template);
    }
    for (const word of phrase.match(headNouns) ?? []) add(gathered.whole, word);
  }
}

const headNouns = /[a-z]+(?= (?:of|for|in|to|with|within|or|and)\b|$)/g;

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The commonest template with one slot, if more than one task has it. */
function slotTemplate(phrases: ReadonlyMap<string, number>): string | undefined {
  const single = new Map(
    [...phrases].filter(([phrase, tasks]) => tasks > 1 && phrase.split("{}").length === 2),
  );
  return commonest(single);
}

/** Every topic that stands in enough tasks, in a fixed order. */
export function findCandidates(tasks: readonly AgentTask[]): readonly TopicCandidate[] {
  const gathered: Gathered = { whole: new Map(), slotted: new Map() };
  for (const task of tasks) gatherTask(task, gathered);
  const candidates: TopicCandidate[] = [];
  for (const [key, phrases] of gathered.whole) {
    const words = contentWords(key);
    if (total(phrases) < fewestTasks || words.size === 0 || words.size > mostWords) continue;
    candidates.push({ template: capitalize(commonest(phrases) ?? key), words, slotted: false });
  }
  for (const [key, phrases] of gathered.slotted) {
    const words = contentWords(key);
    if (total(phrases) < fewestTasks || words.size > mostSlottedWords) continue;
    const template = slotTemplate(phrases);
    if (template !== undefined) {
      candidates.push({ template: capitalize(template), words, slotted: true });
    }
  }
  return candidates;
}
