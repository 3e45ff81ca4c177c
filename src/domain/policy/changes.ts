import type { Json, JsonObject } from "../json.ts";
import { isJsonObject, isSameJson } from "../json-equal.ts";
import { present } from "../present.ts";

/** What a new policy changes, by the names of rules. */
export interface PolicyChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** The remaining rules come in another order, which may change decisions. */
  readonly isReordered: boolean;
  /** Other people stand under the names that rules may ask. */
  readonly groups?: true;
  /** The demand for a second owner, for changes that give power, has changed. */
  readonly owners?: true;
  /** Something else happens to tools that their servers offer only later. */
  readonly newTools?: true;
  /** Other times are known by name. */
  readonly freezes?: true;
  /** Things are kept for other times: what is older is erased for good. */
  readonly retention?: true;
  /** People are reached at other times and steps, or channels have other modes. */
  readonly routing?: true;
  /** Agents may send messages to other places. */
  readonly messages?: true;
  /** Test requests are planted for others, more often or less. */
  readonly tests?: true;
}

/** Both in the form of the file; `before` is absent if no policy was in force. */
export function policyChanges(before: JsonObject | undefined, after: JsonObject): PolicyChanges {
  const [old, now] = [rulesOf(before), rulesOf(after)];
  const stayed = [...now.keys()].filter((name) => old.has(name));
  const former = [...old.keys()].filter((name) => now.has(name));
  const isOther = (key: string) => !isSameJson(before?.[key] ?? null, after[key] ?? null);
  return {
    added: [...now.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !now.has(name)),
    changed: stayed.filter((name) => !isSameJson(old.get(name) ?? null, now.get(name) ?? null)),
    isReordered: !isSameJson(stayed, former),
    ...present({
      groups: isOther("groups") ? true : undefined,
      owners: isOther("owners") ? true : undefined,
      newTools: isOther("new_tools") ? true : undefined,
      freezes: isOther("freezes") ? true : undefined,
      retention: isOther("retention") ? true : undefined,
      routing: isOther("routing") ? true : undefined,
      messages: isOther("messages") ? true : undefined,
      tests: isOther("test_requests") ? true : undefined,
    }),
  };
}

function rulesOf(source: JsonObject | undefined): ReadonlyMap<string, Json> {
  const rules = source?.["rules"];
  const list = Array.isArray(rules) ? (rules as readonly Json[]) : [];
  return new Map(list.filter(isJsonObject).map((rule) => [String(rule["name"]), rule]));
}
