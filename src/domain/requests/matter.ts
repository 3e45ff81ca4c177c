import type { PrincipalId } from "../id.ts";
import type { Json } from "../json.ts";
import { ERASED } from "./erased.ts";

/**
 * What is to be erased: everything that names a term, or everything that one person has said together
 * with their name anywhere.
 */
export type Matter =
  | { readonly kind: "about"; readonly term: string }
  | { readonly kind: "person"; readonly name: string; readonly id: PrincipalId };

/** Makes equal what a reader takes for equal: upper and lower case, the forms of one letter. */
export function folded(text: string): string {
  return (ASCII.test(text) ? text : text.normalize("NFKC")).toLowerCase();
}

const ASCII = /^[\0-\x7f]*$/;

/** Earshot's own ids, digests, salts and times, which may contain a short term by chance. */
const OWN =
  /\b[a-z]{3}[_:][0-9a-hjkmnp-tv-z]{26}\b|\b[0-9a-f]{64}\b|"(?:nonce|salt)":"[^"]*"|\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** Whether a text, which may be JSON, names the matter anywhere: in a value, a name, a number. */
export function namesMatter(matter: Matter, text: string | null): boolean {
  if (text === null) return false;
  if (matter.kind === "person") return isPersonIn(matter.name, text);
  const term = folded(matter.term);
  const isOwn = matter.term.replace(OWN, "") !== matter.term;
  const words = isOwn ? text : text.replace(OWN, " ");
  if (folded(words).includes(term)) return true;
  // JSON escapes some characters, and a text in it may be JSON itself.
  return text.includes("\\") && leavesOf(parsed(text)).some((leaf) => namesMatter(matter, leaf));
}

/** The title of a person's conversation with the liaison. */
export function taskTitle(name: string): string {
  return `A task of ${name}`;
}

/** The name alone, or a text that Earshot made from it. */
function isNameOf(name: string, text: string): boolean {
  return text === name || text === taskTitle(name);
}

/** The name standing alone: within a sentence it may be anybody's. */
function isPersonIn(name: string, text: string): boolean {
  if (isNameOf(name, text)) return true;
  return text.includes(JSON.stringify(name)) && leavesOf(parsed(text)).includes(name);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function leavesOf(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  return Object.entries(value).flatMap(([name, one]) => [name, ...leavesOf(one as Json)]);
}

/** Keys under which somebody's name is stored, beside what they said. */
const NAMES: ReadonlySet<string> = new Set([
  "name",
  "names",
  "from",
  "personName",
  "agentName",
  "by",
  "to",
  "chatId",
]);

/**
 * A column's text without the names in it; undefined if there are none. In JSON only the names are
 * removed; any other text is removed as a whole.
 */
export function withoutNames(matter: Matter, text: string | null): string | undefined {
  if (text === null || !namesMatter(matter, text)) return undefined;
  const value = parsed(text);
  if (typeof value !== "object" || value === null) {
    return matter.kind === "person" && !isNameOf(matter.name, text) ? undefined : ERASED;
  }
  const without = JSON.stringify(unnamed(matter, value, Array.isArray(value)));
  return without === text ? undefined : without;
}

function unnamed(matter: Matter, value: Json, isName: boolean): Json {
  if (typeof value === "string") return isName && isNamed(matter, value) ? ERASED : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => unnamed(matter, one, isName));
  // An agent's name also stands in the log, and is not a person's name.
  const isAgent = Object.hasOwn(value, "agent");
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      unnamed(matter, one as Json, NAMES.has(name) && !(isAgent && name === "name")),
    ]),
  );
}

function isNamed(matter: Matter, text: string): boolean {
  return matter.kind === "person" ? text === matter.name : namesMatter(matter, text);
}

/** Whether the actor in a column is the person who is to be forgotten. */
export function saidBy(matter: Matter, actor: string | null): boolean {
  return matter.kind === "person" && actor !== null && actor.includes(`"${matter.id}"`);
}
