import type { Json } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import {
  importanceWord,
  type SpecificationChange,
  type TaskSpecification,
} from "../../domain/liaison/task-specification.ts";
import { bullets, cut, listed, paragraphs } from "./list.ts";

type Specified = Omit<TaskSpecification, "id" | "version">;

const MOST_SHOWN = 25;
const MOST_CHARACTERS = 300;
/** A detail with its value: an answer. */
const FACT = /^\p{Lu}[^:.!?]{1,60}: \S/u;

/** The specification as the person sees it: what was understood, and what that is based on. */
function specificationWords(task: Specified): string {
  return paragraphs(
    `${task.title}: ${task.description}`,
    part("Requirements", task.requirements.map(requirementLine)),
    part("Constraints", task.constraints),
    part("It is right when", task.success_criteria),
    part("Nobody has said, and I go by", task.assumptions),
  );
}

/** What happens next, and how to change it. */
export function confirmWords(task: Specified, worker: string | undefined): string {
  return paragraphs(
    specificationWords(task),
    `Next: ${worker ?? "whoever takes the task"} gets this specification and begins. What there is to show on the way comes here, and at the end I ask what you think of it.`,
    "Is that what you want? Say so, or say what is to be different: now, or at any time until it is done.",
  );
}

export function updatedWords(
  changes: readonly SpecificationChange[],
  worker: string | undefined,
): string {
  // The description only repeats what the other parts say.
  const told = changes.filter(({ field }) => field !== "description");
  const shown = told.length === 0 ? changes : told;
  return paragraphs(
    part("I have changed the specification", shown.map(changeWords)),
    `${worker ?? "Whoever does the task"} is told. Is it right now? Say so, or say what is to be different.`,
  );
}

function requirementLine({
  description,
  importance,
  constraints,
  examples,
}: Specified["requirements"][number]): string {
  const told = description.toLowerCase();
  const others = examples.filter((example) => !told.includes(example.toLowerCase()));
  const more = [
    ...(others.length === 0 ? [] : [`such as ${listed(others)}`]),
    ...constraints.filter((one) => !description.includes(one)),
  ];
  const about = more.length === 0 ? "" : ` (${more.join("; ")})`;
  // "Period: last quarter" is a fact; nobody needs to hear that it must be so.
  if (FACT.test(description)) return `${description}${about}`;
  return `${importanceWord(importance)}: ${description}${about}`;
}

function part(name: string, items: readonly string[]): string | undefined {
  if (items.length === 0) return undefined;
  const shown = items.slice(0, MOST_SHOWN).map((item) => cut(item, MOST_CHARACTERS));
  const rest = items.length - shown.length;
  const more = rest > 0 ? [`and ${rest} more, in the specification`] : [];
  return `${name}:\n${bullets([...shown, ...more])}`;
}

/** One change of a specification in a line. */
function changeWords({ kind, field, before, after }: SpecificationChange): string {
  const name = fieldName(field);
  switch (kind) {
    case "added":
      return `new ${name}: ${valueWords(after)}`;
    case "removed":
      return `no longer ${name}: ${valueWords(before)}`;
    case "changed":
      return `${name}: ${valueWords(after)} (was: ${valueWords(before)})`;
  }
}

const NAMES: Readonly<Record<string, string>> = {
  requirements: "requirement",
  constraints: "constraint",
  success_criteria: "criterion",
  required_capabilities: "capability",
  assumptions: "assumption",
};

function fieldName(field: string): string {
  return NAMES[field] ?? field.replace(/^context\./, "").replaceAll("_", " ");
}

function valueWords(value: Json | undefined): string {
  if (value === undefined || value === null) return "nothing";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return listed(value.map((one) => valueWords(one as Json)));
  if (isJsonObject(value) && typeof value["description"] === "string") return value["description"];
  return JSON.stringify(value);
}
