import type { Json, JsonObject } from "../../domain/json.ts";
import { policySchema } from "../../domain/policy/read-policy.ts";
import { visibleText } from "../../render/visible-text.ts";
import { say } from "./messages/messages.ts";

/** What a policy says besides its rules. */
export interface OtherKey {
  readonly key: string;
  /** As JSON; undefined if the policy does not say it. */
  readonly value: string | undefined;
  readonly meaning: string;
}

const SHOWN_ELSEWHERE: readonly string[] = ["version", "rules"];
type Key =
  | "freezes"
  | "groups"
  | "messages"
  | "new_tools"
  | "owners"
  | "retention"
  | "routing"
  | "security"
  | "test_requests"
  | "tests";

/**
 * Every key that a policy may have, including those that this one lacks: what is absent has an
 * effect as well.
 */
export function otherKeys(source: JsonObject = {}): readonly OtherKey[] {
  return Object.keys(policySchema()["properties"] as JsonObject)
    .filter((key) => !SHOWN_ELSEWHERE.includes(key))
    .map((key) => ({
      key,
      value: valueText(source[key]),
      meaning: say(`meaning.${key as Key}`),
    }));
}

function valueText(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : visibleText(JSON.stringify(value), { keepLines: false });
}
