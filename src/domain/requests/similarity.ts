import { roleOfKey } from "../authority/arg-roles.ts";
import type { Json, JsonObject } from "../json.ts";
import { isSameJson } from "../json-equal.ts";
import { pointerPart, pointerParts } from "../json-pointer.ts";
import type { Request } from "./request.ts";

/** Questions below this only share some words. */
const LEAST_SIMILARITY = 0.5;
/** The maximum for texts that differ: the same words in another order. */
const ALMOST = 0.99;

/** In scripts without spaces between words, each letter counts as one. */
const WORDS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{M}\p{N}])+/gu;

/**
 * How alike two requests are, 0 to 1; 1 for the same text or the same arguments. Undefined if they
 * cannot be compared: different kinds, different tools, or questions with little in common.
 */
export function similarityOf(one: Request, other: Request): number | undefined {
  if (one.kind === "question") {
    if (other.kind !== "question") return undefined;
    const similarity = textSimilarity(one.question.text, other.question.text);
    return similarity >= LEAST_SIMILARITY ? similarity : undefined;
  }
  if (other.kind !== "authorization") return undefined;
  const [action, earlier] = [one.authorization.action, other.authorization.action];
  if (action.tool !== earlier.tool || isOtherWork(action.args, earlier.args)) return undefined;
  return argsSimilarity(action.args, earlier.args);
}

/** Two commands, statements or texts have nothing in common by which one could be judged by the other. */
function isOtherWork(one: JsonObject, other: JsonObject): boolean {
  const workOf = (args: JsonObject) =>
    valuesOf(args).filter(({ pointer }) => saysWhatItDoes(pointer));
  const textOf = (leaves: readonly Leaf[]) =>
    leaves
      .map(({ pointer, value }) => `${pointer} ${value}`)
      .toSorted()
      .join(" ");
  return textOf(workOf(one)) !== textOf(workOf(other));
}

/** Whether an argument is a command, a statement or a text, by its name. */
export function saysWhatItDoes(pointer: string): boolean {
  const { role } = roleOfKey(pointerParts(pointer).at(-1) ?? "", "");
  return role === "command" || role === "text";
}

/** The share of words that two texts have in common, ignoring case and spaces; Dice's coefficient. */
export function textSimilarity(one: string, other: string): number {
  const [first, second] = [normalised(one), normalised(other)];
  if (first === second) return 1;
  const [words, others] = [wordsOf(first), wordsOf(second)];
  if (words.size === 0 || others.size === 0) return 0;
  const common = countCommon(words, others);
  return Math.min((2 * common) / (words.size + others.size), ALMOST);
}

function normalised(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/gu, " ").trim();
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(WORDS) ?? []);
}

/** 1 for the same arguments, or else the share of values that are equal in the same places. */
export function argsSimilarity(one: JsonObject, other: JsonObject): number {
  if (isSameJson(one, other)) return 1;
  const [leaves, others] = [leavesOf(one), leavesOf(other)];
  const common = countCommon(leaves, others);
  return Math.min(common / (leaves.size + others.size - common), ALMOST);
}

function countCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0;
  for (const member of one) if (other.has(member)) common += 1;
  return common;
}

/** Each value with the place where it stands. */
function leavesOf(args: JsonObject): ReadonlySet<string> {
  return new Set(valuesOf(args).map(({ pointer, value }) => `${pointer} ${value}`));
}

interface Leaf {
  readonly pointer: string;
  /** As JSON. */
  readonly value: string;
}

function valuesOf(args: JsonObject): readonly Leaf[] {
  const found: Leaf[] = [];
  const open: [pointer: string, value: Json][] = [["", args]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [pointer, value] = next;
    const children =
      typeof value === "object" && value !== null ? Object.entries(value) : undefined;
    if (children === undefined || children.length === 0) {
      found.push({ pointer, value: JSON.stringify(value) });
    } else {
      for (const [key, child] of children) open.push([pointer + pointerPart(key), child]);
    }
  }
  return found;
}
