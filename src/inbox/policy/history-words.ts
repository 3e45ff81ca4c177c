import type { Json } from "../../domain/json.ts";
import type { PolicyDifference } from "../../domain/policy/policy-parts.ts";
import type { LoggedPolicy, PolicyPut } from "../../ports/earshot/policy-history.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";

const WIDTH = 80;
const SHORT = 12;

/** Who put it in force, and where. */
export function putBy({ by, via }: PolicyPut): string {
  if (by === undefined) return "the server, from its file";
  return `${oneLine(by.name, WIDTH)}${via === undefined ? "" : ` via ${oneLine(via, WIDTH)}`}`;
}

export function shortRevision(revision: string): string {
  return revision.slice(0, SHORT);
}

/** What a policy changed, one line for each kind of change. */
export function changeWords({ changes, former }: LoggedPolicy): readonly string[] {
  if (changes === undefined) {
    return ["The stored text of this one, or of the one before, does not make its digest."];
  }
  const { added, removed, changed, isReordered, ...keys } = changes;
  const names = (what: string, list: readonly string[]) =>
    list.length === 0 ? [] : [`${what}: ${list.map((name) => oneLine(name, WIDTH)).join(", ")}`];
  const lines = [
    ...names("Came", added),
    ...names("Went", removed),
    ...names("Changed", changed),
    ...names("Beside the rules", Object.keys(keys)),
    ...(isReordered ? ["The rules that stay come in another order"] : []),
  ];
  if (lines.length > 0) return lines;
  return [former === undefined ? "The first policy, without rules" : "No rule"];
}

/** The name of a part of a policy. */
export function partName({ kind, name }: Pick<PolicyDifference, "kind" | "name">): string {
  if (kind === "order") return "The order of the rules";
  return `${kind === "rule" ? "Rule" : "Key"} ${oneLine(name, WIDTH)}`;
}

/** One side of a difference, as JSON. */
export function sideText(value: Json): string {
  return value === null ? "not there" : visibleText(JSON.stringify(value, undefined, 2));
}
