import type { Json } from "../json.ts";
import { isJsonObject, isSameJson } from "../json-equal.ts";
import type { ToolDefinition } from "./tool-definition.ts";

/*
 * What a server offers an agent. The first listing is what the person had in mind who put the server into
 * the agent's configuration; a name that comes later is not, whatever rules say of such names.
 */

/** A tool that a server has listed, as it was listed last. */
export interface OfferedTool {
  readonly name: string;
  /** Of its definition. */
  readonly hash: string;
  /** The server no longer lists it. */
  readonly gone?: true;
}

/** All that one server has ever listed to one agent, in order of names. */
export interface ToolOffer {
  readonly server: string;
  readonly tools: readonly OfferedTool[];
}

/** What the server has offered, with its latest list: what it left out is gone. */
export function offeredWith(
  former: readonly OfferedTool[],
  listed: readonly OfferedTool[],
): readonly OfferedTool[] {
  const names = new Set(listed.map(({ name }) => name));
  const gone = former
    .filter(({ name }) => !names.has(name))
    .map(({ name, hash }): OfferedTool => ({ name, hash, gone: true }));
  return [...listed, ...gone].toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Which of the tools that are gone a new one is under another name: one that takes the same arguments. No
 * arguments at all are the same for many tools, so those have to be described in the same words too.
 */
export function renamedFrom(
  now: ToolDefinition,
  gone: readonly ToolDefinition[],
): ToolDefinition | undefined {
  const alike = gone.filter(({ inputSchema }) => isSameJson(inputSchema, now.inputSchema));
  const same = alike.find(({ description }) => description === now.description);
  return same ?? (takesArguments(now.inputSchema) ? alike[0] : undefined);
}

function takesArguments(schema: Json): boolean {
  const properties = isJsonObject(schema) ? schema["properties"] : undefined;
  return isJsonObject(properties) && Object.keys(properties).length > 0;
}

/** A text of one word, which says nothing to a model: a type, the name of a property. */
const WORD = /^[\w$:/.#-]{0,64}$/;

/**
 * Whether what the first form of the digest left out says nothing to whoever reads it. Then a pin of that
 * form may stand for the whole. Nothing is said by a title in words that the pinned parts have, by hints
 * that are true or false, and by a schema without descriptions.
 */
export function saysNothingMore({ name, description, more = {} }: ToolDefinition): boolean {
  const known = new Set(wordsOf(`${name} ${description ?? ""}`));
  const isKnown = (title: Json | undefined) =>
    title === undefined ||
    (typeof title === "string" && wordsOf(title).every((word) => known.has(word)));
  return Object.entries(more).every(([part, value]) => {
    if (part === "title") return isKnown(value);
    if (part === "outputSchema" || part === "execution") return isOfWords(value);
    if (part !== "annotations" || !isJsonObject(value)) return false;
    const { title, ...hints } = value;
    return isKnown(title) && Object.values(hints).every((hint) => typeof hint === "boolean");
  });
}

/** Whatever is no letter or digit parts words, and none of it may be hidden. */
function wordsOf(text: string): readonly string[] {
  const parted = text.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return parted.split(/[ _.,:;()'"/-]+/).filter((part) => part !== "");
}

function isOfWords(value: Json): boolean {
  if (typeof value === "string") return WORD.test(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, one]) => WORD.test(key) && isOfWords(one as Json));
}
