import type { Json } from "../json.ts";
import { isSameJson } from "../json-equal.ts";
import type { Requirement, SpecificationChange, TaskSpecification } from "./task-specification.ts";

type Compared = Omit<TaskSpecification, "id" | "version">;

const LISTS = ["constraints", "success_criteria", "required_capabilities", "assumptions"] as const;

/**
 * What a version changed about the task. Elements of lists are added or removed; requirements can also
 * change, by their id. The confidence is not part of the task.
 */
export function diffSpecifications(
  before: Compared,
  after: Compared,
): readonly SpecificationChange[] {
  return [
    ...diffField("title", before.title, after.title),
    ...diffField("description", before.description, after.description),
    ...diffRequirements(before.requirements, after.requirements),
    ...LISTS.flatMap((field) => diffList(field, before[field], after[field])),
    ...diffContext(before.context, after.context),
  ];
}

function diffField(
  field: string,
  before: Json | undefined,
  after: Json | undefined,
): readonly SpecificationChange[] {
  if (before === undefined) return after === undefined ? [] : [{ kind: "added", field, after }];
  if (after === undefined) return [{ kind: "removed", field, before }];
  return isSameJson(before, after) ? [] : [{ kind: "changed", field, before, after }];
}

function diffRequirements(
  before: readonly Requirement[],
  after: readonly Requirement[],
): readonly SpecificationChange[] {
  const former = new Map(before.map((one) => [one.id, one] as const));
  const current = new Map(after.map((one) => [one.id, one] as const));
  const removed = before.filter(({ id }) => !current.has(id));
  return [
    ...removed.flatMap((one) => diffRequirement(one.id, one, undefined)),
    ...after.flatMap((one) => diffRequirement(one.id, former.get(one.id), one)),
  ];
}

function diffRequirement(
  id: string,
  before: Requirement | undefined,
  after: Requirement | undefined,
): readonly SpecificationChange[] {
  return diffField("requirements", jsonOf(before), jsonOf(after)).map((change) => ({
    ...change,
    id,
  }));
}

/** Leaves out where it was said: a requirement that is said again stays the same. */
function jsonOf(requirement: Requirement | undefined): Json | undefined {
  if (requirement === undefined) return undefined;
  const { id, description, importance, constraints, examples } = requirement;
  return { id, description, importance, constraints, examples };
}

function diffList(
  field: string,
  before: readonly string[],
  after: readonly string[],
): readonly SpecificationChange[] {
  const [former, current] = [new Set(before), new Set(after)];
  return [
    ...[...former].filter((one) => !current.has(one)).map(removal(field)),
    ...[...current].filter((one) => !former.has(one)).map(addition(field)),
  ];
}

function removal(field: string): (before: string) => SpecificationChange {
  return (before) => ({ kind: "removed", field, before });
}

function addition(field: string): (after: string) => SpecificationChange {
  return (after) => ({ kind: "added", field, after });
}

function diffContext(
  before: TaskSpecification["context"],
  after: TaskSpecification["context"],
): readonly SpecificationChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) =>
    diffField(`context.${name}`, ownOf(before, name), ownOf(after, name)),
  );
}

function ownOf(context: TaskSpecification["context"], name: string): Json | undefined {
  return Object.hasOwn(context, name) ? context[name] : undefined;
}
