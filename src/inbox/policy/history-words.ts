import type { Json } from "../../domain/json.ts";
import type { PolicyDifference } from "../../domain/policy/policy-parts.ts";
import type { LoggedPolicy, PolicyPut } from "../../ports/earshot/policy-history.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";
import { say } from "./messages/messages.ts";

const WIDTH = 80;
const SHORT = 12;

/** Who put it in force, and where. */
export function putBy({ by, via }: PolicyPut): string {
  if (by === undefined) return say("server");
  const name = oneLine(by.name, WIDTH);
  return via === undefined ? name : say("door", { name, door: oneLine(via, WIDTH) });
}

export function shortRevision(revision: string): string {
  return revision.slice(0, SHORT);
}

/** What a policy changed, one line for each kind of change. */
export function changeWords({ changes, former }: LoggedPolicy): readonly string[] {
  if (changes === undefined) {
    return [say("change.no-digest")];
  }
  const { added, removed, changed, isReordered, ...keys } = changes;
  const named = (kind: "added" | "removed" | "changed" | "keys", list: readonly string[]) => {
    const names = list.map((name) => oneLine(name, WIDTH)).join(", ");
    return list.length === 0 ? [] : [say(`change.${kind}`, { names })];
  };
  const lines = [
    ...named("added", added),
    ...named("removed", removed),
    ...named("changed", changed),
    ...named("keys", Object.keys(keys)),
    ...(isReordered ? [say("change.order")] : []),
  ];
  if (lines.length > 0) return lines;
  return [say(former === undefined ? "change.first" : "change.none")];
}

/** The name of a part of a policy. */
export function partName({ kind, name }: Pick<PolicyDifference, "kind" | "name">): string {
  if (kind === "order") return say("order");
  return say(kind === "rule" ? "rule.named" : "key.named", { name: oneLine(name, WIDTH) });
}

/** One side of a difference, as JSON. */
export function sideText(value: Json): string {
  return value === null ? say("not-there") : visibleText(JSON.stringify(value, undefined, 2));
}
