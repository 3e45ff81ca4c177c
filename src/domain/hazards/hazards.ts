import { roleOfKey } from "../authority/arg-roles.ts";
import { isCommitment } from "../authority/secret-args.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { addressHazards } from "./address-hazards.ts";
import type { Hazard } from "./hazard.ts";
import { shellHazards } from "./shell-hazards.ts";
import { sqlHazards } from "./sql-hazards.ts";

/*
 * What of an action stands out, as its arguments say it: that it deletes files, runs a script from the
 * network, changes every row of a table. It only ever warns. An agent can write the same in ways that no
 * reader of texts knows, so that silence says nothing, and nothing is decided by it.
 */

/** Named one by one; the first few are enough to look closer. */
const MOST_TOLD = 4;
/** Of all values together: rows of a list are read as well. */
const MOST_READ = 12_000;
const UNREAD: Hazard = { kind: "too_long", what: "" };
const MOST_VALUES = 1_000;

interface Place {
  readonly key: string;
  readonly value: Json;
  /** It stands below an argument of which this is known. */
  readonly within: "command" | "target" | "other";
}

/** In the order in which they stand there, each once. */
export function hazardsIn(args: JsonObject): readonly Hazard[] {
  const found = new Map<string, Hazard>();
  const open: Place[] = placesIn(args, "other");
  let left = MOST_READ;
  for (let looked = 0; looked < MOST_VALUES; looked += 1) {
    const place = open.shift();
    if (place === undefined || found.size >= MOST_TOLD) break;
    const texts = textsAt(place);
    const told = hazardsAt(place, beginningOf(texts, left));
    left -= texts.reduce((sum, text) => sum + text.length, 0);
    if (left < 0) told.push(UNREAD);
    for (const hazard of told) found.set(`${hazard.kind} ${hazard.what}`, hazard);
    const { value, within } = place;
    if (isJsonObject(value) && !isCommitment(value)) open.unshift(...placesIn(value, within));
  }
  return [...found.values()].slice(0, MOST_TOLD);
}

function placesIn(parent: JsonObject, outer: Place["within"]): Place[] {
  return Object.entries(parent)
    .slice(0, MOST_VALUES)
    .map(([key, value]) => {
      const within = kindOf(key) ?? outer;
      const rest = within === "command" && typeof value === "string" ? restOf(parent) : [];
      const whole = rest.length === 0 ? value : [value as string, ...rest];
      return { key, value: whole, within };
    });
}

/** Some tools take a command apart from its arguments. */
function restOf(parent: JsonObject): readonly string[] {
  const rest = REST.map((key) => parent[key]).find(isTexts);
  return rest ?? [];
}
const REST = ["args", "arguments", "argv"];

function isTexts(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
}

function kindOf(key: string): Place["within"] | undefined {
  if (key === "argv" || /commands$/i.test(key)) return "command";
  const { role } = roleOfKey(key, "");
  return role === "command" || role === "target" ? role : undefined;
}

function textsAt({ key, value, within }: Place): readonly string[] {
  if (within === "other") return [];
  const texts = typeof value === "string" ? [value] : isTexts(value) ? value : [];
  return within === "target" || texts.length === 0 ? texts : commandsOf(key, texts);
}

/** As much of them as there is room for. */
function beginningOf(texts: readonly string[], room: number): readonly string[] {
  let left = room;
  return texts.flatMap((text) => {
    const read = text.slice(0, Math.max(left, 0));
    left -= read.length;
    return read === "" ? [] : [read];
  });
}

function hazardsAt({ key, within }: Place, texts: readonly string[]): Hazard[] {
  if (within === "target") return [...addressHazards(texts)];
  const isSql = /sql|statement/i.test(key);
  return texts.flatMap((text) => [...sqlHazards(text, isSql), ...shellHazards(text)]);
}

/** A list is one command, word by word, or several. */
function commandsOf(key: string, texts: readonly string[]): readonly string[] {
  const [first = ""] = texts;
  if (texts.length === 1 || key.endsWith("s") || first.includes(" ")) {
    return texts;
  }
  return [texts.map((text) => `'${text.replaceAll("'", "'\\''")}'`).join(" ")];
}
