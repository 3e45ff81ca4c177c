import type { Json } from "../../domain/json.ts";
import { isJsonObject, isSameJson } from "../../domain/json-equal.ts";
import type { SpecificationChange } from "../../domain/liaison/task-specification.ts";
import { nameIn } from "./asked-in.ts";
import { cut, paragraphs } from "./list.ts";
import { AS_SEEN_FIT, lineWords, part } from "./specification-words.ts";
import type { Wording } from "./wording.ts";

/** Of one kind; the specification has the rest. */
const MOST_NAMED = 3;
const MOST_CHARACTERS = 120;
const MATERIAL = "context.material";
/** What no other line tells. */
const TOLD: ReadonlySet<string> = new Set(["context.background", MATERIAL]);

/** What changed, in a few lines; undefined if there is nothing that a person would call a change. */
export function updatedWords(
  wording: Wording,
  changes: readonly SpecificationChange[],
): string | undefined {
  const told = toldChanges(changes);
  if (told.length === 0) return undefined;
  const groups = Map.groupBy(told, ({ kind, field }) => `${kind} ${field}`);
  const lines = [...groups.values()].flatMap((group) => groupLines(group, wording));
  const { say } = wording;
  return paragraphs(part(say("part.changes"), lines, wording), say("updated"));
}

/**
 * The description repeats the other parts, what the task needs is no wish of theirs, and what was
 * said or asked beside it changes nothing.
 */
const SILENT: ReadonlySet<string> = new Set([
  "description",
  "required_capabilities",
  "context.also_said",
  "context.questions",
]);

function toldChanges(changes: readonly SpecificationChange[]): readonly SpecificationChange[] {
  const before = new Set(changes.map((one) => bare(one.before)));
  const after = new Set(changes.map((one) => bare(one.after)));
  const isSpelling = (one: SpecificationChange) =>
    one.kind === "changed"
      ? bare(one.before) === bare(one.after)
      : (one.kind === "added" ? before : after).has(
          bare(one.kind === "added" ? one.after : one.before),
        );
  const told = changes.filter(
    (one) => !(SILENT.has(one.field) || isLeftOpen(one) || isSpelling(one)),
  );
  // A value stands in the line that tells it, too.
  const isValue = ({ field }: SpecificationChange) =>
    field.startsWith("context.") && !TOLD.has(field);
  return told.every(isValue) ? told : told.filter((one) => !isValue(one));
}

/** Nobody decided anything where it is left to whoever does the task. */
function isLeftOpen({ field, before, after }: SpecificationChange): boolean {
  const line = after ?? before;
  return field === "assumptions" && typeof line === "string" && line.endsWith(AS_SEEN_FIT);
}

/** Without what only the spelling of a line tells. */
function bare(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  const text = descriptionOf(value) ?? JSON.stringify(value);
  return text
    .toLowerCase()
    .replaceAll(/[\s\p{P}]{1,20}/gu, " ")
    .trim();
}

function descriptionOf(value: Json): string | undefined {
  if (typeof value === "string") return value;
  if (!isJsonObject(value) || typeof value["description"] !== "string") return undefined;
  return value["description"];
}

function groupLines(group: readonly SpecificationChange[], wording: Wording): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const { say } = wording;
  const name = fieldName(first.field, wording);
  if (first.field === MATERIAL) {
    const news = group.flatMap(({ before, after }) => addedTo(before, after));
    const values = news.map((one) => valueWords(one, wording));
    return values.length === 0 ? [] : [say("line", { name, value: someOf(values, wording) })];
  }
  if (first.kind === "changed") {
    return group.slice(0, MOST_NAMED).map(({ before, after }) =>
      say("change.changed", {
        name,
        value: cut(valueWords(after, wording), MOST_CHARACTERS),
        before: cut(valueWords(before, wording), MOST_CHARACTERS),
      }),
    );
  }
  const values = group.map(({ before, after }) => valueWords(after ?? before, wording));
  return [say(`change.${first.kind}`, { name, value: someOf(values, wording) })];
}

function someOf(values: readonly string[], { say }: Wording): string {
  const named = values.slice(0, MOST_NAMED).map((value) => cut(value, MOST_CHARACTERS));
  const count = values.length - named.length;
  return [...named, ...(count > 0 ? [say("part.more", { count })] : [])].join("; ");
}

function addedTo(before: Json | undefined, after: Json | undefined): readonly Json[] {
  const former = Array.isArray(before) ? before : [];
  return (Array.isArray(after) ? after : []).filter(
    (one: Json) => !former.some((other: Json) => isSameJson(one, other)),
  );
}

const FIELDS = [
  "requirements",
  "constraints",
  "success_criteria",
  "assumptions",
  "title",
  "background",
  "material",
] as const;

function fieldName(field: string, wording: Wording): string {
  const own = field.replace(/^context\./, "");
  const known = FIELDS.find((one) => one === own);
  if (known !== undefined) return wording.say(`field.${known}`);
  return nameIn(wording, own.replaceAll("_", " "));
}

const PASTED = ["code", "data", "feedback", "log", "mail", "quote", "text"] as const;

function valueWords(value: Json | undefined, wording: Wording): string {
  const { say, list } = wording;
  if (value === undefined || value === null) return say("nothing");
  if (Array.isArray(value)) return list(value.map((one: Json) => valueWords(one, wording)));
  if (!isJsonObject(value)) return lineWords(String(value), wording);
  const pasted = PASTED.find((kind) => kind === value["kind"]);
  if (pasted !== undefined) return pastedWords(pasted, String(value["text"]), wording);
  const { description, text, words } = value;
  const own = [description, text, words].find((one) => typeof one === "string");
  return own === undefined ? valueWords(Object.values(value), wording) : lineWords(own, wording);
}

function pastedWords(kind: (typeof PASTED)[number], text: string, { say }: Wording): string {
  const count = text.split("\n").length;
  const name = say(`material.${kind}`);
  return count === 1 ? name : say("material.one", { kind: name, count });
}
