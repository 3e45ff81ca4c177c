import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonObject, isSameJson } from "../../domain/json-equal.ts";
import { oneLine } from "../../render/visible-text.ts";

/** What another policy changes, by the names of rules. */
export interface PolicyChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** The rules that stay come in another order, which may decide otherwise. */
  readonly isReordered: boolean;
  /** Other times for which things are kept: what is older is erased for good. */
  readonly retention?: true;
  /** Other times and steps at which people are reached, or other modes of channels. */
  readonly routing?: true;
  /** Other places where agents may send messages. */
  readonly messages?: true;
}

/** Both in the form of the file; `before` is absent where no policy was in force. */
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
    ...(isOther("retention") ? { retention: true } : {}),
    ...(isOther("routing") ? { routing: true } : {}),
    ...(isOther("messages") ? { messages: true } : {}),
  };
}

function rulesOf(source: JsonObject | undefined): ReadonlyMap<string, Json> {
  const rules = source?.["rules"];
  const list = Array.isArray(rules) ? (rules as readonly Json[]) : [];
  return new Map(list.filter(isJsonObject).map((rule) => [String(rule["name"]), rule]));
}

/** One line a rule: `+` comes, `-` goes, `~` says something else than before. */
export function changeLines({
  added,
  removed,
  changed,
  isReordered,
  retention,
  routing,
  messages,
}: PolicyChanges): readonly string[] {
  const line = (sign: string) => (name: string) => `${sign} ${oneLine(name, 128)}`;
  return [
    ...removed.map(line("-")),
    ...changed.map(line("~")),
    ...added.map(line("+")),
    ...(isReordered ? ["The rules that stay come in another order."] : []),
    ...(retention === true
      ? ["~ retention: npx earshot retention shows what is erased by it"]
      : []),
    ...(routing === true
      ? ["~ routing: npx earshot route test shows who is reached by it, and when"]
      : []),
    ...(messages === true ? ["~ messages: agents may send to other chats than before"] : []),
  ];
}
